// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is computed of a slice of a product's columns is computed in front of the slice, for those columns alone: it is
// the product's epilogue then.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

/// Most f32 instructions of an operation that is computed for all columns, and taken for some.
static constexpr int64_t kMaxCost = 16;

namespace {
/// A part of a tensor along one dimension.
struct Range {
  Value source;
  int64_t dim, begin, end;

  /// What `slice` takes of its source, or of what its source is expanded of; nothing where that is not one range.
  static std::optional<Range> get(tensor::ExtractSliceOp slice) {
    RankedTensorType type = slice.getSourceType();
    if (!type.hasStaticShape() || !slice.hasUnitStride() || !slice.getResultType().hasStaticShape())
      return std::nullopt;
    std::optional<int64_t> partial;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (slice.isDynamicOffset(dim))
        return std::nullopt;
      if (slice.getStaticSize(dim) == type.getDimSize(dim))
        continue;
      if (partial)
        return std::nullopt;
      partial = dim;
    }
    if (!partial)
      return std::nullopt;
    int64_t begin = slice.getStaticOffset(*partial), end = begin + slice.getStaticSize(*partial);
    if (auto expand = slice.getSource().getDefiningOp<tensor::ExpandShapeOp>())
      return ofExpanded(expand, *partial, begin, end);
    return Range{slice.getSource(), *partial, begin, end};
  }

  bool isDisjoint(const Range &other) const {
    return source == other.source && dim == other.dim && (end <= other.begin || other.end <= begin);
  }

private:
  static std::optional<Range> ofExpanded(tensor::ExpandShapeOp expand, int64_t dim, int64_t begin, int64_t end) {
    ArrayRef<int64_t> shape = expand.getResultType().getShape();
    for (auto [own, group] : llvm::enumerate(expand.getReassociationIndices())) {
      if (!llvm::is_contained(group, dim))
        continue;
      int64_t inner = 1;
      for (int64_t part : group) {
        if (part < dim && shape[part] != 1)
          return std::nullopt; // in several pieces
        if (part > dim)
          inner *= shape[part];
      }
      return Range{expand.getSrc(), static_cast<int64_t>(own), begin * inner, end * inner};
    }
    return std::nullopt;
  }
};

/// %1 = tensor.extract_slice %x[0, 0] [4, 8] [1, 1] : tensor<4x24xf32> to tensor<4x8xf32>
/// %0 = fusion.mul %1, %eighth : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
///   ->
/// %1 = fusion.mul %x, %eighth : (tensor<4x24xf32>, tensor<f32>) -> tensor<4x24xf32>
/// %inside = fusion.map() at(%j) : () -> tensor<24xi1> { %j < 8 }
/// %2 = fusion.select %inside, %1, %x : (tensor<24xi1>, tensor<4x24xf32>, tensor<4x24xf32>) -> tensor<4x24xf32>
/// %0 = tensor.extract_slice %2[0, 0] [4, 8] [1, 1] : tensor<4x24xf32> to tensor<4x8xf32>
///
/// For an %x that comes from a product and of which other slices alone are taken.
struct ComputeBeforeSlice : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    tensor::ExtractSliceOp slice = findSlice(op);
    if (!slice)
      return rewriter.notifyMatchFailure(op, "it does not change one slice by constant numbers alone");
    if (op.dependsOnPosition() || op.getScalarCost() > kMaxCost)
      return rewriter.notifyMatchFailure(op, "it depends on positions, or costs too much for all columns");
    std::optional<Range> range = Range::get(slice);
    if (!range || !comesFromMatmul(range->source))
      return rewriter.notifyMatchFailure(op, "the slice is no range of a product");
    SmallVector<tensor::ExtractSliceOp> others;
    if (!collectSlices(slice, *range, others))
      return rewriter.notifyMatchFailure(op, "the product has other readers than slices beside this one");
    if (hasElementwiseReader(op))
      return rewriter.notifyMatchFailure(op, "it is computed where it is read");
    rewrite(op, slice, *range, others, rewriter);
    return success();
  }

