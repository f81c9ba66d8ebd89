// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes a launch of each leftover: a thread for each element, or one for all.

#include "fusion/Conversion/LeftoversToGPU/Passes.h"

#include "Aliasing.h"
#include "CarryAccumulators.h"
#include "Fills.h"
#include "Launch.h"
#include "MoveByPieces.h"
#include "MoveByTiles.h"
#include "ReduceByBlocks.h"
#include "fusion/Dialect/Fusion/Utils/ForgetOffsets.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "mlir/Transforms/RegionUtils.h"

namespace fusion {
#define GEN_PASS_DEF_LEFTOVERSTOGPUPASS
#include "fusion/Conversion/LeftoversToGPU/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Moves `op` into a launch of a single thread.
static void wrapInOneThread(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  gpu::LaunchOp launch = createLaunch(rewriter, op->getLoc(), indexConstant(rewriter, op->getLoc(), 1), 1);
  rewriter.moveOpBefore(op, launch.getBody().front().getTerminator());
}

/// scf.parallel (i, j) -> gpu.launch with one thread for each (i, j), numbered row by row.
static void convertParallelToLaunch(RewriterBase &rewriter, scf::ParallelOp parallel) {
  Location loc = parallel.getLoc();
  rewriter.setInsertionPoint(parallel);
  SmallVector<Value> sizes;
  for (auto [lower, upper, step] :
       llvm::zip_equal(parallel.getLowerBound(), parallel.getUpperBound(), parallel.getStep())) {
    Value range = rewriter.createOrFold<arith::SubIOp>(loc, upper, lower);
    sizes.push_back(rewriter.createOrFold<arith::CeilDivUIOp>(loc, range, step));
  }
  Value number = createLaunchOfEach(rewriter, loc, sizes);
  SmallVector<Value> ivs = delinearize(rewriter, loc, number, sizes);
  for (auto [iv, lower, step] : llvm::zip_equal(ivs, parallel.getLowerBound(), parallel.getStep())) {
    Value scaled = rewriter.createOrFold<arith::MulIOp>(loc, iv, step);
    iv = rewriter.createOrFold<arith::AddIOp>(loc, scaled, lower);
  }
  rewriter.eraseOp(parallel.getBody()->getTerminator());
  rewriter.inlineBlockBefore(parallel.getBody(), rewriter.getInsertionBlock()->getTerminator(), ivs);
  rewriter.eraseOp(parallel);
}

/// The same op as a generic whose parallel loops come first.
static FailureOr<linalg::GenericOp> getParallelFirst(RewriterBase &rewriter, linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::GenericOp> generic = isa<linalg::GenericOp>(op)
                                             ? FailureOr<linalg::GenericOp>(cast<linalg::GenericOp>(op))
                                             : linalg::generalizeNamedOp(rewriter, op);
  if (failed(generic))
    return failure();
  SmallVector<utils::IteratorType> types = generic->getIteratorTypesArray();
  SmallVector<unsigned> order = llvm::to_vector(llvm::seq<unsigned>(0, types.size()));
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return types[a] == utils::IteratorType::parallel && types[b] != utils::IteratorType::parallel;
  });
  return llvm::is_sorted(order) ? generic : linalg::interchangeGenericOp(rewriter, *generic, order);
}

static LogicalResult convertLinalg(RewriterBase &rewriter, linalg::LinalgOp op) {
  FailureOr<linalg::GenericOp> generic = getParallelFirst(rewriter, op);
  if (failed(generic))
    return op->emitOpError("has no loop form that could run on the GPU");
  if (succeeded(moveByPieces(rewriter, *generic)) || succeeded(moveByTiles(rewriter, *generic)) ||
      succeeded(gatherPieces(rewriter, *generic))) {
    rewriter.eraseOp(*generic);
    return success();
  }
  SmallVector<std::pair<Value, linalg::LinalgOp>> fills = findFills(*generic);
  if (FailureOr<gpu::LaunchOp> launch = reduceByBlocks(rewriter, *generic); succeeded(launch)) {
    rewriter.eraseOp(*generic);
    for (auto &[memref, fill] : fills)
      takeInFill(rewriter, *launch, memref, fill);
    return success();
  }
  bool anyParallel = generic->getNumParallelLoops() > 0;
  if (!anyParallel)
    wrapInOneThread(rewriter, *generic);
  rewriter.setInsertionPoint(*generic);
  FailureOr<linalg::LinalgLoops> loops = linalg::linalgOpToParallelLoops(rewriter, *generic);
  if (failed(loops))
    return (*generic)->emitOpError("has no loop form that could run on the GPU");
  // The loops that become a launch, or a launch of one thread.
  Operation *scope = anyParallel ? loops->front() : (*generic)->getParentOp();
  rewriter.eraseOp(*generic);
  carryAccumulators(rewriter, scope);
  for (auto &[memref, fill] : fills)
    takeInFill(rewriter, scope, memref, fill);
  if (anyParallel)
    convertParallelToLaunch(rewriter, cast<scf::ParallelOp>(loops->front()));
  return success();
}

