// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Comparisons of floats, choices, constants, positions.

#include "ExactConstants.h"
#include "FloatOps.h"
#include "IntegerOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace fusion::reference;

namespace {
/// Outcomes that a predicate accepts, as bits: the two operands are ...
enum Outcome { kEqual = 1, kGreater = 2, kLess = 4, kUnordered = 8 };

int getAccepted(arith::CmpFPredicate predicate) {
  // Ordered predicates (false, oeq, ogt, oge, olt, ole, one, ord) are numbered by these bits; ueq to une are oeq to
  // one with the unordered bit, then come uno and true.
  int number = static_cast<int>(predicate);
  if (predicate == arith::CmpFPredicate::UNO)
    return kUnordered;
  return number < 8 || number == 15 ? number : (number - 7) | kUnordered;
}

int getOutcome(double x, double y) {
  return std::isnan(x) || std::isnan(y) ? kUnordered : x == y ? kEqual : x > y ? kGreater : kLess;
}

/// All outcomes possible within the intervals.
int getOutcomes(Interval x, Interval y) {
  int outcomes = x.mayBeNaN() || y.mayBeNaN() ? kUnordered : 0;
  if (x.hi > y.lo)
    outcomes |= kGreater;
  if (x.lo < y.hi)
    outcomes |= kLess;
  if (x.lo <= y.hi && x.hi >= y.lo)
    outcomes |= kEqual;
  return outcomes;
}

void runCompare(const Instruction &in, LaneContext &c) {
  const Register &x = c.src(in, 0), &y = c.src(in, 1);
  Register &dst = c.dst(in);
  int accepted = in.integers[0];
  for (int l = 0; l < c.lanes; ++l)
    dst.value[l].i = (getOutcome(x.value[l].f, y.value[l].f) & accepted) != 0;
  dst.exact = !c.bounds || (x.exact && y.exact);
  if (dst.exact)
    return;
  // An operand compared with itself (a test for NaN) is equal or unordered.
  int possible = in.src[0] == in.src[1] ? kEqual | kUnordered : kEqual | kGreater | kLess | kUnordered;
  for (int l = 0; l < c.lanes; ++l) {
    int outcomes = getOutcomes(x.interval(l), y.interval(l)) & possible;
    setPossible(dst, l, (outcomes & ~accepted) == 0, (outcomes & accepted) != 0);
  }
}

template <bool Float> void chooseUncertain(const Instruction &in, LaneContext &c, int l) {
  const Register &x = c.src(in, 1), &y = c.src(in, 2);
  Register &dst = c.dst(in);
  if constexpr (Float) {
    dst.set(l, unite(dst.value[l].f, x.interval(l), y.interval(l)));
  } else {
    dst.lo[l].i = std::min(x.loOrValue()[l].i, y.loOrValue()[l].i);
    dst.hi[l].i = std::max(x.hiOrValue()[l].i, y.hiOrValue()[l].i);
  }
}

template <bool Float> void runSelect(const Instruction &in, LaneContext &c) {
  const Register &condition = c.src(in, 0), &x = c.src(in, 1), &y = c.src(in, 2);
  Register &dst = c.dst(in);
  for (int l = 0; l < c.lanes; ++l)
    dst.value[l] = condition.value[l].i ? x.value[l] : y.value[l];
  dst.exact = !c.bounds || (condition.exact && x.exact && y.exact && in.rounding.isNone());
  if (dst.exact)
    return;
  for (int l = 0; l < c.lanes; ++l) {
    if (condition.exact || condition.lo[l].i == condition.hi[l].i) {
      const Register &chosen = condition.loOrValue()[l].i ? x : y;
      dst.lo[l] = chosen.loOrValue()[l];
      dst.hi[l] = chosen.hiOrValue()[l];
    } else {
      chooseUncertain<Float>(in, c, l);
    }
    if (Float && !in.rounding.isNone())
      dst.set(l, in.rounding.apply(Interval::decode(dst.value[l].f, dst.lo[l].f, dst.hi[l].f)));
  }
}

LogicalResult encodeSelect(LaneCompiler &compiler, Operation *op) { return appendSelect(compiler, op); }

LogicalResult encodeConstant(LaneCompiler &compiler, Operation *op) {
  Attribute attr = op->getAttr("value"); // of arith.constant, index.constant and index.bool.constant alike
  Tensor tensor;
  if (auto floatAttr = dyn_cast<FloatAttr>(attr)) {
    APFloat value = floatAttr.getValue();
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
    tensor = Tensor::splat(floatAttr.getType(), {}, makeFloat(value.convertToDouble()));
  } else if (auto intAttr = dyn_cast<IntegerAttr>(attr)) {
    bool isBool = intAttr.getType().isInteger(1);
    tensor = Tensor::splat(
        intAttr.getType(), {},
        makeInt(isBool ? intAttr.getValue().getBoolValue() : intAttr.getValue().sextOrTrunc(64).getSExtValue()));
  } else {
    return op->emitOpError("is not a scalar, which the reference interpreter expects in a body of scalar code");
  }
  return compiler.addConstant(op->getResult(0), readConstant(tensor, compiler.getRounding().getOptions()));
}

LogicalResult encodeIndex(LaneCompiler &compiler, Operation *op) {
  int64_t dim = cast<linalg::IndexOp>(op).getDim();
  compiler.setRegister(op->getResult(0), compiler.getIndexRegister(dim));
  return success();
}

} // namespace

LogicalResult fusion::reference::appendCompare(LaneCompiler &compiler, Operation *op, int64_t predicate) {
  FailureOr<Instruction *> in = compiler.append(op, runCompare);
  if (failed(in))
    return failure();
  (*in)->integers[0] = getAccepted(static_cast<arith::CmpFPredicate>(predicate));
  return success();
}

Kernel fusion::reference::getSelectKernel(Type type) {
  return isa<FloatType>(type) ? runSelect<true> : runSelect<false>;
}

LogicalResult fusion::reference::appendSelect(LaneCompiler &compiler, Operation *op) {
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  FailureOr<Instruction *> in = compiler.append(op, getSelectKernel(type));
  if (failed(in))
    return failure();
  if (isa<FloatType>(type) && llvm::any_of(llvm::drop_begin(op->getOperandTypes()),
                                           [&](Type operand) { return getElementTypeOrSelf(operand) != type; }))
    (*in)->rounding = compiler.getRounding().getOf(op, type, kExact);
  return success();
}

const llvm::StringMap<Encoder> &fusion::reference::getMiscEncoders() {
  static const llvm::StringMap<Encoder> encoders = [] {
    llvm::StringMap<Encoder> table;
    table["arith.select"] = encodeSelect;
    table["arith.constant"] = encodeConstant;
    table["index.constant"] = encodeConstant;
    table["index.bool.constant"] = encodeConstant;
    table["linalg.index"] = encodeIndex;
    return table;
  }();
  return encoders;
}
