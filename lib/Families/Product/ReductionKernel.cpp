// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the kernel that reduces partial tiles, and its launch.

#include "fusion/Families/Product/ReductionKernel.h"

#include "Epilogue.h"
#include "fusion/Families/Async/ThreadPosition.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "fusion/Families/Product/Producer.h"
#include "fusion/Families/Product/SharedLayout.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

static constexpr int64_t blockThreads = 128;
/// Blocks that a multiprocessor must take. Without a number ptxas saves registers (34 of 100) and puts loads one behind
/// the other.
static constexpr int64_t blocksPerSM = 4;

ReductionKernel::ReductionKernel(const KernelPlan &formula, const ProductSpec &product, const ProductSpec &share,
                                 int64_t stagingBuffers, const AccessGuard *allowed, bool anyAddress,
                                 AccessGuard &guard)
    : kernel(formula.getKernel()), product(product), spec(share),
      plan(EpiloguePlan::get(kernel, *spec.atom->layout, stagingBuffers, allowed, anyAddress)),
      finish(kernel, *formula.getPlainProduct(), plan, parameters, guard), memory(parameters.addMemory()) {}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

void ReductionKernel::emitFunction(OpBuilder &builder, StringRef name, bool dependentLaunch) {
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), parameters.getTypes(builder));
  auto function = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(), name, type);
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(), builder.getDenseI32ArrayAttr({blockThreads, 1, 1}));
  function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(blocksPerSM));
  parameters.annotate(function);
  KernelBuilder kb(kernel.getLoc(), builder.getContext());
  kb.setInsertionPointToStart(function.addEntryBlock(kb));
  emitBody(kb, function.getArguments(), dependentLaunch);
  kb.create<LLVM::ReturnOp>(ValueRange());
}

void ReductionKernel::emitBody(KernelBuilder &kb, Block::BlockArgListType arguments, bool dependentLaunch) {
  ProductSizes sizes = finish.getSizes(kb, arguments);
  EpilogueArguments epilogueArguments = finish.getEpilogue(kb, arguments);
  SharedLayout layout = SharedLayout::get(spec, plan);
  Value base = alignShared(kb, getSharedMemory(kb));
  auto part = [&](int64_t offset) { return kb.offsetPtr(base, offset); };
  ThreadPosition position = ThreadPosition::get(kb);
  ConsumerPosition consumer = getConsumerPosition(kb, position);
  kb.ifThen(consumer.lead, [&] {
    for (ArrayRef<Value> maps : {ArrayRef(epilogueArguments.inputMaps), ArrayRef(epilogueArguments.outputMaps)})
      for (Value map : maps)
        if (map)
          prefetchTensorMap(kb, map);
    if (plan.stagesInputs())
      for (int64_t i = 0; i < plan.chunks.buffers; ++i)
        initBarrier(kb, kb.offsetPtr(part(layout.stagingBarriers), 8 * i), 1);
    fenceBarrierInit(kb);
  });
  syncBlock(kb);
  if (dependentLaunch) {
    waitForDependencies(kb);
    launchDependents(kb);
  }

  RasterScheduler scheduler(kb, product.walk, sizes, ClusterPosition::get(kb, product.walk.cluster));
  EpilogueMemory own = {part(layout.staging), part(layout.lines), part(layout.stagingBarriers)};
  Epilogue epilogue(kb, kernel, spec, plan, epilogueArguments, sizes, consumer, own);
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type());
  Value share = kb.rem(block, shares()), rest = kb.div(block, shares());
  Value rowBlock = kb.rem(rest, rowBlocks()), index = kb.div(rest, rowBlocks());
  Tile tile = scheduler.locateInTail(kb, index);
  Value rows = kb.mul(rowBlock, spec.atom->own().rows), columns = kb.mul(share, spec.atom->own().columns);
  const WarpgroupTile &shape = product.atom->own();
  Value row = kb.add(tile.row, shape.ofRows(rows, columns)), col = kb.add(tile.col, shape.ofColumns(rows, columns));
  // A tile may reach beyond the matrix by more than a block has of it.
  kb.ifThen(kb.andI(kb.lt(row, sizes.m), kb.lt(col, sizes.n)), [&] {
    epilogue.begin(splitBatch(kb, sizes, tile.batch), row, col, /*use=*/kb.c32(0), /*finishes=*/kb.cBool(true),
                   /*steps=*/kb.c32(0));
    Value sums = PartialTiles(product.sums.tile, *product.atom, arguments[memory])
                     .load(kb, scheduler.tail(), index, rowBlock, columns, spec.atom->own().columns, consumer.thread);
    epilogue.finish(sums);
    epilogue.drain();
  });
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

void ReductionKernel::emitLaunch(OpBuilder &builder, SymbolRefAttr function, Value tail, Value memory,
                                 bool dependentLaunch) {
  Location loc = kernel.getLoc();
  Value blocks = HostIndex{builder, loc}.mul(tail, rowBlocks() * shares());
  emitKernelLaunch(builder, loc, function, blocks, blockThreads, SharedLayout::get(spec, plan).dynamicBytes(),
                   parameters.getOperands(builder, loc, /*copies=*/{}, memory), dependentLaunch);
}
