// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// linalg contractions to fusion.matmul: the loops are sorted into batch, M, N and K, the operands brought into an order
// that fusion.matmul reads, and the result into the order that the graph wants.

#include "MultiplyAdd.h"
#include "Operands.h"
#include "ZeroPoints.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Conversion/LinalgToFusion/LinalgToFusion.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

using Loops = SmallVector<int64_t>;

namespace {
/// The loops of a product by their part in it, each group in the order of the result (contracted: of lhs). Batches are
/// loops of both operands, or of one, for which the other is repeated.
struct ProductLoops {
  Loops batch, lhsFree, rhsFree, contracted;
};

/// A product of two factors, and of the result's loops.
struct Product {
  IndexedFactor lhs, rhs;
  Loops result;
  ProductLoops loops;
};
} // namespace

static int64_t positionOf(int64_t loop, ArrayRef<int64_t> loops) { return llvm::find(loops, loop) - loops.begin(); }

static bool has(const IndexedOperand &operand, int64_t loop) { return llvm::is_contained(operand.loops, loop); }

/// The size of one of the operand's loops; one that is not known counts as large.
static int64_t getLoopSize(const IndexedOperand &operand, int64_t loop) {
  return getTensorType(operand.value).getDimSize(positionOf(loop, operand.loops));
}

/// Whether the loops of an operand have at least `least` (at most 2^31) elements together; a size that is not known
/// counts as large.
static bool haveElements(const IndexedOperand &operand, ArrayRef<int64_t> loops, int64_t least) {
  int64_t count = 1;
  for (int64_t loop : loops) {
    int64_t size = getLoopSize(operand, loop);
    count = ShapedType::isDynamic(size) ? least : std::min(count * std::min(size, least), least);
  }
  return count >= least;
}

/// Rows, or columns, that a product of a batch has at least where the other operand is repeated for a part of them: a
/// tile of a warpgroup. With fewer, taking them all together is worth a transposition.
constexpr int64_t kLeastRowsOfRepeated = 64;

/// Free loops of an operand that come before a common batch in the result, as b in bhtd,hsd->bhts, are batches too, for
/// which the other operand is repeated: neither this operand nor the result is transposed.
static void repeatForLeadingLoops(const Product &product, ProductLoops &loops) {
  if (loops.batch.empty())
    return;
  int64_t end = positionOf(loops.batch.back(), product.result) + 1;
  auto split = [&](const IndexedOperand &operand, Loops &free) {
    Loops rest;
    llvm::copy_if(free, std::back_inserter(rest), [&](int64_t l) { return positionOf(l, product.result) >= end; });
    if (rest.size() < free.size() && haveElements(operand, rest, kLeastRowsOfRepeated))
      free = rest;
  };
  split(product.lhs, loops.lhsFree);
  split(product.rhs, loops.rhsFree);
  loops.batch.clear();
  for (int64_t loop : ArrayRef(product.result).take_front(end))
    if (!llvm::is_contained(loops.lhsFree, loop) && !llvm::is_contained(loops.rhsFree, loop))
      loops.batch.push_back(loop);
}

/// Sorts the loops of a product; fails where one has no part in a matrix product.
static FailureOr<ProductLoops> sortLoops(const Product &product) {
  ProductLoops loops;
  for (int64_t loop : product.result) {
    bool inLhs = llvm::is_contained(product.lhs.loops, loop), inRhs = llvm::is_contained(product.rhs.loops, loop);
    if (!inLhs && !inRhs)
      return failure();
    (inLhs && inRhs ? loops.batch : inLhs ? loops.lhsFree : loops.rhsFree).push_back(loop);
  }
  for (int64_t loop : product.lhs.loops) {
    if (llvm::is_contained(product.result, loop))
      continue;
    if (!llvm::is_contained(product.rhs.loops, loop))
      return failure();
    loops.contracted.push_back(loop);
  }
  for (int64_t loop : product.rhs.loops)
    if (!llvm::is_contained(product.result, loop) && !llvm::is_contained(product.lhs.loops, loop))
      return failure();
  repeatForLeadingLoops(product, loops);
  return loops;
}

