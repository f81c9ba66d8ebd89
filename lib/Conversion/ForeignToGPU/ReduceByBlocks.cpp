// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ReduceByBlocks.h"
#include "Aliasing.h"
#include "Launch.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {
/// How a generic operation reduces: result = kind(result, term of the inputs).
struct Reduction {
  Operation *combiner; ///< in the body
  Value carried;       ///< its operand that is the result so far
  TypedAttr neutral;
};
} // namespace

constexpr int64_t kWarp = 32;

/// Whether the order of the terms is free, but for rounding. Not where a sum is said not to overflow: another order's
/// parts may.
static bool isAssociative(Operation *op) {
  auto limited = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (limited && limited.getOverflowAttr().getValue() != arith::IntegerOverflowFlags::none)
    return false;
  return isa<arith::AddFOp, arith::AddIOp, arith::MulFOp, arith::MulIOp, arith::MaximumFOp, arith::MaxNumFOp,
             arith::MinimumFOp, arith::MinNumFOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp,
             arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
}

/// Threads exchange registers of 32 bits; 16-bit floats are extended for that.
static bool isExchanged(Type type) { return type.isF32() || type.isF16() || type.isBF16() || type.isInteger(32); }

static std::optional<Reduction> matchReduction(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1 || !op.hasPureBufferSemantics())
    return std::nullopt;
  SmallVector<Operation *> combiners;
  BlockArgument carried = op.getRegionOutputArgs().front();
  if (!mlir::matchReduction({carried}, 0, combiners) || combiners.size() != 1)
    return std::nullopt;
  Operation *combiner = combiners.front();
  if (!isAssociative(combiner) || !isExchanged(carried.getType()) || !carried.hasOneUse() ||
      *carried.user_begin() != combiner || op.getBlock()->getTerminator()->getOperand(0) != combiner->getResult(0))
    return std::nullopt;
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
  if (!neutral)
    return std::nullopt;
  return Reduction{combiner, carried, *neutral};
}

/// The product of the sizes; dynamic if one is.
static int64_t countPoints(ArrayRef<int64_t> sizes) {
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

namespace {
/// How the threads of a block are shared out.
struct BlockShape {
  int64_t points;     ///< of the result
  int64_t lanes;      ///< threads of each
  bool pointsBeside;  ///< adjacent threads are those of adjacent points, else of one point
  int64_t slices = 1; ///< blocks that share what is reduced

  int64_t threads() const { return points * lanes; }
};
} // namespace

/// `count` divided among threads that take `each` of it, as a power of 2 from `least` to `most`; `most` if not known.
static int64_t divideAmong(int64_t count, int64_t each, int64_t least, int64_t most) {
  if (ShapedType::isDynamic(count))
    return most;
  return std::clamp<int64_t>(llvm::PowerOf2Ceil(llvm::divideCeil(count, each)), least, most);
}

/// Nothing where a thread for each of `points` is as good: there is little to reduce, or many columns lie side by side.
/// A block of several points has 256 threads at least, since more than 1.5 blocks a nanosecond are not started. The
/// numbers are an H200's, whatever the chip: docs/Performance.md.
static std::optional<BlockShape> chooseShape(linalg::GenericOp op, int64_t points, int64_t reduced) {
  constexpr int64_t kLeastReduced = 32, kManyPoints = 1 << 17, kProcessors = 132, kFewPoints = 2 * kProcessors,
                    kEach = 8, kLeastShares = 16, kLeastSlices = 4, kLeastBeside = 8, kMostThreads = 1024;
  bool open = ShapedType::isDynamic(points), few = !open && points <= kFewPoints;
  if (!ShapedType::isDynamic(reduced) && reduced < kLeastReduced)
    return std::nullopt;
  bool fewLong = few && points > 0 && !ShapedType::isDynamic(reduced), rows = readsRows(op);
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
    int64_t lanes = divideAmong(reduced, kEach, kWarp, fewLong ? kMostThreads : 256);
    BlockShape shape{lanes == kWarp ? 8 : 1, lanes, false};
    return fewLong ? slice(shape) : shape;
  }
  if (!open && points >= kManyPoints)
    return std::nullopt;
  // Eight elements of 32 bits are what memory brings at once.
  int64_t beside = 32;
  while (!open && beside > 8 && points < beside * kProcessors)
    beside /= 2;
  return BlockShape{beside, divideAmong(reduced, kEach, 256 / beside, 32), true};
}

