// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The rows of the chip table, and how they are found.

#include "fusion/Support/ChipTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

using namespace fusion;

static constexpr int64_t KiB = 1024;

static constexpr llvm::StringRef kAmpere[] = {"sm80", "attention_sm80", "narrow",     "simt",
                                              "rows", "columns",        "elementwise"};
static constexpr llvm::StringRef kHopper[] = {"attention", "sm90", "attention_sm80", "sm80",       "narrow",
                                              "simt",      "rows", "columns",        "elementwise"};

// clang-format off
static constexpr ChipCard kA100[] = {
  // name                                   SMs  L2               GB/s  tensor  tf32   fp32  float8
  {"A100-SXM4-80GB",                        108,  40 * KiB * KiB, 2039, 312.0, 156.0,  19.5,  312.0},
  {"A100 80GB PCIe",                        108,  40 * KiB * KiB, 1935, 312.0, 156.0,  19.5,  312.0},
  {"A100-SXM4-40GB",                        108,  40 * KiB * KiB, 1555, 312.0, 156.0,  19.5,  312.0},
  {"A100-PCIE-40GB",                        108,  40 * KiB * KiB, 1555, 312.0, 156.0,  19.5,  312.0},
  {"A30",                                    56,  24 * KiB * KiB,  933, 165.0,  82.0,  10.3,  165.0},
};
static constexpr ChipCard kGA10x[] = {
  {"A40",                                    84,   6 * KiB * KiB,  696, 149.7,  74.8,  37.4,  149.7},
  {"RTX A6000",                              84,   6 * KiB * KiB,  768, 154.8,  77.4,  38.7,  154.8},
  {"A10",                                    72,   6 * KiB * KiB,  600, 125.0,  62.5,  31.2,  125.0},
};
static constexpr ChipCard kAda[] = {
  {"L40S",                                  142,  96 * KiB * KiB,  864, 362.0, 183.0,  91.6,  724.0},
  {"L40",                                   142,  96 * KiB * KiB,  864, 181.0,  90.5,  90.5,  362.0},
  {"L4",                                     58,  48 * KiB * KiB,  300, 121.0,  60.0,  30.3,  242.0},
  {"GeForce RTX 4090",                      128,  72 * KiB * KiB, 1008, 165.2,  82.6,  82.6,  330.4},
};
static constexpr ChipCard kGH100[] = {
  {"H200",                                  132,  60 * KiB * KiB, 4800, 989.0, 495.0,  67.0, 1978.0, true},
  {"H100 80GB HBM3",                        132,  50 * KiB * KiB, 3352, 989.0, 495.0,  67.0, 1978.0, true},
  {"H100 PCIe",                             114,  50 * KiB * KiB, 2039, 756.0, 378.0,  51.0, 1512.0},
  {"H100 NVL",                              132,  50 * KiB * KiB, 3938, 835.0, 417.0,  60.0, 1670.0},
};
/// Beside the cards of chips before sm_90: by mma.sync H100 and H200 reach 531 TFLOP/s at most (measured), and half of
/// that in tf32. There the driver makes products of f16 of those of 8-bit floats, which are no faster.
static constexpr ChipCard kHopperByMmaSync[] = {
  {"H200",                                  132,  60 * KiB * KiB, 4800, 531.0, 265.5,  67.0,  531.0},
  {"H100 80GB HBM3",                        132,  50 * KiB * KiB, 3352, 531.0, 265.5,  67.0,  531.0},
};
static constexpr ChipCard kGB202[] = {
  {"RTX PRO 6000 Blackwell Workstation",    188, 128 * KiB * KiB, 1792, 503.8, 251.9, 125.0, 1007.6},
  {"GeForce RTX 5090",                      170,  96 * KiB * KiB, 1792, 209.5, 104.8, 104.8,  419.0},
};

