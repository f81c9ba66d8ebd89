// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs the interpreter on an entry's inputs, and judges outputs by it.

#include "fusion/Driver/Verify.h"
#include "InterpretEntry.h"
#include "JudgeResults.h"
#include "fusion/Reference/Compare.h"
#include "fusion/Support/DType.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <deque>

using namespace mlir;
using namespace fusion;
using runtime::Error;
using runtime::HostTensor;
using runtime::RunResult;
using runtime::Span;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

struct EntrySpecs::Storage {
  std::deque<std::string> names;
  std::deque<std::vector<int64_t>> shapes;
  std::deque<std::vector<FusionTensorSpec>> specs;
  std::vector<FusionEntry> entries;

  /// Specs of tensor types, and of numbers, which have that rank; fails for other types.
  FailureOr<const std::vector<FusionTensorSpec> *> add(func::FuncOp function, TypeRange types, int32_t rankOfNumbers) {
    std::vector<FusionTensorSpec> &list = specs.emplace_back();
    for (Type type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      std::optional<FusionDType> dtype = tensor ? getDType(tensor.getElementType()) : getScalarDType(type);
      if (!dtype)
        return function.emitOpError() << "has an argument or result of type " << type
                                      << ", which cannot be passed in or out";
      if (!tensor) {
        list.push_back({*dtype, rankOfNumbers, nullptr, 0, 0});
        continue;
      }
      std::vector<int64_t> &shape = shapes.emplace_back(tensor.getShape().begin(), tensor.getShape().end());
      static_assert(ShapedType::kDynamic == FUSION_DYNAMIC);
      list.push_back({*dtype, static_cast<int32_t>(shape.size()), shape.data(), 0, 0});
    }
    return &list;
  }
};

FailureOr<std::unique_ptr<EntrySpecs>> EntrySpecs::create(ModuleOp module) {
  auto result = std::make_unique<EntrySpecs>();
  result->storage = std::make_shared<Storage>();
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isDeclaration())
      continue;
    auto inputs = result->storage->add(function, function.getArgumentTypes(), FUSION_SCALAR);
    auto outputs = result->storage->add(function, function.getResultTypes(), 0);
    if (failed(inputs) || failed(outputs))
      return failure();
    FusionEntry entry{};
    entry.name = result->storage->names.emplace_back(function.getName()).c_str();
    entry.numInputs = (*inputs)->size();
    entry.numOutputs = (*outputs)->size();
    entry.inputs = (*inputs)->data();
    entry.outputs = (*outputs)->data();
    result->storage->entries.push_back(entry);
  }
  return result;
}

Span<const FusionEntry> EntrySpecs::get() const { return storage->entries; }

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static ArrayRef<char> getBytes(const HostTensor &tensor) {
  return {static_cast<const char *>(tensor.data()), static_cast<size_t>(tensor.bytes())};
}

FailureOr<SmallVector<reference::Tensor>> fusion::interpretEntry(ModuleOp module, StringRef entry,
                                                                 Span<const HostTensor> inputs,
                                                                 const reference::InterpreterOptions &options) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(reference::prepareForInterpreter(*copy)))
    return failure();
  auto function = copy->lookupSymbol<func::FuncOp>(entry);
  if (!function || function.getNumArguments() != inputs.size())
    return copy->emitError() << "no function '" << entry << "' of " << inputs.size() << " arguments";
  SmallVector<reference::Tensor> arguments;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    const HostTensor &input = inputs[index];
    auto tensor = reference::Tensor::fromBytes(getElementTypeOrSelf(type), input.shape(), getBytes(input));
    if (failed(tensor))
      return function.emitOpError() << "argument " << index << " cannot be read as " << type;
    arguments.push_back(*tensor);
  }
  return reference::interpret(function, arguments, options);
}

FailureOr<std::vector<HostTensor>> fusion::runReference(ModuleOp original, StringRef entry,
                                                        Span<const HostTensor> inputs) {
  reference::InterpreterOptions options;
  options.bounds = false;
  auto results = interpretEntry(original, entry, inputs, options);
  if (failed(results))
    return failure();
  std::vector<HostTensor> outputs;
  for (const reference::Tensor &result : *results) {
    auto output = HostTensor::allocate(*getScalarDType(result.getElementType()),
                                       runtime::Shape(result.getShape().begin(), result.getShape().end()));
    if (!output)
      return original.emitError() << output.error().message();
    SmallVector<char> bytes = result.toBytes();
    std::copy(bytes.begin(), bytes.end(), static_cast<char *>(output->data()));
    outputs.push_back(std::move(*output));
  }
  return outputs;
}

