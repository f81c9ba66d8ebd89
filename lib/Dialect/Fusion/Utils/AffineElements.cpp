// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows the integers of maps to positions, through the maps that computed them.

#include "AffineElements.h"

#include "fusion/Dialect/Fusion/IR/AffineRanges.h"
#include "fusion/Dialect/Fusion/Utils/MoveChain.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Integers of the points of some loops, which have static sizes.
class AffineElements {
public:
  AffineElements(ArrayRef<AffineExpr> sizes, MLIRContext *context) : ranges(sizes), context(context) {}

  /// What a scalar of `map` is at the positions that `place` gives; null where that is no affine expression.
  AffineExpr getScalar(MapOp map, Value scalar, ArrayRef<AffineExpr> place) const;

private:
  /// Maps that read maps are followed this far.
  static constexpr unsigned kMostMaps = 8;

  /// The element of an integer tensor.
  AffineExpr getElement(Value tensor, ArrayRef<AffineExpr> place) const;
  AffineExpr compute(Operation *op, ArrayRef<AffineExpr> operands) const;
  AffineExpr select(Operation *op, MapOp map, ArrayRef<AffineExpr> place) const;
  std::optional<bool> compare(arith::CmpIPredicate predicate, AffineExpr difference) const;
  bool isWithin(AffineExpr expr, int64_t least, int64_t most) const {
    Interval interval = ranges.getInterval(expr);
    return interval.least && interval.most && *interval.least >= least && *interval.most <= most;
  }
  /// Whether an integer of `type` is `expr` itself, not what wrapped.
  bool fits(AffineExpr expr, Type type) const {
    unsigned width = type.isIndex() ? 32 : std::min(type.getIntOrFloatBitWidth(), 32u);
    return width > 1 && isWithin(expr, llvm::minIntN(width), llvm::maxIntN(width));
  }

  AffineRanges ranges;
  MLIRContext *context;
  mutable unsigned depth = 0;
};
} // namespace

AffineExpr AffineElements::getElement(Value tensor, ArrayRef<AffineExpr> place) const {
  SplatElementsAttr splat;
  if (matchPattern(tensor, m_Constant(&splat)) && splat.getElementType().isSignlessInteger())
    return getAffineConstantExpr(splat.getSplatValue<APInt>().getSExtValue(), context);
  Operation *op = tensor.getDefiningOp();
  if (isUnitReshape(op)) {
    SmallVector<AffineExpr> own, rest;
    for (auto [size, expr] : llvm::zip_equal(getTensorType(tensor).getShape(), place))
      if (size != 1)
        rest.push_back(expr);
    ArrayRef<AffineExpr> next = rest;
    for (int64_t size : getTensorType(op->getOperand(0)).getShape()) {
      own.push_back(size == 1 ? getAffineConstantExpr(0, context) : next.front());
      next = next.drop_front(size == 1 ? 0 : 1);
    }
    return getElement(op->getOperand(0), own);
  }
  auto map = dyn_cast_if_present<MapOp>(op);
  if (!map || depth == kMostMaps)
    return {};
  ++depth;
  AffineExpr element = getScalar(map, map.getYield().getOperand(0), place);
  --depth;
  return element;
}

AffineExpr AffineElements::getScalar(MapOp map, Value scalar, ArrayRef<AffineExpr> place) const {
  APInt number;
  if (matchPattern(scalar, m_ConstantInt(&number)))
    return number.isSignedIntN(32) ? getAffineConstantExpr(number.getSExtValue(), context) : AffineExpr();
  if (!scalar.getType().isIntOrIndex())
    return {};
  if (auto argument = dyn_cast<BlockArgument>(scalar)) {
    if (auto *position = llvm::find(map.getPositions(), argument); position != map.getPositions().end())
      return place[position - map.getPositions().begin()];
    Value element = map->getOperand(argument.getArgNumber());
    RankedTensorType type = getTensorType(element);
    SmallVector<AffineExpr> own;
    for (auto [size, expr] : llvm::zip_equal(type.getShape(), place.take_back(type.getRank())))
      own.push_back(size == 1 ? getAffineConstantExpr(0, context) : expr);
    return getElement(element, own);
  }
  Operation *op = scalar.getDefiningOp();
  if (isa<LookupOp>(op))
    return {};
  if (isa<arith::SelectOp>(op))
    return select(op, map, place);
  SmallVector<AffineExpr> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(getScalar(map, operand, place));
    if (!operands.back())
      return {};
  }
  AffineExpr result = op->getNumResults() == 1 ? compute(op, operands) : AffineExpr();
  return result && fits(result, scalar.getType()) ? result : AffineExpr();
}

