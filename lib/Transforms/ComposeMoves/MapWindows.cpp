// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Convolutions by channel are maps that look up the elements of a window.

#include "ChannelsLast.h"
#include "fusion/Dialect/Fusion/Utils/ElementTypes.h"
#include "fusion/Dialect/Fusion/Utils/MoveChain.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/ComposeMoves/ElementReader.h"
#include "fusion/Transforms/ComposeMoves/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

namespace fusion {
#define GEN_PASS_DEF_MAPWINDOWSPASS
#include "fusion/Transforms/ComposeMoves/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Most elements of a window, each of which is some operations of a map.
static constexpr int64_t kMostElements = 81;
/// Most paddings that are read through: two for each element.
static constexpr unsigned kMostRead = 2 * kMostElements;
/// Most results that share a window: with more it is a product.
static constexpr int64_t kMostShared = 8;

static bool isNarrow(Type type) { return isa<Float16Type, BFloat16Type, Float32Type>(getElementTypeOrSelf(type)); }

/// Bits of an element of the result.
static unsigned getBits(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0).getType()).getIntOrFloatBitWidth();
}

/// Whether a body adds products of floats of at most 32 bits, and does nothing else: MLIR looks through functions of
/// one number.
static bool addsProducts(linalg::LinalgOp op) {
  return llvm::all_of(op->getOperandTypes(), isNarrow) &&
         llvm::all_of(op.getBlock()->without_terminator(),
                      llvm::IsaPred<arith::MulFOp, arith::AddFOp, arith::ExtFOp>) &&
         linalg::detail::isContractionBody(*op.getBlock(), [](Operation *multiply, Operation *add) {
           return isa<arith::MulFOp>(multiply) && isa<arith::AddFOp>(add);
         });
}

namespace {
/// A sum of an image's elements in a window, each times a weight.
class WindowSum {
public:
  /// Nothing for what is no such sum, as a product, or has many elements.
  static std::optional<WindowSum> match(linalg::LinalgOp op) {
    if (op->getNumResults() != 1 || op.getNumDpsInputs() != 2 || op.hasIndexSemantics() ||
        !op.hasPureTensorSemantics() || op.getNumReductionLoops() == 0)
      return std::nullopt;
    WindowSum sum(op);
    return sum.hasWindow() && addsProducts(op) ? std::optional(sum) : std::nullopt;
  }

  /// False where a map would have too many operations.
  bool replace(RewriterBase &rewriter) {
    rewriter.setInsertionPoint(op);
    Image from = findImage(rewriter);
    SmallVector<int64_t> order = chooseOrder(from);
    // Sums of 16-bit elements are f32, and rounded behind that.
    Operation *last = op;
    if (op->hasOneUse() && isa<CastOp>(*op->user_begin()) && isNarrow(op->user_begin()->getResult(0).getType()) &&
        getBits(*op->user_begin()) < getBits(op))
      last = *op->user_begin();
    auto type = cast<RankedTensorType>(last->getResult(0).getType());
    Value result = buildMap(rewriter, type, order, from, kMostRead);
    if (!result)
      result = buildMap(rewriter, type, order, from, /*most=*/0);
    if (!result)
      return false;
    // The dimensions of the result that the map has, in the order of the result.
    SmallVector<int64_t> sorted = llvm::to_vector(order), back, shape;
    llvm::sort(sorted);
    for (int64_t dim : sorted) {
      back.push_back(llvm::find(order, dim) - order.begin());
      shape.push_back(type.getDimSize(dim));
    }
    if (!isIdentityPermutation(back)) {
      Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), shape, type.getElementType());
      result = linalg::TransposeOp::create(rewriter, op.getLoc(), result, empty, back)->getResult(0);
    }
    rewriter.replaceOp(last, expandUnits(rewriter, result, type, sorted));
    if (last != op)
      rewriter.eraseOp(op);
    return true;
  }

  /// Computes what is read and what reads the result with channels as the last dimension, if that is of use.
  void moveChannels(RewriterBase &rewriter) {
    std::optional<unsigned> channels = findChannels();
    rewriter.setInsertionPoint(op);
    Image from = findImage(rewriter);
    if (from.source)
      computeChannelsLast(rewriter, from.source, from.channels);
    AffineMap written = getMap(op.getDpsInitOperand(0));
    std::optional<unsigned> dim =
        channels ? written.getResultPosition(getAffineDimExpr(*channels, op.getContext())) : std::nullopt;
    Value result = op->getResult(0);
    if (!dim)
      return;
    int64_t size = getTensorType(result).getDimSize(*dim);
    while (result.hasOneUse() && (isUnitReshape(*result.user_begin()) || isa<CastOp>(*result.user_begin())))
      result = result.user_begin()->getResult(0);
    // Channels are the dimension of that size, if no other has it.
    ArrayRef<int64_t> shape = getTensorType(result).getShape();
    if (llvm::count(shape, size) == 1)
      computeChannelsLast(rewriter, result, llvm::find(shape, size) - shape.begin());
  }