/// Columns that a product of a batch has at least, where lhs is repeated: a tile of 64, most of which is not empty.
/// With 49, of 64 images, the models say 25 us, and 7.6 beside transpositions; where the two are equal was not
/// measured.
constexpr int64_t kLeastRepeatedColumns = 64;

/// Where the result has rhs's free loops on both sides of lhs's, as a convolution whose channels come before its rows
/// and columns: those before are batches, so that the result is not transposed, nor rhs where it lies likewise.
static void repeatLhs(const Product &product, ProductLoops &loops) {
  if (!loops.batch.empty() || loops.lhsFree.empty())
    return;
  int64_t begin = positionOf(loops.lhsFree.front(), product.result),
          end = positionOf(loops.lhsFree.back(), product.result) + 1;
  if (begin == 0 || end == int64_t(product.result.size()) || end - begin != int64_t(loops.lhsFree.size()))
    return;
  ArrayRef<int64_t> batch = ArrayRef(product.result).take_front(begin), rest = ArrayRef(product.result).drop_front(end);
  bool oneBatch = llvm::all_of(batch, [&](int64_t loop) { return getLoopSize(product.rhs, loop) == 1; });
  if (!oneBatch && !haveElements(product.rhs, rest, kLeastRepeatedColumns))
    return;
  loops.batch.assign(batch.begin(), batch.end());
  loops.rhsFree.assign(rest.begin(), rest.end());
}

static Loops concat(std::initializer_list<ArrayRef<int64_t>> groups) {
  Loops all;
  for (ArrayRef<int64_t> group : groups)
    all.append(group.begin(), group.end());
  return all;
}

/// Groups of dimensions for a reshape to [batch..., first, second]; `first` or `second` may be 0 dimensions.
static Value collapseToMatrix(OpBuilder &builder, Location loc, Value value, int64_t batch, int64_t first,
                              int64_t second) {
  SmallVector<ReassociationIndices> groups;
  int64_t dim = 0;
  for (; dim < batch; ++dim)
    groups.push_back({dim});
  for (int64_t size : {first, second}) {
    if (size == 0)
      continue;
    ReassociationIndices &group = groups.emplace_back();
    for (int64_t i = 0; i < size; ++i)
      group.push_back(dim++);
  }
  value = collapseDims(builder, loc, value, groups);
  llvm::SmallBitVector inserted(batch + 2);
  if (first == 0)
    inserted.set(batch);
  if (second == 0)
    inserted.set(batch + 1);
  return insertUnitDims(builder, loc, value, inserted);
}

/// The operand as [batch..., free, contracted] or, where its dimensions lie so already, [batch..., contracted, free]:
/// then `swapped` is set. Batches that it is repeated for have size 1, or are missing in front.
static Value arrangeOperand(OpBuilder &builder, Location loc, const IndexedOperand &operand, ArrayRef<int64_t> batch,
                            ArrayRef<int64_t> free, ArrayRef<int64_t> contracted, bool &swapped) {
  Loops own;
  llvm::SmallBitVector repeated;
  for (int64_t loop : batch) {
    if (has(operand, loop))
      own.push_back(loop);
    if (!own.empty())
      repeated.push_back(!has(operand, loop));
  }
  swapped = operand.loops == concat({own, contracted, free}) && !free.empty() && !contracted.empty();
  Value value = swapped ? operand.value : orderDims(builder, loc, operand, concat({own, free, contracted}));
  value = collapseToMatrix(builder, loc, value, own.size(), (swapped ? contracted : free).size(),
                           (swapped ? free : contracted).size());
  repeated.resize(repeated.size() + 2);
  return insertUnitDims(builder, loc, value, repeated);
}

/// Sizes of `loops`, read off an operand.
static SmallVector<OpFoldResult> getLoopSizes(OpBuilder &builder, Location loc, const IndexedOperand &operand,
                                              ArrayRef<int64_t> loops) {
  return llvm::map_to_vector(loops, [&](int64_t loop) {
    return tensor::getMixedSize(builder, loc, operand.value, positionOf(loop, operand.loops));
  });
}

