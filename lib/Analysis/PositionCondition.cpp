// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Classifies a condition for a box of positions, which is split where that decides more.

#include "fusion/Analysis/PositionCondition.h"
#include "ScalarRanges.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace fusion;

PositionBox fusion::getWholeBox(ArrayRef<int64_t> shape) {
  constexpr int64_t kMostPositions = int64_t(1) << 30;
  return llvm::map_to_vector(shape, [](int64_t size) {
    return PositionRange{0, (ShapedType::isDynamic(size) ? kMostPositions : std::max<int64_t>(size, 1)) - 1};
  });
}

//===----------------------------------------------------------------------===//
// The scalar form
//===----------------------------------------------------------------------===//

namespace {
class ScalarFormulaBuilder {
public:
  ScalarFormulaBuilder(const ScalarFormula &formula, MLIRContext *context, ValueRange stops)
      : block(formula.getBlock()), rank(formula.shape.size()), builder(context), stops(stops) {
    builder.setInsertionPointToEnd(&block);
  }

  /// The element of `tensor`, which broadcasts to the space, at the positions; in its compute type.
  Value get(Value tensor) {
    if (Value known = scalars.lookup(tensor))
      return known;
    // Operands first, as deep as the graph is; recursion would be as deep.
    SmallVector<Value> left{tensor};
    while (!left.empty()) {
      Value next = left.back();
      size_t before = left.size();
      if (ElementwiseOpInterface op = getElementwise(next); op && !scalars.contains(next))
        for (auto [number, operand] : llvm::enumerate(op.getElementOperands()))
          if (op.readsElement(number) && !scalars.contains(operand))
            left.push_back(operand);
      if (left.size() > before)
        continue;
      left.pop_back();
      if (!scalars.contains(next))
        scalars[next] = build(next);
    }
    return scalars.lookup(tensor);
  }

private:
  ElementwiseOpInterface getElementwise(Value tensor) {
    if (llvm::is_contained(stops, tensor))
      return {};
    return dyn_cast_or_null<ElementwiseOpInterface>(tensor.getDefiningOp());
  }

  Value buildUnknown(Type elementType, Location loc) { return block.addArgument(getComputeType(elementType), loc); }

  Value build(Value tensor) {
    Location loc = tensor.getLoc();
    auto type = cast<RankedTensorType>(tensor.getType());
    if (DenseElementsAttr constant; matchPattern(tensor, m_Constant(&constant)) && constant.isSplat()) {
      Value scalar = arith::ConstantOp::create(builder, loc, cast<TypedAttr>(constant.getSplatValue<Attribute>()));
      return isa<FloatType>(scalar.getType()) ? convertFloat(builder, loc, scalar, getComputeType(scalar.getType()))
                                              : scalar;
    }
    ElementwiseOpInterface op = getElementwise(tensor);
    if (!op || type.getRank() > rank)
      return buildUnknown(type.getElementType(), loc);
    SmallVector<Value> operands;
    for (auto [number, operand] : llvm::enumerate(op.getElementOperands()))
      operands.push_back(op.readsElement(number) ? scalars.lookup(operand) : Value());
    auto position = [&](int64_t dim) -> Value {
      if (type.getDimSize(dim) == 1)
        return arith::ConstantIndexOp::create(builder, loc, 0);
      return block.getArgument(rank - type.getRank() + dim);
    };
    auto lookup = [&](LookupOp own, ValueRange, Value) { return buildUnknown(own.getType(), loc); };
    Value scalar = op.buildScalar(builder, loc, operands, ScalarContext{position, lookup, /*strict=*/true});
    Type elementType = type.getElementType();
    if (!isa<FloatType>(elementType))
      return scalar;
    return convertFloat(builder, loc, convertFloat(builder, loc, scalar, elementType), getComputeType(elementType));
  }

  Block &block;
  int64_t rank;
  OpBuilder builder;
  ValueRange stops;
  llvm::DenseMap<Value, Value> scalars;
};
} // namespace

ScalarFormula ScalarFormula::build(Value tensor, ValueRange stops) {
  ScalarFormula formula{
      std::make_shared<Region>(), llvm::to_vector(cast<RankedTensorType>(tensor.getType()).getShape()), {}};
  Block &block = formula.region->emplaceBlock();
  for (size_t dim = 0; dim < formula.shape.size(); ++dim)
    block.addArgument(IndexType::get(tensor.getContext()), tensor.getLoc());
  formula.result = ScalarFormulaBuilder(formula, tensor.getContext(), stops).get(tensor);
  return formula;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

PositionCondition::PositionCondition(ScalarFormula formula, Value condition)
    : formula(std::move(formula)), condition(condition), positions(this->formula.shape.size(), false) {
  llvm::SetVector<Operation *> needed;
  SmallVector<Value> left{condition};
  while (!left.empty()) {
    Value value = left.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      bool isPosition = argument.getArgNumber() < positions.size();
      positional &= isPosition;
      if (isPosition)
        positions[argument.getArgNumber()] = true;
    } else if (needed.insert(value.getDefiningOp())) {
      llvm::append_range(left, value.getDefiningOp()->getOperands());
    }
  }
  for (Operation &op : this->formula.getBlock())
    if (needed.contains(&op))
      ops.push_back(&op);
}

PositionCondition PositionCondition::get(Value tensor) {
  ScalarFormula formula = ScalarFormula::build(tensor);
  Value condition = formula.result;
  return PositionCondition(std::move(formula), condition);
}

Truth PositionCondition::classify(ArrayRef<PositionRange> box) const {
  std::optional<bool> truth = ScalarRanges(formula, ops, box).getTruth(condition);
  if (!truth)
    return Truth::Mixed;
  return *truth ? Truth::AlwaysTrue : Truth::AlwaysFalse;
}

/// The dimension along which a box is halved: the longest that matters, or none.
static std::optional<size_t> chooseSplit(const PositionCondition &condition, ArrayRef<PositionRange> box) {
  std::optional<size_t> longest;
  for (size_t dim = 0; dim < box.size(); ++dim)
    if (condition.dependsOn(dim) && box[dim].size() > (longest ? box[*longest].size() : 1))
      longest = dim;
  return longest;
}

Occurrence PositionCondition::find(bool value, ArrayRef<PositionRange> box, int64_t &budget) const {
  Truth wanted = value ? Truth::AlwaysTrue : Truth::AlwaysFalse;
  bool unknown = false;
  SmallVector<PositionBox> left{PositionBox(box)};
  while (!left.empty()) {
    if (budget-- <= 0)
      return Occurrence::Unknown;
    PositionBox next = left.pop_back_val();
    Truth truth = classify(next);
    if (truth == wanted)
      return Occurrence::Somewhere;
    if (truth != Truth::Mixed)
      continue;
    std::optional<size_t> dim = chooseSplit(*this, next);
    if (!dim) {
      unknown = true;
      continue;
    }
    int64_t middle = next[*dim].first + (next[*dim].size() - 1) / 2;
    PositionBox upper = next;
    next[*dim].last = middle;
    upper[*dim].first = middle + 1;
    left.push_back(std::move(upper));
    left.push_back(std::move(next));
  }
  return unknown ? Occurrence::Unknown : Occurrence::Nowhere;
}
