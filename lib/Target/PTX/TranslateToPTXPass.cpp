// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that replaces device modules by their PTX.

#include "fusion/Target/PTX/Passes.h"

#include "DependentLaunch.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Target/PTX/PTX.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace fusion {
#define GEN_PASS_DEF_TRANSLATETOPTXPASS
#include "fusion/Target/PTX/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
class TranslateToPTX : public fusion::impl::TranslateToPTXPassBase<TranslateToPTX> {
public:
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registerPTXTranslations(registry);
  }

  void runOnOperation() override {
    if (failed(verifyDependentLaunches(getOperation())))
      return signalPassFailure();
    auto target = getOperation()->getAttrOfType<TargetAttr>(kTargetAttrName);
    StringRef chip = target ? target.getChip() : getChips().front().name;
    for (auto module : llvm::make_early_inc_range(getOperation().getOps<gpu::GPUModuleOp>())) {
      // LLVM has no use for it, and says so.
      module.walk([](LLVM::LLVMFuncOp function) {
        for (unsigned i = 0; i < function.getNumArguments(); ++i)
          function.removeArgAttr(i, kStableAttrName);
      });
      FailureOr<std::string> ptx = translateGPUModuleToPTX(module, chip);
      if (failed(ptx))
        return signalPassFailure();
      replace(module, chip, *ptx);
      ++numModules;
    }
  }

private:
  static void replace(gpu::GPUModuleOp module, StringRef chip, StringRef ptx) {
    OpBuilder builder(module);
    auto target = NVVM::NVVMTargetAttr::get(builder.getContext(), /*optLevel=*/3, "nvptx64-nvidia-cuda", chip,
                                            lookupChip(chip)->features);
    auto object = gpu::ObjectAttr::get(builder.getContext(), target, gpu::CompilationTarget::Assembly,
                                       builder.getStringAttr(ptx), /*properties=*/nullptr, /*kernels=*/nullptr);
    gpu::BinaryOp::create(builder, module.getLoc(), module.getName(), /*offloadingHandler=*/Attribute(),
                          ArrayRef<Attribute>{object});
    module.erase();
  }
};
} // namespace
