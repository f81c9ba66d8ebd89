// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel as far as its schedule depends on it.

#ifndef FUSION_SCHEDULE_SCHEDULEPROBLEM_H
#define FUSION_SCHEDULE_SCHEDULEPROBLEM_H

#include "fusion/Analysis/ProductType.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {
class KernelPlan;

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

  bool operator==(const StreamProblem &other) const;
};

/// Of a kernel that reduces rows; all zero of another.
struct RowProblem {
  int64_t rows = 0, length = 0; ///< how many there are, and elements of each; estimates where that is not known
  bool open = false;            ///< the length is known at run time alone
  bool openRows = false;        ///< so is how many there are
  bool across = false;          ///< elements of different rows are neighbours in memory (RowSpace::liesAcross)
  int64_t beside = 1;           ///< then, so many rows lie side by side; 1 if that is not known
  int64_t elementBytes = 0;     ///< of the widest elements that are read or written, one for each of the row
  int64_t readBytes = 0;        ///< of all operands' elements at one place in the row
  int64_t readBytesOfRow = 0;   ///< of those that differ from row to row
  int64_t steps = 0;            ///< how often reductions wait for others, and one
  int64_t values = 0;           ///< what is reduced of a row, values and positions
  int64_t valueBytes = 4;       ///< of the widest of them as they are combined, 4 or 8
  int64_t passes = 0;           ///< how often rows are read if each step, and what is left of the outputs, does so
  int64_t crossings = 0;        ///< results of reductions across the rows, of as many elements as a row has

  bool operator==(const RowProblem &other) const;
};

/// What the choice of a schedule depends on. Sizes are estimates where they are dynamic.
struct ScheduleProblem {
  int64_t m = 0, n = 0, k = 0, batches = 0;
  const ProductType *type = nullptr; ///< of the product
  /// Where the kernel is a chain of products (KernelPlan::chainsProducts), m, n and k are of the first, and the last
  /// has so many columns; else 0.
  int64_t columns = 0;
  /// Of what the first computes, the share that masks by position leave, in the mean; and whether the last rows keep
  /// more of it than the first, as under a causal mask.
  double visibleShare = 1;
  bool growsWithRows = false;
  /// Whether more than a factor and a mask by position stands between them, and an operand with an element for each
  /// place that TMA can bring in tiles.
  bool hasScoreFormula = false, hasOperandTiles = false;
  bool transposeA = false, transposeB = false;
  /// Where B is dequantised in the kernel (NarrowProduct), bits of its elements in memory, and how many of them along k
  /// share a scale, 0 if all do. 0 bits: B is an input.
  int64_t bitsB = 0, groupB = 0;
  /// And whether words of eight of them along k lie side by side along n, as [K / 8, N].
  bool wordsAlongN = false;
  /// Bytes of the widest accesses, 16 at most, whose multiples all rows of A (B) are as far as one knows.
  int64_t accessA = 16, accessB = 16;
  /// Sizes that are estimates.
  bool dynamicM = false, dynamicN = false, dynamicK = false;
  EpilogueProblem epilogue;
  /// Numerics are strict: sums are added in one order, whatever is fused to the product, so that fused and unfused
  /// results are equal. K is neither split nor spread, and the family does not depend on the epilogue.
  bool inOrder = false;
  /// A (B) is stable (docs/dev/Launch.md), as far as the graph shows: its first loads may come ahead of the wait for
  /// the kernel before.
  bool stableA = false, stableB = false;
  /// Rows of A (columns of B) that share a scale along k, kAllRows for all of them; 0: the operand has none.
  int64_t scaledRowsA = 0, scaledColumnsB = 0;
  static constexpr int64_t kAllRows = int64_t(1) << 32;
  RowProblem rows;
  StreamProblem stream;

  /// Of a kernel without a product it says what `rows` and `stream` have.
  static ScheduleProblem get(const KernelPlan &plan);
  static ScheduleProblem get(KernelOp kernel);

  /// The same product, stored as it is.
  ScheduleProblem withoutEpilogue() const;

  bool operator==(const ScheduleProblem &other) const;

  /// A or B has a scale per block along k.
  bool isBlockScaled() const { return scaledRowsA > 0 || scaledColumnsB > 0; }

  /// The contiguous dimension of A (B) is K, which tensor cores take of every type.
  bool isKMajorA() const { return !transposeA; }
  bool isKMajorB() const { return transposeB; }
  /// The rows of A (B) are known not to be multiples of 16 bytes, which TMA cannot read.
  bool hasOddPitchA() const { return accessA < 16; }
  bool hasOddPitchB() const { return accessB < 16; }
  /// TMA reads A or B, and rows of their boxes, of 128 bytes, lie in two lines each.
  bool straddlesLines() const {
    auto straddles = [&](int64_t contiguous, bool copied) {
      return !copied && contiguous * type->elementBytes % 128 != 0;
    };
    return straddles(transposeA ? m : k, hasOddPitchA()) || straddles(transposeB ? k : n, hasOddPitchB());
  }
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
