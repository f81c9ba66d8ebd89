// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The function and the launch around a body that the families emit.

#include "fusion/Families/Common/MemRefVariant.h"

#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/LaneForms.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Families/Common/MemRefArgument.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fusion;

gpu::GPUFuncOp fusion::createMemRefFunction(OpBuilder &builder, Location loc, StringRef name, TypeRange types,
                                            int64_t threads) {
  auto function = gpu::GPUFuncOp::create(builder, loc, name, builder.getFunctionType(types, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr({static_cast<int32_t>(threads), 1, 1}));
  return function;
}

void fusion::emitLaunchWait(OpBuilder &builder, gpu::GPUFuncOp function) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.getBody().front());
  NVVM::GriddepcontrolOp::create(builder, function.getLoc(), NVVM::GridDepActionKind::wait);
}

FunctionOpInterface MemRefVariant::emitFunction(OpBuilder &builder, StringRef name) {
  SmallVector<Type> types(kernel->getOperandTypes());
  if (MemRefType own = memoryType())
    types.push_back(own);
  gpu::GPUFuncOp function = createMemRefFunction(builder, kernel.getLoc(), name, types, threads());
  emitBody(function);
  if (hasDependentLaunch())
    emitLaunchWait(builder, function);
  return function;
}

void MemRefVariant::emitLaunch(OpBuilder &builder, SymbolRefAttr function) {
  SmallVector<Value> operands(kernel->getOperands());
  if (memoryType())
    operands.push_back(memory(builder));
  emitKernelLaunch(builder, kernel.getLoc(), function, blocks(builder, kernel.getLoc()), threads(), sharedBytes(),
                   operands, hasDependentLaunch());
}

SmallVector<MemRefArgument> MemRefVariant::unpackOperands(KernelBuilder &kb, ValueRange memrefs) const {
  SmallVector<MemRefArgument> arguments = unpackArguments(kb, memrefs);
  for (auto [argument, operand] : llvm::zip(arguments, kernel->getOperands()))
    argument.rowAlignment = accessGuard.getAlignment(operand);
  return arguments;
}

SmallVector<int64_t> fusion::getPaddedIteration(KernelOp kernel) {
  ArrayRef<int64_t> shape = KernelPlan(kernel).getIterationType().getShape();
  SmallVector<int64_t> iteration(shape.size() < 2 ? 2 - shape.size() : 0, 1);
  llvm::append_range(iteration, shape);
  return iteration;
}

OperandDim fusion::findBatchSize(KernelOp kernel, const ProductSum &product, int64_t dim) {
  auto inputs = static_cast<unsigned>(kernel.getInputs().size());
  if (std::optional<unsigned> output = findOutputOfSize(kernel, dim))
    return {inputs + *output, dim};
  OperandDim found{0, 0};
  for (const ProductFactor *factor : {&product.lhs, &product.rhs}) {
    RankedTensorType type = factor->getType();
    int64_t own = dim - (static_cast<int64_t>(product.batches.size()) - (type.getRank() - 2));
    if (own < 0)
      continue;
    found = {factor->argument.getArgNumber(), own};
    // The other one is broadcast along a size of 1.
    if (type.getDimSize(own) != 1)
      break;
  }
  return found;
}

Value fusion::getSharedMemory(KernelBuilder &kb) {
  constexpr llvm::StringLiteral name = "fusion_shared";
  auto module = kb.getInsertionBlock()->getParentOp()->getParentOfType<gpu::GPUModuleOp>();
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(kb);
    kb.setInsertionPointToStart(module.getBody());
    kb.create<LLVM::GlobalOp>(LLVM::LLVMArrayType::get(kb.getI8Type(), 0), /*isConstant=*/false,
                              LLVM::Linkage::External, name, Attribute(), /*alignment=*/128, /*addrSpace=*/3);
  }
  return kb.create<LLVM::AddressOfOp>(kb.sharedPtrType(), name);
}

void fusion::requireWideLookups(KernelOp kernel, int64_t width, AccessGuard &guard) {
  for (auto map : kernel.getBodyBlock()->getOps<MapOp>()) {
    LaneForms forms(map, width, width);
    for (auto lookup : map.getBodyBlock()->getOps<LookupOp>()) {
      std::optional<RowLookup> row = forms.getRowLookup(lookup);
      Value table = kernel.getInputOf(map->getOperand(lookup.getTableNumber()));
      if (!table) // what the kernel computes is not in memory
        continue;
      auto type = cast<MemRefType>(table.getType());
      int64_t bytes = storedBytes(type.getElementType());
      if (!row || row->index.isUniform())
        continue;
      int64_t widest =
          AccessGuard::widestAccess(type, std::min<int64_t>(16, bytes * std::min(width, row->index.multiple)));
      if (widest > std::max(bytes, guard.getAlignment(table)))
        guard.requireAligned(table, widest);
    }
  }
}

// Operands that do not vary along columns are read one element at a time and need nothing.
bool fusion::requireVectorAccess(KernelOp kernel, AccessGuard &guard) {
  constexpr int64_t width = 8;
  bool hasColumns = !kernel.isElementwise(); // those of the product
  // Whether 8 columns of `memref` can be accessed at once.
  auto require = [&](Value memref) {
    hasColumns = true;
    auto type = cast<MemRefType>(memref.getType());
    if (type.getRank() == 0)
      return false;
    int64_t size = type.getShape().back();
    int64_t bytes = std::min<int64_t>(16, width * storedBytes(type.getElementType()));
    if ((!ShapedType::isDynamic(size) && size % width != 0) || AccessGuard::widestAccess(type, bytes) < bytes)
      return false;
    guard.requireAligned(memref, bytes);
    if (ShapedType::isDynamic(size))
      guard.requireMultiple(memref, type.getRank() - 1, width);
    return true;
  };
  for (auto [input, body] : llvm::zip(kernel.getInputs(), kernel.getBodyBlock()->getArguments())) {
    auto type = cast<MemRefType>(input.getType());
    bool varies = type.getRank() > 0 && type.getShape().back() != 1;
    if (isReadByEpilogue(kernel, body) && varies && !require(input))
      return false;
  }
  for (auto [number, output] : llvm::enumerate(kernel.getOuts()))
    if (storesRows(kernel, number) && !require(output))
      return false;
  requireWideLookups(kernel, width, guard);
  return hasColumns;
}

bool fusion::allowsVectorAccess(KernelOp kernel, const AccessGuard &guard) {
  AccessGuard needed;
  return requireVectorAccess(kernel, needed) && guard.covers(needed);
}

bool fusion::needsEightColumns(KernelOp kernel) { return !kernel.getBodyBlock()->getOps<PackBitsOp>().empty(); }
