// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that puts one schedule on all products, or on what its family takes.

#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/Passes.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "mlir/AsmParser/AsmParser.h"

namespace fusion {
#define GEN_PASS_DEF_SETSCHEDULEPASS
#include "fusion/Schedule/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
struct SetSchedulePass : fusion::impl::SetSchedulePassBase<SetSchedulePass> {
  using Base::Base;

  void runOnOperation() override {
    auto attribute = dyn_cast_or_null<ScheduleAttr>(parseAttribute(schedule, &getContext()));
    if (!attribute) {
      getOperation().emitError() << "expected a #fusion.schedule, but got '" << schedule << "'";
      return signalPassFailure();
    }
    const ChipInfo &chip = getTargetChip(getOperation());
    const KernelFamily *family = lookupKernelFamily(attribute.getFamily());
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    bool isOfProducts = llvm::any_of(kernels, [](KernelOp kernel) { return KernelPlan(kernel).hasProduct(); });
    for (KernelOp kernel : kernels) {
      KernelPlan plan(kernel);
      if (isOfProducts ? !plan.hasProduct() : family && !family->supports(plan, chip))
        continue;
      kernel.setScheduleAttr(attribute);
      kernel.removeVariantsAttr(); // of another schedule
      ++numKernels;
    }
  }
};
} // namespace
