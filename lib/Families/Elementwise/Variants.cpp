// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits elementwise kernels: a thread for eight columns, or for one.

#include "Variants.h"

#include "fusion/Families/Common/BodyEmitter.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

namespace {

/// Elementwise work without a product: each thread computes some adjacent columns of one row.
class ElementwiseVariant : public MemRefVariant {
public:
  /// `width` columns a thread; `guard` says what that takes.
  ElementwiseVariant(KernelOp kernel, StringRef suffix, int64_t width, const AccessGuard &guard)
      : MemRefVariant(kernel, suffix), iteration(getPaddedIteration(kernel)), width(width) {
    accessGuard = guard;
  }

private:
  static constexpr int64_t blockThreads = 256;

  void emitBody(gpu::GPUFuncOp func) override;
  int64_t threads() const override { return blockThreads; }
  Value blocks(OpBuilder &builder, Location loc) override;
  /// Whether 32 bits hold every index, with room for the threads of the last block.
  bool isSmall() const {
    int64_t elements = 1;
    for (int64_t size : iteration)
      if (ShapedType::isDynamic(size) || (size != 0 && elements > (int64_t(1) << 30) / size))
        return false;
      else
        elements *= size;
    return true;
  }

  SmallVector<int64_t> iteration;
  int64_t width;
};

void ElementwiseVariant::emitBody(gpu::GPUFuncOp func) {
  KernelBuilder kb(kernel.getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  // Blocks are short-lived: the next kernel may start with the last of them.
  if (hasDependentLaunch())
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  SmallVector<MemRefArgument> arguments = unpackOperands(kb, func);
  ArrayRef<MemRefArgument> inputs = ArrayRef(arguments).take_front(kernel.getInputs().size());
  ArrayRef<MemRefArgument> outputs = ArrayRef(arguments).drop_front(inputs.size());

  // Sizes of the iteration space, the last one in vectors.
  auto index = [&](Value value) { return isSmall() ? kb.toI32(value) : kb.toI64(value); };
  SmallVector<Value> sizes(iteration.size(), index(kb.c32(1)));
  for (int64_t dim = 0, skipped = iteration.size() - outputs[0].rank(); dim < outputs[0].rank(); ++dim)
    sizes[dim + skipped] = index(outputs[0].sizes[dim]);
  sizes.back() = kb.div(sizes.back(), width);
  Value total = sizes[0];
  for (Value size : llvm::drop_begin(sizes))
    total = kb.mul(total, size);

  Value block = index(kb.create<NVVM::BlockIdXOp>(kb.getI32Type()));
  Value thread = index(kb.create<NVVM::ThreadIdXOp>(kb.getI32Type()));
  Value item = kb.add(kb.mul(block, blockThreads), thread);
  // Unsigned, so that LLVM knows that positions, which it is divided into, are in range.
  kb.ifThen(kb.cmp(arith::CmpIPredicate::ult, item, total), [&] {
    SmallVector<Value> position(sizes.size());
    for (int64_t dim = sizes.size(); dim-- > 0;) {
      position[dim] = dim == 0 ? item : kb.rem(item, sizes[dim]);
      item = kb.div(item, sizes[dim]);
    }
    BodyEmitter emitter(kernel, inputs, outputs, iteration);
    SmallVector<Value> outer =
        llvm::map_to_vector(ArrayRef(position).drop_back(2), [&](Value value) { return kb.toI64(value); });
    emitter.enterOuter(kb, outer);
    EpilogueSite site;
    site.width = site.colMultiple = width;
    site.row = position[position.size() - 2];
    site.col = kb.mul(position.back(), site.width);
    site.inBounds = kb.cBool(true);
    emitter.loadColumns(kb, site.col, site.width);
    SmallVector<Value> loaded = emitter.loadSite(kb, site);
    emitter.finish(kb, site, loaded);
  });
  kb.create<gpu::ReturnOp>();
}

Value ElementwiseVariant::blocks(OpBuilder &builder, Location loc) {
  Value out = kernel.getOuts()[0];
  HostIndex index{builder, loc};
  Value elements = index.constant(1), perBlock = index.constant(blockThreads * width);
  for (int64_t dim = 0; dim < cast<MemRefType>(out.getType()).getRank(); ++dim)
    elements = index.mul(elements, index.dim(out, dim));
  return index.ceilDiv(elements, perBlock);
}

} // namespace

ArrayAttr fusion::selectElementwiseVariants(KernelOp kernel) {
  SmallVector<Attribute> variants;
  AccessGuard vectors;
  if (requireVectorAccess(kernel, vectors))
    variants.push_back(vectors.toVariant(kernel, ""));
  variants.push_back(AccessGuard().toVariant(kernel, variants.empty() ? "" : kGeneralSuffix));
  return ArrayAttr::get(kernel.getContext(), variants);
}

KernelVariants fusion::createElementwiseVariants(KernelOp kernel, ArrayRef<VariantAttr> variants) {
  KernelVariants created;
  for (VariantAttr variant : variants) {
    AccessGuard guard(kernel, variant);
    int64_t width = allowsVectorAccess(kernel, guard) ? 8 : 1;
    created.push_back(std::make_unique<ElementwiseVariant>(kernel, variant.getSuffix(), width, guard));
  }
  return created;
}
