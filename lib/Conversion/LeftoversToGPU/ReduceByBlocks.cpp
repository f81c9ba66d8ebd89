// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes a launch of a reduction in which the threads of a block share elements of the result.

#include "ReduceByBlocks.h"
#include "Launch.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

/// Threads of a block.
static constexpr int64_t kThreads = 256;

/// Elements of the result that a block has, side by side; nothing where a thread for each is as good: there is little
/// to reduce, or there are as many as keep all multiprocessors busy.
static std::optional<int64_t> choosePoints(linalg::GenericOp op) {
  constexpr int64_t kLeastReduced = 32, kManyPoints = 1 << 17, kBlocks = 132, kMost = 32;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  auto count = [](ArrayRef<int64_t> sizes) -> std::optional<int64_t> {
    int64_t product = 1;
    for (int64_t size : sizes)
      if (ShapedType::isDynamic(size) || llvm::MulOverflow(product, size, product))
        return std::nullopt;
    return product;
  };
  size_t parallel = op.getNumParallelLoops();
  std::optional<int64_t> points = count(ArrayRef(sizes).take_front(parallel)),
                         reduced = count(ArrayRef(sizes).drop_front(parallel));
  if ((points && *points >= kManyPoints) || (reduced && *reduced < kLeastReduced))
    return std::nullopt;
  int64_t beside = kMost;
  while (points && beside > 1 && *points < beside * kBlocks)
    beside /= 2;
  return beside;
}

/// What changes nothing. Of sums of floats that is -0.0: a sum of such zeros is one.
static TypedAttr getNeutral(Operation *combiner) {
  if (auto type = dyn_cast<FloatType>(combiner->getResult(0).getType()); type && isa<arith::AddFOp>(combiner))
    return FloatAttr::get(type, APFloat::getZero(type.getFloatSemantics(), /*Negative=*/true));
  return arith::getNeutralElement(combiner).value_or(TypedAttr());
}

/// The operation of the body that combines a term with the result; nothing where the order of the terms is not free.
static Operation *matchCombiner(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1 || !op.hasPureBufferSemantics())
    return nullptr;
  BlockArgument carried = op.getRegionOutputArgs().front();
  SmallVector<Operation *> combiners;
  if (!carried.getType().isIntOrFloat() || !carried.hasOneUse() || !matchReduction({carried}, 0, combiners) ||
      combiners.size() != 1)
    return nullptr;
  Operation *combiner = combiners.front();
  bool isFree = isa<arith::AddFOp, arith::AddIOp, arith::MulFOp, arith::MulIOp, arith::MaximumFOp, arith::MaxNumFOp,
                    arith::MinimumFOp, arith::MinNumFOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp,
                    arith::AndIOp, arith::OrIOp, arith::XOrIOp>(combiner);
  bool isAll =
      *carried.user_begin() == combiner && op.getBlock()->getTerminator()->getOperand(0) == combiner->getResult(0);
  return isFree && isAll && getNeutral(combiner) ? combiner : nullptr;
}

/// Clones `combiner`. A sum that is said not to overflow may do so in another order: it wraps then.
static Value cloneCombiner(OpBuilder &builder, Operation *combiner, IRMapping &mapping) {
  Operation *clone = builder.clone(*combiner, mapping);
  if (auto limited = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(clone))
    clone->setAttr(limited.getIntegerOverflowAttrName(),
                   arith::IntegerOverflowFlagsAttr::get(builder.getContext(), arith::IntegerOverflowFlags::none));
  return clone->getResult(0);
}

namespace {
/// A block of `points` elements of the result, each of `lanes` threads: adjacent threads are those of adjacent
/// elements. A thread takes every lanes-th term of its element; then halves of the threads add what the others have.
class BlockReduction {
public:
  BlockReduction(RewriterBase &builder, linalg::GenericOp op, Operation *combiner, int64_t points)
      : builder(builder), loc(op.getLoc()), op(op), combiner(combiner), carried(op.getRegionOutputArgs().front()),
        points(points), lanes(kThreads / points) {}

  gpu::LaunchOp emit() {
    OpBuilder::InsertionGuard back(builder);
    builder.setInsertionPoint(op);
    SmallVector<Value> sizes;
    for (Range range : cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(builder, loc))
      sizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, range.size));
    size_t parallel = op.getNumParallelLoops();
    ArrayRef<Value> outer = ArrayRef(sizes).take_front(parallel), inner = ArrayRef(sizes).drop_front(parallel);
    Value total = multiply(outer);
    launch = createLaunch(builder, loc, builder.createOrFold<arith::CeilDivUIOp>(loc, total, index(points)), kThreads);
    Value thread = launch.getThreadIds().x;
    lane = arith::DivUIOp::create(builder, loc, thread, index(points));
    place = arith::RemUIOp::create(builder, loc, thread, index(points));
    Value first = arith::MulIOp::create(builder, loc, launch.getBlockIds().x, index(points));
    Value number = arith::AddIOp::create(builder, loc, first, place);
    // Threads behind the last element compute that again, and store nothing.
    Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, number, total);
    Value last = arith::SubIOp::create(builder, loc, total, index(1));
    position = delinearize(builder, loc, arith::MinUIOp::create(builder, loc, number, last), outer);
    Value shared = shareTerms(reduceOwn(inner));
    Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, lane, index(0));
    runIf(arith::AndIOp::create(builder, loc, isFirst, inside), [&] {
      OpOperand &result = op.getDpsInitsMutable()[0];
      // The element's place depends on no loop that reduces.
      SmallVector<Value> indices = getIndices(result, SmallVector<Value>(inner.size(), lane));
      Value old = memref::LoadOp::create(builder, loc, result.get(), indices);
      memref::StoreOp::create(builder, loc, combine(old, load(shared, lane)), result.get(), indices);
    });
    return launch;
  }

