// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads integers, zero points and scales off what is computed for a product's second factor.

#include "fusion/Analysis/NarrowProduct.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;
using namespace fusion;

static FusionVerdict refuse(const Twine &reason) { return FusionVerdict::no(RemarkCode::ForeignConsumer, reason, ""); }

static Type getElement(Value value) { return getElementTypeOrSelf(value.getType()); }

static bool isConstant(Value value, int64_t number) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) && constant.getSExtValue() == number;
}

/// What casts between floats that do not saturate begin with: in relaxed numerics they round nothing.
static Value skipFloatCasts(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>()) {
    bool isPlain = isa<FloatType>(getElement(cast.getInput())) && isa<FloatType>(getElement(cast)) &&
                   getElement(cast).getIntOrFloatBitWidth() >= 16 && !cast.getSaturate();
    if (!isPlain)
      break;
    value = cast.getInput();
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Scales and zero points
//===----------------------------------------------------------------------===//

/// How many neighbouring positions share `index`: 1 of a position itself, c of it divided by c; 0 of a constant zero.
static std::optional<int64_t> getSharing(Value index, Value position) {
  if (index == position)
    return 1;
  if (matchPattern(index, m_Zero()))
    return 0;
  auto quotient = index.getDefiningOp<arith::DivUIOp>();
  APInt divisor;
  if (quotient && quotient.getLhs() == position && matchPattern(quotient.getRhs(), m_ConstantInt(&divisor)))
    return divisor.getSExtValue();
  return std::nullopt;
}

/// The only operation of a map besides indices: a lookup that is always made.
static LookupOp getOnlyLookup(MapOp map) {
  auto lookup = map.getYield().getOperand(0).getDefiningOp<LookupOp>();
  return lookup && !lookup.getCondition() && !map.getPositions().empty() ? lookup : LookupOp();
}

static BlockArgument getTable(MapOp map, LookupOp lookup) {
  return dyn_cast<BlockArgument>(map->getOperand(lookup.getTableNumber()));
}

/// fusion.map() tables(%t = %numbers) at(%n, %k) { yield lookup %t[%n / rows, %k / group] }
///
/// Either index may be zero, and what does not vary along %n have no such position or dimension.
static std::optional<WeightNumbers> matchLookup(MapOp map) {
  LookupOp lookup = getOnlyLookup(map);
  if (!lookup || map.getPositions().size() > 2 || lookup.getIndices().size() > 2 || lookup.getIndices().empty())
    return std::nullopt;
  WeightNumbers numbers;
  numbers.source = getTable(map, lookup);
  std::optional<int64_t> group = getSharing(lookup.getIndices().back(), map.getPositions().back()), rows = 0;
  if (lookup.getIndices().size() == 2)
    rows = getSharing(lookup.getIndices().front(), map.getPositions().size() == 2 ? map.getPositions()[0] : Value());
  if (!numbers.source || !group || !rows)
    return std::nullopt;
  numbers.rows = *rows;
  numbers.group = *group;
  return numbers;
}

/// Numbers for rows of a weight, or groups of them along k.
static std::optional<WeightNumbers> matchNumbers(Value value) {
  if (auto map = value.getDefiningOp<MapOp>())
    return matchLookup(map);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return std::nullopt;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(argument.getType()).getShape();
  WeightNumbers numbers;
  numbers.source = argument;
  if (shape.size() > 2 || (!shape.empty() && shape.back() != 1))
    return std::nullopt;
  numbers.rows = shape.size() == 2 && shape[0] != 1 ? 1 : 0;
  return numbers;
}

static std::optional<WeightNumbers> matchScale(Value value) {
  std::optional<WeightNumbers> numbers = matchNumbers(skipFloatCasts(value));
  if (!numbers || !isa<FloatType>(getElement(numbers->source)))
    return std::nullopt;
  int64_t width = getElement(numbers->source).getIntOrFloatBitWidth();
  return width == 16 || width == 32 ? numbers : std::nullopt;
}

static std::optional<WeightNumbers> matchZeroPoint(Value value) {
  auto cast = skipFloatCasts(value).getDefiningOp<CastOp>();
  std::optional<WeightNumbers> numbers = cast ? matchNumbers(cast.getInput()) : std::nullopt;
  if (!numbers || !getElement(numbers->source).isInteger(8))
    return std::nullopt;
  numbers->isUnsigned = cast.getIsUnsigned();
  return numbers;
}

//===----------------------------------------------------------------------===//
// The weight
//===----------------------------------------------------------------------===//

/// Whether a condition on position % 2 holds of odd positions alone, or of even ones; nothing if it is another.
static std::optional<bool> getParity(Value condition, Value position) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  auto rest = compare ? compare.getLhs().getDefiningOp<arith::RemUIOp>() : arith::RemUIOp();
  APInt limit;
  if (!rest || rest.getLhs() != position || !isConstant(rest.getRhs(), 2) ||
      !matchPattern(compare.getRhs(), m_ConstantInt(&limit)))
    return std::nullopt;
  auto holds = [&](uint64_t number) {
    return arith::applyCmpPredicate(compare.getPredicate(), APInt(limit.getBitWidth(), number), limit);
  };
  return holds(0) != holds(1) ? std::optional(holds(1)) : std::nullopt;
}

