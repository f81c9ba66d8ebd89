// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// launch-path MODULE.so SIZE...: what a call of a compiled module's only entry asks of the driver and of the host, once
// it has been called before: in C++, in C, and while a CUDA graph captures. SIZEs are those of dynamic dimensions.
// Exits 1 if it is more than launches, tensor maps and the question which context is current, or if C leaves another
// context current than it found. Needs the driver of FakeDriver.cpp.

#include "../Faults/DriverWatch.h"
#include "fusion/Runtime/Module.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Runtime/fusion_runtime.h"

#include <cstdlib>
#include <iostream>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::test;

#if defined(__has_feature)
#define FUSION_HAS_FEATURE(NAME) __has_feature(NAME)
#else
#define FUSION_HAS_FEATURE(NAME) 0
#endif

static DriverWatch *watch = nullptr;
static long allocations = 0; ///< of the host, but for those of the driver

static void countAllocation() { allocations += watch && watch->depth == 0; }

#if FUSION_HAS_FEATURE(address_sanitizer) || FUSION_HAS_FEATURE(thread_sanitizer)
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t),
                                                         void (*)(const volatile void *));
static void watchAllocations() {
  __sanitizer_install_malloc_and_free_hooks([](const volatile void *, size_t) { countAllocation(); },
                                            [](const volatile void *) {});
}
#else
extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void *malloc(size_t size) { return countAllocation(), __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return countAllocation(), __libc_calloc(count, size); }
void *realloc(void *pointer, size_t size) { return countAllocation(), __libc_realloc(pointer, size); }
void *aligned_alloc(size_t alignment, size_t size) { return countAllocation(), __libc_memalign(alignment, size); }
}
static void watchAllocations() {}
#endif

static int fail(const std::string &text) { return std::cerr << "error: " << text << "\n", 1; }

/// What was asked since the last reset, and whether all of it is allowed; `calls` is the number of calls of the entry.
static bool report(const char *how, long calls) {
  long allocated = allocations; // printing allocates too
  long launches = watch->count(Call::launchKernel) + watch->count(Call::launchKernelEx);
  long maps = watch->count(Call::tensorMapEncodeTiled), questions = watch->count(Call::contextGet);
  long others = watch->total - launches - maps - questions;
  std::cout << how << ": " << launches / calls << " launches and " << maps / calls << " tensor maps a call, "
            << allocated << " allocations, " << others << " other calls of the driver\n";
  for (size_t i = 0; others && i < numCalls; ++i)
    if (watch->counts[i])
      std::cout << "  " << nameOf(static_cast<Call>(i)) << ": " << watch->counts[i] << "\n";
  return launches > 0 && launches % calls == 0 && maps % calls == 0 && allocated == 0 && others == 0;
}

static void reset() {
  watch->reset();
  allocations = 0;
}

/// `tensors` as the functions of C take them.
static std::vector<FusionTensor> forC(const std::vector<Tensor> &tensors) {
  std::vector<FusionTensor> result;
  result.reserve(tensors.size());
  for (const Tensor &tensor : tensors)
    result.push_back({tensor.data, tensor.dtype, static_cast<int32_t>(tensor.shape.size()), tensor.shape.data()});
  return result;
}

