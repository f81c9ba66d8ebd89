// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds launches whose body is yet to come.

#ifndef FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_LAUNCH_H
#define FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_LAUNCH_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {

inline Value indexConstant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// A launch of `blocks` blocks of `threads` threads with an empty body; leaves the builder inside it.
inline gpu::LaunchOp createLaunch(OpBuilder &builder, Location loc, Value blocks, int64_t threads) {
  Value one = indexConstant(builder, loc, 1);
  auto launch = gpu::LaunchOp::create(builder, loc, blocks, one, one, indexConstant(builder, loc, threads), one, one);
  builder.setInsertionPointToEnd(&launch.getBody().front());
  gpu::TerminatorOp::create(builder, loc);
  builder.setInsertionPoint(launch.getBody().front().getTerminator());
  return launch;
}

/// Threads of a block of the kernels made here, but for reductions.
inline constexpr int64_t kBlockSize = 256;

/// A launch of a thread for each position of a space of these sizes. The builder is put where a thread has one, and the
/// number of it is returned, row by row.
Value createLaunchOfEach(RewriterBase &rewriter, Location loc, ArrayRef<Value> sizes);

/// The position with a number, row by row, in a space of these sizes, computed in 32 bits where they are known and
/// small enough: a GPU divides 64-bit numbers by dozens of instructions.
SmallVector<Value> delinearize(OpBuilder &builder, Location loc, Value number, ArrayRef<Value> sizes);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_LAUNCH_H
