// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_LIB_CONVERSION_FOREIGNTOGPU_BLOCKREDUCTION_H
#define FUSION_LIB_CONVERSION_FOREIGNTOGPU_BLOCKREDUCTION_H

#include "ElementMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::fusion {

constexpr int64_t kWarp = 32;

/// How a generic operation reduces: result = kind(result, term of the inputs).
struct Reduction {
  Operation *combiner; ///< in the body
  Value carried;       ///< its operand that is the result so far
  TypedAttr neutral;
  /// Of a combiner that selects what another operation compares, that, and what the two are for most values.
  Operation *comparison = nullptr;
  std::optional<arith::AtomicRMWKind> extremum;

  /// What it adds to the result so far, in the body.
  Value getTerm() const {
    Operation *op = comparison ? comparison : combiner;
    return op->getOperand(op->getOperand(0) == carried ? 1 : 0);
  }
  /// Whether some values depend on the order of the terms, so that these are gone through again.
  bool isOrdered() const { return comparison && isa<FloatType>(carried.getType()); }
};

/// Nothing where threads can't share the terms out: `op` has no loop that reduces, or its order is not free.
std::optional<Reduction> matchBlockReduction(linalg::GenericOp op);

/// kind(result, term); an extremum where that is spelled as a selection.
Value combine(OpBuilder &builder, Location loc, const Reduction &reduction, Value result, Value term);

/// How the threads of a block are shared out.
struct BlockShape {
  int64_t points;     ///< of the parallel loops: elements of the result
  int64_t lanes;      ///< threads of each
  bool pointsBeside;  ///< adjacent threads are those of adjacent points, else of one point
  int64_t slices = 1; ///< blocks that share what is reduced
  int64_t piece = 1;  ///< elements, side by side, that a thread takes of what is reduced before the next thread's

  int64_t threads() const { return points * lanes; }
  bool operator==(const BlockShape &other) const {
    return points == other.points && lanes == other.lanes && pointsBeside == other.pointsBeside &&
           slices == other.slices && piece == other.piece;
  }
};

/// Where a thread of such a block is.
struct BlockPlace {
  gpu::LaunchOp launch;
  BlockShape shape;
  Value number;           ///< the thread's point
  SmallVector<Value> ivs; ///< of the parallel loops: where that is
  Value lane, place;      ///< the thread's among those of its point, and the point's in its block
  Value slice;            ///< the block's among those of its points
  Value inside;           ///< whether the point is one; null where all are
};

/// A launch for parallel loops of `sizes`, with the builder left inside it.
BlockPlace launchBlocks(OpBuilder &builder, Location loc, ValueRange sizes, BlockShape shape);

/// The sizes of all loops of `op`, made where the builder is.
SmallVector<Value> getLoopSizes(OpBuilder &builder, linalg::GenericOp op);

/// The same where the builder is now: what is known becomes a constant there, since others are arguments of a kernel.
SmallVector<Value> localizeSizes(OpBuilder &builder, Location loc, ValueRange sizes);

Value multiplySizes(OpBuilder &builder, Location loc, ValueRange sizes);

/// Whether pieces of `count` points lie side by side in the last of the loops of `sizes`.
bool areBeside(ValueRange sizes, int64_t count);

/// The position of each loop for the number `id` of a point among `sizes`.
SmallVector<Value> delinearize(OpBuilder &builder, Location loc, Value id, ValueRange sizes);

/// The same for each of a piece of `count` points, the first of which has the number `id`, a multiple of `count`.
SmallVector<SmallVector<Value>> delinearizePiece(OpBuilder &builder, Location loc, Value id, int64_t count,
                                                 ValueRange sizes);

/// Where the result of a reduction goes.
struct ReductionResult {
  /// What all its elements are before, if that is known; then they are not read.
  Value initial;
  /// Where several blocks share what is reduced, takes what each has: [parallel loops, slice].
  Value parts;
};

/// Emits the reduction `op`, whose loops that reduce have the sizes `inner`, by all threads of the block. The result is
/// written by one thread of each point.
void emitReduction(OpBuilder &builder, BlockPlace &place, linalg::GenericOp op, const Reduction &reduction,
                   ValueRange inner, const ElementMemory &memory, ReductionResult result);

} // namespace mlir::fusion

#endif // FUSION_LIB_CONVERSION_FOREIGNTOGPU_BLOCKREDUCTION_H
