// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ReduceByBlocks.h"
#include "Aliasing.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fusion;

int64_t mlir::fusion::countPoints(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(count, size, count))
      return ShapedType::kDynamic;
  return count;
}

/// Whether the elements that the last loop goes through lie beside each other, in each input that it moves in.
static bool readsRows(linalg::GenericOp op) {
  AffineExpr last = getAffineDimExpr(op.getNumLoops() - 1, op.getContext());
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    return !map.isFunctionOfDim(op.getNumLoops() - 1) || map.getResults().back() == last;
  });
}

/// `count` divided among threads that take `each` of it, as a power of 2 from `least` to `most`; `most` if not known.
static int64_t divideAmong(int64_t count, int64_t each, int64_t least, int64_t most) {
  if (ShapedType::isDynamic(count))
    return most;
  return std::clamp<int64_t>(llvm::PowerOf2Ceil(llvm::divideCeil(count, each)), least, most);
}

/// The piece of each thread, where `turn` threads take pieces of `reduced` elements in turn: 8 bytes of 16-bit
/// elements, 16 of f32, or less where that gives some threads a quarter more elements than others need have
/// (docs/Performance.md). It depends on no type, so that the order of a sum does not.
static int64_t choosePiece(int64_t reduced, int64_t turn) {
  constexpr int64_t kPiece = 4;
  if (ShapedType::isDynamic(reduced))
    return 1;
  auto getMost = [&](int64_t piece) { return llvm::divideCeil(reduced, piece * turn) * piece; };
  int64_t piece = kPiece;
  while (reduced % piece != 0 || 4 * getMost(piece) > 5 * getMost(1))
    piece /= 2;
  return piece;
}

/// For rows of few elements: as many lanes as elements, or a few more, and 256 threads a block. Neighbours read what
/// lies side by side, and softmax over ten classes is one launch like others.
static BlockShape shapeShortRows(int64_t reduced) {
  constexpr int64_t kThreads = 256;
  int64_t lanes = llvm::PowerOf2Ceil(std::max<int64_t>(reduced, 2));
  return {kThreads / lanes, lanes, false};
}

/// Nothing where a thread for each of `points` is as good: there is little to reduce, or many columns lie side by side.
/// A block of several points has 256 threads at least, since more than 1.5 blocks a nanosecond are not started. The
/// numbers are an H200's, whatever the chip: docs/Performance.md.
static std::optional<BlockShape> chooseShape(linalg::GenericOp op, int64_t points, int64_t reduced) {
  constexpr int64_t kLeastReduced = 32, kManyPoints = 1 << 17, kProcessors = 132, kFewPoints = 2 * kProcessors,
                    kEach = 8, kManyRows = 4096, kShortRow = 1024, kLeastShares = 16, kLeastSlices = 4,
                    kLeastBeside = 8, kMostThreads = 1024;
  bool open = ShapedType::isDynamic(points), few = !open && points <= kFewPoints;
  bool fewLong = few && points > 0 && !ShapedType::isDynamic(reduced), rows = readsRows(op);
  if (!ShapedType::isDynamic(reduced) && reduced < kLeastReduced)
    return rows && reduced > 1 ? std::optional(shapeShortRows(reduced)) : std::nullopt;
  // Two blocks for each multiprocessor, each with enough for all of its threads, where that is worth a second launch.
  auto slice = [&](BlockShape shape) {
    int64_t blocks = llvm::divideCeil(points, shape.points), share = kEach * shape.lanes;
    int64_t slices = std::min(kFewPoints / blocks, reduced / share);
    if (reduced >= kLeastShares * share && slices >= kLeastSlices)
      shape.slices = slices;
    return shape;
  };
  if (fewLong && !rows && points >= kLeastBeside) {
    int64_t beside = std::min<int64_t>(kWarp, llvm::bit_floor<uint64_t>(points));
    if (BlockShape shape = slice({beside, kMostThreads / beside, true}); shape.slices > 1)
      return shape;
  }
  if (few || rows) {
    bool manyShort = !open && points >= kManyRows && !ShapedType::isDynamic(reduced) && reduced <= kShortRow;
    int64_t lanes = manyShort ? kWarp : divideAmong(reduced, kEach, kWarp, fewLong ? kMostThreads : 256);
    BlockShape shape{lanes == kWarp ? 8 : 1, lanes, false};
    if (fewLong)
      shape = slice(shape);
    if (rows)
      shape.piece = choosePiece(reduced, shape.lanes * shape.slices);
    return shape;
  }
  if (!open && points >= kManyPoints)
    return std::nullopt;
  // Eight elements of 32 bits are what memory brings at once.
  int64_t beside = 32;
  while (!open && beside > 8 && points < beside * kProcessors)
    beside /= 2;
  return BlockShape{beside, divideAmong(reduced, kEach, 256 / beside, 32), true};
}

