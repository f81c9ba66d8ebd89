// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// chained-calls MODULE.so INPUT COUNT: calls the module's only entry, of static sizes, COUNT times on a GPU. Each call
// but the first has the output of the call before for its input INPUT, and is put on the stream while that one may
// still run. The last output must be, bit for bit, what it is when each call waits for the one before. Prints `good`,
// or exits 1.

#include "fusion/Runtime/Module.h"
#include "fusion/Runtime/Runner.h"

#include <cstdlib>
#include <iostream>

using namespace fusion;
using namespace fusion::runtime;

namespace {
class Chain {
public:
  static Expected<Chain> create(const std::string &path, size_t input, size_t count);
  /// The bytes of the last output.
  Expected<std::vector<char>> run(bool waiting);

private:
  Error place(const void *data, int64_t bytes);

  std::shared_ptr<Device> device;
  std::unique_ptr<Context> context;
  const FusionEntry *entry = nullptr;
  size_t input = 0, outputBytes = 0;
  std::vector<Tensor> inputs;
  std::vector<Buffer> buffers; ///< of the inputs, the outputs, and the workspace
  Tensor output;
};
} // namespace

Error Chain::place(const void *data, int64_t bytes) {
  auto buffer = Buffer::allocate(device, static_cast<size_t>(bytes));
  if (!buffer)
    return buffer.takeError();
  buffers.push_back(std::move(*buffer));
  return data ? device->upload(buffers.back().data(), data, bytes) : Error();
}

Expected<Chain> Chain::create(const std::string &path, size_t input, size_t count) {
  Chain chain;
  chain.input = input;
  auto module = Module::open(path);
  if (!module)
    return module.takeError();
  auto entry = (*module)->findEntry("");
  if (!entry)
    return entry.takeError();
  chain.entry = *entry;
  auto device = Device::open(FUSION_CUDA);
  if (!device)
    return device.takeError();
  chain.device = *device;
  auto context = Context::create(*module, *device);
  if (!context)
    return context.takeError();
  chain.context = std::move(*context);

  RunOptions options;
  options.random = true;
  auto given = makeInputs(**entry, options);
  if (!given)
    return given.takeError();
  auto hostInputs = withInitialized(*chain.context, **entry, *given);
  if (!hostInputs)
    return hostInputs.takeError();
  for (const HostTensor &host : *hostInputs) {
    if (Error error = chain.place(host.data(), host.bytes()))
      return error;
    chain.inputs.push_back(host.tensor());
    chain.inputs.back().data = chain.buffers.back().data();
  }
  auto shapes = outputShapes(**entry, chain.inputs);
  if (!shapes)
    return shapes.takeError();
  if (shapes->size() != 1 || input >= chain.inputs.size() || (*shapes)[0] != chain.inputs[input].shape ||
      (*entry)->outputs[0].dtype != (*entry)->inputs[input].dtype)
    return Error::make("the output is not of the type of input ", input);
  chain.output = chain.inputs[input];
  chain.outputBytes = (*hostInputs)[input].bytes();
  for (size_t i = 0; i < count; ++i)
    if (Error error = chain.place(nullptr, chain.outputBytes))
      return error;
  if (Error error = chain.place(nullptr, workspaceSize(**entry, chain.inputs)))
    return error;
  return chain;
}

Expected<std::vector<char>> Chain::run(bool waiting) {
  std::vector<Tensor> arguments = inputs;
  for (size_t i = inputs.size(); i + 1 < buffers.size(); ++i) {
    if (Error error = device->fill(buffers[i].data(), 0xff, outputBytes))
      return error;
  }
  for (size_t i = inputs.size(); i + 1 < buffers.size(); ++i) {
    output.data = buffers[i].data();
    if (Error error = context->invoke(*entry, arguments, {&output, 1}, {buffers.back().data(), buffers.back().bytes()}))
      return error;
    if (Error error = waiting ? device->synchronize() : Error())
      return error;
    arguments[input].data = output.data;
  }
  if (Error error = device->synchronize())
    return error;
  std::vector<char> bytes(outputBytes);
  if (Error error = device->download(bytes.data(), output.data, outputBytes))
    return error;
  return bytes;
}

int main(int argc, char **argv) {
  auto compare = [&]() -> Expected<bool> {
    auto chain = Chain::create(argv[1], std::strtoul(argv[2], nullptr, 10), std::strtoul(argv[3], nullptr, 10));
    if (!chain)
      return chain.takeError();
    auto waiting = chain->run(true);
    if (!waiting)
      return waiting.takeError();
    auto together = chain->run(false);
    if (!together)
      return together.takeError();
    return *waiting == *together;
  };
  if (argc != 4 || std::strtol(argv[2], nullptr, 10) < 0 || std::strtol(argv[3], nullptr, 10) < 1)
    return std::cerr << "usage: chained-calls MODULE.so INPUT COUNT\n", 2;
  auto same = compare();
  if (!same)
    return std::cerr << "error: " << same.error().message() << "\n", 1;
  std::cout << (*same ? "good\n" : "the results differ\n");
  return !*same;
}
