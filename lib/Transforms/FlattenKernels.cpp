// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elementwise kernels whose rows are no whole vectors take several dimensions as one.

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/MemoryLayout.h"
#include "fusion/Dialect/Fusion/Utils/IndexEmitter.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace fusion {
#define GEN_PASS_DEF_FLATTENKERNELSPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// The elements that a thread of an elementwise kernel computes.
static constexpr int64_t kVector = 8;

/// The last dimensions of `shape`, as few as have whole vectors together; 0 where none have, 1 where the last has.
static int64_t countFlattened(ArrayRef<int64_t> shape) {
  int64_t rest = 1, count = 0;
  for (int64_t size : llvm::reverse(shape)) {
    rest = rest * (size % kVector) % kVector;
    ++count;
    if (rest == 0)
      return count;
  }
  return 0;
}

namespace {
/// A kernel, with the last dimensions of its space as one.
class Flattening {
public:
  Flattening(RewriterBase &rewriter, KernelOp kernel, ArrayRef<int64_t> shape, int64_t count)
      : rewriter(rewriter), kernel(kernel), shape(shape) {
    int64_t first = static_cast<int64_t>(shape.size()) - count;
    for (int64_t dim : llvm::seq<int64_t>(0, first))
      groups.push_back({dim});
    groups.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(first, shape.size())));
    flatShape = llvm::to_vector(shape.take_front(first));
    flatShape.push_back(llvm::product_of(shape.drop_front(first)));
  }

  /// Whether each operation of the body has a counterpart.
  bool isPossible() {
    for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
      if (matchPattern(&op, m_Constant())) {
        if (getTensorType(op.getResult(0)).getRank() != 0)
          return false;
        continue;
      }
      auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
      if (!elementwise || (elementwise.dependsOnPosition() && !isa<MapOp>(op)) || !canCollapse(op.getResult(0)))
        return false;
    }
    return llvm::all_of(kernel.getYield().getOperands(),
                        [&](Value value) {
                          return value.getDefiningOp() && getTensorType(value).getShape() == ArrayRef(shape);
                        }) &&
           llvm::all_of(kernel.getResults(), [&](Value result) { return liesTogether(expectWriteLayout(result)); }) &&
           llvm::none_of(kernel.getBodyBlock()->getArguments(), [](BlockArgument argument) {
             return KernelOp::isTable(argument) && KernelOp::isElementwiseOperand(argument);
           });
  }

  void apply() {
    rewriter.setInsertionPoint(kernel);
    Location loc = kernel.getLoc();
    SmallVector<Value> inputs;
    for (auto [input, argument] : llvm::zip(kernel.getInputs(), kernel.getBodyBlock()->getArguments()))
      inputs.push_back(isCollapsed(argument) ? collapse(input) : input);
    SmallVector<Type> types;
    for (Type type : kernel->getResultTypes())
      types.push_back(cast<RankedTensorType>(type).clone(getShape(cast<RankedTensorType>(type))));
    auto flat = KernelOp::create(rewriter, loc, types, inputs);
    flat->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
    rewriter.setInsertionPointToStart(flat.getBodyBlock());
    IRMapping mapping;
    for (auto [argument, own] : llvm::zip(kernel.getBodyBlock()->getArguments(), flat.getBodyBlock()->getArguments()))
      mapping.map(argument, isCollapsed(argument) || KernelOp::isTable(argument) ? Value(own) : lookUp(argument, own));
    for (Operation &op : kernel.getBodyBlock()->without_terminator())
      rebuild(op, mapping);
    YieldOp::create(rewriter, loc, llvm::map_to_vector(kernel.getYield().getOperands(), [&](Value value) {
                      return mapping.lookup(value);
                    }));
    rewriter.setInsertionPointAfter(flat);
    SmallVector<Value> results;
    for (Value result : flat.getResults()) {
      SmallVector<SmallVector<OpFoldResult>> sizes;
      for (ArrayRef<int64_t> group : groups) {
        SmallVector<OpFoldResult> own;
        for (int64_t dim : group)
          own.push_back(rewriter.getIndexAttr(shape[dim]));
        sizes.push_back(own);
      }
      results.push_back(expandDims(rewriter, loc, result, sizes));
    }
    rewriter.replaceOp(kernel, results);
  }