static constexpr ChipInfo kChips[] = {
  // name      PTX       example      SMs  smem/block  smem/SM    regs   threads blocks L2               GB/s   tensor  tf32   fp32  float8  wgmma  cluster overlap  float8: cvt, mma; families, cards, later cards
  {"sm_80",  "+ptx80", "A100 80GB", 108, 163 * KiB, 164 * KiB, 65536, 2048, 32, 40 * KiB * KiB, 2039, 312.0, 156.0, 19.5, 312.0, false, 0, false,  false, false, kAmpere, kA100, kHopperByMmaSync},
  {"sm_86",  "+ptx80", "A40",        84,  99 * KiB, 100 * KiB, 65536, 1536, 16,  6 * KiB * KiB,  696, 149.7,  74.8, 37.4, 149.7, false, 0, false,  false, false, kAmpere, kGA10x, kHopperByMmaSync},
  {"sm_89",  "+ptx84", "L40S",      142,  99 * KiB, 100 * KiB, 65536, 1536, 24, 96 * KiB * KiB,  864, 362.0, 183.0, 91.6, 724.0, false, 0, false,  true,  true,  kAmpere, kAda, kHopperByMmaSync},
  {"sm_90a", "+ptx81", "H200",      132, 227 * KiB, 228 * KiB, 65536, 2048, 32, 60 * KiB * KiB, 4800, 989.0, 495.0, 67.0, 1978.0, true,  8, true,   true,  false, kHopper, kGH100, {}, true},
  {"sm_120", "+ptx87", "RTX PRO 6000 Blackwell", 188, 99 * KiB, 100 * KiB, 65536, 1536, 24, 128 * KiB * KiB, 1792, 503.8, 251.9, 125.0, 1007.6, false, 8, true,   true,  true,  kAmpere, kGB202, {}},
};
// clang-format on

/// A row for each card, in the order of chips and cards.
static llvm::ArrayRef<ChipInfo> getCardRows() {
  static const std::vector<ChipInfo> rows = [] {
    std::vector<ChipInfo> all;
    for (ChipInfo row : kChips)
      for (const ChipCard &card : llvm::concat<const ChipCard>(row.cards, row.laterCards)) {
        row.example = card.name;
        row.sms = card.sms;
        row.l2Bytes = card.l2Bytes;
        row.memoryGBs = card.memoryGBs;
        row.tensorTFlops = card.tensorTFlops;
        row.tf32TFlops = card.tf32TFlops;
        row.fp32TFlops = card.fp32TFlops;
        row.float8TFlops = card.float8TFlops;
        row.measured = card.measured;
        all.push_back(row);
      }
    return all;
  }();
  return rows;
}

llvm::ArrayRef<ChipInfo> fusion::getChips() { return kChips; }

const ChipInfo *fusion::lookupChip(llvm::StringRef name, llvm::StringRef card) {
  llvm::ArrayRef<ChipInfo> rows = card.empty() ? getChips() : getCardRows();
  const auto *it = llvm::find_if(
      rows, [&](const ChipInfo &row) { return row.name == name && (card.empty() || row.example == card); });
  return it == rows.end() ? nullptr : it;
}

// Clusters of 1, 2, ... 16 blocks on an H200 of 132 multiprocessors, a block on each (cudaOccupancyMaxActiveClusters;
// with two blocks on each twice as many, within 4 % up to 8 blocks, more above).
int64_t fusion::getMostClusters(const ChipInfo &chip, int64_t cluster, int64_t blocksPerSM) {
  constexpr int64_t clusters[] = {132, 66, 39, 30, 22, 17, 15, 15, 9, 7, 7, 7, 7, 7, 7, 7}, sms = 132;
  int64_t known = std::min<int64_t>(cluster, std::size(clusters));
  return std::max<int64_t>(clusters[known - 1] * known * chip.sms * blocksPerSM / (sms * cluster), 1);
}

const ChipCard *fusion::findCard(const ChipInfo &chip, llvm::StringRef reported, int64_t sms) {
  reported.consume_front("NVIDIA ");
  for (const ChipCard &card : llvm::concat<const ChipCard>(chip.cards, chip.laterCards)) {
    llvm::StringRef rest = reported;
    // "L4" is not the beginning of "L40".
    if (rest.consume_front(card.name) && (rest.empty() || rest.starts_with(" ")) && (sms == 0 || sms == card.sms))
      return &card;
  }
  return nullptr;
}

bool fusion::runsOn(const ChipInfo &chip, int major, int minor) {
  int number = 0;
  llvm::StringRef name = chip.name.drop_front(3);
  bool portable = !name.consume_back("a");
  name.getAsInteger(10, number);
  int wanted = 10 * major + minor;
  return number == wanted || (portable && number < wanted);
}

const ChipInfo *fusion::findChipFor(int major, int minor) {
  const ChipInfo *found = nullptr;
  for (const ChipInfo &chip : kChips)
    if (runsOn(chip, major, minor))
      found = &chip;
  return found;
}

std::string fusion::listChips(llvm::StringRef separator) {
  return llvm::join(llvm::map_range(kChips, [](const ChipInfo &chip) { return chip.name.str(); }), separator);
}

std::string fusion::listCards(const ChipInfo &chip) {
  auto cards = llvm::concat<const ChipCard>(chip.cards, chip.laterCards);
  return llvm::join(llvm::map_range(cards, [](const ChipCard &card) { return card.name.str(); }), ", ");
}
