// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Convolutions that are matrix products: windows of one element, and windows that lie side by side.

#include "Convolutions.h"
#include "MultiplyAdd.h"
#include "Operands.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fusion;

namespace {
/// An index of a convolution's input: place * stride + element of the window (loops).
struct WindowIndex {
  int64_t place, element, stride;
};
} // namespace

/// The loop and the factor of a term of an index; no loop if it is none.
static std::pair<int64_t, int64_t> matchTerm(AffineExpr expr) {
  int64_t factor = 1;
  if (auto product = dyn_cast<AffineBinaryOpExpr>(expr); product && expr.getKind() == AffineExprKind::Mul)
    if (auto constant = dyn_cast<AffineConstantExpr>(product.getRHS())) {
      factor = constant.getValue();
      expr = product.getLHS();
    }
  auto loop = dyn_cast<AffineDimExpr>(expr);
  return {loop ? int64_t(loop.getPosition()) : -1, factor};
}

/// Windows that are strided, and as large as the stride or of one element: no two read the same element.
static std::optional<WindowIndex> matchWindow(AffineExpr expr, linalg::LinalgOp op, ArrayRef<int64_t> ranges) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!sum || expr.getKind() != AffineExprKind::Add)
    return std::nullopt;
  auto [place, stride] = matchTerm(sum.getLHS());
  auto [element, dilation] = matchTerm(sum.getRHS());
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (place < 0 || element < 0 || stride <= 1 || iterators[place] != utils::IteratorType::parallel ||
      iterators[element] != utils::IteratorType::reduction || ShapedType::isDynamic(ranges[place]))
    return std::nullopt;
  bool fills = ranges[element] == stride && dilation == 1;
  if (!fills && ranges[element] != 1)
    return std::nullopt;
  return WindowIndex{place, element, stride};
}

/// The input of a convolution whose windows do not overlap, with a dimension for places and one for what is in a
/// window, and its map: [n, 224, 224, c] with windows of 16x16 becomes [n, 14, 16, 14, 16, c]. Null if there is nothing
/// to do.
static Value separateWindows(IRRewriter &rewriter, linalg::LinalgOp op, Value input, AffineMap &map) {
  auto type = dyn_cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (!type)
    return nullptr;
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input);
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0)),
      strides(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<SmallVector<OpFoldResult>> split;
  SmallVector<AffineExpr> exprs;
  bool changes = false;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    std::optional<WindowIndex> window = matchWindow(expr, op, ranges);
    if (!window || type.isDynamicDim(dim)) {
      split.push_back({sizes[dim]});
      exprs.push_back(expr);
      continue;
    }
    changes = true;
    int64_t places = ranges[window->place];
    exprs.push_back(getAffineDimExpr(window->place, op.getContext()));
    split.push_back({rewriter.getIndexAttr(places)});
    if (ranges[window->element] == 1) {
      sizes[dim] = rewriter.getIndexAttr(places);
      strides[dim] = rewriter.getIndexAttr(window->stride);
      continue;
    }
    sizes[dim] = rewriter.getIndexAttr(places * window->stride);
    exprs.push_back(getAffineDimExpr(window->element, op.getContext()));
    split.back().push_back(rewriter.getIndexAttr(window->stride));
  }
  if (!changes)
    return nullptr;
  map = AffineMap::get(map.getNumDims(), 0, exprs, op.getContext());
  // Behind the last window may be elements that nothing reads.
  Value read = tensor::ExtractSliceOp::create(rewriter, loc, input, offsets, sizes, strides);
  if (getTensorType(read) == type)
    read = input;
  return expandDims(rewriter, loc, read, split);
}

/// Whether it adds products, of which no place has a window of its own: not a pooling, nor by channel.
static bool isMatrixProduct(linalg::LinalgOp op) {
  std::optional<MultiplyAdd> match = matchMultiplyAdd(op);
  if (!match)
    return false;
  AffineMap left = op.getMatchingIndexingMap(match->lhs.operand), right = op.getMatchingIndexingMap(match->rhs.operand);
  return llvm::none_of(llvm::enumerate(op.getIteratorTypesArray()), [&](auto loop) {
    return loop.value() == utils::IteratorType::parallel && left.isFunctionOfDim(loop.index()) &&
           right.isFunctionOfDim(loop.index());
  });
}

/// The operation on inputs whose windows are separated, or null.
static linalg::LinalgOp separateWindows(IRRewriter &rewriter, linalg::LinalgOp op) {
  if (op.hasIndexSemantics() || !op.hasPureTensorSemantics() || !isMatrixProduct(op))
    return nullptr;
  SmallVector<Value> inputs(op.getDpsInputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool changes = false;
  for (auto [input, map] : llvm::zip(inputs, maps))
    if (Value separated = separateWindows(rewriter, op, input, map)) {
      input = separated;
      changes = true;
    }
  if (!changes)
    return nullptr;
  auto generic = linalg::GenericOp::create(rewriter, op.getLoc(), op->getResultTypes(), inputs, op.getDpsInits(), maps,
                                           op.getIteratorTypesArray());
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(), generic.getRegion().begin());
  return generic;
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

void fusion::contractConvolutions(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](linalg::LinalgOp op) {
    if (!linalg::isaConvolutionOpInterface(op) || op->getNumResults() != 1 ||
        !isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
      return;
    rewriter.setInsertionPoint(op);
    linalg::LinalgOp separated = separateWindows(rewriter, op);
    linalg::LinalgOp contraction = dropUnitWindow(rewriter, separated ? separated : op);
    if (separated && contraction)
      rewriter.eraseOp(separated);
    else if (separated)
      contraction = separated;
    if (contraction)
      rewriter.replaceOp(op, contraction->getResults());
  });
}