namespace {
/// Emits the kernel.
class BlockReduction {
public:
  /// `initial` is what all elements of the result are before, if that is known; then they are not read. Where several
  /// blocks share what is reduced, `parts` takes what each has: [parallel loops, slice].
  BlockReduction(RewriterBase &rewriter, linalg::GenericOp op, const Reduction &reduction, BlockShape shape,
                 Value initial, Value parts = {})
      : builder(rewriter), loc(op.getLoc()), op(op), reduction(reduction), shape(shape), initial(initial),
        parts(parts) {}

  void emit() {
    size_t parallel = op.getNumParallelLoops();
    for (Range range : cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(builder, loc))
      sizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, range.size));
    Value blocks = builder.createOrFold<arith::CeilDivUIOp>(loc, count(ValueRange(sizes).take_front(parallel)),
                                                            index(shape.points));
    launch = createLaunch(builder, loc, mul(blocks, index(shape.slices)), shape.threads());
    // Sizes that are known are no arguments of the kernel.
    for (Value &size : sizes)
      if (std::optional<int64_t> known = getConstantIntValue(size))
        size = index(*known);
    ValueRange outer = ValueRange(sizes).take_front(parallel);
    inner = ValueRange(sizes).drop_front(parallel);

    placeThread(launch.getThreadIds().x);
    Value block = launch.getBlockIds().x;
    slice = index(0);
    if (shape.slices > 1) {
      slice = divide<arith::RemUIOp>(block, shape.slices);
      block = divide<arith::DivUIOp>(block, shape.slices);
    }
    Value number = add(mul(block, index(shape.points)), place);
    ivs = delinearize(number, outer);
    Value total = count(outer), inside;
    std::optional<int64_t> known = getConstantIntValue(total);
    if (shape.points > 1 && (!known || *known % shape.points != 0))
      inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, number, total);

    Value neutral = arith::ConstantOp::create(builder, loc, reduction.neutral);
    Value own = inside ? choose(inside, [&] { return reduceOwn(neutral); }, neutral) : reduceOwn(neutral);
    Value memory = shareOwn(own);
    Value writes = isFirst(lane);
    if (inside)
      writes = arith::AndIOp::create(builder, loc, writes, inside);
    runIf(writes, [&] { finish(own, memory); });
  }

