// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads integers, zero points and scales off what is computed for a product's second factor.

#include "fusion/Analysis/NarrowProduct.h"

#include "fusion/Analysis/IntegersAsFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;
using namespace fusion;

static FusionVerdict refuse(const Twine &reason) { return FusionVerdict::no(RemarkCode::ForeignConsumer, reason, ""); }

static Type getElement(Value value) { return getElementTypeOrSelf(value.getType()); }

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
  auto [integers, isUnsigned] = getIntegers(skipFloatCasts(value));
  std::optional<WeightNumbers> numbers = integers ? matchNumbers(integers) : std::nullopt;
  if (!numbers || !getElement(numbers->source).isInteger(8))
    return std::nullopt;
  numbers->isUnsigned = isUnsigned;
  return numbers;
}

//===----------------------------------------------------------------------===//
// The weight
//===----------------------------------------------------------------------===//

namespace {
/// Integers that are computed of the bytes of one argument, position by position, or of two neighbours of a byte each.
/// How that is spelled out does not matter: what it gives is computed for every byte.
///
///   odd ? byte >> 4 : byte & 15
///   (odd ? byte : byte << 4) >> 4
///   ((byte >> 4 * odd) & 15) - 8
class ByteFunction {
public:
  /// Of an integer tensor of a kernel's body.
  explicit ByteFunction(Value integers) : integers(integers) {}

  /// The integers as a weight, or nothing.
  std::optional<NarrowProduct> match(bool isUnsigned);

private:
  /// What is known of a scalar or an element; null: nothing.
  using Known = llvm::DenseMap<Value, Attribute>;

  /// The integer that a byte gives, at an even or odd position along k.
  std::optional<int64_t> evaluate(uint8_t byte, bool isOdd, bool isUnsigned);
  Attribute evaluateTensor(Value tensor, Known &known);
  Attribute evaluateMap(MapOp map, Known &known);
  Attribute evaluateLookup(MapOp map, LookupOp lookup, const Known &known);
  void evaluateScalar(Operation &op, Known &known);
  /// The byte, as the element of an argument that is `isPacked` or not; null if another one is read too.
  Attribute getByte(Value argument, bool isPacked);

  Value integers;
  BlockArgument bytes;
  bool packed = false;
  uint8_t byte = 0;
  bool isOdd = false;
};
} // namespace

Attribute ByteFunction::getByte(Value argument, bool isPacked) {
  auto own = dyn_cast<BlockArgument>(argument);
  if (!own || !getElement(own).isInteger(8) || (bytes && (bytes != own || packed != isPacked)))
    return {};
  bytes = own;
  packed = isPacked;
  return IntegerAttr::get(getElement(own), APInt(8, byte));
}

Attribute ByteFunction::evaluateLookup(MapOp map, LookupOp lookup, const Known &known) {
  auto positions = map.getPositions();
  if (Value condition = lookup.getCondition()) {
    auto isAsked = dyn_cast_or_null<IntegerAttr>(known.lookup(condition));
    if (!isAsked || isAsked.getValue().isZero())
      return isAsked ? Attribute(IntegerAttr::get(lookup.getType(), 0)) : Attribute();
  }
  if (positions.size() != 2 || lookup.getIndices().size() != 2 ||
      getSharing(lookup.getIndices()[0], positions[0]) != 1 || getSharing(lookup.getIndices()[1], positions[1]) != 2)
    return {};
  return getByte(map->getOperand(lookup.getTableNumber()), /*isPacked=*/true);
}

void ByteFunction::evaluateScalar(Operation &op, Known &known) {
  SmallVector<Attribute> operands = llvm::map_to_vector(op.getOperands(), [&](Value v) { return known.lookup(v); });
  // Of a copy: folding may change an operation.
  Operation *copy = op.clone();
  SmallVector<OpFoldResult> results;
  if (succeeded(copy->fold(operands, results)) && results.size() == op.getNumResults())
    for (auto [result, folded] : llvm::zip_equal(op.getResults(), results))
      known[result] = isa<Attribute>(folded) ? cast<Attribute>(folded) : known.lookup(cast<Value>(folded));
  copy->destroy();
}

/// Whether an operation asks whether the position along k is odd. Nothing else is known of positions: what a map gives
/// is the same for all bytes then.
static bool isParity(MapOp map, Operation &op) {
  bool isOfLast =
      !map.getPositions().empty() && op.getNumOperands() == 2 && op.getOperand(0) == map.getPositions().back();
  APInt number;
  return isOfLast && matchPattern(op.getOperand(1), m_ConstantInt(&number)) &&
         ((isa<arith::RemUIOp>(op) && number == 2) || (isa<arith::AndIOp>(op) && number == 1));
}

