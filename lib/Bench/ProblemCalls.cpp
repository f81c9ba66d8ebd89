// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads compiled programs, and makes calls of them that can be timed.

#include "fusion/Bench/ProblemCalls.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

Expected<LoadedProgram> LoadedProgram::load(const Program &program, std::shared_ptr<Device> device) {
  LoadedProgram loaded;
  loaded.program = program;
  auto context = Context::create(program.module, std::move(device));
  if (!context)
    return context.takeError();
  loaded.context = std::move(*context);
  auto entry = program.module->findEntry("");
  if (!entry)
    return entry.takeError();
  loaded.entry = *entry;
  return loaded;
}

std::string LoadedProgram::assemblyProblem() const {
  for (const CubinResult &image : context->assembled()) {
    for (const KernelUsage &kernel : image.kernels)
      if (kernel.spillStores || kernel.spillLoads)
        return concat("spills ", kernel.spillStores, " bytes");
    for (const std::string &warning : image.warnings)
      if (warning.find("C75") != std::string::npos)
        return warning;
  }
  return "";
}

Error Workspaces::allocate(std::shared_ptr<Device> device, uint64_t bytesEach, int sets) {
  bytes = (bytesEach + 255) / 256 * 256;
  auto memory = Buffer::allocate(std::move(device), bytes * static_cast<uint64_t>(sets));
  if (!memory)
    return memory.takeError();
  buffer = std::move(*memory);
  return {};
}

CallOptions Workspaces::callOptions(int set, Stream stream) const {
  return {static_cast<char *>(buffer.data()) + bytes * static_cast<uint64_t>(set), bytes, stream};
}

uint64_t bench::workspaceBytes(const LoadedProgram &program, const ProblemData &data) {
  std::vector<Tensor> inputs = data.problemInputs(0);
  return workspaceSize(*program.entry, inputs);
}

/// Lets the initialise step of the program, if it has one, fill a buffer that becomes the last of `inputs`.
static Error addInitialized(LoadedProgram &program, std::vector<Tensor> &inputs, std::vector<Buffer> &buffers) {
  const FusionEntry *step = program.entry->initialize;
  if (!step)
    return {};
  std::vector<Tensor> constants;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (isConstant(program.entry->inputs[i]))
      constants.push_back(inputs[i]);
  const std::shared_ptr<Device> &device = program.context->device();
  for (uint64_t bytes : {static_cast<uint64_t>(step->outputs->shape[0]), workspaceSize(*step, constants)}) {
    auto buffer = Buffer::allocate(device, bytes);
    if (!buffer)
      return buffer.takeError();
    buffers.push_back(std::move(*buffer));
  }
  const Buffer &values = buffers.end()[-2], &workspace = buffers.back();
  inputs.push_back({values.data(), FUSION_I8, {step->outputs->shape[0]}, {}});
  if (Error error = program.context->invoke(*step, constants, {&inputs.back(), 1},
                                            {workspace.data(), workspace.bytes(), nullptr}))
    return error;
  return device->synchronize();
}

BenchmarkCall bench::makeCall(LoadedProgram &program, const ProblemData &data, const Workspaces &workspaces) {
  // The views are made once: a call's host time is that of the call.
  struct Views {
    std::vector<std::vector<Tensor>> inputs, outputs;
    std::vector<Buffer> buffers; ///< of initialise steps
    Error failure;
  };
  auto views = std::make_shared<Views>();
  for (int set = 0; set < data.sets(); ++set) {
    views->inputs.push_back(data.problemInputs(set));
    views->outputs.push_back({data.resultView(set)});
    if (!views->failure)
      views->failure = addInitialized(program, views->inputs.back(), views->buffers);
  }
  return [&program, &workspaces, views](int set, Stream stream) -> Error {
    if (views->failure)
      return views->failure;
    return program.context->invoke(*program.entry, views->inputs[set], views->outputs[set],
                                   workspaces.callOptions(set, stream));
  };
}
