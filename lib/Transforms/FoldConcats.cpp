// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Concatenations of slices and cheap formulas become maps that look up what they join.

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Dialect/Fusion/Utils/SizeOrigin.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"

namespace fusion {
#define GEN_PASS_DEF_FOLDCONCATSPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Whether `op` only takes a part of its operand whose place is known now.
static bool isStaticSlice(Operation *op) {
  auto slice = dyn_cast_if_present<tensor::ExtractSliceOp>(op);
  return slice && llvm::none_of(slice.getStaticOffsets(), ShapedType::isDynamic) &&
         llvm::none_of(slice.getStaticStrides(), ShapedType::isDynamic);
}

/// What `op` costs for each element, with the elementwise operations that it reads; nothing where some of it had better
/// be stored: it has other readers and is no formula of positions, or stands behind a product, as its epilogue.
static std::optional<int64_t> getRepeatedCost(Operation *op) {
  auto elementwise = dyn_cast_if_present<ElementwiseOpInterface>(op);
  if (!elementwise || op->hasAttr(kMustFuseAttrName))
    return std::nullopt;
  int64_t cost = elementwise.getScalarCost();
  bool isFormula = true;
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    SplatElementsAttr splat;
    if (matchPattern(operand, m_Constant(&splat)))
      continue;
    isFormula = false;
    if (isProduct(producer))
      return std::nullopt;
    if (!isa_and_present<ElementwiseOpInterface>(producer))
      continue;
    std::optional<int64_t> own = getRepeatedCost(producer);
    if (!own)
      return std::nullopt;
    cost += *own;
  }
  if (cost > kMaxFormulaCost || (!isFormula && !llvm::all_equal(op->getUsers())))
    return std::nullopt;
  return cost;
}

static bool isRepeated(Operation *op) { return getRepeatedCost(op).has_value(); }

/// The reshape that alone reads a concatenation, if it merges the dimension that is joined with others: pairs that were
/// taken apart lie side by side again. Sizes that are open are none of merged dimensions.
static tensor::CollapseShapeOp getMerge(tensor::ConcatOp concat) {
  auto merge =
      concat->hasOneUse() ? dyn_cast<tensor::CollapseShapeOp>(*concat->user_begin()) : tensor::CollapseShapeOp();
  if (!merge || isUnitReshape(merge))
    return {};
  RankedTensorType type = getTensorType(concat.getResult());
  bool mergesJoined = false;
  for (const ReassociationIndices &group : merge.getReassociationIndices()) {
    auto isOpen = [&](int64_t dim) { return type.isDynamicDim(dim); };
    if (group.size() > 1 && llvm::any_of(group, isOpen))
      return {};
    mergesJoined |= group.size() > 1 && llvm::is_contained(group, int64_t(concat.getDim()));
  }
  return mergesJoined ? merge : tensor::CollapseShapeOp();
}

namespace {
/// Writes into the region of a map what the elements of tensors are.
class ElementReader {
public:
  explicit ElementReader(MapOp map) : map(map), builder(OpBuilder::atBlockEnd(map.getBodyBlock())), loc(map.getLoc()) {}

  /// The element of `value` at `place`, in its own type. It is read where `condition` holds (null: always).
  Value read(Value value, ArrayRef<Value> place, Value condition) {
    Operation *op = value.getDefiningOp();
    SplatElementsAttr splat;
    if (matchPattern(value, m_Constant(&splat)))
      return arith::ConstantOp::create(builder, loc, splat.getSplatValue<TypedAttr>());
    if (isUnitReshape(op))
      return read(op->getOperand(0), moveUnits(value, op->getOperand(0), place), condition);
    if (isStaticSlice(op))
      return readSlice(cast<tensor::ExtractSliceOp>(op), place, condition);
    if (auto transpose = dyn_cast_if_present<linalg::TransposeOp>(op)) {
      SmallVector<Value> before(place.size());
      for (auto [dim, source] : llvm::enumerate(transpose.getPermutation()))
        before[source] = place[dim];
      return read(transpose.getInput(), before, condition);
    }
    if (auto broadcast = dyn_cast_if_present<linalg::BroadcastOp>(op)) {
      SmallVector<Value> own;
      for (auto [dim, index] : llvm::enumerate(place))
        if (!llvm::is_contained(broadcast.getDimensions(), int64_t(dim)))
          own.push_back(index);
      return read(broadcast.getInput(), own, condition);
    }
    if (isRepeated(op))
      return readElementwise(cast<ElementwiseOpInterface>(op), place, condition);
    return lookup(value, place, condition);
  }

