// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes one function and one launch of several products.

#include "SharedVariant.h"

#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

SharedVariant::SharedVariant(SmallVector<std::unique_ptr<SM80Variant>, 3> ofKernels)
    : KernelVariant(ofKernels.front()->getKernel()), variants(std::move(ofKernels)) {
  for (const auto &variant : variants)
    needed.require(variant->guard());
}

/// Of all kernels: the report finds the launch of each.
Location SharedVariant::getLoc() const {
  auto locations = llvm::map_to_vector(variants, [](const auto &variant) { return variant->getKernel().getLoc(); });
  return FusedLoc::get(locations.front().getContext(), locations);
}

bool SharedVariant::canShare() const {
  int64_t bytes = 0;
  for (const auto &variant : variants)
    bytes += getParameterBytes(variant->getKernel()->getOperandTypes());
  return bytes <= kMostParameterBytes && llvm::all_of(variants, [&](const auto &own) {
           return own->threads() == variants.front()->threads() && !own->isSplit();
         });
}

FunctionOpInterface SharedVariant::emitFunction(OpBuilder &builder, StringRef name) {
  SmallVector<Type> types;
  for (const auto &variant : variants)
    llvm::append_range(types, variant->getKernel()->getOperandTypes());
  gpu::GPUFuncOp function = createMemRefFunction(builder, getLoc(), name, types, variants.front()->threads());
  emitBody(function);
  if (hasDependentLaunch())
    emitLaunchWait(builder, function);
  return function;
}

void SharedVariant::emitBody(gpu::GPUFuncOp function) {
  KernelBuilder kb(getLoc(), function.getContext());
  kb.setInsertionPointToStart(&function.getBody().front());
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type());
  ValueRange memrefs = function.getArguments();
  for (const auto &variant : variants) {
    unsigned own = variant->getKernel()->getNumOperands();
    DeviceOperands operands = variant->unpack(kb, memrefs.take_front(own));
    memrefs = memrefs.drop_front(own);
    Value blocks = variant->countBlocks(kb, operands);
    // A block of a kernel before this one has a negative number here, which as unsigned is none of this one's.
    kb.ifThen(kb.cmp(arith::CmpIPredicate::ult, block, blocks),
              [&] { variant->emitBlock(kb, operands, block, hasDependentLaunch()); });
    // Of numbers that it sees through LLVM would make a table of jumps.
    block = kb.hide(kb.sub(block, blocks));
  }
  kb.create<gpu::ReturnOp>();
}

void SharedVariant::emitLaunch(OpBuilder &builder, SymbolRefAttr function) {
  Location loc = getLoc();
  HostIndex index{builder, loc};
  Value blocks = index.constant(0);
  int64_t sharedBytes = 0;
  SmallVector<Value> operands;
  for (const auto &variant : variants) {
    blocks = index.add(blocks, variant->blocks(builder, loc));
    sharedBytes = std::max(sharedBytes, variant->sharedBytes());
    llvm::append_range(operands, variant->getKernel()->getOperands());
  }
  emitKernelLaunch(builder, loc, function, blocks, variants.front()->threads(), sharedBytes, operands,
                   hasDependentLaunch());
}