namespace {
/// Takes a half of a byte that a map looks up at [%n, %k / 2]: where k is odd the upper one.
///
///   (odd ? byte : byte << 4) >> 4
///   odd ? byte >> 4 : byte & 15
///   odd ? byte >> 4 : (byte << 4) >> 4
///
/// `byte` may be a lookup of its own on either side, made where it is needed.
class HalfMatcher {
public:
  explicit HalfMatcher(MapOp map) : map(map) {}

  /// Whether the integer has no sign; nothing if the map is another.
  std::optional<bool> match() {
    if (map.getPositions().size() != 2)
      return std::nullopt;
    Value result = map.getYield().getOperand(0);
    if (auto choice = result.getDefiningOp<arith::SelectOp>())
      return matchChoice(choice);
    for (bool isUnsigned : {true, false})
      if (Value placed = getShifted(result, isUnsigned)) {
        auto choice = placed.getDefiningOp<arith::SelectOp>();
        return choice && split(choice) && isByte(odd, true) && isByte(getRaised(even), false)
                   ? std::optional(isUnsigned)
                   : std::nullopt;
      }
    return std::nullopt;
  }

  BlockArgument getBytes() const { return bytes; }

private:
  /// Sets `odd` and `even` to the sides of a choice.
  bool split(arith::SelectOp choice) {
    std::optional<bool> parity = getParity(choice.getCondition(), map.getPositions()[1]);
    if (!parity)
      return false;
    odd = *parity ? choice.getTrueValue() : choice.getFalseValue();
    even = *parity ? choice.getFalseValue() : choice.getTrueValue();
    return true;
  }

  std::optional<bool> matchChoice(arith::SelectOp choice) {
    if (!split(choice))
      return std::nullopt;
    if (auto low = even.getDefiningOp<arith::AndIOp>(); low && isConstant(low.getRhs(), 15))
      return isByte(low.getLhs(), false) && isByte(getShifted(odd, true), true) ? std::optional(true) : std::nullopt;
    for (bool isUnsigned : {true, false})
      if (isByte(getRaised(getShifted(even, isUnsigned)), false) && isByte(getShifted(odd, isUnsigned), true))
        return isUnsigned;
    return std::nullopt;
  }

  /// What `value` is, shifted by four: to lower bits with or without a sign, or to upper ones. Null if it is not.
  static Value getShifted(Value value, bool isUnsigned) {
    return isUnsigned ? getShiftedBy<arith::ShRUIOp>(value) : getShiftedBy<arith::ShRSIOp>(value);
  }
  static Value getRaised(Value value) { return getShiftedBy<arith::ShLIOp>(value); }
  template <typename ShiftOp> static Value getShiftedBy(Value value) {
    auto shift = value ? value.getDefiningOp<ShiftOp>() : ShiftOp();
    return shift && isConstant(shift.getRhs(), 4) ? shift.getLhs() : Value();
  }

