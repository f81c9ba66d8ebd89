// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes the entry of a module with kernels return what is in between.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Driver/VerifyKernels.h"
#include "fusion/Reference/Interpreter.h"
#include "fusion/Support/DType.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace fusion;

/// Whether all that read the op write over its result, as the steps of a concatenation do. It is not in memory by
/// itself; the last step is checked with all before it.
static bool isOverwritten(Operation *op) {
  auto isWrite = [](Operation *op) { return isa<tensor::InsertOp, tensor::InsertSliceOp>(op); };
  return isWrite(op) && !op->use_empty() && llvm::all_of(op->getUses(), [&](OpOperand &use) {
           return isWrite(use.getOwner()) && cast<DestinationStyleOpInterface>(use.getOwner()).isDpsInit(&use);
         });
}

/// Whether a run can return a value: not one of i48, say.
static bool mayReturn(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && getDType(type.getElementType());
}

bool ExposedModule::isChecked(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || op->hasTrait<OpTrait::ConstantLike>())
    return false;
  if (isa<tensor::EmptyOp, tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ReshapeOp,
          tensor::ExtractSliceOp, tensor::SplatOp, tensor::FromElementsOp, linalg::FillOp>(op) ||
      isOverwritten(op))
    return false;
  return llvm::any_of(op->getResults(), mayReturn);
}

/// What the lowering does first, so that what is checked is what is launched: operations on tensors become loops, and
/// loops over the same elements one.
static LogicalResult prepare(ModuleOp module) {
  if (failed(reference::prepareForInterpreter(module)))
    return failure();
  PassManager pm(module.getContext());
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createFuseLoopsPass());
  return pm.run(module);
}

FailureOr<ExposedModule> fusion::exposeValues(ModuleOp fused, StringRef entry) {
  ExposedModule exposed;
  exposed.module = fused.clone();
  if (failed(prepare(*exposed.module)))
    return failure();
  exposed.entry = exposed.module->lookupSymbol<func::FuncOp>(entry);
  if (!exposed.entry || !llvm::hasSingleElement(exposed.entry.getBody()))
    return exposed.module->emitError() << "no function '" << entry << "' of one block";
  func::FuncOp function = exposed.entry;
  exposed.numResults = function.getNumResults();
  Operation *terminator = function.front().getTerminator();
  SmallVector<Value> results(terminator->getOperands());
  for (auto [index, value] : llvm::enumerate(results))
    exposed.outputs.try_emplace(value, index);
  for (Operation &op : function.front())
    for (Value value : op.getResults())
      if (ExposedModule::isChecked(&op) && mayReturn(value) &&
          exposed.outputs.try_emplace(value, results.size()).second) {
        if (failed(function.insertResult(function.getNumResults(), value.getType(), DictionaryAttr())))
          return failure();
        results.push_back(value);
      }
  terminator->setOperands(results);
  return exposed;
}
