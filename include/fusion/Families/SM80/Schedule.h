// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Schedules of products by mma.sync, and the choice among them.

#ifndef FUSION_FAMILIES_SM80_SCHEDULE_H
#define FUSION_FAMILIES_SM80_SCHEDULE_H

#include "fusion/Schedule/ScheduleProblem.h"
#include "fusion/Support/Verdict.h"

namespace fusion {
struct ChipInfo;

/// How one product's output is cut up on the GPU. Sizes are in elements, `tileK` included.
/// A row of `tileK` operand elements is always 128 bytes (64 of f16 and bf16, 32 of f32).
struct SM80Schedule {
  int64_t tileM = 128, tileN = 128, tileK = 64;
  /// Warps of a group along M and N; each owns tileM/warpsM rows and tileN/warpsN columns.
  int64_t warpsM = 2, warpsN = 2;
  /// Shared-memory buffers in the cp.async pipeline of a group, at least 2.
  int64_t stages = 3;
  /// Rows of tiles that are walked together, for reuse in the L2.
  int64_t groupM = 8;
  /// Blocks that share the K of a tile.
  int64_t splitK = 1;
  /// Groups of warps of a block that share the K of its part of the tile, each with a pipeline of its own.
  int64_t warpsK = 1;

  int64_t groupThreads() const { return 32 * warpsM * warpsN; }
  int64_t threads() const { return groupThreads() * warpsK; }
  /// Groups of all blocks that share the K of a tile.
  int64_t shares() const { return splitK * warpsK; }
  int64_t warpTileM() const { return tileM / warpsM; }
  int64_t warpTileN() const { return tileN / warpsN; }
};

/// The tile shape of least estimated time for a kernel of the mma.sync family. Depends on its arguments alone.
SM80Schedule chooseSM80Schedule(const ScheduleProblem &problem, const ChipInfo &chip);

/// The schedules of that family that are worth measuring, in order of their estimated time.
SmallVector<SM80Schedule> enumerateSM80Schedules(const ScheduleProblem &problem, const ChipInfo &chip);

/// The schedule of kernels that ask for no alignment; fits every chip. Tiles hold whole groups of `columnGroup`
/// columns, a power of two, 256 at most.
SM80Schedule getFallbackSchedule(int64_t elementBytes, int64_t columnGroup = 1);

/// Bytes of shared memory that the buffers of one group's pipeline take.
int64_t getPipelineBytes(const SM80Schedule &schedule, int64_t elementBytes);

/// Whether kernels widen factors of `type` in registers (ProductType::wider): mma.sync of the chip does not know them.
bool widensFactors(const ProductType &type, const ChipInfo &chip);

/// Elements of k whose sum is a chain (ProductType::chain): what is widened needs none.
int64_t getSM80Chain(const ProductType &type, const ChipInfo &chip);
/// Where operands have scales of blocks: elements of k of a tile, as many as possible, that have the same.
int64_t getScaledChain(const SM80Schedule &schedule, const ScheduleProblem &problem);

/// Bytes of dynamic shared memory of a block: those of all groups, or the epilogue's and the groups' sums, which take
/// their place after the main loop. `products` of them share the left factor.
int64_t getSM80SharedBytes(const SM80Schedule &schedule, int64_t elementBytes, int64_t products = 1);

/// Elements of k that each group of the blocks of a tile has at most: whole k tiles.
int64_t getSplitShare(const SM80Schedule &schedule, int64_t k);

/// What the check of a schedule asks of a product.
struct SM80Product {
  const ProductType *type;
  bool transposeA, transposeB;
  int64_t products;
  bool isBlockScaled;
  AddedProblem added;
  int64_t columnGroup; ///< columns that the epilogue reads of each other

  static SM80Product get(const ScheduleProblem &problem) {
    return {problem.type,  problem.transposeA, problem.transposeB, problem.products, problem.isBlockScaled(),
            problem.added, problem.columnGroup};
  }
};

/// Whether the mma.sync lowering takes `schedule`, or what is wrong with it.
FusionVerdict checkSM80Schedule(const SM80Schedule &schedule, const SM80Product &product, const ChipInfo &chip);

/// The family of products by mma.sync, or on the ordinary units.
StringRef getSM80FamilyName(bool tensorCores);

/// `schedule` as the attribute of a kernel for `problem`: on the tensor cores, or on the ordinary units.
ScheduleAttr getSM80ScheduleAttr(const SM80Schedule &schedule, const ScheduleProblem &problem, MLIRContext *context);

/// The numbers of an attribute of that family, or of one on the ordinary units.
SM80Schedule getSM80Schedule(ScheduleAttr attr);

/// The schedule `own` of a variant of a product's kernel, or the kernel's if that is null. Fails with a diagnostic if
/// there is none, or if it cannot be lowered.
FailureOr<SM80Schedule> getSM80Schedule(const KernelPlan &plan, ScheduleAttr own = {});

} // namespace fusion

#endif // FUSION_FAMILIES_SM80_SCHEDULE_H
