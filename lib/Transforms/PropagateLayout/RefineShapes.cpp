// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Static sizes that only one side of a tensor.cast knows.

#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

static bool isRefinable(Operation *op) { return isa_and_present<ElementwiseOpInterface, MatmulOp>(op); }

/// Which of an operation's sizes each dimension of an operand has: those of its result come first, then a product's K.
static SmallVector<int64_t> getSizeNumbers(Operation *op, unsigned operand) {
  int64_t rank = getTensorType(op->getResult(0)).getRank();
  int64_t operandRank = getTensorType(op->getOperand(operand)).getRank();
  SmallVector<int64_t> numbers = llvm::to_vector(llvm::seq(rank - operandRank, rank));
  if (auto matmul = dyn_cast<MatmulOp>(op)) {
    numbers[operand == 0 ? matmul.getLhsMDim() : matmul.getRhsNDim()] = operand == 0 ? rank - 2 : rank - 1;
    numbers[operand == 0 ? matmul.getLhsKDim() : matmul.getRhsKDim()] = rank;
  }
  return numbers;
}

namespace {
/// The static sizes of an operation that reads dynamic ones.
class KnownSizes {
public:
  explicit KnownSizes(int64_t count) : sizes(count, ShapedType::kDynamic) {}

  /// Size number `number` is `size`, if that is static.
  void add(int64_t number, int64_t size) {
    if (ShapedType::isDynamic(size))
      return;
    contradicts |= !ShapedType::isDynamic(sizes[number]) && sizes[number] != size;
    sizes[number] = size;
  }
  int64_t get(int64_t number) const { return sizes[number]; }
  bool areContradictory() const { return contradicts; }

private:
  SmallVector<int64_t> sizes;
  bool contradicts = false;
};
} // namespace

/// What stands before a cast to less static sizes, else the value itself.
static Value skipCast(Value value) {
  auto cast = value.getDefiningOp<tensor::CastOp>();
  return cast && isa<RankedTensorType>(cast.getSource().getType()) ? cast.getSource() : value;
}

/// A dynamic dimension of an operand is never repeated, so it has the size that the operation has there. Where all
/// operands have one element along a dimension, so has the result.
static KnownSizes collectSizes(Operation *op, ArrayRef<int64_t> resultShape) {
  int64_t rank = resultShape.size();
  KnownSizes known(rank + 1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    known.add(dim, resultShape[dim]);
    known.add(dim, getTensorType(op->getResult(0)).getDimSize(dim));
  }
  SmallVector<bool> isOne(rank + 1, true);
  for (OpOperand &operand : getAlignedOpOperands(op)) {
    RankedTensorType type = getTensorType(operand.get()), source = getTensorType(skipCast(operand.get()));
    for (auto [dim, number] : llvm::enumerate(getSizeNumbers(op, operand.getOperandNumber()))) {
      bool broadcasts = !isa<MatmulOp>(op) || number < rank - 2;
      if (broadcasts && type.getDimSize(dim) == 1)
        continue;
      isOne[number] = false;
      known.add(number, type.isDynamicDim(dim) ? source.getDimSize(dim) : type.getDimSize(dim));
    }
  }
  for (int64_t dim = 0; dim < rank; ++dim)
    if (isOne[dim] && getTensorType(op->getResult(0)).isDynamicDim(dim))
      known.add(dim, 1);
  return known;
}

/// Gives an operation the sizes that its result has in `resultShape`, that its operands have before a cast, or that one
/// of its operands knows. Operands that know less are cast, which is checked when the graph runs: those for which
/// `casts` holds; for others the operation itself is.
static LogicalResult refine(PatternRewriter &rewriter, Operation *op, ArrayRef<int64_t> resultShape,
                            function_ref<bool(Value)> casts) {
  KnownSizes known = collectSizes(op, resultShape);
  if (known.areContradictory())
    return rewriter.notifyMatchFailure(op, "sizes contradict each other");
  bool changed = false;
  for (OpOperand &operand : getAlignedOpOperands(op)) {
    RankedTensorType type = getTensorType(operand.get());
    SmallVector<int64_t> shape(type.getShape());
    for (auto [dim, number] : llvm::enumerate(getSizeNumbers(op, operand.getOperandNumber())))
      // Where another operand's size becomes a static 1, the operation would take any size for this one.
      if (type.isDynamicDim(dim) && (casts(operand.get()) || known.get(number) == 1))
        shape[dim] = known.get(number);
    if (shape == type.getShape())
      continue;
    rewriter.setInsertionPoint(op);
    Value refined = castStaticSizes(rewriter, op->getLoc(), skipCast(operand.get()), type.clone(shape));
    rewriter.modifyOpInPlace(op, [&] { operand.set(refined); });
    changed = true;
  }
  Value result = op->getResult(0);
  RankedTensorType type = getTensorType(result);
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    shape.push_back(known.get(dim));
  if (shape != type.getShape()) {
    rewriter.modifyOpInPlace(op, [&] { result.setType(type.clone(shape)); });
    rewriter.setInsertionPointAfter(op);
    auto cast = tensor::CastOp::create(rewriter, op->getLoc(), type, result);
    rewriter.replaceAllUsesExcept(result, cast, cast);
    changed = true;
  }
  return success(changed);
}