private:
  Value index(int64_t value) { return indexConstant(builder, loc, value); }

  Value multiply(ArrayRef<Value> sizes) {
    Value product = index(1);
    for (Value size : sizes)
      product = builder.createOrFold<arith::MulIOp>(loc, product, size);
    return product;
  }

  /// The position of each loop for the number `id` of a point among `sizes`.
  void runIf(Value condition, function_ref<void()> body) {
    auto guard = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard back(builder);
    builder.setInsertionPointToStart(guard.thenBlock());
    body();
  }

  /// The place in an operand where the loops that reduce are at `reducing`.
  SmallVector<Value> getIndices(OpOperand &operand, ArrayRef<Value> reducing) {
    SmallVector<OpFoldResult> positions(position.begin(), position.end());
    positions.append(reducing.begin(), reducing.end());
    return llvm::map_to_vector(op.getMatchingIndexingMap(&operand).getResults(), [&](AffineExpr expr) {
      return getValueOrCreateConstantIndexOp(builder, loc,
                                             affine::makeComposedFoldedAffineApply(builder, loc, expr, positions));
    });
  }

  Value combine(Value result, Value term) {
    IRMapping mapping;
    for (Value operand : combiner->getOperands())
      mapping.map(operand, operand == carried ? result : term);
    return cloneCombiner(builder, combiner, mapping);
  }

  /// `result` with the term at `reducing`.
  Value addTerm(Value result, ArrayRef<Value> reducing) {
    IRMapping mapping;
    mapping.map(carried, result);
    for (OpOperand *input : op.getDpsInputOperands()) {
      Value element = input->get();
      if (!op.isScalar(input))
        element = memref::LoadOp::create(builder, loc, element, getIndices(*input, reducing));
      mapping.map(op.getMatchingBlockArgument(input), element);
    }
    for (Operation &each : op.getBlock()->without_terminator()) {
      if (auto loop = dyn_cast<linalg::IndexOp>(each)) {
        size_t dim = loop.getDim();
        mapping.map(loop.getResult(), dim < position.size() ? position[dim] : reducing[dim - position.size()]);
      } else if (&each != combiner) {
        builder.clone(each, mapping);
      }
    }
    return cloneCombiner(builder, combiner, mapping);
  }

  /// What the thread's own terms come to.
  Value reduceOwn(ArrayRef<Value> inner) {
    Value neutral = arith::ConstantOp::create(builder, loc, getNeutral(combiner));
    auto loop = scf::ForOp::create(builder, loc, lane, multiply(inner), index(lanes), neutral);
    OpBuilder::InsertionGuard back(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value sum = addTerm(loop.getRegionIterArgs().front(), delinearize(builder, loc, loop.getInductionVar(), inner));
    scf::YieldOp::create(builder, loc, sum);
    return loop.getResult(0);
  }

  Value load(Value shared, Value row) { return memref::LoadOp::create(builder, loc, shared, ValueRange{row, place}); }

  /// Shared memory [lane, point of the block] whose first row has what all lanes have together.
  Value shareTerms(Value own) {
    auto space = gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
    auto type = MemRefType::get({lanes, points}, own.getType(), MemRefLayoutAttrInterface(), space);
    Value shared = launch.addWorkgroupAttribution(type, loc);
    memref::StoreOp::create(builder, loc, own, shared, ValueRange{lane, place});
    for (int64_t half = lanes / 2; half > 0; half /= 2) {
      gpu::BarrierOp::create(builder, loc);
      Value adds = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, lane, index(half));
      runIf(adds, [&] {
        Value other = load(shared, arith::AddIOp::create(builder, loc, lane, index(half)));
        memref::StoreOp::create(builder, loc, combine(load(shared, lane), other), shared, ValueRange{lane, place});
      });
    }
    return shared;
  }

  RewriterBase &builder;
  Location loc;
  linalg::GenericOp op;
  Operation *combiner;
  BlockArgument carried;
  int64_t points, lanes;
  gpu::LaunchOp launch;
  Value lane, place;           ///< of the thread among those of its element, and of that in its block
  SmallVector<Value> position; ///< of the element, in the parallel loops
};
} // namespace

FailureOr<gpu::LaunchOp> fusion::reduceByBlocks(RewriterBase &rewriter, linalg::GenericOp op) {
  Operation *combiner = matchCombiner(op);
  std::optional<int64_t> points = combiner ? choosePoints(op) : std::nullopt;
  if (!points)
    return failure();
  return BlockReduction(rewriter, op, combiner, *points).emit();
}