private:
  bool canCollapse(Value value) const { return succeeded(planCollapse(getTensorType(value), shape, groups)); }

  /// Whether memory has no gaps between dimensions that become one: else it would be copied.
  bool liesTogether(MemRefType type) const {
    auto tensor = RankedTensorType::get(type.getShape(), type.getElementType());
    return memref::CollapseShapeOp::isGuaranteedCollapsible(type, *planCollapse(tensor, shape, groups));
  }

  /// Whether an input is read element by element, and has the shape in which it is.
  bool isCollapsed(BlockArgument argument) {
    return !KernelOp::isTable(argument) && canCollapse(argument) &&
           liesTogether(expectReadLayout(kernel.getInputs()[argument.getArgNumber()]));
  }

  Value collapse(Value value) {
    return collapseDims(rewriter, kernel.getLoc(), value, *planCollapse(getTensorType(value), shape, groups));
  }

  /// The shape of a value that broadcasts to the space, in the flat space.
  SmallVector<int64_t> getShape(RankedTensorType type) const {
    SmallVector<ReassociationIndices> plan = *planCollapse(type, shape, groups);
    return llvm::map_to_vector(plan, [&](ArrayRef<int64_t> group) {
      return llvm::product_of(type.getShape().slice(group.front(), group.size()));
    });
  }

  /// The positions in a shape that broadcasts to the space, of whose dimensions the last ones are flat.
  SmallVector<Value> getPositions(OpBuilder &body, ArrayRef<int64_t> of, ValueRange flat) {
    MLIRContext *context = rewriter.getContext();
    SmallVector<AffineExpr> places;
    auto sizes = llvm::map_to_vector(flatShape, [&](int64_t size) { return getAffineConstantExpr(size, context); });
    int64_t last = static_cast<int64_t>(groups.size()) - 1, behind = 1;
    for (int64_t dim = shape.size(); dim-- > 0;) {
      bool isFlat = dim >= groups[last].front();
      AffineExpr place = getAffineDimExpr(isFlat ? last : dim, context);
      if (isFlat) {
        place = place.floorDiv(behind);
        behind *= shape[dim];
        if (dim != groups[last].front())
          place = place % shape[dim];
      }
      places.insert(places.begin(), place);
    }
    SmallVector<AffineExpr> own;
    for (auto [size, place] : llvm::zip_equal(of, ArrayRef(places).take_back(of.size())))
      own.push_back(size == 1 ? getAffineConstantExpr(0, context) : place);
    return *emitPlaces(body, kernel.getLoc(), AccessMap::get(sizes, own, context), flat);
  }

  /// Reads an input that is repeated along a part of what becomes one dimension, or a slice.
  Value lookUp(BlockArgument argument, Value table) {
    auto type = cast<RankedTensorType>(argument.getType());
    auto map = MapOp::create(rewriter, kernel.getLoc(), type.clone(flatShape), ValueRange(), table, /*positions=*/true);
    OpBuilder body = OpBuilder::atBlockEnd(map.getBodyBlock());
    SmallVector<Value> positions(map.getPositions().begin(), map.getPositions().end());
    SmallVector<Value> places = getPositions(body, type.getShape(), positions);
    Value element = LookupOp::create(body, kernel.getLoc(), map.getTableArguments().front(), places, Value());
    YieldOp::create(body, kernel.getLoc(), element);
    return map.getResult();
  }

  void rebuild(Operation &op, IRMapping &mapping) {
    auto map = dyn_cast<MapOp>(op);
    if (!map || map.getPositions().empty()) {
      Operation *copy = rewriter.clone(op, mapping);
      if (auto elementwise = dyn_cast<ElementwiseOpInterface>(copy))
        elementwise.setResultShape(getShape(getTensorType(op.getResult(0))));
      return;
    }
    auto look = [&](Value value) { return mapping.lookup(value); };
    RankedTensorType type = map.getResultType();
    auto flat = MapOp::create(rewriter, op.getLoc(), type.clone(getShape(type)),
                              llvm::map_to_vector(map.getElements(), look), llvm::map_to_vector(map.getTables(), look),
                              /*positions=*/true);
    flat->setDiscardableAttrs(op.getDiscardableAttrDictionary());
    OpBuilder body = OpBuilder::atBlockEnd(flat.getBodyBlock());
    SmallVector<Value> own(flat.getPositions().begin(), flat.getPositions().end());
    // A shape that broadcasts has its own positions; where it is 1 they are 0.
    SmallVector<Value> all(groups.size() - own.size());
    for (Value &position : all)
      position = arith::ConstantIndexOp::create(body, op.getLoc(), 0);
    all.append(own);
    IRMapping inner;
    for (auto [from, to] : llvm::zip(map.getElementArguments(), flat.getElementArguments()))
      inner.map(from, to);
    for (auto [from, to] : llvm::zip(map.getTableArguments(), flat.getTableArguments()))
      inner.map(from, to);
    inner.map(map.getPositions(), getPositions(body, type.getShape(), all));
    for (Operation &scalar : *map.getBodyBlock())
      body.clone(scalar, inner);
    mapping.map(map.getResult(), flat.getResult());
  }

  RewriterBase &rewriter;
  KernelOp kernel;
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups; ///< of the dimensions of the space: the last ones are one
  SmallVector<int64_t> flatShape;
};

struct FlattenKernelsPass : fusion::impl::FlattenKernelsPassBase<FlattenKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) {
      if (kernel.isElementwise() && !kernel.getScheduleAttr())
        kernels.push_back(kernel);
    });
    for (KernelOp kernel : kernels) {
      RankedTensorType type = KernelPlan(kernel).getIterationType();
      if (!type || !type.hasStaticShape() || type.getNumElements() == 0)
        continue;
      int64_t count = countFlattened(type.getShape());
      if (count < 2)
        continue;
      Flattening flattening(rewriter, kernel, type.getShape(), count);
      if (!flattening.isPossible())
        continue;
      flattening.apply();
      ++numFlattened;
    }
  }
};
} // namespace