  /// The elements of `concat`: each part's where the position is within it.
  Value readConcat(tensor::ConcatOp concat, ArrayRef<Value> place) {
    int64_t dim = concat.getDim(), end = getTensorType(concat.getResult()).getDimSize(dim);
    Value result;
    for (Value part : llvm::reverse(concat.getInputs())) {
      int64_t begin = end - getTensorType(part).getDimSize(dim);
      SmallVector<Value> own(place);
      own[dim] = shift(place[dim], -begin);
      Value inside = isBetween(place[dim], begin, end, getTensorType(concat.getResult()).getDimSize(dim));
      Value element = read(part, own, inside);
      // A part that is all of the result stands beside empty ones.
      result = result && inside ? arith::SelectOp::create(builder, loc, inside, element, result).getResult() : element;
      end = begin;
    }
    return result;
  }

  /// A place in a tensor as a place in what its dimensions were merged from.
  SmallVector<Value> splitPlace(tensor::CollapseShapeOp merge, ArrayRef<Value> place) {
    RankedTensorType from = merge.getSrcType();
    SmallVector<Value> split(from.getRank());
    for (auto [group, index] : llvm::zip_equal(merge.getReassociationIndices(), place)) {
      Value rest = index;
      for (int64_t dim : llvm::reverse(ArrayRef(group).drop_front())) {
        Value size = constant(from.getDimSize(dim));
        split[dim] = arith::RemUIOp::create(builder, loc, rest, size);
        rest = arith::DivUIOp::create(builder, loc, rest, size);
      }
      split[group.front()] = rest;
    }
    return split;
  }

  OpBuilder &getBuilder() { return builder; }

private:
  Value constant(int64_t value) { return arith::ConstantIndexOp::create(builder, loc, value); }
  Value shift(Value index, int64_t by) {
    return by == 0 ? index : arith::AddIOp::create(builder, loc, index, constant(by)).getResult();
  }

  /// Whether `begin` <= `index` < `end`, of an index in 0 .. `size`.
  Value isBetween(Value index, int64_t begin, int64_t end, int64_t size) {
    Value from, to;
    if (begin > 0)
      from = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge, index, constant(begin));
    if (end < size)
      to = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index, constant(end));
    if (from && to)
      return arith::AndIOp::create(builder, loc, from, to);
    return from ? from : to;
  }

  /// `place` in `from` as a place in `to`, which differs by dimensions of size 1.
  SmallVector<Value> moveUnits(Value from, Value to, ArrayRef<Value> place) {
    SmallVector<Value> rest, moved;
    for (auto [size, index] : llvm::zip_equal(getTensorType(from).getShape(), place))
      if (size != 1)
        rest.push_back(index);
    ArrayRef<Value> next = rest;
    for (int64_t size : getTensorType(to).getShape()) {
      moved.push_back(size == 1 ? constant(0) : next.front());
      next = next.drop_front(size == 1 ? 0 : 1);
    }
    return moved;
  }

  Value readSlice(tensor::ExtractSliceOp slice, ArrayRef<Value> place, Value condition) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    SmallVector<Value> source;
    for (int64_t dim = 0, next = 0; dim < slice.getSourceType().getRank(); ++dim) {
      int64_t offset = slice.getStaticOffset(dim), stride = slice.getStaticStride(dim);
      Value index = dropped[dim] ? constant(0) : place[next++];
      if (stride != 1)
        index = arith::MulIOp::create(builder, loc, index, constant(stride));
      source.push_back(shift(index, offset));
    }
    return read(slice.getSource(), source, condition);
  }

  Value readElementwise(ElementwiseOpInterface op, ArrayRef<Value> place, Value condition) {
    SmallVector<Value> operands;
    for (Value operand : op.getElementOperands()) {
      RankedTensorType type = getTensorType(operand);
      ArrayRef<Value> aligned = place.take_back(type.getRank());
      SmallVector<Value> own;
      for (auto [size, index] : llvm::zip_equal(type.getShape(), aligned))
        own.push_back(size == 1 ? constant(0) : index);
      operands.push_back(toComputeType(read(operand, own, condition)));
    }
    auto position = [&](int64_t dim) { return place[dim]; };
    auto find = [&](LookupOp own, ValueRange indices, Value where) {
      if (where && condition)
        where = arith::AndIOp::create(builder, loc, where, condition);
      return toComputeType(lookup(op->getOperand(own.getTableNumber()), indices, where ? where : condition));
    };
    Value result = op.buildScalar(builder, loc, operands, ScalarContext{position, find});
    Type own = getElementTypeOrSelf(op->getResult(0).getType());
    return isa<FloatType>(own) ? convertFloat(builder, loc, result, own) : result;
  }

  Value toComputeType(Value scalar) {
    Type type = scalar.getType();
    return isa<FloatType>(type) ? convertFloat(builder, loc, scalar, getComputeType(type)) : scalar;
  }

  Value lookup(Value table, ValueRange place, Value condition) {
    return LookupOp::create(builder, loc, getTableArgument(table), place, condition);
  }

  Value getTableArgument(Value table) {
    for (auto [known, argument] : llvm::zip_equal(map.getTables(), map.getTableArguments()))
      if (known == table)
        return argument;
    unsigned number = map.getElements().size() + map.getTables().size();
    map.getTablesMutable().append(table);
    return map.getBodyBlock()->insertArgument(number, table.getType(), loc);
  }

  MapOp map;
  OpBuilder builder;
  Location loc;
};

