// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product whose halves meet is two products, of halves of the weight.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/SizeOrigin.h"
#include "fusion/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {
#define GEN_PASS_DEF_SPLITPRODUCTSPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// The first column of a slice that takes all of a tensor but columns, side by side; nothing for other slices.
static std::optional<int64_t> getFirstColumn(tensor::ExtractSliceOp slice) {
  RankedTensorType source = slice.getSourceType();
  if (source.isDynamicDim(source.getRank() - 1) || slice.getType().getRank() != source.getRank() ||
      !llvm::all_of(slice.getMixedStrides(), [](OpFoldResult stride) { return isConstantIntValue(stride, 1); }))
    return std::nullopt;
  SizeExpressions sizes(slice.getContext());
  for (int64_t dim = 0; dim + 1 < source.getRank(); ++dim)
    if (sizes.get(slice.getResult(), dim) != sizes.get(slice.getSource(), dim))
      return std::nullopt;
  return getConstantIntValue(slice.getMixedOffsets().back());
}

/// The reshape of a product's result that alone reads it, if it leaves columns as they are; or the operation that adds
/// to each column, say.
static Operation *getOnlyReader(Value value) {
  Operation *reader = value.hasOneUse() ? *value.user_begin() : nullptr;
  if (auto expand = dyn_cast_if_present<tensor::ExpandShapeOp>(reader))
    return expand.getReassociationIndices().back().size() == 1 ? expand : nullptr;
  auto elementwise = dyn_cast_if_present<ElementwiseOpInterface>(reader);
  bool isOfElements = elementwise && !isa<MapOp>(reader) && reader->getNumResults() == 1;
  auto getShape = [](Value tensor) { return cast<RankedTensorType>(tensor.getType()).getShape(); };
  return isOfElements && getShape(reader->getResult(0)) == getShape(value) ? reader : nullptr;
}

/// Whether an elementwise operation reads what is computed of both values, element by element.
static bool meet(Value a, Value b) {
  static constexpr size_t kMostReaders = 16;
  auto getReaders = [](Value value) {
    llvm::SmallSetVector<Operation *, 8> readers;
    readers.insert_range(value.getUsers());
    for (size_t i = 0; i < std::min(readers.size(), kMostReaders); ++i)
      if (isa<ElementwiseOpInterface>(readers[i]))
        readers.insert_range(readers[i]->getUsers());
    return readers;
  };
  llvm::SmallSetVector<Operation *, 8> ofA = getReaders(a), ofB = getReaders(b);
  return llvm::any_of(ofA, [&](Operation *op) { return isa<ElementwiseOpInterface>(op) && ofB.contains(op); });
}

namespace {
/// A product, what stands between it and its two halves, and these.
struct Halves {
  MatmulOp product;
  SmallVector<Operation *> between; ///< the product's reader first
  tensor::ExtractSliceOp first, second;

  static std::optional<Halves> match(MatmulOp product);
  /// What the product and its readers compute for the columns of a slice.
  Value compute(RewriterBase &rewriter, tensor::ExtractSliceOp slice);
};
} // namespace

/// Whether a tensor is computed, but for moves: a weight that is dequantised, say, which has kernels of its own.
static bool isComputed(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  while (
      isa_and_present<tensor::ExtractSliceOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, linalg::TransposeOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return op && !op->hasTrait<OpTrait::ConstantLike>();
}

/// Of 16 bits, without scales, and with rows of whole pieces of 16 bytes: then each family takes two products at once.
static bool isOfPairs(MatmulOp product) {
  constexpr int64_t kUnit = 8; // elements
  auto lhs = cast<RankedTensorType>(product.getLhs().getType()),
       rhs = cast<RankedTensorType>(product.getRhs().getType());
  auto isWhole = [](RankedTensorType type) { return type.getShape().back() % (2 * kUnit) == 0; };
  return lhs.getElementTypeBitWidth() == 16 && rhs.getElementTypeBitWidth() == 16 && rhs.hasStaticShape() &&
         !product.getLhsScale() && !product.getRhsScale() && isWhole(rhs) && !isComputed(product.getRhs()) &&
         (lhs.getShape().back() % kUnit == 0 || ShapedType::isDynamic(lhs.getShape().back()));
}

std::optional<Halves> Halves::match(MatmulOp product) {
  if (!isOfPairs(product))
    return std::nullopt;
  Halves halves{product, {}, {}, {}};
  Value last = product.getResult();
  while (Operation *reader = getOnlyReader(last)) {
    halves.between.push_back(reader);
    last = reader->getResult(0);
  }
  SmallVector<tensor::ExtractSliceOp> slices;
  for (Operation *user : last.getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!slice || !getFirstColumn(slice))
      return std::nullopt;
    slices.push_back(slice);
  }
  int64_t columns = cast<RankedTensorType>(last.getType()).getShape().back();
  if (slices.size() != 2 || columns % 2 != 0)
    return std::nullopt;
  if (*getFirstColumn(slices[0]) != 0)
    std::swap(slices[0], slices[1]);
  if (*getFirstColumn(slices[0]) != 0 || *getFirstColumn(slices[1]) != columns / 2 ||
      slices[0].getType() != slices[1].getType() || slices[0].getType().getShape().back() != columns / 2 ||
      !meet(slices[0], slices[1]))
    return std::nullopt;
  halves.first = slices[0];
  halves.second = slices[1];
  return halves;
}