/// The loops of `op`, the parallel ones first, and else in the order of the dimensions of an input that has all of
/// them.
static SmallVector<unsigned> getLoopOrder(linalg::GenericOp op) {
  SmallVector<unsigned> loops = llvm::to_vector(llvm::seq<unsigned>(0, op.getNumLoops())), order;
  for (OpOperand *input : op.getDpsInputOperands())
    if (AffineMap map = op.getMatchingIndexingMap(input); map.isPermutation() && op.getNumReductionLoops() > 0) {
      for (auto [loop, expr] : llvm::zip_equal(loops, map.getResults()))
        loop = cast<AffineDimExpr>(expr).getPosition();
      break;
    }
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  for (bool parallel : {true, false})
    for (unsigned loop : loops)
      if ((types[loop] == utils::IteratorType::parallel) == parallel)
        order.push_back(loop);
  return order;
}

FailureOr<linalg::GenericOp> mlir::fusion::getParallelFirst(RewriterBase &rewriter, linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::GenericOp> generic = isa<linalg::GenericOp>(op)
                                             ? FailureOr<linalg::GenericOp>(cast<linalg::GenericOp>(op))
                                             : linalg::generalizeNamedOp(rewriter, op);
  if (failed(generic))
    return failure();
  SmallVector<unsigned> order = getLoopOrder(*generic);
  if (llvm::is_sorted(order))
    return generic;
  return linalg::interchangeGenericOp(rewriter, *generic, order);
}

Value mlir::fusion::getFilling(linalg::LinalgOp op) {
  if (auto fill = dyn_cast<linalg::FillOp>(*op))
    return fill.value().getType() == getElementTypeOrSelf(fill.output()) ? fill.value() : Value();
  if (!isa<linalg::GenericOp>(op) || op.getNumDpsInputs() > 0 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() || !op.getIndexingMapsArray().front().isPermutation() ||
      !op.getBlock()->without_terminator().empty())
    return {};
  Value value = op.getBlock()->getTerminator()->getOperand(0);
  return value.getParentBlock() == op.getBlock() ? Value() : value;
}

/// Whether an operation that writes by `map` writes each element of a memref of `shape`.
static bool writesAll(AffineMap map, ArrayRef<int64_t> shape) {
  return map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
         llvm::all_of(llvm::zip_equal(map.getResults(), shape),
                      [](auto dim) { return isa<AffineDimExpr>(std::get<0>(dim)) || std::get<1>(dim) == 1; });
}

linalg::LinalgOp mlir::fusion::findFill(linalg::GenericOp op, unsigned number) {
  OpOperand *init = op.getDpsInitOperand(number);
  Value result = init->get();
  // Whoever else has that memory has it of this value.
  if (!isOrigin(result) || result.getParentBlock() != op->getBlock() ||
      !writesAll(op.getMatchingIndexingMap(init), cast<MemRefType>(result.getType()).getShape()))
    return {};
  linalg::LinalgOp fill;
  for (OpOperand &use : result.getUses()) {
    Operation *user = op->getBlock()->findAncestorOpInBlock(*use.getOwner());
    if (user && (op->isBeforeInBlock(user) || (user == op && op.isDpsInit(&use))))
      continue;
    auto candidate = dyn_cast_if_present<linalg::LinalgOp>(user);
    if (fill || !candidate || use.getOwner() != user || !candidate.isDpsInit(&use) || !getFilling(candidate))
      return {};
    fill = candidate;
  }
  return fill;
}

