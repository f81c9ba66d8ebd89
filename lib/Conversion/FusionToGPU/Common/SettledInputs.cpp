// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SettledInputs.h"

#include "fusion/Analysis/SettledTensors.h"
#include "fusion/Support/SeededFault.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::fusion;

/// Whether all that is done with `memref` is that kernels read it.
static bool isOnlyRead(Value memref) {
  return llvm::all_of(memref.getUses(), [](OpOperand &use) {
    if (auto kernel = dyn_cast<KernelOp>(use.getOwner()))
      return use.getOperandNumber() < kernel.getInputs().size();
    if (auto view = dyn_cast<ViewLikeOpInterface>(use.getOwner()))
      return isOnlyRead(view.getViewDest());
    return isa<memref::DimOp>(use.getOwner());
  });
}

namespace {
class Marker {
public:
  /// Kernels of a block of an entry. `held`: whether one that holds others back has surely run in this call.
  void mark(Block &block, bool held);

private:
  bool isSettledInput(Value memref, bool held);

  llvm::DenseMap<BlockArgument, bool> onlyRead;
  SymbolTableCollection symbols;
};
} // namespace

bool Marker::isSettledInput(Value memref, bool held) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  if (auto get = memref.getDefiningOp<memref::GetGlobalOp>()) {
    auto global = symbols.lookupNearestSymbolFrom<memref::GlobalOp>(get, get.getNameAttr());
    return global && global.getConstant();
  }
  auto argument = dyn_cast<BlockArgument>(memref);
  auto entry = argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : nullptr;
  if (!entry || !argument.getOwner()->isEntryBlock())
    return false;
  if (!held && !entry.getArgAttr(argument.getArgNumber(), kConstantAttrName))
    return false;
  auto [known, isNew] = onlyRead.try_emplace(argument);
  if (isNew)
    known->second = isOnlyRead(argument) || seeded("settled-though-written");
  return known->second;
}

void Marker::mark(Block &block, bool held) {
  for (Operation &op : block) {
    if (auto kernel = dyn_cast<KernelOp>(op)) {
      SmallVector<int64_t> settled;
      for (auto [number, input] : llvm::enumerate(kernel.getInputs()))
        if (isSettledInput(input, held))
          settled.push_back(number);
      if (!settled.empty())
        kernel->setAttr(kSettledAttrName, DenseI64ArrayAttr::get(op.getContext(), settled));
      held |= holdsOthersBack(kernel);
      continue;
    }
    // What stands inside may run or not.
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        mark(inner, held);
  }
}

void fusion::markSettledInputs(ModuleOp module, bool dependentLaunch) {
  // Nothing that a text says is believed.
  module.walk([](KernelOp kernel) { kernel->removeAttr(kSettledAttrName); });
  if (!dependentLaunch)
    return;
  Marker marker;
  for (func::FuncOp entry : getEntries(module))
    for (Block &block : entry.getBody())
      marker.mark(block, /*held=*/false);
}

bool fusion::isSettled(KernelOp kernel, Value memref) {
  auto settled = kernel->getAttrOfType<DenseI64ArrayAttr>(kSettledAttrName);
  if (!settled)
    return false;
  for (auto [number, input] : llvm::enumerate(kernel.getInputs()))
    if (input == memref && !llvm::is_contained(settled.asArrayRef(), int64_t(number)))
      return false;
  return true;
}
