// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Adds the parameters that finishing tiles takes, and reads them on the device.

#include "fusion/Families/Product/FinishParameters.h"

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/Common/MemRefVariant.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

FinishParameters::FinishParameters(KernelOp kernel, const ProductSum &product, const EpiloguePlan &plan,
                                   Parameters &parameters, AccessGuard &guard)
    : parameters(parameters) {
  Value a = kernel.getInputOf(product.lhs.getValue()), b = kernel.getInputOf(product.rhs.getValue());
  // A factor that is read by a map has no dimension for a loop: its size is known.
  auto add = [&](Value memref, const ProductFactor &factor, unsigned loop, int64_t known) {
    std::optional<unsigned> dim = factor.getArgumentDim(loop);
    return dim ? addSize(memref, *dim, guard) : Size{known};
  };
  m = add(a, product.lhs, product.getRowLoop(), product.rows);
  n = add(b, product.rhs, product.getColumnLoop(), product.columns);
  k = add(a, product.lhs, product.getKLoop(), product.k);
  for (size_t dim = 0; dim < product.batches.size(); ++dim) {
    OperandDim size = findBatchSize(kernel, product, dim);
    batch.push_back(addSize(kernel->getOperand(size.operand), size.dim, guard));
  }
  addEpilogue(kernel, plan, guard);
}

FinishParameters::Size FinishParameters::addSize(Value memref, int64_t dim, AccessGuard &guard) {
  int64_t known = cast<MemRefType>(memref.getType()).getDimSize(dim);
  if (!ShapedType::isDynamic(known))
    return {known, 0};
  guard.requirePositive(memref, dim);
  return {known, parameters.addSize(memref, dim)};
}

unsigned FinishParameters::addStagedMap(Value memref, const EpiloguePlan &plan, AccessGuard &guard) {
  guard.requireAligned(memref, 16);
  int64_t bytes = storedBytes(cast<MemRefType>(memref.getType()).getElementType());
  return parameters.addTensorMap(memref, {plan.chunks.rows, plan.chunks.boxColumns(bytes)});
}

void FinishParameters::addEpilogue(KernelOp kernel, const EpiloguePlan &plan, AccessGuard &guard) {
  auto elementBytes = [](Value memref) { return storedBytes(cast<MemRefType>(memref.getType()).getElementType()); };
  auto requirePairs = [&](Value memref) { guard.requireAligned(memref, 2 * elementBytes(memref)); };
  for (const EpilogueInput &input : plan.inputs) {
    Value memref = kernel.getInputs()[input.index];
    bool staged = input.path == InputPath::Staged;
    inputMaps.push_back(staged ? std::optional(addStagedMap(memref, plan, guard)) : std::nullopt);
    inputs.push_back(parameters.addMemRef(memref));
    if (!staged && input.pairs)
      requirePairs(memref);
  }
  tableAccess = plan.tableAccess;
  for (auto [table, access] : llvm::zip_equal(plan.tables, tableAccess)) {
    Value memref = kernel.getInputs()[table];
    tables.push_back(parameters.addMemRef(memref));
    if (access > elementBytes(memref))
      guard.requireAligned(memref, access);
  }
  for (const EpilogueOutput &output : plan.outputs) {
    Value memref = kernel.getOuts()[output.index];
    bool byTMA = output.staged && output.rowAccess == 0;
    outputMaps.push_back(byTMA ? std::optional(addStagedMap(memref, plan, guard)) : std::nullopt);
    outputs.push_back(parameters.addMemRef(memref));
    if (output.rowAccess > elementBytes(memref))
      guard.requireAligned(memref, output.rowAccess);
    if (output.bitRun > 1)
      guard.requireAligned(memref, output.bitAccess);
    if (!output.staged && output.pairs)
      requirePairs(memref);
  }
}

ProductSizes FinishParameters::getSizes(KernelBuilder &kb, Block::BlockArgListType arguments) const {
  auto size = [&](const Size &parameter) {
    return ShapedType::isDynamic(parameter.known) ? kb.toI32(arguments[parameter.number]) : kb.c32(parameter.known);
  };
  return {size(m), size(n), size(k), llvm::map_to_vector(batch, size)};
}

EpilogueArguments FinishParameters::getEpilogue(KernelBuilder &kb, Block::BlockArgListType arguments) const {
  auto map = [&](std::optional<unsigned> number) { return number ? Value(arguments[*number]) : Value(); };
  EpilogueArguments result;
  for (auto [number, mapNumber] : llvm::zip(inputs, inputMaps)) {
    result.inputs.push_back(parameters.getMemRef(kb, arguments, number));
    result.inputMaps.push_back(map(mapNumber));
  }
  for (auto [number, mapNumber] : llvm::zip(outputs, outputMaps)) {
    result.outputs.push_back(parameters.getMemRef(kb, arguments, number));
    result.outputMaps.push_back(map(mapNumber));
  }
  for (auto [number, access] : llvm::zip_equal(tables, tableAccess)) {
    result.tables.push_back(parameters.getMemRef(kb, arguments, number));
    result.tables.back().rowAlignment = access;
  }
  return result;
}
