// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Values of a run for the interpreter: from outputs that were kept, or computed from these.

#include "RunValues.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace fusion;
using reference::Tensor;
using runtime::HostTensor;

FailureOr<Tensor> RunValues::decode(const HostTensor &tensor, Type type) {
  ArrayRef<char> bytes(static_cast<const char *>(tensor.data()), static_cast<size_t>(tensor.bytes()));
  return Tensor::fromBytes(getElementTypeOrSelf(type), tensor.shape(), bytes);
}

const HostTensor *RunValues::findOutput(Value value) const {
  auto it = exposed.outputs.find(value);
  return it == exposed.outputs.end() ? nullptr : &outputs[it->second];
}

/// What an operation and its regions read.
static llvm::SetVector<Value> getRead(Operation *op) {
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  return read;
}

/// Whether all elements are what the graph says, or anything: a constant, or memory to be written.
static bool isGiven(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp, tensor::SplatOp, linalg::FillOp>(op));
}

FailureOr<ReadData> RunValues::describeRead(Operation *op) {
  ReadData data;
  for (Value value : getRead(op)) {
    if (isGiven(value))
      continue;
    FailureOr<Tensor> tensor = load(value);
    if (failed(tensor))
      return failure();
    data.add(*tensor);
  }
  return data;
}

LogicalResult RunValues::feed(Operation *op, reference::OpInterpreter &interpreter) {
  for (Value value : getRead(op)) {
    FailureOr<Tensor> tensor = load(value);
    if (failed(tensor))
      return failure();
    interpreter.set(value, *tensor);
  }
  return success();
}

FailureOr<Tensor> RunValues::load(Value value) {
  if (auto it = loaded.find(value); it != loaded.end())
    return it->second;
  FailureOr<Tensor> tensor = failure();
  if (auto argument = dyn_cast<BlockArgument>(value))
    tensor = decode(inputs[argument.getArgNumber()], value.getType());
  else if (const HostTensor *output = findOutput(value))
    tensor = decode(*output, value.getType());
  else
    tensor = compute(value);
  if (succeeded(tensor))
    loaded[value] = *tensor;
  return tensor;
}

/// What is in memory that nobody has written may be anything. All elements of the tensor are one.
static Tensor forgetElements(const Tensor &tensor) {
  SmallVector<int64_t> strides(tensor.getRank(), 0);
  return tensor.view({}, {}).withoutBounds().view(tensor.getShape(), strides);
}

FailureOr<Tensor> RunValues::compute(Value value) {
  reference::OpInterpreter interpreter(options);
  Operation *op = value.getDefiningOp();
  if (failed(feed(op, interpreter)))
    return failure();
  FailureOr<SmallVector<Tensor>> results = interpreter.run(op);
  if (failed(results))
    return failure();
  Tensor tensor = (*results)[cast<OpResult>(value).getResultNumber()];
  return isa<tensor::EmptyOp>(op) ? forgetElements(tensor) : tensor;
}