private:
  Value index(int64_t value) { return indexConstant(builder, loc, value); }
  Value add(Value a, Value b) { return builder.createOrFold<arith::AddIOp>(loc, a, b); }
  Value mul(Value a, Value b) { return builder.createOrFold<arith::MulIOp>(loc, a, b); }
  template <typename Op> Value divide(Value a, int64_t by) { return builder.createOrFold<Op>(loc, a, index(by)); }
  Value isFirst(Value number) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, number, index(0));
  }
  Value count(ValueRange sizes) {
    Value product = index(1);
    for (Value size : sizes)
      product = mul(product, size);
    return product;
  }
  void runIf(Value condition, function_ref<void()> body) {
    auto guard = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard back(builder);
    builder.setInsertionPointToStart(guard.thenBlock());
    body();
  }
  /// What `value` makes where `condition` holds, else `other`.
  Value choose(Value condition, function_ref<Value()> value, Value other) {
    auto yield = [&](function_ref<Value()> make) {
      return [&, make](OpBuilder &inside, Location) {
        OpBuilder::InsertionGuard back(builder);
        builder.restoreInsertionPoint(inside.saveInsertionPoint());
        scf::YieldOp::create(builder, loc, make());
      };
    };
    auto same = [&] { return other; };
    return scf::IfOp::create(builder, loc, condition, yield(value), yield(same)).getResult(0);
  }

  void placeThread(Value thread) {
    lane = thread, place = index(0);
    if (shape.points == 1)
      return;
    int64_t divisor = shape.pointsBeside ? shape.points : shape.lanes;
    lane = divide<arith::RemUIOp>(thread, divisor), place = divide<arith::DivUIOp>(thread, divisor);
    if (shape.pointsBeside)
      std::swap(lane, place);
  }

  /// The position of each loop for the number `id` of a point among `sizes`.
  SmallVector<Value> delinearize(Value id, ValueRange sizes) {
    SmallVector<Value> positions(sizes.size());
    for (size_t dim = sizes.size(); dim-- > 1;) {
      positions[dim] = arith::RemUIOp::create(builder, loc, id, sizes[dim]);
      id = arith::DivUIOp::create(builder, loc, id, sizes[dim]);
    }
    if (!positions.empty())
      positions[0] = id;
    return positions;
  }

  /// What an operand is where the loops that reduce are at `reducing`.
  Value loadOperand(OpOperand &operand, ValueRange reducing) {
    if (op.isScalar(&operand))
      return operand.get();
    SmallVector<OpFoldResult> positions(ivs.begin(), ivs.end());
    positions.append(reducing.begin(), reducing.end());
    SmallVector<Value> indices;
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
      indices.push_back(getValueOrCreateConstantIndexOp(
          builder, loc, affine::makeComposedFoldedAffineApply(builder, loc, expr, positions)));
    return memref::LoadOp::create(builder, loc, operand.get(), indices);
  }

  /// `result` with the term of the inputs, whose number is `id`.
  Value addTerm(Value result, Value id) {
    SmallVector<Value> reducing = delinearize(id, inner);
    IRMapping mapping;
    for (OpOperand *input : op.getDpsInputOperands())
      mapping.map(op.getMatchingBlockArgument(input), loadOperand(*input, reducing));
    mapping.map(reduction.carried, result);
    for (Operation &each : op.getBlock()->without_terminator())
      if (auto position = dyn_cast<linalg::IndexOp>(each))
        mapping.map(position.getResult(),
                    position.getDim() < ivs.size() ? ivs[position.getDim()] : reducing[position.getDim() - ivs.size()]);
      else
        builder.clone(each, mapping);
    return mapping.lookup(reduction.combiner->getResult(0));
  }

  /// kind(result, term), as the body computes it.
  Value combine(Value result, Value term) {
    IRMapping mapping;
    for (Value operand : reduction.combiner->getOperands())
      mapping.map(operand, operand == reduction.carried ? result : term);
    return builder.clone(*reduction.combiner, mapping)->getResult(0);
  }

  /// Of the thread's own terms: one in each turn of all lanes, of all slices, and one of the rest.
  Value reduceOwn(Value neutral) {
    Value reduced = count(inner), turn = index(shape.lanes * shape.slices);
    Value first = seeded("foreign-reduction-slices-alike") ? lane : add(mul(slice, index(shape.lanes)), lane);
    Value rest = builder.createOrFold<arith::RemUIOp>(loc, reduced, turn);
    Value whole = builder.createOrFold<arith::SubIOp>(loc, reduced, rest);
    auto loop = scf::ForOp::create(builder, loc, index(0), whole, turn, neutral);
    {
      OpBuilder::InsertionGuard back(builder);
      builder.setInsertionPointToStart(loop.getBody());
      scf::YieldOp::create(builder, loc, addTerm(loop.getRegionIterArgs().front(), add(loop.getInductionVar(), first)));
    }
    Value own = loop.getResult(0);
    if (getConstantIntValue(rest) == 0 || seeded("foreign-reduction-drops-rest"))
      return own;
    Value has = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, first, rest);
    return choose(has, [&] { return addTerm(own, add(whole, first)); }, own);
  }

  /// In each thread, the values of all threads of its warp put together.
  Value reduceWarp(Value value) {
    Type type = value.getType();
    bool extended = !isa<IntegerType>(type) && !type.isF32();
    for (int32_t distance = kWarp / 2; distance > 0; distance /= 2) {
      Value sent = extended ? arith::ExtFOp::create(builder, loc, builder.getF32Type(), value).getResult() : value;
      Value other =
          gpu::ShuffleOp::create(builder, loc, sent, distance, kWarp, gpu::ShuffleMode::XOR).getShuffleResult();
      if (extended)
        other = arith::TruncFOp::create(builder, loc, type, other);
      value = combine(value, other);
    }
    return value;
  }

  /// Brings together what the lanes of a point have: `own` becomes that of a warp, where adjacent threads are of one
  /// point; what is left to add is in memory, if anything: [part, point of the block].
  Value shareOwn(Value &own) {
    if (!shape.pointsBeside)
      own = reduceWarp(own);
    int64_t parts = getParts();
    if (parts == 1)
      return {};
    auto space = gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
    Value memory = launch.addWorkgroupAttribution(
        MemRefType::get({parts, shape.points}, own.getType(), MemRefLayoutAttrInterface(), space), loc);
    auto store = [&](Value part) { memref::StoreOp::create(builder, loc, own, memory, ValueRange{part, place}); };
    if (shape.pointsBeside)
      store(lane);
    else
      runIf(isFirst(divide<arith::RemUIOp>(lane, kWarp)), [&] { store(divide<arith::DivUIOp>(lane, kWarp)); });
    if (!seeded("foreign-reduction-not-awaited"))
      gpu::BarrierOp::create(builder, loc);
    return memory;
  }
  int64_t getParts() const { return shape.pointsBeside ? shape.lanes : shape.lanes / kWarp; }

  /// By a point's first thread: adds the parts in order, and at last the result's element.
  void finish(Value own, Value memory) {
    if (memory) {
      auto load = [&](int64_t part) -> Value {
        return memref::LoadOp::create(builder, loc, memory, ValueRange{index(part), place});
      };
      own = load(0);
      for (int64_t part = 1; part < getParts() - seeded("foreign-reduction-drops-part"); ++part)
        own = combine(own, load(part));
    }
    if (parts) {
      SmallVector<Value> indices(ivs);
      indices.push_back(slice);
      memref::StoreOp::create(builder, loc, own, parts, indices);
      return;
    }
    // The element's place depends on no loop that reduces.
    SmallVector<Value> anywhere(inner.size(), lane);
    auto old = loadOperand(op.getDpsInitsMutable()[0], anywhere).getDefiningOp<memref::LoadOp>();
    Value result = combine(initial ? initial : old.getResult(), own);
    memref::StoreOp::create(builder, loc, result, old.getMemRef(), old.getIndices());
    if (initial)
      builder.eraseOp(old);
  }

  RewriterBase &builder;
  Location loc;
  linalg::GenericOp op;
  const Reduction &reduction;
  BlockShape shape;
  Value initial, parts;
  gpu::LaunchOp launch;
  SmallVector<Value> sizes; ///< of all loops
  ValueRange inner;         ///< of those that reduce
  SmallVector<Value> ivs;   ///< of the others: this thread's point
  Value lane, place;        ///< this thread's among those of its point, and the point's in its block
  Value slice;              ///< the block's among those of its points
};
} // namespace

