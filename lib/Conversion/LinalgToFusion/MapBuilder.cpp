// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.map of scalar operations of a linalg body.

#include "MapBuilder.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace fusion;

namespace {
class MapBuilder {
public:
  MapBuilder(OpBuilder &builder, linalg::LinalgOp op, ArrayRef<int64_t> space, const IRMapping &tensors)
      : builder(builder), op(op), space(space), tensors(tensors), positions(space.size()) {}

  Value build(const BodyStep &step) {
    if (step.mapped.empty())
      collectValue(step.value);
    for (Operation *inner : step.mapped)
      collect(inner, step.mapped);
    RankedTensorType type = chooseType(step.value.getType());
    map = MapOp::create(builder, step.value.getLoc(), type, elements, tables.getArrayRef(), positions.any());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(map.getBodyBlock());
    bindArguments();
    for (Operation *inner : step.mapped)
      emit(inner, Value());
    YieldOp::create(builder, map.getLoc(), get(step.value));
    return map.getResult();
  }

private:
  //===--------------------------------------------------------------------===//
  // What the map reads
  //===--------------------------------------------------------------------===//

  /// The result dimension that a loop runs with.
  int64_t getDim(int64_t loop) const { return llvm::find(space, loop) - space.begin(); }

  void usePositions(AffineMap indexing) {
    for (auto [dim, loop] : llvm::enumerate(space))
      if (indexing.isFunctionOfDim(loop))
        positions.set(dim);
  }

  void addElement(Value scalar, Value tensor) {
    scalars.push_back(scalar);
    elements.push_back(tensor);
  }

  /// A scalar from outside of the body. Tensors of indices there are none.
  Value wrapOutside(Value scalar) {
    if (scalar.getType().isIndex())
      scalar = arith::IndexCastOp::create(builder, scalar.getLoc(), builder.getI64Type(), scalar);
    return wrapScalar(builder, op.getLoc(), scalar);
  }

  /// Makes `value`, which an operation of the map reads, an operand if it is one.
  void collectValue(Value value) {
    if (llvm::is_contained(scalars, value) || matchPattern(value, m_Constant()) || isa<TensorType>(value.getType()))
      return;
    if (Value tensor = tensors.lookupOrNull(value))
      return addElement(value, tensor);
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == op.getBlock()) {
      OpOperand &operand = op->getOpOperand(argument.getArgNumber());
      tables.insert(operand.get());
      usePositions(op.getMatchingIndexingMap(&operand));
      return;
    }
    if (!op->isAncestor(value.getParentBlock()->getParentOp()))
      addElement(value, wrapOutside(value));
  }

  void collect(Operation *inner, ArrayRef<Operation *> mapped) {
    llvm::SetVector<Value> read(inner->operand_begin(), inner->operand_end());
    getUsedValuesDefinedAbove(inner->getRegions(), read);
    for (Value value : read)
      if (!value.getDefiningOp() || !llvm::is_contained(mapped, value.getDefiningOp()))
        collectValue(value);
    inner->walk([&](Operation *own) {
      if (auto index = dyn_cast<linalg::IndexOp>(own))
        positions.set(getDim(index.getDim()));
      if (auto extract = dyn_cast<tensor::ExtractOp>(own)) {
        if (extract.getTensor().getType().getRank() == 0)
          addElement(extract.getResult(), extract.getTensor());
        else
          tables.insert(extract.getTensor());
      }
      if (auto dim = dyn_cast<tensor::DimOp>(own); dim && isDynamic(dim))
        addElement(dim.getResult(),
                   wrapOutside(tensor::DimOp::create(builder, dim.getLoc(), dim.getSource(), *dim.getConstantIndex())));
    });
  }

  static bool isDynamic(tensor::DimOp dim) {
    return cast<RankedTensorType>(dim.getSource().getType()).isDynamicDim(*dim.getConstantIndex());
  }

