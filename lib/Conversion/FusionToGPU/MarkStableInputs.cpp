// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows an entry's kernels in order, and marks inputs that nobody can still be writing.

#include "MarkStableInputs.h"

#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Analysis/StableTensors.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace fusion;

/// Whether all that is done with `memref` is that kernels read it, or launches that were made before.
static bool isOnlyRead(Value memref) {
  return llvm::all_of(memref.getUses(), [](OpOperand &use) {
    if (auto kernel = dyn_cast<KernelOp>(use.getOwner()))
      return use.getOperandNumber() < kernel.getInputs().size();
    if (auto view = dyn_cast<ViewLikeOpInterface>(use.getOwner()))
      return isOnlyRead(view.getViewDest());
    if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(use.getOwner()))
      return metadata.getBaseBuffer().use_empty();
    return isa<memref::DimOp, memref::LoadOp, memref::ExtractAlignedPointerAsIndexOp, vector::LoadOp>(use.getOwner());
  });
}

/// A dynamic size: a dimension of a memref that is not allocated here, or a value (and -1).
using Size = std::pair<Value, int64_t>;

/// The value of a dynamic size, where the operation that makes the memref takes it; else null.
static Value getSizeOperand(Value memref, int64_t dimension) {
  if (auto alloc = memref.getDefiningOp<memref::AllocOp>())
    return alloc.getDynamicSizes()[alloc.getType().getDynamicDimIndex(unsigned(dimension))];
  if (auto view = memref.getDefiningOp<memref::ReinterpretCastOp>())
    return dyn_cast<Value>(view.getMixedSizes()[dimension]);
  return {};
}

static Size getSize(Value memref, int64_t dimension) {
  // Sizes were followed to where they come from when the program was simplified: as a rule this is one step.
  constexpr int farthest = 8;
  for (int step = 0; step < farthest; ++step) {
    Value size = getSizeOperand(memref, dimension);
    if (!size)
      break;
    auto dim = size.getDefiningOp<memref::DimOp>();
    std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
    auto source = dim ? dyn_cast<MemRefType>(dim.getSource().getType()) : MemRefType();
    if (!index || !source || *index < 0 || *index >= source.getRank() || !source.isDynamicDim(unsigned(*index)))
      return {size, -1};
    memref = dim.getSource();
    dimension = *index;
  }
  return {memref, dimension};
}

/// For each dynamic size of the kernel's results, what is known to be that size: of outputs, and of the operands of its
/// product.
static SmallVector<SmallVector<Size, 2>> getResultSizes(KernelOp kernel) {
  KernelPlan plan(kernel);
  RankedTensorType type = plan.getIterationType();
  const ProductSum *product = plan.getPlainProduct();
  SmallVector<SmallVector<Size, 2>> sizes;
  auto add = [&](Value memref, int64_t dimension) {
    auto shaped = dyn_cast<MemRefType>(memref.getType());
    if (shaped && dimension < shaped.getRank() && shaped.isDynamicDim(unsigned(dimension)))
      sizes.back().push_back(getSize(memref, dimension));
  };
  auto addFactor = [&](const ProductFactor &factor, unsigned loop) {
    if (std::optional<unsigned> dimension = factor.getArgumentDim(loop))
      add(kernel.getInputs()[factor.argument.getArgNumber()], *dimension);
  };
  for (int64_t i = 0, rank = type ? type.getRank() : 0; i < rank; ++i) {
    if (!type.isDynamicDim(unsigned(i)))
      continue;
    sizes.emplace_back();
    for (Value output : kernel.getOuts())
      add(output, i);
    if (product && i == rank - 2)
      addFactor(product->lhs, product->getRowLoop());
    if (product && i == rank - 1)
      addFactor(product->rhs, product->getColumnLoop());
  }
  return sizes;
}

/// Whether `earlier`, none of whose static sizes is 0, runs wherever `later` does: each of its dynamic sizes is one of
/// the other's results, which are then not 0.
static bool runsWithResultsOf(KernelOp earlier, KernelOp later) {
  llvm::DenseSet<Size> positive;
  for (ArrayRef<Size> known : getResultSizes(later))
    positive.insert(known.begin(), known.end());
  return llvm::all_of(getResultSizes(earlier), [&](ArrayRef<Size> known) {
    return llvm::any_of(known, [&](Size size) { return positive.contains(size); });
  });
}

namespace {
/// What is known of the kernels of this call before one of them.
struct Before {
  bool surelyHeld = false; ///< one that holds others back has run
  /// Those that do if they run, the first of them: more would ask more of each kernel of a large graph.
  SmallVector<KernelOp, 4> perhaps;

  bool holds(KernelOp kernel) const {
    return surelyHeld || llvm::any_of(perhaps, [&](KernelOp earlier) { return runsWithResultsOf(earlier, kernel); });
  }
  void add(KernelOp kernel) {
    surelyHeld |= surelyHoldsOthersBack(kernel);
    if (!surelyHeld && mayHoldOthersBack(kernel) && perhaps.size() < 4)
      perhaps.push_back(kernel);
  }
};

class Marker {
public:
  /// Kernels of a block of an entry.
  void mark(Block &block, Before before);

private:
  bool isStableInput(Value memref, bool held);

  llvm::DenseMap<BlockArgument, bool> onlyRead;
  SymbolTableCollection symbols;
};
} // namespace

bool Marker::isStableInput(Value memref, bool held) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  if (auto get = memref.getDefiningOp<memref::GetGlobalOp>()) {
    auto global = symbols.lookupNearestSymbolFrom<memref::GlobalOp>(get, get.getNameAttr());
    return global && global.getConstant();
  }
  auto argument = dyn_cast<BlockArgument>(memref);
  if (!argument || !isStableArgument(argument, [&] { return held; }))
    return false;
  auto [known, isNew] = onlyRead.try_emplace(argument);
  if (isNew)
    known->second = isOnlyRead(argument);
  return known->second;
}

void Marker::mark(Block &block, Before before) {
  Before beforeLaunch; // what the kernels of one launch have before them
  IntegerAttr group;   // of that launch
  for (Operation &op : block) {
    if (auto kernel = dyn_cast<KernelOp>(op)) {
      SmallVector<int64_t> stable;
      if (!group || kernel.getLaunchGroupAttr() != group)
        beforeLaunch = before;
      group = kernel.getLaunchGroupAttr();
      bool held = beforeLaunch.holds(kernel);
      for (auto [number, input] : llvm::enumerate(kernel.getInputs()))
        if (isStableInput(input, held))
          stable.push_back(number);
      if (!stable.empty())
        kernel->setAttr(kStableAttrName, DenseI64ArrayAttr::get(op.getContext(), stable));
      before.add(kernel);
      continue;
    }
    // What stands inside may run or not.
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        mark(inner, before);
  }
}

void fusion::markStableInputs(ModuleOp module, bool dependentLaunch) {
  // Nothing that a text says is believed.
  module.walk([](KernelOp kernel) { kernel->removeAttr(kStableAttrName); });
  if (!dependentLaunch)
    return;
  Marker marker;
  for (func::FuncOp entry : getEntries(module))
    for (Block &block : entry.getBody())
      marker.mark(block, {});
}
