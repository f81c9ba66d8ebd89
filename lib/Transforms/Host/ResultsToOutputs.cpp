// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/DType.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_RESULTSTOOUTPUTSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

/// Whether the runtime can pass tensors of this type (FusionDType of the ABI).
static bool isPassable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() && getDType(tensor.getElementType());
}

static LogicalResult verifySignature(func::FuncOp entry) {
  if (!llvm::hasSingleElement(entry.getBody()))
    return entry.emitError() << "function '" << entry.getName() << "' expects a body of one block";
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes()))
    if (!isPassable(type))
      return entry.emitError() << "function '" << entry.getName() << "' expects ranked tensors of f16, bf16, f32, f64 "
                               << "or signless integers of 1, 8, 16, 32 or 64 bits, but argument " << index << " is "
                               << type;
  for (auto [index, type] : llvm::enumerate(entry.getResultTypes()))
    if (!isPassable(type))
      return entry.emitError() << "function '" << entry.getName() << "' expects ranked tensors of f16, bf16, f32, f64 "
                               << "or signless integers of 1, 8, 16, 32 or 64 bits, but result " << index << " is "
                               << type;
  return success();
}

/// Walks from a returned value to the value behind its reshapes and reshapes the output accordingly.
static Value peelReshapes(OpBuilder &builder, Value value, Value &output) {
  while (Operation *op = value.getDefiningOp()) {
    Location loc = op->getLoc();
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      output = memref::CollapseShapeOp::create(builder, loc, output, expand.getReassociationIndices());
      value = expand.getSrc();
    } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
               collapse && collapse.getSrcType().hasStaticShape()) {
      output = memref::ExpandShapeOp::create(builder, loc, collapse.getSrcType().getShape(), output,
                                             collapse.getReassociationIndices());
      value = collapse.getSrc();
    } else {
      break;
    }
    // The reshaped output must be of the type of the tensor (a dynamic size may have become static).
    auto type = cast<RankedTensorType>(value.getType());
    auto wanted = MemRefType::get(type.getShape(), type.getElementType());
    if (output.getType() != wanted)
      output = memref::CastOp::create(builder, loc, wanted, output);
  }
  return value;
}

static void convertEntry(func::FuncOp entry) {
  MLIRContext *context = entry.getContext();
  Location loc = entry.getLoc();
  auto returnOp = cast<func::ReturnOp>(entry.front().getTerminator());
  OpBuilder builder(returnOp);
  NamedAttribute readOnly(StringAttr::get(context, bufferization::BufferizationDialect::kWritableAttrName),
                          builder.getBoolAttr(false));
  for (unsigned index = 0; index < entry.getNumArguments(); ++index)
    entry.setArgAttr(index, readOnly.getName(), readOnly.getValue());
  (void)entry.insertArgument(0, LLVM::LLVMPointerType::get(context), {}, loc);
  DictionaryAttr isOutput = builder.getDictionaryAttr(builder.getNamedAttr(kOutputAttrName, builder.getUnitAttr()));
  for (Value value : returnOp.getOperands()) {
    auto type = cast<RankedTensorType>(value.getType());
    (void)entry.insertArgument(entry.getNumArguments(), MemRefType::get(type.getShape(), type.getElementType()),
                               isOutput, value.getLoc());
    Value output = entry.getArguments().back();
    Value source = peelReshapes(builder, value, output);
    auto materialize = bufferization::MaterializeInDestinationOp::create(builder, loc, /*result=*/Type(), source,
                                                                         output, /*restrict=*/true, /*writable=*/true);
    (void)materialize;
  }
  Value good = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  returnOp.getOperandsMutable().assign(good);
  entry.setType(builder.getFunctionType(entry.getArgumentTypes(), good.getType()));
  entry.setAllResultAttrs(ArrayRef<Attribute>{builder.getDictionaryAttr({})});
}

namespace {
struct ResultsToOutputs : fusion::impl::ResultsToOutputsPassBase<ResultsToOutputs> {
  void runOnOperation() override {
    for (func::FuncOp entry : getTensorEntries(getOperation())) {
      if (failed(verifySignature(entry)))
        return signalPassFailure();
      numOutputs += entry.getNumResults();
      convertEntry(entry);
    }
  }
};
} // namespace
