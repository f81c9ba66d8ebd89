// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds launches whose body is yet to come.

#ifndef FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_LAUNCH_H
#define FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_LAUNCH_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

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

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_LAUNCH_H
