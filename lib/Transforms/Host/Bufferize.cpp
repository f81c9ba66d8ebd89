// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::bufferization;

static OneShotBufferizationOptions getOptions() {
  OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.setFunctionBoundaryTypeConversion(LayoutMapOption::IdentityLayoutMap);
  options.bufferAlignment = 0;
  options.opFilter.denyOperation([](Operation *op) { return op->getParentOfType<fusion::KernelOp>() != nullptr; });
  options.memCpyFn = [](OpBuilder &builder, Location loc, Value from, Value to) {
    linalg::CopyOp::create(builder, loc, from, to);
    return success();
  };
  return options;
}

/// A loop writes what it carries over into the memory of the argument, so that no iteration needs memory of its own
/// that outlives it.
///
///   scf.yield %new : tensor<4xf32>
///     ->
///   %0 = bufferization.materialize_in_destination %new in %argument
///   scf.yield %0 : tensor<4xf32>
static void materializeCarried(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  OpBuilder builder(yield);
  for (auto [operand, argument] : llvm::zip_equal(yield->getOpOperands(), loop.getRegionIterArgs()))
    if (isa<RankedTensorType>(operand.get().getType()) && operand.get() != argument)
      operand.set(MaterializeInDestinationOp::create(builder, yield.getLoc(), operand.get(), argument).getResult());
}

namespace {
struct Bufferize : fusion::impl::BufferizePassBase<Bufferize> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    OneShotBufferizationOptions options = getOptions();
    BufferizationState state;
    module.walk(materializeCarried);
    if (failed(runOneShotModuleBufferize(module, options, state)))
      return signalPassFailure();
    // Reads of constants and of unwritten allocations leave casts behind that nobody uses.
    module.walk([](Operation *op) {
      if (isa<bufferization::ToTensorOp, bufferization::ToBufferOp>(op) && op->use_empty())
        op->erase();
    });
  }
};
} // namespace