namespace {
/// %1 = tensor.cast %x : tensor<64x8xf32> to tensor<?x8xf32>
/// %0 = fusion.relu %1 : tensor<?x8xf32>
///   ->
/// %1 = fusion.relu %x : tensor<64x8xf32>
/// %0 = tensor.cast %1 : tensor<64x8xf32> to tensor<?x8xf32>
struct RefineByOperands : RewritePattern {
  explicit RefineByOperands(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!isRefinable(op))
      return rewriter.notifyMatchFailure(op, "neither a product nor elementwise");
    // Sizes pass through them.
    auto casts = [](Value operand) {
      Operation *producer = operand.getDefiningOp();
      return isRefinable(producer) || isa_and_nonnull<tensor::CastOp>(producer);
    };
    return refine(rewriter, op, getTensorType(op->getResult(0)).getShape(), casts);
  }
};

/// %1 = fusion.relu %x : tensor<?x8xf32>
/// %0 = tensor.cast %1 : tensor<?x8xf32> to tensor<64x8xf32>
///   ->
/// %1 = tensor.cast %x : tensor<?x8xf32> to tensor<64x8xf32>
/// %0 = fusion.relu %1 : tensor<64x8xf32>
///
/// Not from another block: a cast that fails there is no error if the block does not run.
struct RefineByResult : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp cast, PatternRewriter &rewriter) const override {
    Operation *op = cast.getSource().getDefiningOp();
    auto type = dyn_cast<RankedTensorType>(cast.getType());
    if (!type || !isRefinable(op) || op->getBlock() != cast->getBlock())
      return rewriter.notifyMatchFailure(cast, "no product or elementwise operation before it in its block");
    if (!tensor::preservesStaticInformation(cast.getSource().getType(), type))
      return rewriter.notifyMatchFailure(cast, "tells nothing of its source, or forgets a size, too");
    return refine(rewriter, op, type.getShape(), [](Value) { return true; });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

namespace {
/// Shapes of a scatter's operands.
struct ScatterShapes {
  SmallVector<int64_t> updates, indices, kept;
};
} // namespace

static SmallVector<int64_t> getShape(Value value) { return SmallVector<int64_t>(getTensorType(value).getShape()); }

/// Takes `size` for one that is not known. False if it is known to be another.
static bool learn(int64_t &known, int64_t size) {
  if (ShapedType::isDynamic(known))
    known = size;
  return ShapedType::isDynamic(size) || known == size;
}

/// What is known of the sizes where casts are looked through. What is kept learns nothing of the updates: it would be
/// cast, and an argument that is cast is not written in place. Nothing if sizes contradict each other.
static std::optional<ScatterShapes> learnShapes(ScatterOp scatter) {
  ScatterShapes shapes{getShape(scatter.getUpdates()), getShape(scatter.getIndices()), getShape(scatter.getKept())};
  SmallVector<int64_t> updates = getShape(skipCast(scatter.getUpdates())),
                       indices = getShape(skipCast(scatter.getIndices())), kept = getShape(skipCast(scatter.getKept()));
  int64_t rank = updates.size(), skipped = rank - static_cast<int64_t>(indices.size());
  bool agree = true;
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isIndexed = dim == static_cast<int64_t>(scatter.getDim());
    agree &= learn(shapes.kept[dim], kept[dim]);
    int64_t size = isIndexed ? shapes.updates[dim] : shapes.kept[dim];
    if (isIndexed || !ShapedType::isDynamic(size))
      agree &= learn(size, updates[dim]);
    // An index that is not repeated is one for each update.
    int64_t *index = dim < skipped || shapes.indices[dim - skipped] == 1 ? nullptr : &shapes.indices[dim - skipped];
    if (index && (isIndexed || !ShapedType::isDynamic(size)))
      agree &= learn(size, *index) && learn(size, indices[dim - skipped]);
    shapes.updates[dim] = size;
    if (index)
      *index = size;
  }
  return agree ? std::optional(shapes) : std::nullopt;
}

namespace {
/// %1 = tensor.cast %x : tensor<16x8xf32> to tensor<?x8xf32>
/// %0 = fusion.scatter %1 at %i into %c along 0 : (tensor<?x8xf32>, tensor<?x1xi64>, tensor<64x8xf32>) -> ..
///   ->
/// %1 = tensor.cast %i : tensor<?x1xi64> to tensor<16x1xi64>
/// %0 = fusion.scatter %x at %1 into %c along 0 : (tensor<16x8xf32>, tensor<16x1xi64>, tensor<64x8xf32>) -> ..
struct RefineScatter : OpRewritePattern<ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterOp op, PatternRewriter &rewriter) const override {
    if (!op.getKept() || op.getOrder())
      return rewriter.notifyMatchFailure(op, "it has the form that kernels store it in");
    std::optional<ScatterShapes> shapes = learnShapes(op);
    if (!shapes)
      return rewriter.notifyMatchFailure(op, "sizes contradict each other");
    if (shapes->updates == getShape(op.getUpdates()) && shapes->kept == getShape(op.getKept()))
      return rewriter.notifyMatchFailure(op, "no cast hides a size");
    auto refined = [&](Value value, ArrayRef<int64_t> shape) {
      RankedTensorType type = getTensorType(value).clone(shape);
      return type == value.getType() ? value : castStaticSizes(rewriter, op.getLoc(), skipCast(value), type);
    };
    Value kept = refined(op.getKept(), shapes->kept);
    Value stored =
        ScatterOp::create(rewriter, op.getLoc(), kept.getType(), refined(op.getUpdates(), shapes->updates),
                          refined(op.getIndices(), shapes->indices), kept, op.getDim(), op.getUniqueIndices());
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), stored, getTensorType(op.getResult())));
    return success();
  }
};
} // namespace

void fusion::populateRefineShapePatterns(RewritePatternSet &patterns) {
  patterns.add<RefineByOperands, RefineByResult, RefineScatter>(patterns.getContext());
}
