// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Puts device functions into one module, equal ones once, under names that PTX can hold.

#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Conversion/LeftoversToGPU/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace fusion {
#define GEN_PASS_DEF_MERGEGPUMODULESPASS
#include "fusion/Conversion/LeftoversToGPU/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Gives functions names that PTX can hold: outlining makes them of the host function's name.
static LogicalResult renameFunctions(gpu::GPUModuleOp module, llvm::DenseMap<Attribute, SymbolRefAttr> &renamed) {
  SymbolTable table(module);
  for (auto function : llvm::to_vector(module.getOps<FunctionOpInterface>())) {
    StringAttr oldName = SymbolTable::getSymbolName(function);
    std::string name = toIdentifier(oldName);
    if (name == oldName)
      continue;
    while (table.lookup(name))
      name += "_";
    if (failed(table.rename(function, name)))
      return failure();
    renamed[SymbolRefAttr::get(module.getNameAttr(), {FlatSymbolRefAttr::get(oldName)})] =
        SymbolRefAttr::get(module.getNameAttr(), {FlatSymbolRefAttr::get(module.getContext(), name)});
  }
  return success();
}

/// Moves the symbols of `from` into `into`, renamed where a name is taken, inside `from` too. Notes where each went.
static LogicalResult moveSymbols(gpu::GPUModuleOp from, gpu::GPUModuleOp into, SymbolTable &table,
                                 llvm::DenseMap<Attribute, SymbolRefAttr> &moved) {
  SymbolTable own(from);
  for (Operation &op : llvm::make_early_inc_range(from.getBody()->getOperations())) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol)
      continue;
    StringAttr oldName = symbol.getNameAttr();
    if (table.lookup(oldName) && failed(own.renameToUnique(&op, {&table})))
      return failure();
    op.remove();
    StringAttr newName = table.insert(&op);
    moved[SymbolRefAttr::get(from.getNameAttr(), {FlatSymbolRefAttr::get(oldName)})] =
        SymbolRefAttr::get(into.getNameAttr(), {FlatSymbolRefAttr::get(newName)});
  }
  return success();
}

/// Whether the two hold the same symbols with the same code: only the modules' own names and locations may differ.
static bool areEquivalent(gpu::GPUModuleOp a, gpu::GPUModuleOp b) {
  auto attributes = [](gpu::GPUModuleOp module) {
    NamedAttrList list(module->getAttrs());
    list.erase(module.getSymNameAttrName());
    return list.getDictionary(module.getContext());
  };
  return attributes(a) == attributes(b) &&
         OperationEquivalence::isRegionEquivalentTo(&a.getBodyRegion(), &b.getBodyRegion(),
                                                    OperationEquivalence::IgnoreLocations);
}

/// Equal for equivalent modules, and hardly ever for others.
static llvm::hash_code hashSymbols(gpu::GPUModuleOp module) {
  llvm::hash_code hash(0);
  module.getBodyRegion().walk([&](Operation *op) {
    hash = llvm::hash_combine(hash, OperationEquivalence::computeHash(op, OperationEquivalence::ignoreHashValue,
                                                                      OperationEquivalence::ignoreHashValue,
                                                                      OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

namespace {
struct MergeGPUModulesPass : fusion::impl::MergeGPUModulesPassBase<MergeGPUModulesPass> {
  using Base::Base;

  void runOnOperation() override {
    llvm::DenseMap<Attribute, SymbolRefAttr> renamed;
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      if (failed(renameFunctions(module, renamed)))
        return signalPassFailure();
    llvm::SmallVector<gpu::GPUModuleOp> kept;
    llvm::DenseMap<llvm::hash_code, llvm::SmallVector<gpu::GPUModuleOp, 1>> keptByHash;
    llvm::DenseMap<StringAttr, StringAttr> keptNames;
    for (gpu::GPUModuleOp module : llvm::make_early_inc_range(getOperation().getOps<gpu::GPUModuleOp>())) {
      llvm::SmallVector<gpu::GPUModuleOp, 1> &candidates = keptByHash[hashSymbols(module)];
      auto *equal = llvm::find_if(candidates, [&](gpu::GPUModuleOp other) { return areEquivalent(module, other); });
      if (equal == candidates.end()) {
        candidates.push_back(module);
        kept.push_back(module);
        continue;
      }
      keptNames[module.getNameAttr()] = equal->getNameAttr();
      module.erase();
      ++numEqual;
    }
    if (kept.empty())
      return;

    SymbolTable table(kept.front());
    llvm::DenseMap<Attribute, SymbolRefAttr> moved;
    for (gpu::GPUModuleOp module : llvm::drop_begin(kept)) {
      if (failed(moveSymbols(module, kept.front(), table, moved)))
        return signalPassFailure();
      module.erase();
      ++numMerged;
    }
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      SymbolRefAttr kernel = launch.getKernelAttr();
      if (SymbolRefAttr valid = renamed.lookup(kernel))
        kernel = valid;
      if (StringAttr name = keptNames.lookup(kernel.getRootReference()))
        kernel = SymbolRefAttr::get(name, kernel.getNestedReferences());
      if (SymbolRefAttr merged = moved.lookup(kernel))
        kernel = merged;
      if (kernel != launch.getKernelAttr())
        launch.setKernelAttr(kernel);
    });
  }
};
} // namespace
