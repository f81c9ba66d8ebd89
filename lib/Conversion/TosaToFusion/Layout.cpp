// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// TOSA operations that compute nothing: constants, reshapes, transpositions, copies, scatters.

#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Conversion/TosaToFusion/TosaToFusion.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

namespace {
/// A reshape by way of the finest shape that both sides are split from: collapse, then expand.
struct ReshapePlan {
  SmallVector<ReassociationIndices> from, to;
};
} // namespace

/// Groups dimensions of equal products. A dynamic dimension pairs with one of the other side.
static std::optional<ReshapePlan> planReshape(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  ReshapePlan plan;
  size_t i = 0, j = 0;
  while (i < from.size() && j < to.size()) {
    ReassociationIndices &left = plan.from.emplace_back(), &right = plan.to.emplace_back();
    int64_t l = from[i], r = to[j];
    left.push_back(i++);
    right.push_back(j++);
    while (l != r) {
      // Only what is known to be smaller grows; a dynamic dimension takes nothing but sizes of 1.
      bool growLeft = ShapedType::isDynamic(r) ? l == 1 : !ShapedType::isDynamic(l) ? l < r : false;
      bool growRight = ShapedType::isDynamic(l) ? r == 1 : !ShapedType::isDynamic(r) ? r < l : false;
      if (growLeft && i < from.size()) {
        l = ShapedType::isDynamic(from[i]) ? from[i] : l * from[i];
        left.push_back(i++);
      } else if (growRight && j < to.size()) {
        r = ShapedType::isDynamic(to[j]) ? to[j] : r * to[j];
        right.push_back(j++);
      } else {
        return std::nullopt;
      }
    }
  }
  // Dimensions of size 1 that are left over join the last group.
  for (; i < from.size() && from[i] == 1 && !plan.from.empty(); ++i)
    plan.from.back().push_back(i);
  for (; j < to.size() && to[j] == 1 && !plan.to.empty(); ++j)
    plan.to.back().push_back(j);
  if (i != from.size() || j != to.size())
    return std::nullopt;
  return plan;
}

/// Trailing dimensions that are equal stay; what is before them becomes one group. At most one dynamic size of the
/// result follows from the number of elements.
static std::optional<ReshapePlan> planFlatReshape(RankedTensorType from, RankedTensorType to) {
  if (to.getNumDynamicDims() > 1)
    return std::nullopt;
  int64_t i = from.getRank(), j = to.getRank();
  while (i > 1 && j > 1 && !from.isDynamicDim(i - 1) && from.getDimSize(i - 1) == to.getDimSize(j - 1))
    --i, --j;
  ReshapePlan plan;
  llvm::append_range(plan.from.emplace_back(), llvm::seq<int64_t>(0, i));
  llvm::append_range(plan.to.emplace_back(), llvm::seq<int64_t>(0, j));
  for (; i < from.getRank(); ++i, ++j) {
    plan.from.push_back({i});
    plan.to.push_back({j});
  }
  return plan;
}

/// The sizes of a group of the result, one of which may be dynamic: it is the quotient of the group's size and the
/// others.
static SmallVector<OpFoldResult> getGroupSizes(OpBuilder &builder, Location loc, OpFoldResult total,
                                               ArrayRef<int64_t> shape) {
  SmallVector<OpFoldResult> sizes;
  int64_t known = 1;
  for (int64_t size : shape)
    known *= ShapedType::isDynamic(size) ? 1 : size;
  for (int64_t size : shape) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(builder.getIndexAttr(size));
    } else if (known == 1 || isa<Attribute>(total)) {
      sizes.push_back(total);
    } else {
      Value divisor = arith::ConstantIndexOp::create(builder, loc, known);
      sizes.push_back(arith::DivUIOp::create(builder, loc, cast<Value>(total), divisor).getResult());
    }
  }
  return sizes;
}

static std::optional<ReshapePlan> choosePlan(RankedTensorType from, RankedTensorType to) {
  // Several dynamic sizes of the result could be anything.
  if (to.getNumDynamicDims() > 1)
    return std::nullopt;
  if (std::optional<ReshapePlan> plan = planReshape(from.getShape(), to.getShape()))
    return plan;
  return planFlatReshape(from, to);
}

static Value reshape(OpBuilder &builder, Location loc, Value value, const ReshapePlan &plan, RankedTensorType to) {
  Value middle = collapseDims(builder, loc, value, plan.from);
  SmallVector<SmallVector<OpFoldResult>> sizes;
  for (auto [dim, group] : llvm::enumerate(plan.to)) {
    SmallVector<int64_t> shape = llvm::map_to_vector(group, [&](int64_t i) { return to.getDimSize(i); });
    sizes.push_back(getGroupSizes(builder, loc, tensor::getMixedSize(builder, loc, middle, dim), shape));
  }
  return expandDims(builder, loc, middle, sizes);
}