  /// Whether `value` is the byte, where positions are odd or even.
  bool isByte(Value value, bool isOdd) {
    auto lookup = value ? value.getDefiningOp<LookupOp>() : LookupOp();
    if (!lookup || lookup.getIndices().size() != 2 || getSharing(lookup.getIndices()[0], map.getPositions()[0]) != 1 ||
        getSharing(lookup.getIndices()[1], map.getPositions()[1]) != 2)
      return false;
    if (lookup.getCondition() && getParity(lookup.getCondition(), map.getPositions()[1]) != isOdd)
      return false;
    BlockArgument table = getTable(map, lookup);
    bool isSame = !bytes || bytes == table;
    bytes = table;
    return bytes && isSame;
  }

  MapOp map;
  Value odd, even;
  BlockArgument bytes;
};
} // namespace

/// Integers of 4 bits, of which a byte has two:
///
///   fusion.map() tables(%t = %packed) at(%n, %k) { %byte = fusion.lookup %t[%n, %k / 2], .. }
static bool matchPacked(MapOp map, NarrowProduct &found) {
  HalfMatcher matcher(map);
  std::optional<bool> isUnsigned = matcher.match();
  if (!isUnsigned || !getElement(matcher.getBytes()).isInteger(8))
    return false;
  found.weight = matcher.getBytes();
  found.bits = 4;
  found.isUnsigned = *isUnsigned;
  return true;
}

/// Takes the weight's integers, which `value` are in floats.
static bool matchIntegers(Value value, NarrowProduct &found) {
  auto cast = value.getDefiningOp<CastOp>();
  if (!cast || !getElement(cast.getInput()).isInteger(8))
    return false;
  if (auto map = cast.getInput().getDefiningOp<MapOp>())
    return matchPacked(map, found) && (found.isUnsigned || !cast.getIsUnsigned());
  found.weight = dyn_cast<BlockArgument>(cast.getInput());
  found.isUnsigned = cast.getIsUnsigned();
  return static_cast<bool>(found.weight);
}

/// Takes apart ((q - zero) · scale), where each step may be missing.
static FusionVerdict matchWeight(Value value, NarrowProduct &found) {
  value = skipFloatCasts(value);
  if (auto product = value.getDefiningOp<MulOp>())
    for (auto [scale, rest] :
         {std::pair(product->getOperand(1), product->getOperand(0)), {product->getOperand(0), product->getOperand(1)}})
      if (std::optional<WeightNumbers> numbers = matchScale(scale)) {
        found.scale = *numbers;
        value = skipFloatCasts(rest);
        break;
      }
  if (auto difference = value.getDefiningOp<SubOp>())
    if (std::optional<WeightNumbers> numbers = matchZeroPoint(difference->getOperand(1))) {
      found.zero = *numbers;
      value = skipFloatCasts(difference->getOperand(0));
    }
  if (!matchIntegers(value, found))
    return refuse("what is computed for the product is no integers of 8 or 4 bits, less zero points and by scales");
  return FusionVerdict::yes();
}

int64_t NarrowProduct::getGroup() const { return std::gcd(scale ? scale.group : 0, zero ? zero.group : 0); }

std::optional<NarrowProduct> NarrowProduct::get(const KernelPlan &plan, FusionVerdict &verdict) {
  NarrowProduct found;
  if (plan.getAnchors().size() == 1) {
    AnchorOpInterface anchor = plan.getAnchors().front();
    found.product = dyn_cast<MatmulOp>(anchor.getOperation());
  }
  if (!found.product || plan.getProduct()) {
    verdict = refuse("the family takes one product whose weights are dequantised");
    return std::nullopt;
  }
  found.activations = dyn_cast<BlockArgument>(found.product.getLhs());
  if (!found.activations) {
    verdict = refuse("the first factor is computed in the kernel");
    return std::nullopt;
  }
  verdict = matchWeight(found.product.getRhs(), found);
  return verdict ? std::optional(found) : std::nullopt;
}
