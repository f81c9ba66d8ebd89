// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks for a position at which a lookup asks for an index that is out of range.

#include "fusion/Analysis/LookupRange.h"

#include "fusion/Analysis/PositionCondition.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

/// Most evaluations of a condition on boxes of positions.
static constexpr int64_t kBudget = 256;

namespace {
/// The formula of what stands in a map's region in front of a lookup. It knows no elements but constants. What the
/// lookup's condition compares with a number is kept on the side of it where the condition holds: where it does, that
/// changes nothing.
class FormulaInFront {
public:
  explicit FormulaInFront(LookupOp lookup)
      : map(cast<MapOp>(lookup->getParentOp())),
        formula{std::make_shared<Region>(), llvm::to_vector(map.getResultType().getShape()), {}},
        block(formula.region->emplaceBlock()), builder(lookup.getContext()), loc(lookup.getLoc()) {
    builder.setInsertionPointToEnd(&block);
    for (size_t dim = 0; dim < formula.shape.size(); ++dim)
      block.addArgument(builder.getIndexType(), loc);
    if (lookup.getCondition())
      addFacts(lookup.getCondition());
    for (auto [dim, position] : llvm::enumerate(map.getPositions()))
      copies.map(position, restrict(position, block.getArgument(dim)));
    for (auto [element, tensor] : llvm::zip_equal(map.getElementArguments(), map.getElements()))
      if (SplatElementsAttr splat; matchPattern(tensor, m_Constant(&splat)))
        copies.map(element, arith::ConstantOp::create(builder, loc, splat.getSplatValue<TypedAttr>()));
      else
        addUnknown(element);
    for (Operation &op : *map.getBodyBlock()) {
      if (&op == lookup)
        break;
      if (isa<LookupOp>(op))
        addUnknown(op.getResult(0));
      else if (Operation *copy = builder.clone(op, copies); op.getNumResults() == 1)
        copies.map(op.getResult(0), restrict(op.getResult(0), copy->getResult(0)));
    }
  }

  Value get(Value scalar) const { return copies.lookup(scalar); }

  MapOp map;
  ScalarFormula formula;
  Block &block;
  OpBuilder builder;
  Location loc;

private:
  void addUnknown(Value scalar) { copies.map(scalar, block.addArgument(scalar.getType(), loc)); }

  /// What a comparison with a number says of a scalar.
  struct Fact {
    Value scalar;
    arith::CmpIPredicate predicate;
    APInt limit;
  };

  /// Notes the comparisons with numbers that hold where `condition` does.
  void addFacts(Value condition) {
    if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
      addFacts(both.getLhs());
      addFacts(both.getRhs());
      return;
    }
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    APInt limit, offset;
    if (!compare || !matchPattern(compare.getRhs(), m_ConstantInt(&limit)))
      return;
    facts.push_back({compare.getLhs(), compare.getPredicate(), limit});
    auto sum = compare.getLhs().getDefiningOp<arith::AddIOp>();
    if (sum && llvm::is_contained(map.getPositions(), sum.getLhs()) &&
        matchPattern(sum.getRhs(), m_ConstantInt(&offset)))
      addFactsOfPosition(compare.getPredicate(), sum.getLhs(), offset, limit);
  }

  /// The same where a position and a number are compared: what is said of the position. Positions and numbers are so
  /// small that no sum wraps.
  void addFactsOfPosition(arith::CmpIPredicate predicate, Value position, const APInt &offset, const APInt &limit) {
    using Predicate = arith::CmpIPredicate;
    auto isSmall = [](const APInt &number) { return number.getSignificantBits() <= 40; };
    if (!isSmall(offset) || !isSmall(limit))
      return;
    APInt least = -offset, own = limit - offset;
    switch (predicate) {
    case Predicate::ult:
    case Predicate::ule: // of a number that is not negative
      if (limit.isNegative())
        return;
      facts.push_back({position, Predicate::sge, least});
      facts.push_back({position, predicate == Predicate::ult ? Predicate::slt : Predicate::sle, own});
      return;
    case Predicate::uge:
    case Predicate::ugt: // a negative sum is a large number
      if (offset.isNegative() || limit.isNegative())
        return;
      facts.push_back({position, predicate == Predicate::uge ? Predicate::sge : Predicate::sgt, own});
      return;
    default:
      facts.push_back({position, predicate, own});
    }
  }