Attribute ByteFunction::evaluateMap(MapOp map, Known &known) {
  for (auto [argument, element] : llvm::zip_equal(map.getElementArguments(), map.getElements()))
    known[argument] = evaluateTensor(element, known);
  for (Operation &op : map.getBodyBlock()->without_terminator()) {
    if (auto lookup = dyn_cast<LookupOp>(op))
      known[lookup.getResult()] = evaluateLookup(map, lookup, known);
    else if (isParity(map, op))
      known[op.getResult(0)] = IntegerAttr::get(op.getResult(0).getType(), isOdd);
    else
      evaluateScalar(op, known);
  }
  return known.lookup(map.getYield().getOperand(0));
}

Attribute ByteFunction::evaluateTensor(Value tensor, Known &known) {
  if (auto map = tensor.getDefiningOp<MapOp>())
    return evaluateMap(map, known);
  DenseIntElementsAttr numbers;
  if (matchPattern(tensor, m_Constant(&numbers)))
    return numbers.isSplat() ? numbers.getSplatValue<Attribute>() : Attribute();
  auto integer = dyn_cast<IntegerType>(getElement(tensor));
  if (auto cast = tensor.getDefiningOp<CastOp>()) {
    auto from = dyn_cast_or_null<IntegerAttr>(evaluateTensor(cast.getInput(), known));
    if (!from || !integer || cast.getSaturate())
      return {};
    APInt value = from.getValue();
    return IntegerAttr::get(integer, cast.getIsUnsigned() ? value.zextOrTrunc(integer.getWidth())
                                                          : value.sextOrTrunc(integer.getWidth()));
  }
  return getByte(tensor, /*isPacked=*/false);
}

std::optional<int64_t> ByteFunction::evaluate(uint8_t ofByte, bool atOdd, bool isUnsigned) {
  byte = ofByte;
  isOdd = atOdd;
  Known known;
  auto number = dyn_cast_or_null<IntegerAttr>(evaluateTensor(integers, known));
  if (!number || number.getValue().getBitWidth() > 64)
    return std::nullopt;
  return isUnsigned ? static_cast<int64_t>(number.getValue().getZExtValue()) : number.getValue().getSExtValue();
}

std::optional<NarrowProduct> ByteFunction::match(bool isUnsigned) {
  SmallVector<int64_t> numbers; // of even positions, then of odd ones
  for (bool odd : {false, true})
    for (int value = 0; value < 256; ++value) {
      std::optional<int64_t> number = evaluate(static_cast<uint8_t>(value), odd, isUnsigned);
      if (!number)
        return std::nullopt;
      numbers.push_back(*number);
    }
  NarrowProduct found;
  found.weight = bytes;
  found.bits = packed ? 4 : 8;
  // The integer at the least bits, all zero, is less by the bias than it is without.
  found.bias = -numbers.front();
  for (bool hasNoSign : {true, false}) {
    auto isRight = [&](int64_t place) {
      int64_t value = place % 256, half = packed ? (place < 256 ? value & 15 : value >> 4) : value;
      APInt own(static_cast<unsigned>(found.bits), static_cast<uint64_t>(half));
      return numbers[place] == (hasNoSign ? half : own.getSExtValue()) - found.bias;
    };
    found.isUnsigned = hasNoSign;
    if (llvm::all_of(llvm::seq<int64_t>(0, 512), isRight))
      return found;
  }
  return std::nullopt;
}

/// Takes the weight's integers, which `value` are in floats.
static bool matchIntegers(Value value, NarrowProduct &found) {
  auto [integers, isUnsigned] = getIntegers(value);
  if (!integers || !isa<IntegerType>(getElement(integers)))
    return false;
  std::optional<NarrowProduct> own = ByteFunction(integers).match(isUnsigned);
  if (!own)
    return false;
  found.weight = own->weight;
  found.bits = own->bits;
  found.isUnsigned = own->isUnsigned;
  found.bias += own->bias;
  return true;
}

/// Whether integers less the bias are exact in 16 bits: bf16 has all up to 256.
static bool canTakeOff(const NarrowProduct &found) {
  return found.bias == 0 || (!found.zero && found.bias > 0 && found.bias < (1 << found.bits));
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
  if (auto difference = value.getDefiningOp<SubOp>()) {
    std::optional<WeightNumbers> numbers = matchZeroPoint(difference->getOperand(1));
    std::optional<int64_t> number = getWholeNumber(difference->getOperand(1));
    found.zero = numbers.value_or(WeightNumbers());
    found.bias = number.value_or(0);
    if (numbers || number)
      value = skipFloatCasts(difference->getOperand(0));
  }
  if (!matchIntegers(value, found) || !canTakeOff(found))
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
