// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches of a thread for each position of a space.

#include "Launch.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace fusion;

/// Whether there are so few positions that 32 bits number them.
static bool isIn32Bits(ArrayRef<Value> sizes) {
  int64_t total = 1;
  return llvm::all_of(sizes, [&](Value size) {
    std::optional<int64_t> known = getConstantIntValue(size);
    return known && !llvm::MulOverflow(total, *known, total) && total <= std::numeric_limits<int32_t>::max();
  });
}

SmallVector<Value> fusion::delinearize(OpBuilder &builder, Location loc, Value number, ArrayRef<Value> sizes) {
  SmallVector<Value> positions(sizes.size());
  bool is32 = isIn32Bits(sizes);
  auto cast = [&](Value value, Type type) -> Value {
    return is32 ? builder.createOrFold<arith::IndexCastUIOp>(loc, type, value) : value;
  };
  number = cast(number, builder.getI32Type());
  for (size_t dim = sizes.size(); dim-- > 0;) {
    Value size = cast(sizes[dim], builder.getI32Type());
    Value position = dim == 0 ? number : builder.createOrFold<arith::RemUIOp>(loc, number, size);
    positions[dim] = cast(position, builder.getIndexType());
    if (dim > 0)
      number = builder.createOrFold<arith::DivUIOp>(loc, number, size);
  }
  return positions;
}

Value fusion::createLaunchOfEach(RewriterBase &rewriter, Location loc, ArrayRef<Value> sizes) {
  Value total = indexConstant(rewriter, loc, 1), threads = indexConstant(rewriter, loc, kBlockSize);
  for (Value size : sizes)
    total = rewriter.createOrFold<arith::MulIOp>(loc, total, size);
  Value blocks = rewriter.createOrFold<arith::CeilDivUIOp>(loc, total, threads);
  gpu::LaunchOp launch = createLaunch(rewriter, loc, blocks, kBlockSize);
  Value first = arith::MulIOp::create(rewriter, loc, launch.getBlockIds().x, threads);
  Value number = arith::AddIOp::create(rewriter, loc, first, launch.getThreadIds().x);
  Value inside = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, number, total);
  auto guard = scf::IfOp::create(rewriter, loc, inside, /*withElseRegion=*/false);
  rewriter.setInsertionPointToStart(guard.thenBlock());
  return number;
}
