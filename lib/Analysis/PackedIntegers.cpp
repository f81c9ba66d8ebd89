// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes what a graph makes of an element, of which some bits are known.

#include "PackedIntegers.h"

#include "KnownScalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;
using llvm::KnownBits;

/// Elements of 8 bits, bytes of two, and words of eight along either dimension.
static constexpr Packing kPackings[] = {{8, 1, 1}, {4, 2, 1}, {4, 8, 0}, {4, 8, 1}};

/// What `index` is a conversion of between an index and 32 bits, in which positions are divided.
static Value skipIndexCasts(Value index) {
  while (auto cast = index.getDefiningOp<arith::IndexCastUIOp>()) {
    if (!cast.getType().isInteger(32) && !cast.getIn().getType().isInteger(32))
      break;
    index = cast.getIn();
  }
  return index;
}

std::optional<int64_t> fusion::getSharing(Value index, Value position) {
  index = skipIndexCasts(index);
  if (index == position)
    return 1;
  if (matchPattern(index, m_Zero()))
    return 0;
  auto quotient = index.getDefiningOp<arith::DivUIOp>();
  APInt divisor;
  if (quotient && skipIndexCasts(quotient.getLhs()) == position &&
      matchPattern(quotient.getRhs(), m_ConstantInt(&divisor)))
    return divisor.getSExtValue();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The integers of one element
//===----------------------------------------------------------------------===//

namespace {
/// Computes integers of elements that hold a known integer at a known place, and anything around it.
class Evaluation {
public:
  Evaluation(Value integers, const Packing &packing)
      : integers(integers), packing(packing), shape(cast<RankedTensorType>(integers.getType()).getShape()) {}

  /// What is computed of `value` at place `part`; nothing if it depends on something else.
  std::optional<APInt> run(int64_t part, uint64_t value);

  /// The argument that has been read, and how many positions share an element.
  BlockArgument getSource() const { return source; }
  int64_t getShare() const { return share; }

private:
  void evaluateTensor(Value tensor);
  void evaluateMap(MapOp map);
  void evaluateLookup(MapOp map, LookupOp lookup);
  void evaluateCast(CastOp cast);
  /// Sets what `value` is, an element of an argument; nothing is known if others are read too.
  void readElement(Value value, Value argument, int64_t otherShare);
  bool isPlace(MapOp map, Operation &op) const;
  /// The number of a map's position along which elements hold neighbours; -1: it has none, or other dimensions. Numbers
  /// that are the same along the first dimension have positions along the second alone.
  int64_t getDim(MapOp map) const {
    int64_t count = map.getPositions().size();
    return count == 1 || count == 2 ? packing.dim - (2 - count) : -1;
  }

  Value integers;
  const Packing &packing;
  ArrayRef<int64_t> shape;
  BlockArgument source;
  int64_t share = 1;
  KnownScalars known;
  llvm::DenseSet<Value> evaluated; ///< tensors
  KnownBits element;
  int64_t place = 0;
};
} // namespace

void Evaluation::readElement(Value value, Value argument, int64_t otherShare) {
  auto own = dyn_cast<BlockArgument>(argument);
  if (!own || !getElementTypeOrSelf(own.getType()).isInteger(element.getBitWidth()) ||
      (source && (source != own || share != otherShare)))
    return;
  source = own;
  share = otherShare;
  known.setBits(value, element);
}

void Evaluation::evaluateLookup(MapOp map, LookupOp lookup) {
  if (Value condition = lookup.getCondition()) {
    auto isAsked = dyn_cast_or_null<IntegerAttr>(known.getNumber(condition));
    if (!isAsked)
      return;
    if (isAsked.getValue().isZero()) {
      if (isa<IntegerType>(lookup.getType()))
        known.setNumber(lookup.getResult(), IntegerAttr::get(lookup.getType(), 0));
      return;
    }
  }
  auto positions = map.getPositions();
  auto indices = lookup.getIndices();
  int64_t dim = getDim(map);
  if (dim < 0 || indices.size() != positions.size())
    return;
  std::optional<int64_t> other = 0;
  if (positions.size() == 2)
    other = getSharing(indices[1 - dim], positions[1 - dim]);
  if (other && packing.parts > 1 && getSharing(indices[dim], positions[dim]) == packing.parts)
    readElement(lookup.getResult(), map->getOperand(lookup.getTableNumber()), *other);
}

/// Whether an operation asks for a position's place in its element. Nothing else is known of positions: what a map
/// gives is the same for all elements then.
bool Evaluation::isPlace(MapOp map, Operation &op) const {
  APInt number;
  int64_t dim = getDim(map);
  return packing.parts > 1 && dim >= 0 && op.getNumOperands() == 2 &&
         skipIndexCasts(op.getOperand(0)) == map.getPositions()[dim] &&
         matchPattern(op.getOperand(1), m_ConstantInt(&number)) &&
         ((isa<arith::RemUIOp>(op) && number == packing.parts) ||
          (isa<arith::AndIOp>(op) && number == packing.parts - 1));
}

void Evaluation::evaluateMap(MapOp map) {
  for (auto [argument, tensor] : llvm::zip_equal(map.getElementArguments(), map.getElements())) {
    evaluateTensor(tensor);
    known.copy(tensor, argument);
  }
  for (Operation &op : map.getBodyBlock()->without_terminator()) {
    if (auto lookup = dyn_cast<LookupOp>(op))
      evaluateLookup(map, lookup);
    else if (isPlace(map, op))
      known.setNumber(op.getResult(0), IntegerAttr::get(op.getResult(0).getType(), place));
    else
      known.evaluate(op);
  }
  known.copy(map.getYield().getOperand(0), map.getResult());
}

void Evaluation::evaluateCast(CastOp cast) {
  evaluateTensor(cast.getInput());
  std::optional<unsigned> from = getIntegerWidth(cast.getInput().getType()), to = getIntegerWidth(cast.getType());
  if (!from || !to || cast.getSaturate())
    return;
  KnownBits bits = known.getBits(cast.getInput());
  known.setBits(cast.getResult(), cast.getIsUnsigned() ? bits.zextOrTrunc(*to) : bits.sextOrTrunc(*to));
}

void Evaluation::evaluateTensor(Value tensor) {
  if (!evaluated.insert(tensor).second)
    return;
  DenseIntElementsAttr numbers;
  if (auto map = tensor.getDefiningOp<MapOp>())
    evaluateMap(map);
  else if (auto conversion = tensor.getDefiningOp<CastOp>())
    evaluateCast(conversion);
  else if (!matchPattern(tensor, m_Constant(&numbers))) {
    if (packing.parts == 1 && cast<RankedTensorType>(tensor.getType()).getShape() == shape)
      readElement(tensor, tensor, 1);
  } else if (numbers.isSplat()) {
    known.setNumber(tensor, numbers.getSplatValue<Attribute>());
  }
}

std::optional<APInt> Evaluation::run(int64_t part, uint64_t value) {
  known = KnownScalars();
  evaluated.clear();
  place = part;
  auto first = static_cast<unsigned>(part * packing.bits), bits = static_cast<unsigned>(packing.bits);
  element = KnownBits(static_cast<unsigned>(packing.parts * packing.bits));
  element.One.insertBits(APInt(bits, value), first);
  element.Zero.insertBits(~APInt(bits, value), first);
  evaluateTensor(integers);
  auto number = dyn_cast_or_null<IntegerAttr>(known.getNumber(integers));
  return number && source && number.getValue().getBitWidth() <= 64 ? std::optional(number.getValue()) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// All integers
//===----------------------------------------------------------------------===//

/// Integers that lie in memory as `packing` says.
static std::optional<PackedIntegers> match(Value integers, const Packing &packing, bool isUnsigned) {
  Evaluation evaluation(integers, packing);
  int64_t values = int64_t(1) << packing.bits;
  SmallVector<int64_t> numbers; // part by part
  for (int64_t part = 0; part < packing.parts; ++part)
    for (int64_t value = 0; value < values; ++value) {
      std::optional<APInt> number = evaluation.run(part, static_cast<uint64_t>(value));
      if (!number)
        return std::nullopt;
      numbers.push_back(isUnsigned ? static_cast<int64_t>(number->getZExtValue()) : number->getSExtValue());
    }
  PackedIntegers found{evaluation.getSource(), packing, evaluation.getShare()};
  // The integer at the least bits, all zero, is less by the bias than it is without.
  found.bias = -numbers.front();
  for (bool hasNoSign : {true, false}) {
    auto isRight = [&](int64_t place) {
      APInt own(static_cast<unsigned>(packing.bits), static_cast<uint64_t>(place % values));
      return numbers[place] == (hasNoSign ? place % values : own.getSExtValue()) - found.bias;
    };
    found.isUnsigned = hasNoSign;
    if (llvm::all_of(llvm::seq<int64_t>(0, numbers.size()), isRight))
      return found;
  }
  return std::nullopt;
}

std::optional<PackedIntegers> PackedIntegers::find(Value integers, bool isUnsigned) {
  if (!getIntegerWidth(integers.getType()))
    return std::nullopt;
  for (const Packing &packing : kPackings)
    if (std::optional<PackedIntegers> found = match(integers, packing, isUnsigned))
      return found;
  return std::nullopt;
}

std::pair<int64_t, int64_t> PackedIntegers::getRange() const {
  int64_t values = int64_t(1) << packing.bits, least = isUnsigned ? 0 : -values / 2;
  return {least - bias, least + values - 1 - bias};
}
