// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads integers, zero points and scales off what is computed for a product's second factor.

#include "fusion/Analysis/NarrowProduct.h"

#include "IntegerDifference.h"
#include "PackedIntegers.h"
#include "fusion/Analysis/IntegersAsFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;
using namespace fusion;

/// Integers of 4 bits in a word.
static constexpr int64_t kWordParts = 8;

static FusionVerdict refuse(const Twine &reason) { return FusionVerdict::no(RemarkCode::ForeignConsumer, reason, ""); }

static Type getElement(Value value) { return getElementTypeOrSelf(value.getType()); }

//===----------------------------------------------------------------------===//
// Scales and zero points
//===----------------------------------------------------------------------===//

/// Dimensions of a product's second factor.
namespace {
struct FactorDims {
  int64_t n, k;
};
} // namespace

/// The only operation of a map besides indices: a lookup that is always made.
static LookupOp getOnlyLookup(MapOp map) {
  auto lookup = map.getYield().getOperand(0).getDefiningOp<LookupOp>();
  return lookup && !lookup.getCondition() && !map.getPositions().empty() ? lookup : LookupOp();
}

static BlockArgument getTable(MapOp map, LookupOp lookup) {
  return dyn_cast<BlockArgument>(map->getOperand(lookup.getTableNumber()));
}

/// Takes one index of a lookup: by the position along n, along k, or zero.
static bool takeIndex(Value index, int64_t number, MapOp map, FactorDims dims, WeightNumbers &numbers) {
  if (matchPattern(index, m_Zero()))
    return true;
  auto positions = map.getPositions();
  for (auto [place, position] : llvm::enumerate(positions)) {
    std::optional<int64_t> sharing = getSharing(index, position);
    if (!sharing)
      continue;
    bool isRow = static_cast<int64_t>(place + 2 - positions.size()) == dims.n;
    int64_t &own = isRow ? numbers.rows : numbers.group;
    if (own != 0)
      return false;
    own = *sharing;
    (isRow ? numbers.rowDim : numbers.groupDim) = number;
    return true;
  }
  return false;
}

/// fusion.map() tables(%t = %numbers) at(%n, %k) { yield lookup %t[%n / rows, %k / group] }
///
/// Either index may be zero, they may stand the other way round, and what does not vary along the first position has no
/// such position or dimension.
static std::optional<WeightNumbers> matchLookup(MapOp map, FactorDims dims) {
  LookupOp lookup = getOnlyLookup(map);
  if (!lookup || map.getPositions().size() > 2 || lookup.getIndices().size() > 2 || lookup.getIndices().empty())
    return std::nullopt;
  WeightNumbers numbers;
  numbers.source = getTable(map, lookup);
  if (!numbers.source)
    return std::nullopt;
  for (auto [number, index] : llvm::enumerate(lookup.getIndices()))
    if (!takeIndex(index, number, map, dims, numbers))
      return std::nullopt;
  return numbers;
}

/// Numbers for rows of a weight, or groups of them along k.
static std::optional<WeightNumbers> matchNumbers(Value value, FactorDims dims) {
  if (auto map = value.getDefiningOp<MapOp>())
    return matchLookup(map, dims);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return std::nullopt;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(argument.getType()).getShape();
  WeightNumbers numbers;
  numbers.source = argument;
  if (shape.size() > 2)
    return std::nullopt;
  for (auto [number, size] : llvm::enumerate(shape)) {
    bool isRow = static_cast<int64_t>(number + 2 - shape.size()) == dims.n;
    if (size != 1 && !isRow)
      return std::nullopt;
    if (size != 1) {
      numbers.rows = 1;
      numbers.rowDim = number;
    }
  }
  return numbers;
}

static std::optional<WeightNumbers> matchScale(Value value, FactorDims dims) {
  std::optional<WeightNumbers> numbers = matchNumbers(skipFloatCasts(value), dims);
  if (!numbers || !isa<FloatType>(getElement(numbers->source)))
    return std::nullopt;
  int64_t width = getElement(numbers->source).getIntOrFloatBitWidth();
  return width == 16 || width == 32 ? numbers : std::nullopt;
}