  /// `copy` of `scalar`, or the nearest number for which the facts hold.
  Value restrict(Value scalar, Value copy) {
    for (const Fact &fact : facts)
      if (fact.scalar == scalar)
        copy = restrict(fact, copy);
    return copy;
  }

  Value restrict(const Fact &fact, Value copy) {
    const APInt &limit = fact.limit;
    auto number = [&](const APInt &value) -> Value {
      return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(copy.getType(), value));
    };
    using Predicate = arith::CmpIPredicate;
    switch (fact.predicate) {
    case Predicate::ult:
      return limit.isZero() ? copy : arith::MinUIOp::create(builder, loc, copy, number(limit - 1)).getResult();
    case Predicate::ule:
      return arith::MinUIOp::create(builder, loc, copy, number(limit));
    case Predicate::ugt:
      return limit.isMaxValue() ? copy : arith::MaxUIOp::create(builder, loc, copy, number(limit + 1)).getResult();
    case Predicate::uge:
      return arith::MaxUIOp::create(builder, loc, copy, number(limit));
    case Predicate::slt:
      return limit.isMinSignedValue() ? copy
                                      : arith::MinSIOp::create(builder, loc, copy, number(limit - 1)).getResult();
    case Predicate::sle:
      return arith::MinSIOp::create(builder, loc, copy, number(limit));
    case Predicate::sgt:
      return limit.isMaxSignedValue() ? copy
                                      : arith::MaxSIOp::create(builder, loc, copy, number(limit + 1)).getResult();
    case Predicate::sge:
      return arith::MaxSIOp::create(builder, loc, copy, number(limit));
    case Predicate::eq:
      return number(limit);
    case Predicate::ne:
      return copy;
    }
    llvm_unreachable("all predicates are there");
  }

  IRMapping copies;
  SmallVector<Fact> facts;
};
} // namespace

bool fusion::isSurelyInRange(LookupOp op) {
  ArrayRef<int64_t> sizes = cast<RankedTensorType>(op.getTable().getType()).getShape();
  // Nothing is in the range of nothing, be it never asked for.
  if (llvm::any_of(sizes, [](int64_t size) { return ShapedType::isDynamic(size) || size == 0; }))
    return false;
  FormulaInFront front(op);
  // Where the map's result is repeated, positions may be those of what it is repeated to.
  for (auto [position, size] : llvm::zip(front.map.getPositions(), front.formula.shape))
    if (size == 1 && !position.use_empty())
      return false;
  OpBuilder &builder = front.builder;
  auto constant = [&](Type type, int64_t value) -> Value {
    return arith::ConstantOp::create(builder, front.loc, builder.getIntegerAttr(type, value));
  };
  auto conjoin = [&](Value a, Value b) -> Value { return arith::AndIOp::create(builder, front.loc, a, b); };
  Value inRange = constant(builder.getI1Type(), 1);
  for (auto [index, size] : llvm::zip_equal(op.getIndices(), sizes))
    inRange = conjoin(inRange, arith::CmpIOp::create(builder, front.loc, arith::CmpIPredicate::ult, front.get(index),
                                                     constant(builder.getIndexType(), size)));
  Value isWrong = arith::XOrIOp::create(builder, front.loc, inRange, constant(builder.getI1Type(), 1));
  if (op.getCondition())
    isWrong = conjoin(front.get(op.getCondition()), isWrong);
  int64_t budget = kBudget;
  PositionBox everywhere = getWholeBox(front.formula.shape);
  return PositionCondition(front.formula, isWrong).find(true, everywhere, budget) == Occurrence::Nowhere;
}