/// Splits [batch..., M, N] into the loops of M and N; where one has no loops, its dimension goes away.
static Value expandResult(OpBuilder &builder, Location loc, Value value, const Product &product) {
  const ProductLoops &loops = product.loops;
  SmallVector<SmallVector<OpFoldResult>> sizes;
  for (size_t dim = 0; dim < loops.batch.size(); ++dim)
    sizes.push_back({tensor::getMixedSize(builder, loc, value, dim)});
  llvm::SmallBitVector dropped(loops.batch.size() + 2);
  if (loops.lhsFree.empty())
    dropped.set(loops.batch.size());
  else
    sizes.push_back(getLoopSizes(builder, loc, product.lhs, loops.lhsFree));
  if (loops.rhsFree.empty())
    dropped.set(loops.batch.size() + 1);
  else
    sizes.push_back(getLoopSizes(builder, loc, product.rhs, loops.rhsFree));
  if (dropped.any())
    value = dropUnitDims(builder, loc, value, dropped);
  return expandDims(builder, loc, value, sizes);
}

/// The product in the order of its result's loops.
static Value buildProduct(OpBuilder &builder, Location loc, const Product &product, Type resultElementType) {
  const ProductLoops &loops = product.loops;
  bool transposeA, rhsSwapped;
  Value lhs = arrangeOperand(builder, loc, product.lhs, loops.batch, loops.lhsFree, loops.contracted, transposeA);
  Value rhs = arrangeOperand(builder, loc, product.rhs, loops.batch, loops.rhsFree, loops.contracted, rhsSwapped);
  RankedTensorType lhsType = getTensorType(lhs), rhsType = getTensorType(rhs);
  SmallVector<int64_t> shape;
  for (int64_t loop : loops.batch) {
    bool known = has(product.lhs, loop) && !ShapedType::isDynamic(getLoopSize(product.lhs, loop));
    shape.push_back(getLoopSize(known || !has(product.rhs, loop) ? product.lhs : product.rhs, loop));
  }
  shape.push_back(lhsType.getDimSize(lhsType.getRank() - (transposeA ? 1 : 2)));
  shape.push_back(rhsType.getDimSize(rhsType.getRank() - (rhsSwapped ? 1 : 2)));
  // An operand stored as [.., free, contracted] is read by fusion.matmul without a flag as lhs, with one as rhs.
  Value result = MatmulOp::create(builder, loc, RankedTensorType::get(shape, resultElementType), lhs, rhs, transposeA,
                                  /*transpose_b=*/!rhsSwapped, product.lhs.isUnsigned, product.rhs.isUnsigned);
  result = expandResult(builder, loc, result, product);
  result = orderDims(builder, loc, {result, concat({loops.batch, loops.lhsFree, loops.rhsFree})}, product.result);
  return subtractZeroPoints(builder, loc, result, {product.lhs, product.rhs, loops.contracted, product.result});
}

/// A product's result type when something is added to it: narrow floats are rounded only after the addition.
static Type getAccumulatorType(Type elementType) {
  return elementType.getIntOrFloatBitWidth() < 32 ? Float32Type::get(elementType.getContext()) : elementType;
}

