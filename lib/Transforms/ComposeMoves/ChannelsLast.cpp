// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the elementwise operations around some images, and computes them in another order of dimensions.

#include "ChannelsLast.h"

#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Images of one shape that elementwise operations connect.
class Component {
public:
  Component(RewriterBase &rewriter, RankedTensorType type, int64_t channels)
      : rewriter(rewriter), shape(type.getShape()),
        order(llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(shape.size())))) {
    std::rotate(order.begin() + channels, order.begin() + channels + 1, order.end());
    back = invertPermutationVector(order);
  }

  /// Adds an image, and all that elementwise operations connect with it.
  void add(Value image) {
    SmallVector<Value> next{image};
    while (!next.empty()) {
      Value value = next.pop_back_val();
      if (!images.insert(value))
        continue;
      auto visit = [&](Operation *op) {
        if (!op || !isPossible(op) || !ops.insert(op))
          return;
        next.push_back(op->getResult(0));
        for (Value operand : getAlignedOperands(op))
          if (isImage(operand))
            next.push_back(operand);
      };
      visit(value.getDefiningOp());
      for (Operation *user : value.getUsers())
        visit(user);
    }
  }

  bool isWorthwhile() const {
    int64_t made = 0, gone = 0;
    for (Value value : images) {
      if (!isComputed(value)) {
        if (getTransposed(value, back))
          ++gone;
        else if (!comesFromMatmul(value, /*throughLayout=*/true) && !isWindowSum(value))
          ++made;
      }
      bool isRead = false;
      for (Operation *user : value.getUsers()) {
        auto transpose = dyn_cast<linalg::TransposeOp>(user);
        if (transpose && transpose.getPermutation() == ArrayRef(order))
          ++gone;
        else
          isRead |= isComputed(value) && !ops.contains(user) && !readsWindows(user) && !readsPixels(user);
      }
      made += isRead;
    }
    return !ops.empty() && made <= gone;
  }

  void rebuild() {
    SmallVector<Operation *> sorted = ops.takeVector();
    llvm::sort(sorted, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    for (Operation *op : sorted) {
      rewriter.setInsertionPoint(op);
      SmallVector<Value> operands =
          llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) { return getMoved(operand); });
      moved[op->getResult(0)] = rebuildElementwise(rewriter, op, operands, applyPermutation(shape, order));
    }
    for (Operation *op : llvm::reverse(sorted)) {
      rewriter.setInsertionPointAfterValue(moved.lookup(op->getResult(0)));
      Value result = moved.lookup(op->getResult(0));
      for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
        if (auto transpose = dyn_cast<linalg::TransposeOp>(user);
            transpose && transpose.getPermutation() == ArrayRef(order))
          rewriter.replaceOp(transpose, result);
      if (!op->use_empty())
        rewriter.replaceAllUsesWith(op->getResult(0), transposeDims(rewriter, op->getLoc(), result, back));
      rewriter.eraseOp(op);
    }
  }

private:
  bool isImage(Value value) const { return getTensorType(value).getShape() == shape; }
  bool isComputed(Value value) const { return value.getDefiningOp() && ops.contains(value.getDefiningOp()); }

  /// What `value` is a transposition of, in this order; null if it is none.
  static Value getTransposed(Value value, ArrayRef<int64_t> permutation) {
    auto transpose = value.getDefiningOp<linalg::TransposeOp>();
    return transpose && transpose.getPermutation() == permutation ? transpose.getInput() : Value();
  }

  /// Whether `op` computes images of the shape, whatever their order: other operands are repeated, and a reshape moves
  /// them.
  bool isPossible(Operation *op) const {
    auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
    return elementwise && !elementwise.dependsOnPosition() && !op->hasAttr(kMustFuseAttrName) &&
           isImage(op->getResult(0)) && (images.empty() || op->getBlock() == getBlock()) &&
           llvm::all_of(getAlignedOperands(op), [&](Value operand) {
             return isImage(operand) || succeeded(planBroadcastOperand(getTensorType(operand), back));
           });
  }

  Block *getBlock() const { return Value(images.front()).getParentBlock(); }

  static bool isWindowSum(Value value) {
    Operation *op = value.getDefiningOp();
    while (op && (isUnitReshape(op) || isa<CastOp>(op)))
      op = op->getOperand(0).getDefiningOp();
    return isa_and_present<linalg::LinalgOp>(op) && cast<linalg::LinalgOp>(op).getNumReductionLoops() != 0;
  }

  /// Whether a window is read, in whatever order the image is.
  static bool readsWindows(Operation *op) {
    while (op->hasOneUse() && (isa<tensor::PadOp>(op) || isUnitReshape(op)))
      op = *op->user_begin();
    auto linalg = dyn_cast<linalg::LinalgOp>(op);
    return linalg && linalg.getNumReductionLoops() != 0;
  }

  /// Whether a product reads pixels as one dimension: by strides, it reads them in either order.
  static bool readsPixels(Operation *op) {
    return isa<tensor::CollapseShapeOp>(op) && llvm::all_of(op->getUsers(), llvm::IsaPred<MatmulOp>);
  }

  Value getMoved(Value value) {
    if (!isImage(value))
      return permuteBack(rewriter, value.getLoc(), value, order);
    Value &found = moved[value];
    if (!found)
      found = getTransposed(value, back);
    if (!found) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointAfterValue(value);
      found = transposeDims(rewriter, value.getLoc(), value, order);
    }
    return found;
  }

  RewriterBase &rewriter;
  ArrayRef<int64_t> shape;
  SmallVector<int64_t> order, back; ///< channels last, and as it was
  llvm::SmallSetVector<Value, 8> images;
  llvm::SmallSetVector<Operation *, 8> ops;
  llvm::DenseMap<Value, Value> moved;
};
} // namespace

void fusion::computeChannelsLast(RewriterBase &rewriter, ArrayRef<Value> images, int64_t channels) {
  RankedTensorType type = getTensorType(images.front());
  if (!type.hasStaticShape() || channels + 1 == type.getRank())
    return;
  Component component(rewriter, type, channels);
  for (Value image : images)
    component.add(image);
  if (component.isWorthwhile())
    component.rebuild();
}
