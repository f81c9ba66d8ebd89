// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions and launches of kernels by tensor cores.

#include "Variant.h"

#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

// Tensor maps have no empty dimensions, nor are rows without a key defined.
AttentionSize AttentionVariant::addSize(Value memref, int64_t dim) {
  needed.requirePositive(memref, dim);
  return AttentionSize::add(parameters, memref, dim);
}

void AttentionVariant::addSizes() {
  const AttentionPlan &plan = getSpec().plan;
  auto input = [&](Value tensor) { return kernel.getInputOf(tensor); };
  rows = addSize(input(plan.query), *plan.first.lhs.getDim(plan.first.getRowLoop()));
  keys = addSize(input(plan.key), *plan.first.rhs.getDim(plan.first.getColumnLoop()));
  for (size_t dim = 0; dim < plan.first.batches.size(); ++dim)
    batch.push_back(addSize(kernel.getOuts()[0], dim));
}

/// The bytes of two keys, if the type tells that they lie side by side wherever the first is even; else 0.
static int64_t getPairBytes(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  if (strides.empty() || ShapedType::isDynamicShape(strides) || strides.back() != 1 ||
      type.isDynamicDim(type.getRank() - 1) || type.getShape().back() % 2 != 0)
    return 0;
  int64_t bytes = 2 * storedBytes(type.getElementType());
  return AccessGuard::widestAccess(type, bytes) == bytes ? bytes : 0;
}

void AttentionVariant::addScoreOperands() {
  ScoreOperands operands = ScoreOperands::get(getSpec().plan);
  for (BlockArgument operand : operands.elements) {
    Value memref = kernel.getInputOf(operand);
    scoreOperands.push_back({memref, parameters.addMemRef(memref)});
    if (int64_t bytes = getPairBytes(memref))
      needed.requireAligned(memref, bytes);
  }
  for (BlockArgument table : operands.tables) {
    Value memref = kernel.getInputOf(table);
    tables.push_back({memref, parameters.addMemRef(memref)});
  }
}

// Bufferization may have changed the type.
bool AttentionVariant::readsPairs(Value memref) const {
  int64_t bytes = getPairBytes(memref);
  return bytes && needed.getAlignment(memref) >= bytes;
}

void AttentionVariant::addOutputs() {
  const AttentionSpec &spec = getSpec();
  for (auto [number, out] : llvm::enumerate(kernel.getOuts())) {
    if (spec.tiling.splits == 1)
      outputs.push_back(parameters.addMemRef(out));
    if (spec.plan.isOfRows[number])
      continue;
    // Lanes store pairs, and of 16-bit elements 16 bytes where rows begin at multiples of them.
    auto type = cast<MemRefType>(out.getType());
    int64_t pair = 2 * storedBytes(type.getElementType());
    needed.requireAligned(out, pair == 4 ? std::max(pair, AccessGuard::widestAccess(type, 16)) : pair);
  }
  if (spec.tiling.splits > 1) {
    memory = parameters.addMemory();
    reduction.emplace(kernel, spec);
  }
}

void AttentionVariant::getArguments(KernelBuilder &kb, Block::BlockArgListType arguments,
                                    AttentionArguments &result) const {
  result.rows = rows.get(kb, arguments);
  result.keys = keys.get(kb, arguments);
  for (const AttentionSize &size : batch)
    result.batch.push_back(size.get(kb, arguments));
  for (const Input &operand : scoreOperands)
    result.scoreOperands.push_back(
        {parameters.getMemRef(kb, arguments, operand.parameter), readsPairs(operand.memref)});
  for (auto [table, input] : llvm::zip_equal(ScoreOperands::get(getSpec().plan).tables, tables))
    result.tables.add(table, parameters.getMemRef(kb, arguments, input.parameter));
  if (memory)
    result.memory = arguments[*memory];
  for (auto [output, memref] : llvm::zip(outputs, KernelOp(kernel).getOuts()))
    result.outputs.push_back({parameters.getMemRef(kb, arguments, output), needed.getAlignment(memref)});
}

/// The name by which reports know what adds partial results.
static FlatSymbolRefAttr getReductionName(OpBuilder &builder, StringRef name) {
  return FlatSymbolRefAttr::get(builder.getContext(), (name + "_reduce").str());
}

FunctionOpInterface AttentionVariant::emitFunction(OpBuilder &builder, StringRef name) {
  if (reduction)
    reduction->emitFunction(builder, getReductionName(builder, name).getValue(), needed, hasDependentLaunch());
  AttentionGrid grid = getGrid();
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), parameters.getTypes(builder));
  auto function = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(), name, type);
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(),
                    builder.getDenseI32ArrayAttr({static_cast<int32_t>(grid.threads), 1, 1}));
  function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(grid.blocksPerSM));
  parameters.annotate(function);
  KernelBuilder kb(kernel.getLoc(), builder.getContext());
  kb.setInsertionPointToStart(function.addEntryBlock(kb));
  emitBlock(kb, function.getArguments());
  kb.create<LLVM::ReturnOp>(ValueRange());
  return function;
}

void AttentionVariant::emitLaunch(OpBuilder &builder, SymbolRefAttr function) {
  Location loc = kernel.getLoc();
  HostIndex index{builder, loc};
  const AttentionTiling &tiling = getSpec().tiling;
  AttentionGrid grid = getGrid();
  int64_t step = tiling.rows * (tiling.order == AttentionOrder::Pairs ? 2 : 1);
  Value blocks = index.ceilDiv(rows.onHost(index), step);
  for (const AttentionSize &size : batch)
    blocks = index.mul(blocks, size.onHost(index));
  if (tiling.isPersistent())
    blocks = index.min(blocks, getTargetChip(kernel).sms * grid.blocksPerSM);
  if (reduction)
    blocks = index.mul(blocks, tiling.splits);
  Value memory = reduction ? reduction->allocate(builder) : Value();
  emitKernelLaunch(builder, loc, function, blocks, grid.threads, grid.sharedBytes,
                   parameters.getOperands(builder, loc, IRMapping(), memory), hasDependentLaunch());
  if (reduction)
    reduction->emitLaunch(
        builder,
        SymbolRefAttr::get(function.getRootReference(), {getReductionName(builder, function.getLeafReference())}),
        memory, hasDependentLaunch());
}
