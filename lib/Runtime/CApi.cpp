// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The C interface of the runtime.

#include "CApi.h"
#include "ContextKeeper.h"
#include "Limits.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Module.h"
#include "fusion/Runtime/Timeline.h"
#include "fusion/Runtime/fusion_runtime.h"

using namespace fusion;
using namespace fusion::runtime;

struct FusionLoaded {
  std::shared_ptr<Module> module;
  std::unique_ptr<Context> context;
};

static std::string &lastError() {
  thread_local std::string text;
  return text;
}

int32_t runtime::fail(const Error &error) {
  lastError() = error.message();
  return 1;
}

/// The driver of a module's device; null on the CPU, and where there is none.
static const cuda::Driver *driverOf(const Module &module) {
  if (module.device() != FUSION_CUDA)
    return nullptr;
  auto driver = cuda::driver();
  return driver ? *driver : nullptr;
}

/// Views in storage that is kept per thread, so that calls do not allocate once it has grown.
static Span<const Tensor> views(const FusionTensor *tensors, int32_t count, std::vector<Tensor> &storage) {
  if (storage.size() < static_cast<size_t>(count))
    storage.resize(count);
  for (int32_t i = 0; i < count; ++i) {
    storage[i].data = tensors[i].data;
    storage[i].dtype = static_cast<FusionDType>(tensors[i].dtype);
    storage[i].shape.assign(tensors[i].shape, tensors[i].shape + tensors[i].rank);
  }
  return {storage.data(), static_cast<size_t>(count)};
}

/// What views() and typeName() rely on.
static Error checkTensors(const char *kind, const FusionTensor *tensors, int32_t count) {
  for (int32_t i = 0; i < count; ++i) {
    if (tensors[i].dtype < FUSION_F16 || tensors[i].dtype >= FUSION_NUM_DTYPES || tensors[i].rank < 0 ||
        (tensors[i].rank > 0 && !tensors[i].shape))
      return Error::make(kind, " ", i, ": bad type or shape");
    if (tensors[i].rank > largestRank)
      return Error::make(kind, " ", i, ": rank ", tensors[i].rank, " is over the limit of ", largestRank);
  }
  return {};
}

extern "C" const char *fusion_last_error(void) { return lastError().c_str(); }

/// Makes the module ready on its device.
static FusionLoaded *makeReady(Expected<std::shared_ptr<Module>> module, int32_t ordinal) {
  if (!module)
    return fail(module.error()), nullptr;
  ContextKeeper keeper(driverOf(**module));
  auto device = Device::open((*module)->device(), ordinal);
  if (!device)
    return fail(device.error()), nullptr;
  auto context = Context::create(*module, *device);
  if (!context)
    return fail(context.error()), nullptr;
  return new FusionLoaded{*module, std::move(*context)};
}

static FusionLoaded *failToOpen() { return fail(Error::make("no module given")), nullptr; }

extern "C" FusionLoaded *fusion_open(const char *path, int32_t ordinal) {
  return guarded<FusionLoaded *>(nullptr, [&] { return path ? makeReady(Module::open(path), ordinal) : failToOpen(); });
}

extern "C" FusionLoaded *fusion_open_memory(const FusionModule *module, int32_t ordinal) {
  return guarded<FusionLoaded *>(nullptr,
                                 [&] { return module ? makeReady(Module::create(module), ordinal) : failToOpen(); });
}

extern "C" int32_t fusion_set_cache(const char *place) {
  return guarded<int32_t>(1, [&]() -> int32_t {
    if (!place || !*place)
      return fail(Error::make("a cache is on, off or a folder"));
    Error error = Cache::setForProcess(place);
    return error ? fail(error) : 0;
  });
}

extern "C" int32_t fusion_trace_begin(void) {
  return guarded<int32_t>(1, [&]() -> int32_t {
    if (Timeline::current())
      return fail(Error::make("a trace is being taken already"));
    Timeline::exchange(std::make_shared<Timeline>(Timeline::Keep));
    return 0;
  });
}

extern "C" int32_t fusion_trace_end(const char *path) {
  return guarded<int32_t>(1, [&]() -> int32_t {
    std::shared_ptr<Timeline> timeline = Timeline::exchange(nullptr);
    if (!timeline)
      return fail(Error::make("no trace is being taken"));
    Error error = path ? timeline->write(path) : Error();
    timeline->drop();
    return error ? fail(error) : 0;
  });
}

extern "C" void fusion_close(FusionLoaded *loaded) {
  if (!loaded)
    return;
  ContextKeeper keeper(driverOf(*loaded->module));
  delete loaded;
}

extern "C" const FusionModule *fusion_describe(const FusionLoaded *loaded) { return &loaded->module->descriptor(); }

static const FusionEntry *findEntry(const FusionLoaded *loaded, const char *name) {
  auto entry = loaded->module->findEntry(name ? name : "");
  if (!entry)
    return fail(entry.error()), nullptr;
  return *entry;
}

extern "C" const FusionEntry *fusion_find_entry(const FusionLoaded *loaded, const char *name) {
  return guarded<const FusionEntry *>(nullptr, [&] { return findEntry(loaded, name); });
}

static int32_t plan(const FusionEntry *entry, const FusionTensor *inputs, int64_t *outputDims,
                    uint64_t *workspaceBytes) {
  std::vector<Tensor> storage;
  if (Error error = checkTensors("input", inputs, entry->numInputs))
    return fail(error);
  Span<const Tensor> tensors = views(inputs, entry->numInputs, storage);
  auto shapes = outputShapes(*entry, tensors);
  if (!shapes)
    return fail(shapes.error());
  for (const Shape &shape : *shapes)
    for (int64_t dim : shape)
      if (outputDims)
        *outputDims++ = dim;
  if (workspaceBytes)
    *workspaceBytes = workspaceSize(*entry, tensors);
  return 0;
}

extern "C" int32_t fusion_plan(const FusionEntry *entry, const FusionTensor *inputs, int64_t *outputDims,
                               uint64_t *workspaceBytes) {
  return guarded<int32_t>(1, [&] { return plan(entry, inputs, outputDims, workspaceBytes); });
}

static int32_t call(FusionLoaded *loaded, const FusionEntry *entry, const FusionTensor *inputs,
                    const FusionTensor *outputs, void *workspace, uint64_t workspaceBytes, void *stream) {
  thread_local std::vector<Tensor> inputViews, outputViews;
  if (Error error = checkTensors("input", inputs, entry->numInputs))
    return fail(error);
  if (Error error = checkTensors("output", outputs, entry->numOutputs))
    return fail(error);
  ContextKeeper keeper(driverOf(*loaded->module));
  if (Error error =
          loaded->context->invoke(*entry, views(inputs, entry->numInputs, inputViews),
                                  views(outputs, entry->numOutputs, outputViews), {workspace, workspaceBytes, stream}))
    return fail(error);
  return 0;
}

extern "C" int32_t fusion_call(FusionLoaded *loaded, const FusionEntry *entry, const FusionTensor *inputs,
                               const FusionTensor *outputs, void *workspace, uint64_t workspaceBytes, void *stream) {
  return guarded<int32_t>(1, [&] { return call(loaded, entry, inputs, outputs, workspace, workspaceBytes, stream); });
}

extern "C" int32_t fusion_synchronize(FusionLoaded *loaded, void *stream) {
  return guarded<int32_t>(1, [&]() -> int32_t {
    ContextKeeper keeper(driverOf(*loaded->module));
    Error error = loaded->context->device()->synchronize(stream);
    return error ? fail(error) : 0;
  });
}