/// Zero points of 8 bits, or those of words of eight along n.
static std::optional<WeightNumbers> matchZeroPoint(Value integers, bool isUnsigned, FactorDims dims) {
  if (std::optional<WeightNumbers> numbers = matchNumbers(integers, dims);
      numbers && getElement(numbers->source).isInteger(8)) {
    numbers->isUnsigned = isUnsigned;
    return numbers;
  }
  std::optional<PackedIntegers> packed = PackedIntegers::find(integers, isUnsigned);
  if (!packed || packed->packing.parts != kWordParts || packed->packing.dim != dims.n)
    return std::nullopt;
  WeightNumbers numbers;
  numbers.source = packed->source;
  numbers.rows = 1;
  numbers.group = packed->share;
  numbers.rowDim = dims.n - (2 - cast<RankedTensorType>(packed->source.getType()).getRank());
  numbers.groupDim = dims.k;
  numbers.isUnsigned = packed->isUnsigned;
  numbers.inWords = true;
  numbers.offset = -packed->bias;
  return numbers;
}

//===----------------------------------------------------------------------===//
// The weight
//===----------------------------------------------------------------------===//

/// Takes the integers of a weight, which nothing but numbers is taken off.
static bool takeIntegers(Value integers, bool isUnsigned, FactorDims dims, NarrowProduct &found) {
  std::optional<PackedIntegers> own = PackedIntegers::find(integers, isUnsigned);
  if (!own || own->share != 1 || (own->packing.parts > 1 && own->packing.dim != dims.k))
    return false;
  found.weight = own->source;
  found.bits = own->packing.bits;
  found.isUnsigned = own->isUnsigned;
  found.bias += own->bias;
  found.wordsAlongN = own->packing.parts == kWordParts && dims.k == 0;
  return true;
}

/// The integers that others are widened from, and whether without a sign.
static std::pair<Value, bool> skipWidening(Value integers) {
  if (auto cast = integers.getDefiningOp<CastOp>())
    if (isa<IntegerType>(getElement(cast.getInput())) &&
        getElement(cast.getInput()).getIntOrFloatBitWidth() < getElement(cast).getIntOrFloatBitWidth())
      return {cast.getInput(), cast.getIsUnsigned()};
  auto map = integers.getDefiningOp<MapOp>();
  if (map && map.getElements().size() == 1 && map.getTables().empty()) {
    Operation *op = map.getYield().getOperand(0).getDefiningOp();
    if (isa_and_present<arith::ExtUIOp, arith::ExtSIOp>(op) && op->getOperand(0) == map.getElementArguments()[0])
      return {map.getElements()[0], isa<arith::ExtUIOp>(op)};
  }
  return {integers, false};
}

/// The least and the largest zero point.
static std::pair<int64_t, int64_t> getRange(const WeightNumbers &numbers) {
  int64_t values = numbers.inWords ? 16 : 256, least = (numbers.isUnsigned ? 0 : -values / 2) + numbers.offset;
  return {least, least + values - 1};
}

/// Takes integers less zero points that are taken off as integers: where that surely fits, they are those of floats.
static bool takeDifference(Value integers, FactorDims dims, NarrowProduct &found) {
  std::optional<IntegerDifference> difference = IntegerDifference::find(integers);
  if (!difference || found.zero)
    return false;
  auto [stored, isUnsigned] = skipWidening(difference->subtrahend);
  std::optional<WeightNumbers> zero = matchZeroPoint(stored, isUnsigned, dims);
  std::optional<PackedIntegers> own = zero ? PackedIntegers::find(difference->minuend, false) : std::nullopt;
  if (!own)
    return false;
  int64_t size = difference->size;
  for (auto [least, largest] : {own->getRange(), getRange(*zero)})
    size += std::max(std::abs(least), std::abs(largest));
  auto width = static_cast<unsigned>(getElement(integers).getIntOrFloatBitWidth());
  if (!llvm::isIntN(width, size) || !takeIntegers(difference->minuend, false, dims, found))
    return false;
  found.zero = *zero;
  found.bias += difference->less;
  return true;
}