  /// The smallest type that the elements broadcast to and that has the dimensions whose positions are asked for.
  RankedTensorType chooseType(Type elementType) {
    Value init = op.getDpsInits().front();
    ArrayRef<int64_t> full = getTensorType(init).getShape();
    SmallVector<int64_t> shape(full.size(), 1);
    bool needsSizes = false;
    for (int64_t dim = 0, rank = full.size(); dim < rank; ++dim) {
      auto [source, own] = getBroadcastSource(elements, rank, dim);
      if (source)
        shape[dim] = getTensorType(source).getDimSize(own);
      if (!positions[dim])
        continue;
      shape[dim] = full[dim];
      needsSizes |= ShapedType::isDynamic(full[dim]) && !source;
    }
    if (needsSizes) {
      addElement(Value(), init);
      shape = llvm::to_vector(full);
    }
    int64_t front = 0;
    while (front < int64_t(shape.size()) && shape[front] == 1 && !positions[front] && !needsSizes)
      ++front;
    // Elements may have a leading dimension of size 1 of their own.
    for (Value element : elements)
      front = std::min(front, int64_t(shape.size()) - getTensorType(element).getRank());
    skipped = front;
    return RankedTensorType::get(ArrayRef(shape).drop_front(front), elementType);
  }

  //===--------------------------------------------------------------------===//
  // The region
  //===--------------------------------------------------------------------===//

  void bindArguments() {
    for (auto [scalar, argument] : llvm::zip_equal(scalars, map.getElementArguments())) {
      if (!scalar)
        continue;
      Value value = argument;
      if (scalar.getType().isIndex())
        value = arith::IndexCastOp::create(builder, scalar.getLoc(), scalar.getType(), value);
      values.map(scalar, value);
    }
  }

  Value getTable(Value tensor) { return map.getTableArguments()[llvm::find(tables, tensor) - tables.begin()]; }

  Value getPosition(int64_t dim) { return map.getPositions()[dim - skipped]; }

