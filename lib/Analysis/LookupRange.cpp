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
///
/// If `byDigits`, quotients and remainders of a position are positions of their own, as those of the dimensions that
/// became one: it is forgotten how they belong together.
class FormulaInFront {
public:
  explicit FormulaInFront(LookupOp lookup, bool byDigits = false)
      : FormulaInFront(lookup, lookup.getCondition(), byDigits) {}

  /// Of what stands in front of `last`, where `condition` holds; null: always.
  FormulaInFront(Operation *last, Value condition, bool byDigits)
      : map(cast<MapOp>(last->getParentOp())),
        formula{std::make_shared<Region>(), llvm::to_vector(map.getResultType().getShape()), {}},
        block(formula.region->emplaceBlock()), builder(last->getContext()), loc(last->getLoc()) {
    builder.setInsertionPointToEnd(&block);
    for (size_t dim = 0; dim < formula.shape.size(); ++dim)
      block.addArgument(builder.getIndexType(), loc);
    if (condition)
      addFacts(condition);
    for (auto [dim, position] : llvm::enumerate(map.getPositions()))
      if (int64_t size = formula.shape[dim]; byDigits && !ShapedType::isDynamic(size))
        digits[position] = size;
    for (auto [dim, position] : llvm::enumerate(map.getPositions()))
      copies.map(position, restrict(position, block.getArgument(dim)));
    for (auto [element, tensor] : llvm::zip_equal(map.getElementArguments(), map.getElements()))
      if (SplatElementsAttr splat; matchPattern(tensor, m_Constant(&splat)))
        copies.map(element, arith::ConstantOp::create(builder, loc, splat.getSplatValue<TypedAttr>()));
      else
        addUnknown(element);
    for (Operation &op : *map.getBodyBlock()) {
      if (&op == last)
        break;
      if (isa<LookupOp>(op))
        addUnknown(op.getResult(0));
      else if (Value digit = findDigit(op))
        copies.map(op.getResult(0), restrict(op.getResult(0), digit));
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
  /// What stands for a quotient or a remainder of a digit, which are digits; null for all else.
  Value findDigit(Operation &op) {
    auto known = op.getNumOperands() == 0 ? digits.end() : digits.find(op.getOperand(0));
    if (known == digits.end())
      return {};
    int64_t size = known->second;
    Type type = op.getResult(0).getType();
    if (isa<arith::IndexCastUIOp, arith::IndexCastOp>(op) &&
        (type.isIndex() || llvm::isIntN(type.getIntOrFloatBitWidth(), size)))
      digits[op.getResult(0)] = size;
    APInt divisor;
    if (!isa<arith::DivUIOp, arith::RemUIOp>(op) || !matchPattern(op.getOperand(1), m_ConstantInt(&divisor)) ||
        !divisor.isStrictlyPositive() || divisor.getActiveBits() > 31)
      return {};
    auto by = static_cast<int64_t>(divisor.getZExtValue());
    size = isa<arith::RemUIOp>(op) ? std::min(size, by) : llvm::divideCeil(size, by);
    Value digit = block.insertArgument(formula.shape.size(), builder.getIndexType(), loc);
    formula.shape.push_back(size);
    digits[op.getResult(0)] = size;
    return type.isIndex() ? digit : arith::IndexCastUIOp::create(builder, loc, type, digit).getResult();
  }

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
  llvm::DenseMap<Value, int64_t> digits; ///< scalars of the region that are less than a size
};
} // namespace

/// Whether `condition` holds nowhere.
static bool isNowhere(const FormulaInFront &front, Value condition) {
  int64_t budget = kBudget;
  PositionBox everywhere = getWholeBox(front.formula.shape);
  return PositionCondition(front.formula, condition).find(true, everywhere, budget) == Occurrence::Nowhere;
}

/// Whether positions may be those of what the map's result is repeated to.
static bool isRepeatedAlongPosition(MapOp map) {
  return llvm::any_of(llvm::zip(map.getPositions(), map.getResultType().getShape()), [](auto pair) {
    auto [position, size] = pair;
    return size == 1 && !position.use_empty();
  });
}

/// Whether all indices are in range, one at a time: each depends on few positions, whose boxes are split.
static bool isInRange(FormulaInFront front, LookupOp op) {
  OpBuilder &builder = front.builder;
  ArrayRef<int64_t> sizes = cast<RankedTensorType>(op.getTable().getType()).getShape();
  return llvm::all_of(llvm::zip_equal(op.getIndices(), sizes), [&](auto pair) {
    auto [index, size] = pair;
    Value limit = arith::ConstantIndexOp::create(builder, front.loc, size);
    Value isWrong = arith::CmpIOp::create(builder, front.loc, arith::CmpIPredicate::uge, front.get(index), limit);
    if (op.getCondition())
      isWrong = arith::AndIOp::create(builder, front.loc, front.get(op.getCondition()), isWrong);
    return isNowhere(front, isWrong);
  });
}

bool fusion::isSurelyInRange(LookupOp op) {
  ArrayRef<int64_t> sizes = cast<RankedTensorType>(op.getTable().getType()).getShape();
  // Nothing is in the range of nothing, be it never asked for.
  if (llvm::any_of(sizes, [](int64_t size) { return ShapedType::isDynamic(size) || size == 0; }) ||
      isRepeatedAlongPosition(cast<MapOp>(op->getParentOp())))
    return false;
  return isInRange(FormulaInFront(op), op) || isInRange(FormulaInFront(op, /*byDigits=*/true), op);
}

bool fusion::isSurelyTrue(Value condition, Operation *user) {
  if (isRepeatedAlongPosition(cast<MapOp>(user->getParentOp())))
    return false;
  FormulaInFront front(user, /*condition=*/{}, /*byDigits=*/false);
  Value truth = arith::ConstantOp::create(front.builder, front.loc, front.builder.getBoolAttr(true));
  return isNowhere(front, arith::XOrIOp::create(front.builder, front.loc, front.get(condition), truth));
}
