// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Support/ChipTable.h"
#include "fusion/Transforms/Passes.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_ATTACHTARGETPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

namespace {
struct AttachTargetPass : fusion::impl::AttachTargetPassBase<AttachTargetPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!lookupChip(chip)) {
      module.emitError() << "fusion-attach-target expects a known chip, but has '" << chip << "'; known chips are "
                         << listChips();
      return signalPassFailure();
    }
    auto present = module->getAttrOfType<TargetAttr>(kTargetAttrName);
    if (present && present.getChip() != chip) {
      module.emitError() << "fusion-attach-target expects a module without a target or with '" << chip
                         << "', but it has " << present;
      return signalPassFailure();
    }
    module->setAttr(kTargetAttrName, TargetAttr::get(&getContext(), chip));
  }
};
} // namespace