static Expected<bool> run(const std::string &path, const RunOptions &options) {
  auto module = Module::open(path);
  if (!module)
    return module.takeError();
  auto driver = watchDriver();
  if (!driver)
    return driver.takeError();
  auto entry = (*module)->findEntry("");
  if (!entry)
    return entry.takeError();
  auto device = Device::open(FUSION_CUDA);
  if (!device)
    return device.takeError();
  auto context = Context::create(*module, *device);
  if (!context)
    return context.takeError();
  auto given = makeInputs(**entry, options);
  if (!given)
    return given.takeError();
  auto hostInputs = withInitialized(**context, **entry, *given);
  if (!hostInputs)
    return hostInputs.takeError();

  std::vector<Buffer> buffers;
  std::vector<Tensor> inputs, outputs;
  auto place = [&](Tensor tensor, std::vector<Tensor> &tensors) -> Error {
    auto bytes = byteSize(tensor.dtype, tensor.shape);
    auto buffer = bytes ? Buffer::allocate(*device, static_cast<size_t>(*bytes)) : Expected<Buffer>(bytes.takeError());
    if (!buffer)
      return buffer.takeError();
    tensor.data = buffer->data();
    buffers.push_back(std::move(*buffer));
    tensors.push_back(std::move(tensor));
    return {};
  };
  for (const HostTensor &input : *hostInputs)
    if (Error error = place(input.tensor(), inputs))
      return error;
  auto shapes = outputShapes(**entry, inputs);
  if (!shapes)
    return shapes.takeError();
  for (size_t i = 0; i < shapes->size(); ++i)
    if (std::optional<size_t> input = aliasOf((*entry)->outputs[i]))
      outputs.push_back(inputs[*input]);
    else if (Error error =
                 place({nullptr, static_cast<FusionDType>((*entry)->outputs[i].dtype), (*shapes)[i], {}}, outputs))
      return error;
  uint64_t bytes = workspaceSize(**entry, inputs);
  auto workspace = Buffer::allocate(*device, bytes);
  if (!workspace)
    return workspace.takeError();

  const cuda::Driver &api = **cuda::driver();
  cuda::StreamHandle stream = nullptr;
  if (Error error = api.check(api.streamCreate(&stream, cuda::streamNonBlocking), "cuStreamCreate"))
    return error;
  auto call = [&] { return (*context)->invoke(**entry, inputs, outputs, {workspace->data(), bytes, stream}); };
  constexpr int calls = 100;
  Error failure = call(); // storage that is kept for each thread grows
  watch = *driver;
  watchAllocations();
  reset();
  for (int i = 0; i < calls && !failure; ++i)
    failure = call();
  if (failure)
    return failure;
  bool good = report("C++", calls);

  FusionLoaded *loaded = fusion_open(path.c_str(), 0);
  if (!loaded)
    return Error::make(fusion_last_error());
  const FusionEntry *entryForC = fusion_find_entry(loaded, nullptr);
  std::vector<FusionTensor> inputsForC = forC(inputs), outputsForC = forC(outputs);
  for (int i = -1; i < calls; ++i) {
    if (fusion_call(loaded, entryForC, inputsForC.data(), outputsForC.data(), workspace->data(), bytes, stream))
      return Error::make(fusion_last_error());
    if (i < 0)
      reset();
  }
  good &= report("C", calls);
  fusion_close(loaded);

  cuda::Graph graph = nullptr;
  if (Error error = api.check(api.streamBeginCapture(stream, cuda::captureThreadLocal), "cuStreamBeginCapture"))
    return error;
  reset();
  failure = call();
  if (failure)
    return failure;
  good &= report("captured", 1);
  if (Error error = api.check(api.streamEndCapture(stream, &graph), "cuStreamEndCapture"))
    return error;
  api.graphDestroy(graph);
  // A program's own context, current before, is so again.
  auto *own = reinterpret_cast<cuda::ContextHandle>(0x1234);
  auto leavesContext = [&](const char *what) {
    cuda::ContextHandle current = nullptr;
    api.contextGet(&current);
    if (current != own)
      std::cout << what << " leaves another context current\n";
    good &= current == own;
  };
  api.contextSet(own);
  loaded = fusion_open(path.c_str(), 0);
  leavesContext("fusion_open");
  if (!loaded || fusion_call(loaded, fusion_find_entry(loaded, nullptr), inputsForC.data(), outputsForC.data(),
                             workspace->data(), bytes, stream))
    return Error::make(fusion_last_error());
  leavesContext("fusion_call");
  fusion_close(loaded);
  leavesContext("fusion_close");
  api.streamDestroy(stream);
  return good;
}

int main(int argc, char **argv) {
  RunOptions options;
  options.random = true;
  for (int i = 2; i < argc; ++i)
    options.dynamicSizes.push_back(std::strtoll(argv[i], nullptr, 10));
  auto good = argc > 1 ? run(argv[1], options) : Expected<bool>(Error::make("no module given"));
  return good ? !*good : fail(good.error().message());
}
