// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Allocates tensors for the calls of an entry, and fills them.

#include "EntryData.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

Error EntryData::addBuffer(const std::shared_ptr<Device> &device, int64_t bytes, void *&data) {
  auto buffer = Buffer::allocate(device, static_cast<size_t>(bytes));
  if (!buffer)
    return buffer.takeError();
  data = buffer->data();
  buffers.push_back(std::move(*buffer));
  return {};
}

/// Lets the entry's initialise step, if there is one, fill the last input from the constant ones.
static Error initialize(const std::shared_ptr<Device> &device, Context &context, const FusionEntry &entry,
                        std::vector<Tensor> &inputs) {
  if (!entry.initialize)
    return {};
  std::vector<Tensor> constants;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (isConstant(entry.inputs[i]))
      constants.push_back(inputs[i]);
  auto workspace = Buffer::allocate(device, workspaceSize(*entry.initialize, constants));
  if (!workspace)
    return workspace.takeError();
  if (Error error = context.invoke(*entry.initialize, constants, {&inputs.back(), 1},
                                   {workspace->data(), workspace->bytes(), nullptr}))
    return error;
  return device->synchronize();
}

/// Normal random numbers, N(0,1/16) for all but the first; zeros where the type is no 16- or 32-bit float.
Error EntryData::fillInput(const std::shared_ptr<Device> &device, DeviceKernels &kernels, Tensor &tensor, int set,
                           size_t index) {
  auto count = elementCount(tensor.dtype, tensor.shape);
  int64_t bytes = *count * elementSize(tensor.dtype);
  if (Error error = addBuffer(device, bytes, tensor.data))
    return error;
  if (tensor.dtype != FUSION_F16 && tensor.dtype != FUSION_BF16 && tensor.dtype != FUSION_F32)
    return device->fill(tensor.data, 0, static_cast<size_t>(bytes));
  return kernels.fill(tensor.data, *count, tensor.dtype, RandomData::Normal,
                      static_cast<unsigned>(set * 64 + index + 1), index ? 1.0f / 16 : 1.0f);
}

Error EntryData::create(std::shared_ptr<Device> device, DeviceKernels &kernels,
                        const std::vector<const LoadedProgram *> &programs, const BenchmarkOptions &options) {
  const FusionEntry &entry = *programs.front()->entry;
  std::vector<Tensor> inputTypes;
  int64_t bytes = 0;
  for (int32_t i = 0; i < entry.numInputs; ++i) {
    const FusionTensorSpec &spec = entry.inputs[i];
    if (isScalar(spec))
      return Error::make("input ", i, " is a ", typeName(spec), "; make it a constant of the graph");
    Tensor tensor{nullptr, static_cast<FusionDType>(spec.dtype), Shape(spec.shape, spec.shape + spec.rank), {}};
    for (int64_t size : tensor.shape)
      if (size == FUSION_DYNAMIC)
        return Error::make("input ", i, " has the type ", typeName(spec), "; give it fixed sizes");
    inputTypes.push_back(std::move(tensor));
    bytes += *byteSize(inputTypes.back().dtype, inputTypes.back().shape);
  }
  auto shapes = outputShapes(entry, inputTypes);
  if (!shapes)
    return shapes.takeError();
  std::vector<Tensor> outputTypes;
  for (size_t i = 0; i < shapes->size(); ++i) {
    outputTypes.push_back({nullptr, static_cast<FusionDType>(entry.outputs[i].dtype), (*shapes)[i], {}});
    bytes += *byteSize(outputTypes.back().dtype, outputTypes.back().shape);
  }
  for (const LoadedProgram *program : programs)
    workspaceBytes = std::max(workspaceBytes, (workspaceSize(*program->entry, inputTypes) + 255) / 256 * 256);
  sets = chooseSets(bytes + static_cast<int64_t>(workspaceBytes), options);
  for (int set = 0; set < sets; ++set) {
    inputs.push_back(inputTypes);
    outputs.push_back(outputTypes);
    for (size_t i = 0; i < inputTypes.size(); ++i)
      if (Error error = fillInput(device, kernels, inputs[set][i], set, i))
        return error;
    if (Error error = initialize(device, *programs.front()->context, entry, inputs[set]))
      return error;
    for (size_t i = 0; i < outputTypes.size(); ++i) {
      Tensor &tensor = outputs[set][i];
      if (std::optional<size_t> input = aliasOf(entry.outputs[i]))
        tensor.data = inputs[set][*input].data;
      else if (Error error = addBuffer(device, *byteSize(tensor.dtype, tensor.shape), tensor.data))
        return error;
    }
    workspaces.push_back(nullptr);
    if (Error error = addBuffer(device, static_cast<int64_t>(workspaceBytes), workspaces.back()))
      return error;
    // NaN until it is written. (initcheck does not see what TMA writes.)
    if (Error error = device->fill(workspaces.back(), 0xff, workspaceBytes))
      return error;
  }
  return device->synchronize();
}

BenchmarkCall EntryData::callOf(LoadedProgram &program) const {
  return [&program, this](int set, Stream stream) {
    return program.context->invoke(*program.entry, inputs[set], outputs[set],
                                   {workspaces[set], workspaceBytes, stream});
  };
}