private:
  /// The one slice that `op` reads, beside numbers, and gives back in its type.
  static tensor::ExtractSliceOp findSlice(ElementwiseOpInterface op) {
    tensor::ExtractSliceOp slice;
    for (Value operand : op->getOperands()) {
      if (getTensorType(operand).getRank() == 0 && matchPattern(operand, m_Constant()))
        continue;
      auto own = operand.getDefiningOp<tensor::ExtractSliceOp>();
      if (!own || (slice && slice != own) || own.getType() != op->getResult(0).getType())
        return nullptr;
      slice = own;
    }
    return slice && llvm::all_equal(slice->getUsers()) ? slice : nullptr;
  }

  /// Collects the other slices of what `range` is taken of; false where something else reads it, or the same elements.
  static bool collectSlices(tensor::ExtractSliceOp slice, const Range &range,
                            SmallVectorImpl<tensor::ExtractSliceOp> &others) {
    Value sliced = slice.getSource();
    // What is expanded is read by its reshape alone.
    if (sliced != range.source && !range.source.hasOneUse())
      return false;
    for (Operation *user : sliced.getUsers()) {
      auto other = dyn_cast<tensor::ExtractSliceOp>(user);
      if (other == slice)
        continue;
      std::optional<Range> own = other ? Range::get(other) : std::nullopt;
      if (!own || !own->isDisjoint(range))
        return false;
      others.push_back(other);
    }
    return true;
  }

  static bool hasElementwiseReader(Operation *op) {
    return llvm::any_of(op->getUsers(), [](Operation *user) {
      if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, linalg::TransposeOp, tensor::ExtractSliceOp,
              tensor::ConcatOp>(user))
        return hasElementwiseReader(user);
      return isa<ElementwiseOpInterface>(user);
    });
  }

  static void rewrite(ElementwiseOpInterface op, tensor::ExtractSliceOp slice, const Range &range,
                      ArrayRef<tensor::ExtractSliceOp> others, PatternRewriter &rewriter) {
    rewriter.setInsertionPointAfterValue(slice.getSource());
    Location loc = op->getLoc();
    RankedTensorType type = getTensorType(range.source);
    SmallVector<Value> operands = llvm::map_to_vector(getAlignedOperands(op), [&](Value operand) -> Value {
      return operand == slice.getResult() ? range.source : rewriter.clone(*operand.getDefiningOp())->getResult(0);
    });
    Value all = rebuildElementwise(rewriter, op, operands, type.getShape());
    Value inside = buildInside(rewriter, loc, type, range);
    Value chosen = SelectOp::create(rewriter, loc, type, inside, all, range.source);
    Value sliced = chosen;
    if (auto expand = slice.getSource().getDefiningOp<tensor::ExpandShapeOp>();
        expand && expand.getSrc() == range.source)
      sliced = tensor::ExpandShapeOp::create(rewriter, loc, expand.getResultType(), chosen,
                                             expand.getReassociationIndices(), expand.getMixedOutputShape());
    for (tensor::ExtractSliceOp other : others)
      rewriter.modifyOpInPlace(other, [&] { other.getSourceMutable().set(sliced); });
    rewriter.modifyOpInPlace(slice, [&] { slice.getSourceMutable().set(sliced); });
    rewriter.replaceOp(op, slice.getResult());
  }

  /// Whether a position is within the range, as a tensor that varies along its dimension alone.
  static Value buildInside(PatternRewriter &rewriter, Location loc, RankedTensorType type, const Range &range) {
    SmallVector<int64_t> shape(type.getRank() - range.dim, 1);
    shape.front() = type.getDimSize(range.dim);
    auto map = MapOp::create(rewriter, loc, RankedTensorType::get(shape, rewriter.getI1Type()), ValueRange(),
                             ValueRange(), /*positions=*/true);
    OpBuilder body = OpBuilder::atBlockEnd(map.getBodyBlock());
    Value position = map.getPositions().front();
    auto compare = [&](arith::CmpIPredicate predicate, int64_t bound) -> Value {
      return arith::CmpIOp::create(body, loc, predicate, position, arith::ConstantIndexOp::create(body, loc, bound));
    };
    Value from = compare(arith::CmpIPredicate::uge, range.begin);
    Value to = compare(arith::CmpIPredicate::ult, range.end);
    YieldOp::create(body, loc, arith::AndIOp::create(body, loc, from, to).getResult());
    return map.getResult();
  }
};
} // namespace

void fusion::populateSliceEpiloguePatterns(RewritePatternSet &patterns) {
  patterns.add<ComputeBeforeSlice>(patterns.getContext());
}
