// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Conversion/LinalgToFusion/LinalgToFusion.h"
#include "MultiplyAdd.h"
#include "Operands.h"
#include "Reductions.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Conversion/LinalgToFusion/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_CONVERTLINALGTOFUSIONPASS
#include "fusion/Conversion/LinalgToFusion/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

bool mlir::fusion::isLinalgImportSource(Operation *op) {
  if (op->getParentOfType<linalg::LinalgOp>())
    return false;
  if (isa<linalg::LinalgDialect>(op->getDialect()))
    return !isa<linalg::FillOp, linalg::TransposeOp, linalg::BroadcastOp>(op) && op->getNumResults() != 0;
  if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) || op->hasTrait<OpTrait::ConstantLike>())
    return false;
  auto isFloatTensor = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && isa<FloatType>(tensor.getElementType());
  };
  return llvm::any_of(op->getOperandTypes(), isFloatTensor) || llvm::any_of(op->getResultTypes(), isFloatTensor);
}

/// Splits operations that stand for several, such as linalg.softmax and linalg.pack, into those.
static void decomposeAggregates(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](linalg::AggregatedOpInterface op) {
    rewriter.setInsertionPoint(op);
    if (FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter); succeeded(results))
      rewriter.replaceOp(op, *results);
  });
  root->walk([&](linalg::PackOp op) {
    rewriter.setInsertionPoint(op);
    (void)linalg::lowerPack(rewriter, op, /*lowerPadLikeWithInsertSlice=*/false);
  });
  root->walk([&](linalg::UnPackOp op) {
    rewriter.setInsertionPoint(op);
    (void)linalg::lowerUnPack(rewriter, op, /*lowerUnpadLikeWithExtractSlice=*/false);
  });
}

/// Whether an index that the sum of a loop and a window of one element gives is known to go over all of a dimension.
static bool coversDimension(AffineExpr expr, ArrayRef<int64_t> ranges, ShapedType type, int64_t dim) {
  int64_t most = 1;
  for (auto [loop, range] : llvm::enumerate(ranges))
    if (expr.isFunctionOfDim(loop))
      most = ShapedType::isDynamic(range) || ShapedType::isDynamic(most) ? ShapedType::kDynamic : std::max(most, range);
  return !type.isDynamicDim(dim) && type.getDimSize(dim) == most;
}

/// The operation without its loops over windows of one element, which every map reads at 0; null if it has none, reads
/// something at other places than a matrix product does, or might read a part of an operand only.
static linalg::LinalgOp dropUnitWindow(IRRewriter &rewriter, linalg::LinalgOp op) {
  if (op.hasIndexSemantics())
    return nullptr;
  MLIRContext *context = op.getContext();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<AffineExpr> places;
  SmallVector<utils::IteratorType> iterators;
  for (auto [iterator, range] : llvm::zip_equal(op.getIteratorTypesArray(), ranges)) {
    bool isUnit = iterator == utils::IteratorType::reduction && range == 1;
    places.push_back(isUnit ? getAffineConstantExpr(0, context) : getAffineDimExpr(iterators.size(), context));
    if (!isUnit)
      iterators.push_back(iterator);
  }
  if (iterators.size() == ranges.size())
    return nullptr;
  SmallVector<AffineMap> maps;
  for (auto [operand, map] : llvm::zip_equal(op->getOperands(), op.getIndexingMapsArray())) {
    maps.push_back(map.replaceDimsAndSymbols(places, {}, iterators.size(), 0));
    if (!isSimpleMap(maps.back(), operand.getType()))
      return nullptr;
    // Beside a window an operand may have more elements than there are places for it.
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (isa<AffineBinaryOpExpr>(expr) && !coversDimension(expr, ranges, cast<ShapedType>(operand.getType()), dim))
        return nullptr;
  }
  auto generic = linalg::GenericOp::create(rewriter, op.getLoc(), op->getResultTypes(), op.getDpsInputs(),
                                           op.getDpsInits(), maps, iterators);
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(), generic.getRegion().begin());
  return generic;
}

/// Convolutions with a window of one element and no strides are contractions over the channels.
static void contractPointwiseConvolutions(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](linalg::LinalgOp op) {
    if (!linalg::isaConvolutionOpInterface(op) || op->getNumResults() != 1 ||
        !isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
      return;
    rewriter.setInsertionPoint(op);
    if (linalg::LinalgOp contraction = dropUnitWindow(rewriter, op))
      rewriter.replaceOp(op, contraction->getResults());
  });
}

namespace {
struct ConvertLinalgToFusionPass : fusion::impl::ConvertLinalgToFusionPassBase<ConvertLinalgToFusionPass> {
  using Base::Base;

  void runOnOperation() override {
    decomposeAggregates(getOperation());
    dropUnusedResults(getOperation());
    dropUnitLoopsOfReductions(getOperation());
    contractPointwiseConvolutions(getOperation());
    RewritePatternSet patterns(&getContext());
    populateContractionToFusionPatterns(patterns);
    populateElementwiseToFusionPatterns(patterns);
    populateTensorArithToFusionPatterns(patterns);
    ImportCounts counts = applyImportPatterns(getOperation(), std::move(patterns), isLinalgImportSource);
    numConverted += counts.converted;
    numLeft += counts.left;
    accumulateInF32(getOperation());
  }
};
} // namespace