/// The value that `op` gives to all elements of its result, if it does that.
static Value getFilling(linalg::LinalgOp op) {
  if (auto fill = dyn_cast<linalg::FillOp>(*op))
    return fill.value().getType() == getElementTypeOrSelf(fill.output()) ? fill.value() : Value();
  if (!isa<linalg::GenericOp>(op) || op.getNumDpsInputs() > 0 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() || !op.getIndexingMapsArray().front().isPermutation() ||
      !op.getBlock()->without_terminator().empty())
    return {};
  Value value = op.getBlock()->getTerminator()->getOperand(0);
  return value.getParentBlock() == op.getBlock() ? Value() : value;
}

/// What fills the result of `op`, which writes all of it, if nothing else touches it before.
static linalg::LinalgOp findFill(linalg::GenericOp op) {
  Value result = op.getDpsInits().front();
  // Whoever else has that memory has it of this value.
  if (!isOrigin(result) || result.getParentBlock() != op->getBlock() ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isProjectedPermutation())
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
                                     IRMapping mapping;
                                     for (Value operand : reduction.combiner->getOperands())
                                       mapping.map(operand, arguments[operand == reduction.carried ? 1 : 0]);
                                     linalg::YieldOp::create(builder, loc,
                                                             builder.clone(*reduction.combiner, mapping)->getResult(0));
                                   });
}

/// By one launch, and what fills the result.
static void emitLaunch(RewriterBase &rewriter, linalg::GenericOp op, const Reduction &reduction, BlockShape shape) {
  linalg::LinalgOp fill = findFill(op);
  rewriter.setInsertionPoint(op);
  BlockReduction(rewriter, op, reduction, shape, fill ? getFilling(fill) : Value()).emit();
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
  BlockReduction(rewriter, op, reduction, shape, /*initial=*/{}, parts).emit();
  rewriter.setInsertionPoint(op);
  linalg::GenericOp rest = reduceParts(rewriter, op, reduction, parts);
  rewriter.eraseOp(op);
  emitLaunch(rewriter, rest, *::matchReduction(rest), {8, kWarp, false});
}

LogicalResult mlir::fusion::reduceByBlocks(RewriterBase &rewriter, linalg::GenericOp op) {
  std::optional<Reduction> reduction = ::matchReduction(op);
  if (!reduction)
    return failure();
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  size_t parallel = op.getNumParallelLoops();
  std::optional<BlockShape> shape = chooseShape(op, countPoints(ArrayRef(sizes).take_front(parallel)),
                                                countPoints(ArrayRef(sizes).drop_front(parallel)));
  if (!shape)
    return failure();
  (shape->slices > 1 ? emitSlices : emitLaunch)(rewriter, op, *reduction, *shape);
  return success();
}
