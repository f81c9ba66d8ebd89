// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks for a position at which a lookup asks for an index that is out of range.

#include "fusion/Analysis/LookupRange.h"

#include "fusion/Analysis/PositionCondition.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

/// Most evaluations of a condition on boxes of positions.
static constexpr int64_t kBudget = 256;

namespace {
/// The formula of what stands in a map's region in front of a lookup. It knows nothing of elements.
class FormulaInFront {
public:
  explicit FormulaInFront(LookupOp lookup)
      : map(cast<MapOp>(lookup->getParentOp())),
        formula{std::make_shared<Region>(), llvm::to_vector(map.getResultType().getShape()), {}},
        block(formula.region->emplaceBlock()), builder(lookup.getContext()), loc(lookup.getLoc()) {
    builder.setInsertionPointToEnd(&block);
    for (size_t dim = 0; dim < formula.shape.size(); ++dim)
      block.addArgument(builder.getIndexType(), loc);
    for (auto [dim, position] : llvm::enumerate(map.getPositions()))
      copies.map(position, block.getArgument(dim));
    for (BlockArgument element : map.getElementArguments())
      addUnknown(element);
    for (Operation &op : *map.getBodyBlock()) {
      if (&op == lookup)
        break;
      if (isa<LookupOp>(op))
        addUnknown(op.getResult(0));
      else
        builder.clone(op, copies);
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

  IRMapping copies;
};
} // namespace

bool fusion::isSurelyInRange(LookupOp op) {
  ArrayRef<int64_t> sizes = cast<RankedTensorType>(op.getTable().getType()).getShape();
  if (llvm::any_of(sizes, ShapedType::isDynamic))
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