namespace {
/// %0 = tosa.reshape %x, %shape : (tensor<4x6xf32>, !tosa.shape<3>) -> tensor<2x2x6xf32>
///   ->
/// %0 = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 6] : tensor<4x6xf32> into tensor<2x2x6xf32>
///
/// With a tensor.collapse_shape in front of it where dimensions are merged as well.
struct ConvertReshape : OpRewritePattern<tosa::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ReshapeOp op, PatternRewriter &rewriter) const override {
    auto from = dyn_cast<RankedTensorType>(op.getInput1().getType()), to = dyn_cast<RankedTensorType>(op.getType());
    if (!from || !to)
      return rewriter.notifyMatchFailure(op, "a tensor is unranked");
    Location loc = op.getLoc();
    Value result;
    if (from.getRank() == 0 || to.getRank() == 0)
      result = from.getRank() == 0
                   ? insertUnitDims(rewriter, loc, op.getInput1(), llvm::SmallBitVector(to.getRank(), true))
                   : dropUnitDims(rewriter, loc, op.getInput1(), llvm::SmallBitVector(from.getRank(), true));
    else if (std::optional<ReshapePlan> plan = choosePlan(from, to))
      result = reshape(rewriter, loc, op.getInput1(), *plan, to);
    else
      return rewriter.notifyMatchFailure(op, "more than one dynamic size is made from others");
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, result, to));
    return success();
  }
};

/// %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
///   ->
/// %e = tensor.empty() : tensor<6x4xf32>
/// %0 = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
struct ConvertTranspose : OpRewritePattern<tosa::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::TransposeOp op, PatternRewriter &rewriter) const override {
    auto to = dyn_cast<RankedTensorType>(op.getType());
    if (!to || !isa<RankedTensorType>(op.getInput1().getType()))
      return rewriter.notifyMatchFailure(op, "a tensor is unranked");
    SmallVector<int64_t> permutation(op.getPerms().begin(), op.getPerms().end());
    Value result = transposeDims(rewriter, op.getLoc(), op.getInput1(), permutation);
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), result, to));
    return success();
  }
};

/// %0 = "tosa.const"() <{values = dense<1.0> : tensor<4xf32>}> : () -> tensor<4xf32>
///   ->
/// %0 = arith.constant dense<1.0> : tensor<4xf32>
struct ConvertConst : OpRewritePattern<tosa::ConstOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ConstOp op, PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, cast<TypedAttr>(op.getValues()));
    return success();
  }
};

/// %0 = tosa.identity %x : (tensor<4xf32>) -> tensor<?xf32>
///   ->
/// %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>, or %x where the types are the same
struct ConvertIdentity : OpRewritePattern<tosa::IdentityOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::IdentityOp op, PatternRewriter &rewriter) const override {
    auto to = dyn_cast<RankedTensorType>(op.getType());
    if (!to || !isa<RankedTensorType>(op.getInput1().getType()))
      return rewriter.notifyMatchFailure(op, "a tensor is unranked");
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), op.getInput1(), to));
    return success();
  }
};

/// %0 = tosa.scatter %x, %i, %u : (tensor<2x9x6xf32>, tensor<2x3xi32>, tensor<2x3x6xf32>) -> tensor<2x9x6xf32>
///   ->
/// %c = tensor.expand_shape %i [[0], [1, 2]] output_shape [2, 3, 1] : tensor<2x3xi32> into tensor<2x3x1xi32>
/// %0 = fusion.scatter %u at %c into %x along 1 {unique_indices} : ..
///
/// TOSA does not permit an index twice, or one that is out of range.
struct ConvertScatter : OpRewritePattern<tosa::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ScatterOp op, PatternRewriter &rewriter) const override {
    auto kept = dyn_cast<RankedTensorType>(op.getValuesIn().getType());
    auto updates = dyn_cast<RankedTensorType>(op.getInput().getType());
    auto indices = dyn_cast<RankedTensorType>(op.getIndices().getType());
    auto to = dyn_cast<RankedTensorType>(op.getType());
    if (!kept || !updates || !indices || !to)
      return rewriter.notifyMatchFailure(op, "a tensor is unranked");
    if (!isSupportedElement(kept.getElementType()))
      return rewriter.notifyMatchFailure(op, "its elements are of a type that no kernel has");
    // What is open in one type another may know.
    SmallVector<int64_t> shape(kept.getShape()), rows(updates.getShape()), places(indices.getShape());
    auto agree = [](int64_t &a, int64_t &b) {
      a = b = ShapedType::isDynamic(a) ? b : a;
      return a;
    };
    places[0] = agree(shape[0], rows[0]);
    agree(shape[2], rows[2]);
    agree(rows[1], places[1]);
    Location loc = op.getLoc();
    Value own = castStaticSizes(rewriter, loc, op.getValuesIn(), kept.clone(shape));
    Value stored = castStaticSizes(rewriter, loc, op.getInput(), updates.clone(rows));
    Value columns = castStaticSizes(rewriter, loc, op.getIndices(), indices.clone(places));
    llvm::SmallBitVector last(3);
    last.set(2);
    columns = insertUnitDims(rewriter, loc, columns, last);
    Value result = ScatterOp::create(rewriter, loc, kept.clone(shape), stored, columns, own, /*dim=*/1,
                                     /*unique_indices=*/true);
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, result, to));
    return success();
  }
};
} // namespace

void fusion::populateTosaLayoutToFusionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertReshape, ConvertTranspose, ConvertConst, ConvertIdentity, ConvertScatter>(patterns.getContext());
}