static runtime::Verdict judge(int index, const reference::Comparison &comparison, const ReadData &read,
                              ArrayRef<int64_t> shape) {
  Judgement judgement = judgeResults(comparison, read);
  runtime::Verdict verdict;
  verdict.output = index;
  verdict.kind = judgement.kind;
  verdict.elements = comparison.numElements;
  verdict.bounded = judgement.bounded;
  verdict.apart = comparison.apart;
  verdict.error = comparison.errorAtMax;
  verdict.bound = comparison.boundAtMax;
  verdict.ratio = comparison.maxBoundRatio;
  verdict.loose = comparison.loose > 0;
  verdict.special = comparison.nan + comparison.infinite;
  llvm::raw_string_ostream note(verdict.note);
  note << judgement.reason;
  reference::printComparison(note, /*name=*/"", comparison, shape);
  while (!verdict.note.empty() && verdict.note.back() == '\n')
    verdict.note.pop_back();
  return verdict;
}

/// What is known of the inputs of an entry. Zeros are what the caller wants to know of.
static ReadData readInputs(ModuleOp original, StringRef entry, Span<const HostTensor> inputs) {
  auto function = original.lookupSymbol<func::FuncOp>(entry);
  ReadData read;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    const HostTensor &input = inputs[index];
    auto tensor = reference::Tensor::fromBytes(getElementTypeOrSelf(type), input.shape(), getBytes(input));
    if (failed(tensor)) // of a type that has no such numbers, such as i4: nothing is said of it
      continue;
    read.add(*tensor);
  }
  read.isZero = false;
  return read;
}

FailureOr<SmallVector<reference::Tensor>> fusion::expectOutputs(ModuleOp original, ModuleOp fused, StringRef entry,
                                                                Span<const HostTensor> inputs,
                                                                reference::Accumulator accumulator) {
  reference::InterpreterOptions exact;
  exact.ofFloat64 = exact.exactIntegers = true;
  reference::InterpreterOptions bounded;
  bounded.exactIntegers = true;
  bounded.accumulator = accumulator;
  auto values = interpretEntry(original, entry, inputs, exact);
  auto bounds = interpretEntry(fused, entry, inputs, bounded);
  if (failed(values) || failed(bounds))
    return failure();
  return llvm::map_to_vector(llvm::zip_equal(*values, *bounds),
                             [](auto pair) { return reference::withBoundsOf(std::get<0>(pair), std::get<1>(pair)); });
}

Error fusion::verifyOutputs(ModuleOp original, ModuleOp fused, const FusionEntry &entry, Span<const HostTensor> inputs,
                            RunResult &result) {
  auto accumulator = result.device == "cuda" ? reference::Accumulator::TensorCore : reference::Accumulator::FMA;
  auto tensors = expectOutputs(original, fused, entry.name, inputs, accumulator);
  if (failed(tensors))
    return Error::make("the reference interpreter cannot run this graph");
  ReadData read = readInputs(original, entry.name, inputs);
  for (size_t index = 0; index < result.outputs.size(); ++index) {
    const HostTensor &output = result.outputs[index];
    const reference::Tensor &expected = (*tensors)[index];
    if (ArrayRef<int64_t>(output.shape()) != expected.getShape()) {
      runtime::Verdict verdict;
      verdict.output = index;
      verdict.kind = runtime::Verdict::Mismatch;
      verdict.elements = output.elements();
      verdict.note = describeShapes(output.shape(), expected.getShape());
      result.verdicts.push_back(std::move(verdict));
      continue;
    }
    auto comparison = reference::compareOutputs(expected, getBytes(output), expected.getElementType());
    if (failed(comparison))
      return Error::make("output ", index, " has another type than the reference");
    result.verdicts.push_back(judge(index, *comparison, read, expected.getShape()));
  }
  return {};
}
