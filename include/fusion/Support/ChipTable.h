// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the compiler knows of each chip: the one list of them.

#ifndef FUSION_SUPPORT_CHIPTABLE_H
#define FUSION_SUPPORT_CHIPTABLE_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace fusion {

/// A product with a chip. Figures are from its data sheet, but for rates of what a later card has other instructions
/// for.
struct ChipCard {
  llvm::StringRef name; ///< as the driver reports it, without the maker's; more words may follow there
  int64_t sms;
  int64_t l2Bytes;
  double memoryGBs;
  double tensorTFlops;
  double tf32TFlops;
  double fp32TFlops;
  double float8TFlops;
  bool measured = false; ///< kernels for the chip were measured on it, and predicted times fitted to that
};

/// One row. Limits are from the CUDA C++ Programming Guide (table "Technical Specifications per Compute Capability");
/// rates are those of the product named in `example`, from its datasheet.
struct ChipInfo {
  llvm::StringRef name;     ///< as in `#fusion.target`: "sm_80"
  llvm::StringRef features; ///< PTX version for the NVPTX back end
  llvm::StringRef example;  ///< product whose rates follow
  int64_t sms;              ///< streaming multiprocessors
  int64_t sharedPerBlock;   ///< most dynamic shared memory of one block, bytes
  int64_t sharedPerSM;      ///< bytes
  int64_t registersPerSM;   ///< 32-bit registers
  int64_t threadsPerSM;     ///< most resident threads
  int64_t blocksPerSM;      ///< most resident blocks
  int64_t l2Bytes;          ///< L2 cache
  double memoryGBs;         ///< DRAM bandwidth, 1e9 bytes/s
  double tensorTFlops;      ///< dense f16/bf16 with f32 accumulation, 1e12/s
  double tf32TFlops;        ///< dense tf32
  double fp32TFlops;        ///< FFMA
  double float8TFlops;      ///< dense 8-bit floats with f32 accumulation; that of f16 where kernels widen them to it
  bool wgmma;               ///< warpgroup products from shared memory, and TMA
  int64_t clusterBlocks;    ///< most blocks of a cluster that every launch may have; 0: there are no clusters
  bool dependentLaunch;     ///< a kernel can start before the one before it has ended (PTX: griddepcontrol)
  bool float8;              ///< converts 8-bit floats (PTX: cvt of .e4m3x2, .e5m2x2)
  /// mma.sync multiplies 8-bit floats as they are (PTX 8.4). On sm_90 the assembler widens them for each instruction.
  bool multipliesFloat8;
  /// Families of kernels in the order of preference, those of products first (fusion/Schedule/KernelFamily.h).
  llvm::ArrayRef<llvm::StringRef> families;
  llvm::ArrayRef<ChipCard> cards; ///< products; the row's own rates are those of one that need not be among them
  /// Cards with a later chip on which code for this one is measured, at the rates that it reaches there.
  llvm::ArrayRef<ChipCard> laterCards;
  bool measured = false; ///< as ChipCard says, of `example`
};

/// Bytes of a multiprocessor's shared memory that the system takes for each block (CUDA C++ Programming Guide).
inline constexpr int64_t kReservedSharedBytes = 1024;
/// Share of its nominal bandwidth that the memory gives a stream at most: 4.37 of 4.8 TB/s, measured on H200.
inline constexpr double kStreamShare = 0.91;

/// What is compiled for where nothing else is said: PTX of this chip runs on all later ones.
inline constexpr llvm::StringLiteral kDefaultChip = "sm_80";

/// All chips, in ascending order of capability.
llvm::ArrayRef<ChipInfo> getChips();

/// The row of a chip, with the figures of one of its cards if that is named. Null if either is unknown.
const ChipInfo *lookupChip(llvm::StringRef name, llvm::StringRef card = "");

/// Clusters of `cluster` blocks that the chip can run at once, if each multiprocessor has room for `blocksPerSM`
/// blocks: a cluster lies in one group of multiprocessors (GPC), where some may be left over.
int64_t getMostClusters(const ChipInfo &chip, int64_t cluster, int64_t blocksPerSM);

/// The chip's card, or later one, that a driver means by `reported` ("NVIDIA H100 80GB HBM3"), or its own name; null if
/// it is none of them. A card with another number of multiprocessors than `sms`, where that is known, is another card,
/// or a part of it.
const ChipCard *findCard(const ChipInfo &chip, llvm::StringRef reported, int64_t sms = 0);

/// Whether a device of this compute capability runs code for `chip`: its own, or PTX of one before it, but for chips of
/// names in "a".
bool runsOn(const ChipInfo &chip, int major, int minor);

/// The chip whose code suits a device of this compute capability best: its own, or else the last one before it
/// whose code it runs. Null where the device is older than all of them.
const ChipInfo *findChipFor(int major, int minor);

/// "sm_80, sm_86, ..." for diagnostics, "sm_80|sm_86|..." for help.
std::string listChips(llvm::StringRef separator = ", ");

/// The same of a chip's cards, later ones too.
std::string listCards(const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_SUPPORT_CHIPTABLE_H