namespace {
/// %0 = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
///   ->
/// %1 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
/// %0 = fusion.add %1, %c : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>, unless %c is 0
///
/// And whatever else sums products: batches, transposed operands, linalg.generic.
struct ConvertContraction : OpInterfaceRewritePattern<linalg::LinalgOp> {
  ConvertContraction(MLIRContext *context) : OpInterfaceRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    if (op.getNumLoops() == op.getNumParallelLoops())
      return failure(); // The elementwise pattern gives the reason.
    if (linalg::isaContractionOpInterface(op) && op.hasPureTensorSemantics())
      if (LogicalResult types = checkTypes(op, op->getOperand(0), op->getOperand(1), rewriter); failed(types))
        return types;
    std::optional<MultiplyAdd> match = op.hasPureTensorSemantics() ? matchMultiplyAdd(op) : std::nullopt;
    if (!match)
      return rewriter.notifyMatchFailure(op, "it reduces and is not a matrix product");
    OpOperand *init = op.getDpsInitOperand(0);
    for (const TermFactor &factor : {match->lhs, match->rhs})
      if (factor.zeroPoint && !isSimpleMap(factor.zeroPoint->map, factor.zeroPoint->value.getType()))
        return rewriter.notifyMatchFailure(op,
                                           "it reads a zero point through a map that is not a permutation of loops");
    for (OpOperand *operand : {match->lhs.operand, match->rhs.operand, init})
      if (!isSimpleMap(op.getMatchingIndexingMap(operand), operand->get().getType()))
        return rewriter.notifyMatchFailure(op, "it sums products, but reads an operand through a map that is not a "
                                               "permutation of loops");
    if (LogicalResult types = checkTypes(op, match->lhs.operand->get(), match->rhs.operand->get(), rewriter);
        failed(types))
      return types;
    Product product{getIndexedFactor(rewriter, op, match->lhs), getIndexedFactor(rewriter, op, match->rhs), {}, {}};
    for (AffineExpr expr : op.getMatchingIndexingMap(init).getResults())
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        product.result.push_back(loop.getPosition());
    FailureOr<ProductLoops> loops = sortLoops(product);
    if (failed(loops))
      return rewriter.notifyMatchFailure(op,
                                         "it sums products, but a loop is missing in the operands or reduces one only");
    product.loops = *loops;
    // The operand whose loops come first in the result is the left one.
    if (!loops->lhsFree.empty() && !loops->rhsFree.empty() &&
        llvm::find(product.result, loops->rhsFree.front()) < llvm::find(product.result, loops->lhsFree.front())) {
      std::swap(product.lhs, product.rhs);
      product.loops = *sortLoops(product);
    }
    // But where that one's loops go on behind the other's, the other may be repeated for those in front.
    Product repeated{product.rhs, product.lhs, product.result, {}};
    repeated.loops = *sortLoops(repeated);
    repeatLhs(repeated, repeated.loops);
    if (repeated.loops.batch != loops->batch)
      product = repeated;
    rewriter.replaceOp(op, buildWithInit(op, product, rewriter));
    return success();
  }

  /// The element types of factors and result are supported.
  static LogicalResult checkTypes(linalg::LinalgOp op, Value lhs, Value rhs, PatternRewriter &rewriter) {
    Type lhsType = getElementTypeOrSelf(lhs), rhsType = getElementTypeOrSelf(rhs),
         type = getElementTypeOrSelf(op.getDpsInits()[0]);
    if (lhsType.isSignlessInteger(8) && rhsType == lhsType && type.isSignlessInteger(32))
      return success();
    for (Type elementType : {lhsType, rhsType, type})
      if (!isSupportedFloat(elementType))
        return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
          diag << "it is a matrix product of element type " << elementType << ", which is not supported";
        });
    auto isByte = [](Type floatType) { return floatType.getIntOrFloatBitWidth() == 8; };
    if (lhsType != rhsType && !(isByte(lhsType) && isByte(rhsType)))
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
        diag << "it is a matrix product of two element types, " << lhsType << " and " << rhsType;
      });
    return success();
  }

  static Value buildWithInit(linalg::LinalgOp op, const Product &product, PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    Value init = op.getDpsInitOperand(0)->get();
    RankedTensorType type = getTensorType(init);
    bool zero = isZeroTensor(init);
    Type accumulator = zero ? type.getElementType() : getAccumulatorType(type.getElementType());
    Value result = buildProduct(rewriter, loc, product, accumulator);
    // Dimensions of the result that a constant indexes have size 1.
    llvm::SmallBitVector inserted(type.getRank());
    for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults()))
      if (isa<AffineConstantExpr>(expr))
        inserted.set(dim);
    result = insertUnitDims(rewriter, loc, result, inserted);
    result = castStaticSizes(rewriter, loc, result, type.clone(accumulator));
    return zero ? result : addInit(rewriter, loc, type, result, init);
  }

  /// Integers have no named addition.
  static Value addInit(OpBuilder &builder, Location loc, RankedTensorType type, Value result, Value init) {
    if (isa<FloatType>(type.getElementType()))
      return AddOp::create(builder, loc, type, result, init);
    auto map = MapOp::create(builder, loc, type, {result, init}, ValueRange(), /*positions=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(map.getBodyBlock());
    Value sum = arith::AddIOp::create(builder, loc, map.getElementArguments()[0], map.getElementArguments()[1]);
    YieldOp::create(builder, loc, sum);
    return map.getResult();
  }
};
} // namespace

void fusion::populateContractionToFusionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertContraction>(patterns.getContext());
}
