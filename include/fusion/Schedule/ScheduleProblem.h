// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel as far as its schedule depends on it.

#ifndef FUSION_SCHEDULE_SCHEDULEPROBLEM_H
#define FUSION_SCHEDULE_SCHEDULEPROBLEM_H

#include "fusion/Analysis/ProductType.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Schedule/FamilyProblem.h"
#include "fusion/Support/Verdict.h"

namespace fusion {
class KernelPlan;
struct ChipInfo;

/// What becomes of a product's accumulators, as far as a schedule depends on it.
struct EpilogueProblem {
  /// Bytes of an element of each output, and of each M x N operand that TMA can read.
  SmallVector<int64_t, 2> outputBytes, operandBytes;
  /// The same of operands that vary along N (M) alone, which the lowering keeps in shared memory.
  SmallVector<int64_t, 2> alongNBytes, alongMBytes;
  /// Elementwise operations for each element of the output, in f32 instructions; and what they take where functions are
  /// not approximate.
  int64_t scalarCost = 0, preciseCost = 0;

  bool operator==(const EpilogueProblem &other) const;
};

/// What a kernel without a product moves and computes.
struct StreamProblem {
  double bytesRead = 0, bytesWritten = 0;
  double instructions = 0; ///< of all elements, in f32 instructions

  static StreamProblem get(KernelOp kernel);

  bool operator==(const StreamProblem &other) const;
};

/// A product that is added to the first one in its accumulators (ProductAddition).
struct AddedProblem {
  int64_t k = 0; ///< 0 where nothing is added
  bool transposeA = false, transposeB = false;
  int64_t accessA = 16, accessB = 16; ///< as those of a ScheduleProblem
  bool isScaled = false;              ///< multiplied with a number first

  bool exists() const { return k > 0; }
  bool operator==(const AddedProblem &other) const;
};

/// What the choice of a schedule depends on. Sizes are estimates where they are dynamic. Of a kernel without a product
/// they are 0, and `stream` says what it moves.
struct ScheduleProblem {
  int64_t m = 0, n = 0, k = 0, batches = 0; ///< of the product, the first one of a chain
  int64_t products = 1;                     ///< with these sizes, that have the left factor in common
  AddedProblem added;                       ///< with these rows and columns, and factors of its own
  /// Of a launch that kernels share, the columns of each kernel's product, which are `n` together. No tile has columns
  /// of two of them. Empty where a kernel has its launch alone.
  SmallVector<int64_t, 0> columnsOfEach;
  const ProductType *type = nullptr; ///< of the product
  bool transposeA = false, transposeB = false;
  /// Bytes of the widest accesses, 16 at most, whose multiples all rows of A (B) are as far as one knows.
  int64_t accessA = 16, accessB = 16;
  /// Sizes that are estimates.
  bool dynamicM = false, dynamicN = false, dynamicK = false, dynamicBatches = false;
  EpilogueProblem epilogue;
  /// Columns of a group in which the epilogue reads other columns, and of a run that is read in order (ColumnReads). A
  /// tile holds whole groups.
  int64_t columnGroup = 1, columnRun = 1;
  /// Numerics are strict: sums are added in one order, whatever is fused to the product, so that fused and unfused
  /// results are equal. K is neither split nor spread, and the family does not depend on the epilogue.
  bool inOrder = false;
  /// A (B) is stable (docs/dev/Launch.md), as far as the graph shows: its first loads may come ahead of the wait for
  /// the kernel before.
  bool stableA = false, stableB = false;
  /// Rows of A (columns of B) that share a scale along k, kAllRows for all of them; 0: the operand has none.
  int64_t scaledRowsA = 0, scaledColumnsB = 0;
  static constexpr int64_t kAllRows = int64_t(1) << 32;
  /// Scales of A and B are the same for so many elements of k, from each multiple of it on; 0: for all of k.
  int64_t scaledDepth = 0;
  StreamProblem stream;
  /// What the kernel's family alone reads; null where it reads no more than the above.
  std::shared_ptr<const FamilyProblem> family;

  static ScheduleProblem get(const KernelPlan &plan);
  static ScheduleProblem get(KernelOp kernel);

  /// What measurements of it are found by: a product's sizes, type and layout (for A and B each, t where it is stored
  /// transposed, else n; the letter of B for each product), then the family's text: `8x4096x4096x64 bf16 nt
  /// attention<columns = 64>`. Batches are left out where there is one, and `?` stands for a size that is not known. A
  /// product that is added has its k and its layout behind those of the first: `2048x4096x4096+16 bf16 nt+nt`.
  /// Empty where there is no choice.
  std::string print() const;
  /// The problem that such a text tells of, on a chip; otherwise nothing, and `error` says what is wrong with it.
  static std::optional<ScheduleProblem> parse(StringRef text, const ChipInfo &chip, std::string &error);

  /// Sizes are estimates.
  bool hasDynamicSizes() const;

  /// The problem of a launch that kernels with these problems share, which walks over the tiles of one product after
  /// the other: that of a product with the columns of all, and the epilogue that costs most. Nothing if they cannot
  /// share one.
  static std::optional<ScheduleProblem> share(ArrayRef<ScheduleProblem> problems);
  /// Whether kernels with these problems can: they must be alike but for columns and epilogues, and M alone may be
  /// open.
  static FusionVerdict checkShared(const ScheduleProblem &a, const ScheduleProblem &b);
  bool isShared() const { return !columnsOfEach.empty(); }

  /// The same product, stored as it is.
  ScheduleProblem withoutEpilogue() const;

  bool operator==(const ScheduleProblem &other) const;

  /// `family`, if it is a ProblemT.
  template <typename ProblemT> const ProblemT *getFamily() const {
    return llvm::dyn_cast_if_present<ProblemT>(family.get());
  }

  /// A or B has a scale per block along k.
  bool isBlockScaled() const { return scaledRowsA > 0 || scaledColumnsB > 0; }

  /// The contiguous dimension of A (B) is K, which tensor cores take of every type.
  bool isKMajorA() const { return !transposeA; }
  bool isKMajorB() const { return transposeB; }
  /// The rows of A (B) are known not to be multiples of 16 bytes, which TMA cannot read.
  bool hasOddPitchA() const { return accessA < 16; }
  bool hasOddPitchB() const { return accessB < 16; }
  /// Rows of A or B are known not to be multiples of 4 bytes, the narrowest asynchronous copies of a thread.
  bool needsElementwiseCopies() const { return accessA < 4 || accessB < 4; }
  /// Whether products of warpgroups cannot read A (B) from shared memory as it lies, so that its elements come from
  /// registers, or a copy in front of the product transposes it.
  bool needsTransposeA() const { return type->crossRead != CrossRead::Instructions && !isKMajorA(); }
  bool needsTransposeB() const { return type->crossRead != CrossRead::Instructions && !isKMajorB(); }
};

/// Whether an operand of the epilogue is an M x N matrix whose rows TMA can read: a lowering that has TMA
/// copies it through shared memory. `iteration` is the type of the product.
bool isStagedOperand(RankedTensorType operand, RankedTensorType iteration);

} // namespace fusion

#endif // FUSION_SCHEDULE_SCHEDULEPROBLEM_H
