// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that refuses what is over the limits, and targets whose texts would reach a file or a program.

#include "CheckInput.h"
#include "fusion/Driver/Input.h"
#include "fusion/Transforms/CheckGraph/CheckGraph.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/LLVMIR/XeVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;

namespace {
WalkResult allow(bool allowed) { return allowed ? WalkResult::advance() : WalkResult::interrupt(); }

class CheckInput : public PassWrapper<CheckInput, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckInput)

  StringRef getName() const override { return "CheckInput"; }

  void runOnOperation() override {
    AttrTypeWalker walker;
    walker.addWalk([](NVVM::NVVMTargetAttr target) { return allow(!target.getFlags() && !target.getLink()); });
    walker.addWalk([](ROCDL::ROCDLTargetAttr target) { return allow(!target.getFlags() && !target.getLink()); });
    walker.addWalk([](xevm::XeVMTargetAttr target) { return allow(!target.getFlags() && !target.getLinkFiles()); });
    WalkResult result = getOperation()->walk([&](Operation *op) {
      if (!walker.walk(op->getAttrDictionary()).wasInterrupted())
        return WalkResult::advance();
      op->emitError("a target with flags for programs or with files to link is not allowed in an input");
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted() || failed(fusion::checkLimits(getOperation())) ||
        failed(fusion::verifyParsed(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

std::unique_ptr<Pass> fusion::createCheckInputPass() { return std::make_unique<CheckInput>(); }