private:
  /// What an image is looked up in.
  struct Image {
    Value source;                 ///< that is computed, and moved so that channels are its last dimension; or null
    int64_t channels = 0;         ///< that dimension
    std::optional<unsigned> last; ///< the loop along which adjacent elements are read
  };

  explicit WindowSum(linalg::LinalgOp op)
      : op(op), image(op.getDpsInputOperand(0)), weights(op.getDpsInputOperand(1)), ranges(op.getStaticLoopRanges()) {}

  AffineMap getMap(OpOperand *operand) { return op.getMatchingIndexingMap(operand); }

  bool hasWindow() {
    AffineMap read = getMap(image), weighed = getMap(weights), written = getMap(op.getDpsInitOperand(0));
    auto isStatic = [](Type type) { return cast<RankedTensorType>(type).hasStaticShape(); };
    if (!llvm::all_of(op->getOperandTypes(), isStatic) || llvm::is_contained(ranges, 0) ||
        !weighed.isProjectedPermutation() || !written.isProjectedPermutation() || read.isProjectedPermutation())
      return false;
    int64_t elements = 1, shared = 1;
    for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
      if (iterator == utils::IteratorType::reduction)
        elements = llvm::SaturatingMultiply<uint64_t>(elements, ranges[loop]);
      else if (!read.isFunctionOfDim(loop))
        shared = llvm::SaturatingMultiply<uint64_t>(shared, ranges[loop]);
    }
    return elements <= kMostElements && shared <= kMostShared;
  }

  /// `value` with dimensions of size 1 where `type` has others than `dims`.
  static Value expandUnits(RewriterBase &rewriter, Value value, RankedTensorType type, ArrayRef<int64_t> dims) {
    SmallVector<SmallVector<OpFoldResult>> sizes(dims.size());
    for (int64_t dim : llvm::seq<int64_t>(0, type.getRank())) {
      auto *own = llvm::find_if(dims, [&](int64_t next) { return next >= dim; });
      sizes[std::min<size_t>(own - dims.begin(), dims.size() - 1)].push_back(
          rewriter.getIndexAttr(type.getDimSize(dim)));
    }
    return expandDims(rewriter, value.getLoc(), value, sizes);
  }

  /// The dimensions of the result in the order of the map's, but for those of size 1: channels are the last ones, along
  /// which windows of adjacent elements are adjacent, or, of a graph's input, what lies so in memory.
  SmallVector<int64_t> chooseOrder(const Image &from) {
    AffineMap written = getMap(op.getDpsInitOperand(0));
    auto isLast = [&](int64_t dim) {
      unsigned loop = written.getDimPosition(dim);
      return loop == from.last || !getMap(image).isFunctionOfDim(loop); // what shares a window, too
    };
    SmallVector<int64_t> order;
    for (int64_t dim : llvm::seq<int64_t>(0, written.getNumResults()))
      if (ranges[written.getDimPosition(dim)] != 1)
        order.push_back(dim);
    std::stable_partition(order.begin(), order.end(), [&](int64_t dim) { return !isLast(dim); });
    if (order.empty())
      order.push_back(0);
    return order;
  }

  /// The loop of channels: one that all three operands have; nothing if there is none, or there are several.
  std::optional<unsigned> findChannels() {
    std::optional<unsigned> found;
    for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
      if (iterator == utils::IteratorType::parallel && ranges[loop] != 1 && getMap(image).isFunctionOfDim(loop) &&
          getMap(weights).isFunctionOfDim(loop)) {
        if (found)
          return std::nullopt;
        found = loop;
      }
    return found;
  }

  Image findImage(OpBuilder &builder) {
    MLIRContext *context = op.getContext();
    // A map of the loops, which is there for the question alone.
    auto map = MapOp::create(builder, op.getLoc(), RankedTensorType::get(ranges, builder.getI1Type()), ValueRange(),
                             ValueRange(), /*positions=*/true);
    ElementReader reader(map, [](Operation *) { return false; }, kMostRead);
    SmallVector<AffineExpr> loops;
    for (auto [loop, range] : llvm::enumerate(ranges))
      loops.push_back(range == 1 ? getAffineConstantExpr(0, context) : getAffineDimExpr(loop, context));
    SmallVector<AffineExpr> place =
        llvm::map_to_vector(getMap(image).getResults(), [&](AffineExpr expr) { return expr.replaceDims(loops); });
    reader.read(image->get(), place);
    Image found;
    std::optional<unsigned> channels = findChannels();
    if (reader.getLeaves().size() == 1 && !reader.getLeaves().front().place.empty()) {
      const ElementReader::Leaf &leaf = reader.getLeaves().front();
      SmallVector<unsigned> adjacent;
      for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
        if (iterator == utils::IteratorType::parallel && leaf.place.back().isFunctionOfDim(loop))
          adjacent.push_back(loop);
      auto *own = channels ? llvm::find(leaf.place, getAffineDimExpr(*channels, context)) : leaf.place.end();
      bool isComputed = leaf.source.getDefiningOp() && getTensorType(leaf.source).hasStaticShape();
      if (isComputed && own != leaf.place.end())
        found = {leaf.source, own - leaf.place.begin(), *channels};
      else if (adjacent.size() == 1)
        found.last = adjacent.front();
    }
    map.erase();
    return found;
  }

  /// Null where there would be too many operations. `most` paddings and concatenations are read through.
  Value buildMap(RewriterBase &rewriter, RankedTensorType type, ArrayRef<int64_t> order, const Image &from,
                 unsigned most) {
    Location loc = op.getLoc();
    AffineMap written = getMap(op.getDpsInitOperand(0));
    auto shape = llvm::map_to_vector(order, [&](int64_t dim) { return type.getDimSize(dim); });
    // Weights in the order of the window, and along the map's last dimension: they are as few as to be moved.
    unsigned last = written.getDimPosition(order.back());
    std::optional<unsigned> dim = getDimOfWeights(last);
    Value kernel = dim ? lookUpLast(rewriter, weights->get(), *dim) : weights->get();
    Value source = from.source ? moveToLast(rewriter, from.source, from.channels) : Value();

    auto map = MapOp::create(rewriter, loc, type.clone(shape), ValueRange(), ValueRange(), /*positions=*/true);
    ElementReader reader(map, [](Operation *) { return false; }, most);
    if (source && source != from.source)
      reader.replaceTable(from.source, source, getOrderOfLast(getTensorType(source).getRank(), from.channels));
    SmallVector<AffineExpr> positions = reader.getPositions();
    SmallVector<AffineExpr> loops(ranges.size(), rewriter.getAffineConstantExpr(0));
    for (auto [position, dim] : llvm::zip_equal(positions, order))
      loops[written.getDimPosition(dim)] = position;
    OpBuilder &body = reader.getBuilder();
    auto wide = body.getF32Type();
    auto widen = [&](Value scalar) { return convertFloat(body, loc, scalar, wide); };
    auto place = [&](AffineMap access) {
      return llvm::map_to_vector(access.getResults(), [&](AffineExpr expr) { return expr.replaceDims(loops); });
    };
    // A zero is added to, too: behind it, a product that is -0 is 0.
    FloatAttr filled = getFilled(op.getDpsInitOperand(0)->get());
    Value sum = filled ? arith::ConstantOp::create(body, loc, body.getFloatAttr(wide, filled.getValueAsDouble()))
                       : widen(reader.read(op.getDpsInitOperand(0)->get(), place(written)));
    forEachElement(loops, [&] {
      Value element = widen(reader.read(image->get(), place(getMap(image))));
      SmallVector<AffineExpr> own = place(getMap(weights));
      if (dim)
        own = applyPermutation(own, getOrderOfLast(own.size(), *dim));
      Value weight = widen(reader.lookUp(kernel, own));
      Value product = arith::MulFOp::create(body, loc, element, weight);
      sum = arith::AddFOp::create(body, loc, sum, product);
    });
    YieldOp::create(body, loc, convertFloat(body, loc, sum, type.getElementType()));
    // Elements of a row have indices and conditions in common.
    DominanceInfo dominance(map);
    eliminateCommonSubExpressions(rewriter, dominance, map);
    if (map.getBodyBlock()->getOperations().size() <= MapOp::kMaxOperations)
      return map.getResult();
    rewriter.eraseOp(map);
    return {};
  }

  /// The number that all elements of a tensor are, if it was filled with one.
  static FloatAttr getFilled(Value init) {
    FloatAttr number;
    if (auto fill = init.getDefiningOp<linalg::FillOp>())
      matchPattern(fill.getInputs().front(), m_Constant(&number));
    return number;
  }

  /// Calls `build` for each element of the window, with the loops of the reduction set to its place.
  void forEachElement(MutableArrayRef<AffineExpr> loops, llvm::function_ref<void()> build) {
    SmallVector<unsigned> reduced;
    op.getReductionDims(reduced);
    SmallVector<int64_t> sizes = llvm::map_to_vector(reduced, [&](unsigned loop) { return ranges[loop]; });
    SmallVector<int64_t> strides = computeStrides(sizes);
    for (int64_t element : llvm::seq<int64_t>(0, computeProduct(sizes))) {
      for (auto [loop, at] : llvm::zip_equal(reduced, delinearize(element, strides)))
        loops[loop] = getAffineConstantExpr(at, op.getContext());
      build();
    }
  }

  /// The dimension of the weights that a loop runs along.
  std::optional<unsigned> getDimOfWeights(unsigned loop) {
    return getMap(weights).getResultPosition(getAffineDimExpr(loop, op.getContext()));
  }

  /// The dimensions of a tensor with one of them as the last.
  static SmallVector<int64_t> getOrderOfLast(int64_t rank, int64_t dim) {
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    std::rotate(order.begin() + dim, order.begin() + dim + 1, order.end());
    return order;
  }

  /// A small tensor with that dimension as the last one, as a map: maps of several convolutions can be one kernel.
  static Value lookUpLast(RewriterBase &rewriter, Value value, int64_t dim) {
    SmallVector<int64_t> order = getOrderOfLast(getTensorType(value).getRank(), dim);
    return fusion::lookUp(rewriter, value.getLoc(), value, AccessMap::getPermutation(order, rewriter.getContext()));
  }

  static Value moveToLast(RewriterBase &rewriter, Value value, int64_t dim) {
    RankedTensorType type = getTensorType(value);
    if (dim + 1 == type.getRank())
      return value;
    SmallVector<int64_t> order = getOrderOfLast(type.getRank(), dim);
    SmallVector<int64_t> shape = applyPermutation(type.getShape(), order);
    Value empty = tensor::EmptyOp::create(rewriter, value.getLoc(), shape, type.getElementType());
    return linalg::TransposeOp::create(rewriter, value.getLoc(), value, empty, order)->getResult(0);
  }

  linalg::LinalgOp op;
  OpOperand *image, *weights;
  SmallVector<int64_t> ranges; ///< of the loops
};

struct MapWindowsPass : fusion::impl::MapWindowsPassBase<MapWindowsPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<WindowSum> sums;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (std::optional<WindowSum> sum = WindowSum::match(op))
        sums.push_back(*sum);
    });
    for (WindowSum &sum : sums)
      sum.moveChannels(rewriter);
    numMapped += llvm::count_if(sums, [&](WindowSum &sum) { return sum.replace(rewriter); });
    foldTransposes(rewriter);
  }

private:
  /// What is transposed back is what it was.
  void foldTransposes(RewriterBase &rewriter) {
    getOperation()->walk([&](linalg::TransposeOp op) {
      auto before = op.getInput().getDefiningOp<linalg::TransposeOp>();
      if (op->getNumResults() == 1 && before &&
          isIdentityPermutation(applyPermutation(before.getPermutation(), op.getPermutation())))
        rewriter.replaceOp(op, before.getInput());
    });
  }
};
} // namespace