struct FoldConcatsPass : fusion::impl::FoldConcatsPassBase<FoldConcatsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<tensor::ConcatOp> concats;
    getOperation()->walk([&](tensor::ConcatOp op) { concats.push_back(op); });
    bool changed = false;
    for (tensor::ConcatOp concat : concats)
      if (isWorthFolding(concat))
        changed |= fold(concat);
    if (changed)
      eraseUnused();
    else
      markAllAnalysesPreserved();
  }

private:
  /// Whether elementwise operations alone read `value`, so that it need not be stored.
  static bool isReadByElement(Value value) {
    return !value.use_empty() && llvm::all_of(value.getUses(), [](OpOperand &use) {
      if (isUnitReshape(use.getOwner()))
        return isReadByElement(use.getOwner()->getResult(0));
      auto elementwise = dyn_cast<ElementwiseOpInterface>(use.getOwner());
      return elementwise && use.getOperandNumber() < elementwise.getElementOperands().size();
    });
  }

  /// Whether it is known where each part is, and that all have the same sizes along the other dimensions.
  static bool hasKnownPlaces(tensor::ConcatOp concat) {
    for (int64_t dim = 0; dim < concat.getRank(); ++dim) {
      bool isJoined = dim == static_cast<int64_t>(concat.getDim());
      SizeOrigin first = SizeOrigin::get(concat.getInputs().front(), dim);
      if (!llvm::all_of(concat.getInputs(), [&](Value part) {
            return isJoined ? !getTensorType(part).isDynamicDim(dim) : SizeOrigin::get(part, dim) == first;
          }))
        return false;
    }
    return !getTensorType(concat.getResult()).isDynamicDim(concat.getDim());
  }

  /// A copy of what is stored anyway is best made by copies; there, one launch of any kind is as good as another.
  static bool isWorthFolding(tensor::ConcatOp concat) {
    if (!hasKnownPlaces(concat))
      return false;
    tensor::CollapseShapeOp merge = getMerge(concat);
    return isReadByElement(merge ? merge.getResult() : concat.getResult()) ||
           llvm::any_of(concat.getInputs(), [](Value part) {
             Operation *op = part.getDefiningOp();
             while (isUnitReshape(op))
               op = op->getOperand(0).getDefiningOp();
             return isStaticSlice(op) || isRepeated(op) || isa_and_present<linalg::BroadcastOp>(op);
           });
  }

  bool fold(tensor::ConcatOp concat) {
    OpBuilder before(concat);
    RankedTensorType type = getTensorType(concat.getResult());
    tensor::CollapseShapeOp merge = getMerge(concat);
    RankedTensorType computed = merge ? merge.getResultType() : type;
    // Sizes that are open come from an operand whose elements nobody reads.
    SmallVector<Value> sizes, shape;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(SizeOrigin::get(concat.getInputs().front(), dim).materialize(before, concat.getLoc()));
    if (!sizes.empty())
      shape.push_back(tensor::EmptyOp::create(before, concat.getLoc(), computed, sizes));
    auto map = MapOp::create(before, concat.getLoc(), computed, shape, ValueRange(), /*positions=*/true);
    ElementReader reader(map);
    SmallVector<Value> place(map.getPositions().begin(), map.getPositions().end());
    if (merge)
      place = reader.splitPlace(merge, place);
    Value element = reader.readConcat(concat, place);
    YieldOp::create(reader.getBuilder(), concat.getLoc(), element);
    if (map.getBodyBlock()->getOperations().size() > MapOp::kMaxOperations) {
      map.erase();
      return false;
    }
    Operation *replaced = merge ? merge.getOperation() : concat.getOperation();
    replaced->getResult(0).replaceAllUsesWith(map.getResult());
    if (merge)
      merge.erase();
    concat.erase();
    ++numFolded;
    return true;
  }

  /// What nothing reads any more: slices, and what was computed for the concatenations.
  void eraseUnused() {
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (!op->getParentOfType<KernelOp>() && isOpTriviallyDead(op))
        op->erase();
    });
  }
};
} // namespace