//===----------------------------------------------------------------------===//
// Scalars that the host would read
//===----------------------------------------------------------------------===//

/// Whether `value` is memory of `root`, or computed of where that is (an address as a number, a tensor map).
static bool reaches(Value value, Value root) {
  llvm::SmallSetVector<Value, 8> values;
  values.insert(value);
  for (size_t next = 0; next < values.size(); ++next) {
    if (isa<BaseMemRefType>(values[next].getType())) {
      if (mayAlias(getRoot(values[next]), root))
        return true;
      continue;
    }
    Operation *op = values[next].getDefiningOp();
    if (op && !isa<ShapedDimOpInterface, memref::LoadOp, vector::LoadOp>(op))
      values.insert_range(op->getOperands());
  }
  return false;
}

/// Whether `op` itself, not what stands in it, may write memory that its operands reach.
static bool mayWriteItself(Operation *op) {
  return !isa<memref::LoadOp, vector::LoadOp>(op) && !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
         !isMemoryEffectFree(op);
}

/// Whether `op` may write memory of `root`.
static bool mayWrite(Operation *op, Value root) {
  return op
      ->walk([&](Operation *inner) {
        bool touches = mayWriteItself(inner) &&
                       llvm::any_of(inner->getOperands(), [&](Value operand) { return reaches(operand, root); });
        return touches ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether what `load` read may be written before `launch` ends: in between, by the launch, or by the loop that it is
/// in.
static bool mayBeOverwritten(memref::LoadOp load, gpu::LaunchOp launch) {
  Operation *last = load->getBlock()->findAncestorOpInBlock(*launch);
  if (!last) // another block: what runs in between is not looked for
    return true;
  Value root = getRoot(load.getMemRef());
  for (Operation *op = load->getNextNode(); op; op = op->getNextNode()) {
    if (mayWrite(op, root))
      return true;
    if (op == last)
      return false;
  }
  return true;
}

/// Whether `value` is memory, but no view of some, which may begin where a scalar says.
static bool isMemory(Value value) {
  return isa<MemRefType>(value.getType()) && !value.getDefiningOp<ViewLikeOpInterface>();
}

/// Adds the loads on the host that `value` is computed of, as far as it can be computed anew, and that a launch cannot
/// do in their place.
static void findLoadsToHold(Value value, gpu::LaunchOp launch, DenseSet<Value> &seen,
                            SetVector<memref::LoadOp> &loads) {
  Operation *op = value.getDefiningOp();
  if (!op || isMemory(value) || !seen.insert(value).second)
    return;
  auto load = dyn_cast<memref::LoadOp>(op);
  if (!load && (!isPure(op) || op->getNumRegions() != 0))
    return;
  if (load && load->getBlock()->findAncestorOpInBlock(*launch) && mayBeOverwritten(load, launch))
    loads.insert(load);
  for (Value operand : op->getOperands())
    findLoadsToHold(operand, launch, seen, loads);
}

/// Keeps what `load` reads in memory of its own, by a launch in its place.
static gpu::LaunchOp hold(RewriterBase &rewriter, memref::LoadOp load) {
  Location loc = load.getLoc();
  rewriter.setInsertionPoint(load);
  Value copy = memref::AllocOp::create(rewriter, loc, MemRefType::get({}, load.getType()));
  gpu::LaunchOp launch = createLaunch(rewriter, loc, indexConstant(rewriter, loc, 1), 1);
  Value value = memref::LoadOp::create(rewriter, loc, load.getMemRef(), load.getIndices());
  memref::StoreOp::create(rewriter, loc, value, copy);
  rewriter.setInsertionPointAfter(load);
  rewriter.replaceOpWithNewOp<memref::LoadOp>(load, copy);
  return launch;
}

/// Copies into `launch` what it takes from the host and what depends on a load from device memory there.
static void sinkLoads(RewriterBase &rewriter, gpu::LaunchOp launch, Value value, IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (!op || mapping.contains(value) || isMemory(value))
    return;
  auto load = dyn_cast<memref::LoadOp>(op);
  if (load ? mayBeOverwritten(load, launch) : !isPure(op) || op->getNumRegions() != 0)
    return;
  for (Value operand : op->getOperands())
    sinkLoads(rewriter, launch, operand, mapping);
  bool needed = load || llvm::any_of(op->getOperands(), [&](Value operand) { return mapping.contains(operand); });
  if (needed)
    rewriter.clone(*op, mapping);
}

static void sinkLoads(RewriterBase &rewriter, gpu::LaunchOp launch) {
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(launch.getBody(), captured);
  rewriter.setInsertionPointToStart(&launch.getBody().front());
  IRMapping mapping;
  for (Value value : captured) {
    sinkLoads(rewriter, launch, value, mapping);
    if (Value copy = mapping.lookupOrNull(value))
      rewriter.replaceUsesWithIf(value, copy, [&](OpOperand &use) {
        return launch.getBody().isAncestor(use.getOwner()->getParentRegion()) && use.getOwner() != copy.getDefiningOp();
      });
  }
}

/// The loads of which some launch needs a copy.
static SetVector<memref::LoadOp> findLoadsToHold(ArrayRef<gpu::LaunchOp> launches) {
  SetVector<memref::LoadOp> loads;
  for (gpu::LaunchOp launch : launches) {
    SetVector<Value> captured;
    getUsedValuesDefinedAbove(launch.getBody(), captured);
    DenseSet<Value> seen;
    for (Value value : captured)
      findLoadsToHold(value, launch, seen, loads);
  }
  return loads;
}

namespace {
struct LeftoversToGPUPass : fusion::impl::LeftoversToGPUPassBase<LeftoversToGPUPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    IRRewriter rewriter(&getContext());
    if (failed(decideAssertions(func)) || failed(convertReductions(rewriter, func)) ||
        failed(convertOps(rewriter, func)) || failed(moveScalars(rewriter, func)))
      signalPassFailure();
  }

  /// Whether the host would have to read memory of the device to know the condition.
  static bool isOfData(cf::AssertOp assertion) {
    SetVector<Operation *> slice;
    BackwardSliceOptions options;
    options.filter = [](Operation *op) { return isa<memref::LoadOp>(op) || isPure(op); };
    (void)getBackwardSlice(assertion.getArg(), &slice, options);
    return llvm::any_of(slice, llvm::IsaPred<memref::LoadOp>);
  }

  /// Assertions about positions that were computed and limited need no check.
  LogicalResult decideAssertions(func::FuncOp func) {
    bool any = false;
    func.walk([&](cf::AssertOp assertion) { any |= isOfData(assertion); });
    if (!any)
      return success();
    OpPassManager ranges(func::FuncOp::getOperationName());
    ranges.addPass(arith::createIntRangeOptimizationsPass());
    ranges.addPass(createCanonicalizerPass());
    return runPipeline(ranges, func);
  }

  /// Before what fills their results is a launch.
  LogicalResult convertReductions(RewriterBase &rewriter, func::FuncOp func) {
    SmallVector<linalg::LinalgOp> reductions;
    func.walk([&](linalg::LinalgOp op) {
      if (op.getNumReductionLoops() > 0 && !op->getParentOfType<gpu::LaunchOp>())
        reductions.push_back(op);
    });
    for (linalg::LinalgOp op : reductions) {
      ++numLaunches;
      if (failed(convertLinalg(rewriter, op)))
        return failure();
    }
    return success();
  }

  /// Host-level linalg ops, copies and stores become launches.
  LogicalResult convertOps(RewriterBase &rewriter, func::FuncOp func) {
    SmallVector<Operation *> ops;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::LaunchOp>(op))
        return WalkResult::skip();
      auto assertion = dyn_cast<cf::AssertOp>(op);
      if (isa<linalg::LinalgOp, memref::CopyOp, memref::StoreOp>(op) || (assertion && isOfData(assertion))) {
        ops.push_back(op);
        return WalkResult::skip();
      }
      return WalkResult::advance();
    });
    for (Operation *op : ops) {
      ++numLaunches;
      if (auto copy = dyn_cast<memref::CopyOp>(op)) {
        rewriter.setInsertionPoint(copy);
        op = linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(), copy.getTarget());
        rewriter.eraseOp(copy);
      }
      if (isa<linalg::LinalgOp>(op))
        forgetOffsets(rewriter, op);
      if (isa<memref::StoreOp, cf::AssertOp>(op))
        wrapInOneThread(rewriter, op);
      else if (failed(convertLinalg(rewriter, cast<linalg::LinalgOp>(op))))
        return failure();
    }
    return success();
  }

  /// Loads move into the launches that use them; none may be left on the host.
  LogicalResult moveScalars(RewriterBase &rewriter, func::FuncOp func) {
    SmallVector<gpu::LaunchOp> launches;
    func.walk([&](gpu::LaunchOp launch) { launches.push_back(launch); });
    // A launch that keeps a scalar may itself use one, to index.
    for (SetVector<memref::LoadOp> loads; !(loads = findLoadsToHold(launches)).empty();)
      for (memref::LoadOp load : loads)
        launches.push_back(hold(rewriter, load));
    for (gpu::LaunchOp launch : launches)
      sinkLoads(rewriter, launch);
    (void)runRegionDCE(rewriter, func->getRegions());
    WalkResult result = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::LaunchOp>(op))
        return WalkResult::skip();
      if (auto load = dyn_cast<memref::LoadOp>(op)) {
        load.emitOpError("reads device memory on the host, which would have to wait for the GPU; compile for the CPU, "
                         "or compute the value outside of the graph");
        return WalkResult::interrupt();
      }
      if (auto reshape = dyn_cast<memref::ReshapeOp>(op)) {
        reshape.emitOpError("reads its sizes from device memory on the host, which would have to wait for the GPU; "
                            "compile for the CPU, or compute the sizes from those of inputs");
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace
