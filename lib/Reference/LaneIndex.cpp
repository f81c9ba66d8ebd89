// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Affine arithmetic on indices.

#include "IntegerOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace fusion::reference;

std::optional<int64_t> fusion::reference::evaluateAffine(AffineExpr expr, ArrayRef<int64_t> dims,
                                                         ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto lhs = evaluateAffine(binary.getLHS(), dims, symbols), rhs = evaluateAffine(binary.getRHS(), dims, symbols);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return *lhs + *rhs;
  if (expr.getKind() == AffineExprKind::Mul)
    return *lhs * *rhs;
  if (*rhs <= 0)
    return std::nullopt;
  int64_t floor = llvm::divideFloorSigned(*lhs, *rhs);
  return expr.getKind() == AffineExprKind::FloorDiv  ? floor
         : expr.getKind() == AffineExprKind::CeilDiv ? llvm::divideCeilSigned(*lhs, *rhs)
                                                     : *lhs - floor * *rhs;
}

namespace {
enum class Choice { Only, Least, Greatest };

/// Of the map's results the only, the least or the greatest one.
template <Choice C> std::optional<int64_t> evaluateMap(AffineMap map, ArrayRef<int64_t> operands) {
  std::optional<int64_t> chosen;
  for (AffineExpr expr : map.getResults()) {
    auto value = evaluateAffine(expr, operands.take_front(map.getNumDims()), operands.drop_front(map.getNumDims()));
    if (!value)
      return std::nullopt;
    if (!chosen || (C == Choice::Least ? *value < *chosen : *value > *chosen))
      chosen = value;
  }
  return chosen;
}

template <Choice C> void runMap(const Instruction &in, LaneContext &c) {
  Register &dst = c.dst(in);
  dst.exact = !c.bounds || llvm::all_of(in.src, [&](int reg) { return c.registers[reg].exact; });
  SmallVector<int64_t> operands(in.src.size());
  for (int l = 0; l < c.lanes; ++l) {
    for (auto [value, reg] : llvm::zip(operands, in.src))
      value = c.registers[reg].value[l].i;
    std::optional<int64_t> result = evaluateMap<C>(in.map, operands);
    if (!result && c.runs(in, l) == Runs::Yes)
      c.failed = &in;
    dst.value[l].i = dst.lo[l].i = dst.hi[l].i = result.value_or(0);
    bool certain = result && llvm::all_of(in.src, [&](int reg) { return isCertain(c.registers[reg], l); });
    if (!dst.exact && !certain)
      setUnknown(dst, l, 64);
  }
}

template <class Op, Choice C> LogicalResult encodeMap(LaneCompiler &compiler, Operation *op) {
  FailureOr<Instruction *> in = compiler.append(op, runMap<C>);
  if (failed(in))
    return failure();
  (*in)->map = cast<Op>(op).getAffineMap();
  (*in)->error = "divides by a number that is not positive";
  return success();
}
} // namespace

const llvm::StringMap<Encoder> &fusion::reference::getIndexEncoders() {
  static const llvm::StringMap<Encoder> encoders = [] {
    llvm::StringMap<Encoder> table;
    table["affine.apply"] = encodeMap<affine::AffineApplyOp, Choice::Only>;
    table["affine.max"] = encodeMap<affine::AffineMaxOp, Choice::Greatest>;
    table["affine.min"] = encodeMap<affine::AffineMinOp, Choice::Least>;
    return table;
  }();
  return encoders;
}