/// Takes the weight's integers, which `value` are in floats.
static bool matchIntegers(Value value, FactorDims dims, NarrowProduct &found) {
  auto [integers, isUnsigned] = getIntegers(value);
  if (!integers || !isa<IntegerType>(getElement(integers)))
    return false;
  return takeIntegers(integers, isUnsigned, dims, found) || (!isUnsigned && takeDifference(integers, dims, found));
}

/// Zero points of words take the bias with them.
static void joinBias(NarrowProduct &found) {
  if (!found.zero.inWords)
    return;
  found.zero.offset += found.bias;
  found.bias = 0;
}

/// Whether integers less the bias or zero points are exact in 16 bits: bf16 has all up to 256.
static bool canTakeOff(const NarrowProduct &found) {
  constexpr int64_t largest = 256;
  if (found.zero.inWords) {
    auto [least, most] = getRange(found.zero);
    int64_t integers = int64_t(1) << found.bits;
    return -largest <= least && most <= largest && integers - least <= largest && integers + most <= largest;
  }
  return found.bias == 0 || (!found.zero && found.bias > 0 && found.bias < (1 << found.bits));
}

/// Takes apart ((q - zero - bias) · scale), where each step may be missing.
static FusionVerdict matchWeight(Value value, FactorDims dims, NarrowProduct &found) {
  value = skipFloatCasts(value);
  if (auto product = value.getDefiningOp<MulOp>())
    for (auto [scale, rest] :
         {std::pair(product->getOperand(1), product->getOperand(0)), {product->getOperand(0), product->getOperand(1)}})
      if (std::optional<WeightNumbers> numbers = matchScale(scale, dims)) {
        found.scale = *numbers;
        value = skipFloatCasts(rest);
        break;
      }
  for (auto difference = value.getDefiningOp<SubOp>(); difference; difference = value.getDefiningOp<SubOp>()) {
    auto [integers, isUnsigned] = getIntegers(skipFloatCasts(difference->getOperand(1)));
    std::optional<WeightNumbers> numbers = integers ? matchZeroPoint(integers, isUnsigned, dims) : std::nullopt;
    std::optional<int64_t> number = getWholeNumber(difference->getOperand(1));
    if ((!numbers && !number) || (numbers && found.zero))
      break;
    if (numbers)
      found.zero = *numbers;
    else
      found.bias += *number;
    value = skipFloatCasts(difference->getOperand(0));
  }
  bool areIntegers = matchIntegers(value, dims, found);
  joinBias(found);
  if (!areIntegers || !canTakeOff(found))
    return refuse("what is computed for the product is no integers of 8 or 4 bits, less zero points and by scales");
  return FusionVerdict::yes();
}

int64_t NarrowProduct::getGroup() const { return std::gcd(scale ? scale.group : 0, zero ? zero.group : 0); }

std::optional<NarrowProduct> NarrowProduct::get(const KernelPlan &plan, FusionVerdict &verdict) {
  if (plan.getAnchors().size() != 1 || !plan.hasProduct() || plan.getPlainProduct()) {
    verdict = refuse("the family takes one product whose weights are dequantised");
    return std::nullopt;
  }
  NarrowProduct found;
  found.product = plan.getFormula().getSums().front();
  found.activations = dyn_cast<BlockArgument>(found.product.lhs.getValue());
  if (!found.activations) {
    verdict = refuse("the first factor is computed in the kernel");
    return std::nullopt;
  }
  FactorDims dims = found.product.isTransposedB() ? FactorDims{0, 1} : FactorDims{1, 0};
  verdict = matchWeight(found.product.rhs.getValue(), dims, found);
  return verdict ? std::optional(found) : std::nullopt;
}