AffineExpr AffineElements::compute(Operation *op, ArrayRef<AffineExpr> operands) const {
  auto isNatural = [&](AffineExpr expr) { return ranges.getInterval(expr).least.value_or(-1) >= 0; };
  auto isDivisor = [&](AffineExpr expr) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    return constant && constant.getValue() > 0;
  };
  using Result = AffineExpr;
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp, arith::TruncIOp>(op))
    return isa<arith::IndexCastUIOp>(op) && !isNatural(operands[0]) ? AffineExpr() : operands[0];
  if (operands.size() != 2)
    return {};
  AffineExpr a = operands[0], b = operands[1];
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddIOp) { return a + b; })
      .Case([&](arith::SubIOp) { return a - b; })
      .Case([&](arith::MulIOp) {
        return isa<AffineConstantExpr>(a) || isa<AffineConstantExpr>(b) ? a * b : AffineExpr();
      })
      .Case<arith::DivSIOp, arith::DivUIOp>(
          [&](Operation *) { return isDivisor(b) && isNatural(a) ? a.floorDiv(b) : AffineExpr(); })
      .Case([&](arith::FloorDivSIOp) { return isDivisor(b) ? a.floorDiv(b) : AffineExpr(); })
      .Case<arith::RemSIOp, arith::RemUIOp>(
          [&](Operation *) { return isDivisor(b) && isNatural(a) ? a % b : AffineExpr(); })
      .Default(AffineExpr());
}

std::optional<bool> AffineElements::compare(arith::CmpIPredicate predicate, AffineExpr difference) const {
  auto [low, high] = ranges.getInterval(difference);
  if (!low || !high)
    return std::nullopt;
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return *high < 0 ? std::optional(true) : *low >= 0 ? std::optional(false) : std::nullopt;
  case arith::CmpIPredicate::sge:
    return *low >= 0 ? std::optional(true) : *high < 0 ? std::optional(false) : std::nullopt;
  case arith::CmpIPredicate::sgt:
    return *low > 0 ? std::optional(true) : *high <= 0 ? std::optional(false) : std::nullopt;
  case arith::CmpIPredicate::sle:
    return *high <= 0 ? std::optional(true) : *low > 0 ? std::optional(false) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Whether `value` is `rest` + `number`.
static bool isSum(Value value, Value rest, Value number) {
  auto add = value.getDefiningOp<arith::AddIOp>();
  return add && ((add.getLhs() == rest && add.getRhs() == number) || (add.getLhs() == number && add.getRhs() == rest));
}

// A negative index counts from the end: x < 0 ? x + n : x. So does a remainder: x rem n < 0 ? x rem n + n : x rem n.
AffineExpr AffineElements::select(Operation *op, MapOp map, ArrayRef<AffineExpr> place) const {
  auto choice = cast<arith::SelectOp>(op);
  auto cmp = choice.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!cmp)
    return {};
  if (auto rest = choice.getFalseValue().getDefiningOp<arith::RemSIOp>();
      rest && cmp.getPredicate() == arith::CmpIPredicate::slt && cmp.getLhs() == rest.getResult() &&
      matchPattern(cmp.getRhs(), m_Zero()) && isSum(choice.getTrueValue(), rest, rest.getRhs())) {
    AffineExpr divided = getScalar(map, rest.getLhs(), place), period = getScalar(map, rest.getRhs(), place);
    auto number = dyn_cast_or_null<AffineConstantExpr>(period);
    return divided && number && number.getValue() > 0 ? divided % period : AffineExpr();
  }
  AffineExpr lhs = getScalar(map, cmp.getLhs(), place), rhs = getScalar(map, cmp.getRhs(), place);
  if (!lhs || !rhs)
    return {};
  if (std::optional<bool> truth = compare(cmp.getPredicate(), lhs - rhs))
    return getScalar(map, *truth ? choice.getTrueValue() : choice.getFalseValue(), place);
  AffineExpr below = getScalar(map, choice.getTrueValue(), place),
             other = getScalar(map, choice.getFalseValue(), place);
  if (!below || !other || cmp.getPredicate() != arith::CmpIPredicate::slt || lhs != other ||
      rhs != getAffineConstantExpr(0, context))
    return {};
  auto period = dyn_cast<AffineConstantExpr>(ranges.simplify(below - other));
  return period && period.getValue() > 0 && isWithin(other, -period.getValue(), period.getValue() - 1)
             ? other % period.getValue()
             : AffineExpr();
}

AffineExpr fusion::getAffineIndex(MapOp map, Value index, ArrayRef<AffineExpr> place, ArrayRef<AffineExpr> sizes) {
  return AffineElements(sizes, map.getContext()).getScalar(map, index, place);
}

std::optional<AccessMap> fusion::getLookupAccess(MapOp map) {
  auto lookup = map.getYield().getOperand(0).getDefiningOp<LookupOp>();
  RankedTensorType type = map.getResultType();
  if (!lookup || lookup.getCondition() || map.getTables().size() != 1 || !type.hasStaticShape() ||
      !cast<RankedTensorType>(lookup.getTable().getType()).hasStaticShape())
    return std::nullopt;
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> sizes, place, indices;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    sizes.push_back(getAffineConstantExpr(size, context));
    place.push_back(getAffineDimExpr(dim, context));
  }
  AffineElements elements(sizes, context);
  for (Value index : lookup.getIndices()) {
    indices.push_back(elements.getScalar(map, index, place));
    if (!indices.back())
      return std::nullopt;
  }
  AccessMap access = AccessMap::get(sizes, indices, context);
  if (!access.findFault().empty() || !access.findOutside(getTensorType(map.getTables().front()).getShape()).empty())
    return std::nullopt;
  return access;
}