/// The reduction of `parts` [parallel loops, slices], the results of slices of what `op` reduces, into its result.
static linalg::GenericOp reduceParts(RewriterBase &rewriter, linalg::GenericOp op, const Reduction &reduction,
                                     Value parts) {
  size_t parallel = op.getNumParallelLoops();
  MLIRContext *context = op.getContext();
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<AffineMap> maps = {AffineMap::getMultiDimIdentityMap(parallel + 1, context),
                                 AffineMap::get(parallel + 1, 0, result.getResults(), context)};
  SmallVector<utils::IteratorType> iterators(parallel, utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  return linalg::GenericOp::create(rewriter, op.getLoc(), parts, op.getDpsInits().front(), maps, iterators,
                                   [&](OpBuilder &builder, Location loc, ValueRange arguments) {
                                     linalg::YieldOp::create(
                                         builder, loc, combine(builder, loc, reduction, arguments[1], arguments[0]));
                                   });
}

/// By one launch, and what fills the result; or into `parts`, and `op` stays.
static void emitLaunch(RewriterBase &rewriter, linalg::GenericOp op, const Reduction &reduction, BlockShape shape,
                       Value parts = {}) {
  linalg::LinalgOp fill = parts ? linalg::LinalgOp() : findFill(op);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> sizes = getLoopSizes(rewriter, op);
  size_t parallel = op.getNumParallelLoops();
  BlockPlace place = launchBlocks(rewriter, op.getLoc(), ValueRange(sizes).take_front(parallel), shape);
  ElementMemory memory;
  emitWide(rewriter, op.getLoc(), SmallVector<Value>(op.getDpsInputs()), shape.piece, memory, [&] {
    emitReduction(rewriter, place, op, reduction, ValueRange(sizes).drop_front(parallel), memory,
                  {fill ? getFilling(fill) : Value(), parts});
  });
  if (parts)
    return;
  rewriter.eraseOp(op);
  if (fill)
    rewriter.eraseOp(fill);
}

/// By two launches.
static void emitSlices(RewriterBase &rewriter, linalg::GenericOp op, const Reduction &reduction, BlockShape shape) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  sizes.resize(op.getNumParallelLoops());
  sizes.push_back(shape.slices);
  rewriter.setInsertionPoint(op);
  Value parts = memref::AllocOp::create(rewriter, op.getLoc(), MemRefType::get(sizes, reduction.carried.getType()));
  emitLaunch(rewriter, op, reduction, shape, parts);
  rewriter.setInsertionPoint(op);
  linalg::GenericOp rest = reduceParts(rewriter, op, reduction, parts);
  rewriter.eraseOp(op);
  emitLaunch(rewriter, rest, *matchBlockReduction(rest), {8, kWarp, false});
}

std::optional<BlockShape> mlir::fusion::chooseBlockShape(linalg::GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  size_t parallel = op.getNumParallelLoops();
  std::optional<BlockShape> shape = chooseShape(op, countPoints(ArrayRef(sizes).take_front(parallel)),
                                                countPoints(ArrayRef(sizes).drop_front(parallel)));
  // Who goes through the terms again has all of them.
  if (std::optional<Reduction> reduction = matchBlockReduction(op); shape && reduction && reduction->isOrdered())
    shape->slices = 1;
  return shape;
}

LogicalResult mlir::fusion::reduceByBlocks(RewriterBase &rewriter, linalg::GenericOp op) {
  std::optional<Reduction> reduction = matchBlockReduction(op);
  std::optional<BlockShape> shape = reduction ? chooseBlockShape(op) : std::nullopt;
  if (!shape)
    return failure();
  if (shape->slices > 1)
    emitSlices(rewriter, op, *reduction, *shape);
  else
    emitLaunch(rewriter, op, *reduction, *shape);
  return success();
}
