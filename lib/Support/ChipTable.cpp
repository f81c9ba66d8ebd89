// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Support/ChipTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::fusion;

static constexpr int64_t KiB = 1024;

static constexpr llvm::StringRef kAmpere[] = {"sm80", "simt", "elementwise"};
static constexpr llvm::StringRef kHopper[] = {"sm90", "sm80", "simt", "elementwise"};

// clang-format off
static constexpr ChipInfo kChips[] = {
  // name      PTX       example      SMs  smem/block  smem/SM    regs   threads L2               GB/s   tensor  tf32   fp32  wgmma  overlap families
  {"sm_80",  "+ptx80", "A100 80GB", 108, 163 * KiB, 164 * KiB, 65536, 2048, 40 * KiB * KiB, 2039, 312.0, 156.0, 19.5, false, false,  kAmpere},
  {"sm_86",  "+ptx80", "A40",        84,  99 * KiB, 100 * KiB, 65536, 1536,  6 * KiB * KiB,  696, 149.7,  74.8, 37.4, false, false,  kAmpere},
  {"sm_89",  "+ptx80", "L40S",      142,  99 * KiB, 100 * KiB, 65536, 1536, 96 * KiB * KiB,  864, 362.0, 183.0, 91.6, false, false,  kAmpere},
  {"sm_90a", "+ptx81", "H200",      132, 227 * KiB, 228 * KiB, 65536, 2048, 60 * KiB * KiB, 4800, 989.0, 495.0, 67.0, true,  true,   kHopper},
  {"sm_120", "+ptx87", "RTX PRO 6000 Blackwell", 188, 99 * KiB, 100 * KiB, 65536, 1536, 128 * KiB * KiB, 1792, 503.8, 251.9, 125.0, false, true, kAmpere},
};
// clang-format on

llvm::ArrayRef<ChipInfo> mlir::fusion::getChips() { return kChips; }

const ChipInfo *mlir::fusion::lookupChip(llvm::StringRef name) {
  const auto *it = llvm::find_if(kChips, [&](const ChipInfo &chip) { return chip.name == name; });
  return it == std::end(kChips) ? nullptr : it;
}

const ChipInfo *mlir::fusion::findChipFor(int major, int minor) {
  const ChipInfo *found = nullptr;
  for (const ChipInfo &chip : kChips) {
    int number = 0;
    llvm::StringRef name = chip.name.drop_front(3);
    bool portable = !name.consume_back("a");
    name.getAsInteger(10, number);
    int wanted = 10 * major + minor;
    if (number == wanted || (portable && number < wanted))
      found = &chip;
  }
  return found;
}

std::string mlir::fusion::listChips(llvm::StringRef separator) {
  return llvm::join(llvm::map_range(kChips, [](const ChipInfo &chip) { return chip.name.str(); }), separator);
}
