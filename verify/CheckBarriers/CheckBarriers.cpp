// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that checks barriers: reads a kernel and its launch, runs the checks, reports findings.

#include "Interpreter.h"
#include "Search.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "verify/CheckBarriers/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace fusion {
#define GEN_PASS_DEF_CHECKBARRIERSPASS
#include "verify/CheckBarriers/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Errors of one kernel after which the rest is left out.
static constexpr size_t maxErrors = 10;

/// The product of a dimension attribute of a kernel, e.g. nvvm.maxntid; 0 if it is absent.
static unsigned dimensions(LLVM::LLVMFuncOp kernel, StringRef name) {
  auto attr = kernel->getAttrOfType<DenseI32ArrayAttr>(name);
  unsigned product = attr ? 1 : 0;
  for (int32_t size : attr ? attr.asArrayRef() : ArrayRef<int32_t>())
    product *= size;
  return product;
}

/// Completes `description` of a launch of `kernel` from one under `root`, if there is one: boxes of tensor maps, where
/// none are given, and whether the kernel may start before its predecessor ends.
static void readLaunch(Operation *root, LLVM::LLVMFuncOp kernel, protocol::Launch &description) {
  bool hasBoxes = !description.boxBytes.empty();
  auto readMap = [&](Value operand) {
    auto map = dyn_cast<nvgpu::TensorMapDescriptorType>(operand.getType());
    if (!map)
      return;
    int64_t elementBytes = map.getTensor().getElementTypeBitWidth() / 8;
    int64_t span = map.getTensor().getNumElements() * elementBytes, bytes = span;
    if (auto created = operand.getDefiningOp<nvgpu::TmaCreateDescriptorOp>())
      if (auto sizes = getConstantIntValues(getAsOpFoldResult(created.getBoxDimensions())))
        bytes = llvm::product_of(*sizes, elementBytes);
    description.boxSpans.push_back(span);
    if (!hasBoxes)
      description.boxBytes.push_back(bytes);
  };
  root->walk([&](gpu::LaunchFuncOp launch) {
    if (launch.getKernelName() != kernel.getSymName())
      return WalkResult::advance();
    description.dependent |= launch->hasAttr(kProgrammaticAttrName);
    llvm::for_each(launch.getKernelOperands(), readMap);
    return WalkResult::interrupt();
  });
}

static LogicalResult report(ArrayRef<protocol::Finding> findings) {
  for (const protocol::Finding &finding : findings.take_front(maxErrors)) {
    InFlightDiagnostic diagnostic = finding.op->emitOpError(finding.message);
    for (const auto &[op, text] : finding.notes)
      diagnostic.attachNote(op->getLoc()) << text;
  }
  return failure(!findings.empty());
}

namespace {
struct CheckBarriersPass : fusion::impl::CheckBarriersPassBase<CheckBarriersPass> {
  using Base::Base;

  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](LLVM::LLVMFuncOp function) {
      bool isKernel = function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()) ||
                      function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName());
      if (!isKernel || (!kernel.empty() && function.getSymName() != kernel))
        return WalkResult::advance();
      ++numKernels;
      return WalkResult(checkKernel(function));
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

  LogicalResult checkKernel(LLVM::LLVMFuncOp function) {
    protocol::Launch launch;
    launch.clusterSize = std::max(1u, dimensions(function, "nvvm.cluster_dim"));
    launch.blockSize = std::max(dimensions(function, "nvvm.reqntid"), dimensions(function, "nvvm.maxntid"));
    launch.gridSize = grid ? unsigned(grid) : launch.clusterSize;
    launch.integers.assign(args.begin(), args.end());
    launch.boxBytes.assign(boxBytes.begin(), boxBytes.end());
    launch.constants.assign(constants.begin(), constants.end());
    launch.votes.assign(votes.begin(), votes.end());
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (function.getArgAttr(i, kStableAttrName))
        launch.constants.push_back(i);
    launch.dependent = dependent;
    readLaunch(getOperation(), function, launch);
    if (!launch.blockSize)
      return function.emitOpError("has no nvvm.reqntid or nvvm.maxntid, which the barrier check takes the number of "
                                  "threads from");
    if (launch.gridSize % launch.clusterSize)
      return function.emitOpError("runs in clusters of ")
             << launch.clusterSize << ", of which " << launch.gridSize << " CTAs are no multiple";
    for (launch.cluster = 0; launch.cluster != launch.gridSize / launch.clusterSize; ++launch.cluster)
      if (failed(checkCluster(function, launch)))
        return failure();
    return success();
  }

  LogicalResult checkCluster(LLVM::LLVMFuncOp function, const protocol::Launch &launch) {
    std::vector<protocol::Finding> findings;
    FailureOr<protocol::Program> program = protocol::buildProgram(function, launch, findings);
    if (failed(program))
      return failure();
    numAgents += program->agents.size();
    numEvents += program->numEvents();
    uint64_t states = 0;
    bool complete = true;
    if (search == BarrierSearch::Order)
      states = protocol::checkOnce(*program, launch, findings);
    else
      states = protocol::checkAll(*program, search == BarrierSearch::States, maxStates, complete, findings);
    if (!complete)
      return function.emitOpError("has more than ")
             << uint64_t(maxStates) << " states; raise 'max-states', take a smaller problem, or use search=order";
    numStates += states;
    if (failed(report(findings)))
      return failure();
    if (summary)
      emitRemark(function.getLoc(), "barriers of '")
          << function.getSymName() << "' checked in cluster " << launch.cluster << ": " << program->agents.size()
          << " groups of threads, " << program->numEvents() << " events, " << program->barriers.size() << " barriers, "
          << states << " states";
    return success();
  }
};
} // namespace