  /// The value in the region.
  Value get(Value value) {
    if (Value known = values.lookupOrNull(value))
      return known;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      OpOperand &operand = op->getOpOperand(argument.getArgNumber());
      SmallVector<Value> loops(op.getNumLoops());
      for (auto [dim, loop] : llvm::enumerate(space))
        if (positions[dim])
          loops[loop] = getPosition(dim);
      SmallVector<Value> indices;
      for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
        indices.push_back(affine::expandAffineExpr(builder, value.getLoc(), expr, loops, {}));
      Value element = LookupOp::create(builder, value.getLoc(), value.getType(), getTable(operand.get()), indices,
                                       /*condition=*/Value());
      values.map(value, element);
      return element;
    }
    // Constants stand in front, so that a branch does not hide them.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(map.getBodyBlock());
    Value constant = builder.clone(*value.getDefiningOp())->getResult(0);
    values.map(value, constant);
    return constant;
  }

  /// `condition`: whether the branches around `inner` are taken; null outside of all.
  void emit(Operation *inner, Value condition) {
    Location loc = inner->getLoc();
    if (inner->hasTrait<OpTrait::ConstantLike>() ||
        llvm::any_of(inner->getResults(), [&](Value result) { return values.contains(result); }))
      return;
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      return values.map(index.getResult(), getPosition(getDim(index.getDim())));
    if (auto dim = dyn_cast<tensor::DimOp>(inner)) {
      int64_t size = cast<RankedTensorType>(dim.getSource().getType()).getDimSize(*dim.getConstantIndex());
      return values.map(dim.getResult(), arith::ConstantIndexOp::create(builder, loc, size).getResult());
    }
    SmallVector<Value> operands;
    for (Value operand : inner->getOperands())
      operands.push_back(isa<TensorType>(operand.getType()) ? Value() : get(operand));
    if (auto apply = dyn_cast<affine::AffineApplyOp>(inner))
      return values.map(apply.getResult(),
                        affine::expandAffineMap(builder, loc, apply.getAffineMap(), operands)->front());
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner))
      return values.map(extract.getResult(),
                        LookupOp::create(builder, loc, extract.getType(), getTable(extract.getTensor()),
                                         ValueRange(operands).drop_front(), condition)
                            .getResult());
    if (auto either = dyn_cast<scf::IfOp>(inner))
      return emitEither(either, condition);
    for (Value operand : inner->getOperands())
      (void)get(operand);
    Operation *copy = builder.clone(*inner, values);
    // Flags of the source are no part of what is computed.
    if (auto fast = dyn_cast<arith::ArithFastMathInterface>(copy))
      copy->setAttr(fast.getFastMathAttrName(),
                    arith::FastMathFlagsAttr::get(copy->getContext(), arith::FastMathFlags::none));
  }

  /// Both branches, of which lookups are made in the one that is taken.
  void emitEither(scf::IfOp either, Value condition) {
    Location loc = either.getLoc();
    Value own = get(either.getCondition());
    SmallVector<SmallVector<Value>> yielded;
    for (bool then : {true, false}) {
      Value taken = own;
      if (!then)
        taken = arith::XOrIOp::create(builder, loc, own, arith::ConstantIntOp::create(builder, loc, 1, 1));
      if (condition)
        taken = arith::AndIOp::create(builder, loc, condition, taken);
      Block *block = then ? either.thenBlock() : either.elseBlock();
      for (Operation &inner : block->without_terminator())
        emit(&inner, taken);
      yielded.push_back(llvm::map_to_vector(block->getTerminator()->getOperands(), [&](Value v) { return get(v); }));
    }
    for (auto [result, yes, no] : llvm::zip_equal(either.getResults(), yielded[0], yielded[1]))
      values.map(result, arith::SelectOp::create(builder, loc, own, yes, no).getResult());
  }

  OpBuilder &builder;
  linalg::LinalgOp op;
  ArrayRef<int64_t> space;
  const IRMapping &tensors;
  llvm::SmallBitVector positions; ///< the result dimensions whose positions the map asks for
  SmallVector<Value> scalars;     ///< of the body, that the elements stand for; null for sizes alone
  SmallVector<Value> elements;
  llvm::SmallSetVector<Value, 4> tables;
  int64_t skipped = 0; ///< leading dimensions that the map has not
  MapOp map;
  IRMapping values;
};
} // namespace

Value fusion::buildMap(OpBuilder &builder, linalg::LinalgOp op, const BodyStep &step, ArrayRef<int64_t> space,
                       const IRMapping &tensors) {
  return MapBuilder(builder, op, space, tensors).build(step);
}

Value fusion::buildMapOfTensors(OpBuilder &builder, Operation *op) {
  auto result =
      op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResultTypes().front()) : RankedTensorType();
  if (!result || !OpTrait::hasElementwiseMappableTraits(op) || op->getNumRegions() != 0 ||
      !isSupportedElement(result.getElementType()))
    return {};
  SmallVector<Value> elements;
  for (Value operand : op->getOperands()) {
    if (!isSupportedElement(getElementTypeOrSelf(operand.getType())) || isa<UnrankedTensorType>(operand.getType()))
      return {};
    elements.push_back(isa<RankedTensorType>(operand.getType()) ? operand : wrapScalar(builder, op->getLoc(), operand));
  }
  auto map = MapOp::create(builder, op->getLoc(), result, elements, ValueRange(), /*positions=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(map.getBodyBlock());
  IRMapping mapping;
  mapping.map(op->getOperands(), map.getElementArguments());
  Operation *scalar = builder.clone(*op, mapping);
  scalar->getResult(0).setType(result.getElementType());
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(scalar))
    scalar->setAttr(fast.getFastMathAttrName(),
                    arith::FastMathFlagsAttr::get(op->getContext(), arith::FastMathFlags::none));
  YieldOp::create(builder, op->getLoc(), scalar->getResult(0));
  return map.getResult();
}
