// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Conversion/ForeignToGPU/Passes.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_MERGEGPUMODULESPASS
#include "fusion/Conversion/ForeignToGPU/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

/// Moves the symbols of `from` into `into`, renamed where a name is taken, inside `from` too. Notes where each went.
static LogicalResult moveSymbols(gpu::GPUModuleOp from, gpu::GPUModuleOp into, SymbolTable &table,
                                 llvm::DenseMap<Attribute, SymbolRefAttr> &moved) {
  SymbolTable own(from);
  for (Operation &op : llvm::make_early_inc_range(from.getBody()->getOperations())) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol)
      continue;
    StringAttr oldName = symbol.getNameAttr();
    if (table.lookup(oldName) && !seeded("merge-keeps-old-names") && failed(own.renameToUnique(&op, {&table})))
      return failure();
    op.remove();
    StringAttr newName = table.insert(&op);
    moved[SymbolRefAttr::get(from.getNameAttr(), {FlatSymbolRefAttr::get(oldName)})] =
        SymbolRefAttr::get(into.getNameAttr(), {FlatSymbolRefAttr::get(newName)});
  }
  return success();
}

namespace {
struct MergeGPUModulesPass : fusion::impl::MergeGPUModulesPassBase<MergeGPUModulesPass> {
  using Base::Base;

  void runOnOperation() override {
    auto modules = llvm::to_vector(getOperation().getOps<gpu::GPUModuleOp>());
    if (modules.size() < 2)
      return;
    SymbolTable table(modules.front());
    llvm::DenseMap<Attribute, SymbolRefAttr> moved;
    for (gpu::GPUModuleOp module : llvm::drop_begin(modules)) {
      if (failed(moveSymbols(module, modules.front(), table, moved)))
        return signalPassFailure();
      module.erase();
    }
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      if (SymbolRefAttr kernel = moved.lookup(launch.getKernelAttr()))
        launch.setKernelAttr(kernel);
    });
  }
};
} // namespace