/// `size` elements of dimension `dim` of a tensor, which has no other slice of it.
static Value sliceAlong(RewriterBase &rewriter, Location loc, Value tensor, int64_t dim, int64_t first, int64_t size) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0)),
      strides(type.getRank(), rewriter.getIndexAttr(1)), sizes = tensor::getMixedSizes(rewriter, loc, tensor);
  offsets[dim] = rewriter.getIndexAttr(first);
  sizes[dim] = rewriter.getIndexAttr(size);
  return tensor::ExtractSliceOp::create(rewriter, loc, tensor, offsets, sizes, strides);
}

Value Halves::compute(RewriterBase &rewriter, tensor::ExtractSliceOp slice) {
  int64_t first = *getFirstColumn(slice), size = slice.getType().getShape().back();
  auto withColumns = [&](Type type) {
    auto tensor = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(tensor.getShape());
    shape.back() = size;
    return tensor.clone(shape);
  };
  auto rhs = cast<RankedTensorType>(product.getRhs().getType());
  int64_t dim = rhs.getRank() - (product.getTransposeB() ? 2 : 1);
  IRMapping mapping;
  mapping.map(product.getRhs(), sliceAlong(rewriter, product.getLoc(), product.getRhs(), dim, first, size));
  Operation *half = rewriter.clone(*product, mapping);
  half->getResult(0).setType(withColumns(product.getType()));
  Value value = half->getResult(0);
  mapping.map(product.getResult(), value);
  for (Operation *op : between) {
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      if (!mapping.contains(operand) && type && type.getRank() > 0 && type.getShape().back() == 2 * size)
        mapping.map(operand, sliceAlong(rewriter, op->getLoc(), operand, type.getRank() - 1, first, size));
    }
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      SmallVector<OpFoldResult> shape =
          getMixedValues(expand.getStaticOutputShape(), expand.getOutputShape(), rewriter);
      shape.back() = rewriter.getIndexAttr(size);
      value = tensor::ExpandShapeOp::create(rewriter, op->getLoc(), withColumns(expand.getType()), value,
                                            expand.getReassociationIndices(), shape);
    } else {
      Operation *copy = rewriter.clone(*op, mapping);
      copy->getResult(0).setType(withColumns(op->getResult(0).getType()));
      value = copy->getResult(0);
    }
    mapping.map(op->getResult(0), value);
  }
  return value;
}

namespace {
struct SplitProductsPass : fusion::impl::SplitProductsPassBase<SplitProductsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<MatmulOp> products;
    getOperation()->walk([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      if (auto product = dyn_cast<MatmulOp>(op))
        products.push_back(product);
      return WalkResult::advance();
    });
    IRRewriter rewriter(&getContext());
    bool isChanged = false;
    for (MatmulOp product : products) {
      std::optional<Halves> halves = Halves::match(product);
      if (!halves)
        continue;
      // What stands between may read values behind the product.
      Operation *last = halves->between.empty() ? product.getOperation() : halves->between.back();
      for (tensor::ExtractSliceOp slice : {halves->first, halves->second}) {
        rewriter.setInsertionPointAfter(last);
        rewriter.replaceOp(slice, halves->compute(rewriter, slice));
      }
      for (Operation *op : llvm::reverse(halves->between))
        rewriter.eraseOp(op);
      rewriter.eraseOp(product);
      ++numSplit;
      isChanged = true;
    }
    if (!isChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
