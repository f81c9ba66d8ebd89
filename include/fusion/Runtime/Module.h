// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loading and calling compiled modules.
//
//   auto module = Module::open("ffn.so");
//   auto device = Device::open((*module)->device());
//   auto context = Context::create(*module, *device);
//   const FusionEntry *entry = (*module)->findEntry("ffn_up");
//   Error error = (*context)->invoke(*entry, inputs, outputs, {workspace, bytes, stream});

#ifndef FUSION_RUNTIME_MODULE_H
#define FUSION_RUNTIME_MODULE_H

#include "fusion/Runtime/Cubin.h"
#include "fusion/Runtime/Device.h"
#include "fusion/Runtime/Tensor.h"

#include <memory>
#include <string>
#include <string_view>

namespace fusion::runtime {

/// The entry of that name. An empty name means the only one that is no other's initialise step. The error lists the
/// names that there are, but for those.
Expected<const FusionEntry *> findEntry(Span<const FusionEntry> entries, std::string_view name);

/// A compiled module in memory, checked for its ABI version. Knows nothing of devices.
class Module {
public:
  /// Loads a shared object made by `fusion-compile --emit=so`. Its initializers run: open only files you trust.
  static Expected<std::shared_ptr<Module>> open(const std::string &path);
  /// Takes a module that is in memory already (the JIT's). `keepAlive` is released with the Module.
  static Expected<std::shared_ptr<Module>> create(const FusionModule *module, std::shared_ptr<void> keepAlive = {});

  const FusionModule &descriptor() const { return *module; }
  FusionDevice device() const { return static_cast<FusionDevice>(module->device); }
  Span<const FusionEntry> entries() const { return {module->entries, static_cast<size_t>(module->numEntries)}; }

  /// Looks among the module's entries, as below.
  Expected<const FusionEntry *> findEntry(std::string_view name) const { return runtime::findEntry(entries(), name); }

private:
  const FusionModule *module = nullptr;
  std::shared_ptr<void> keepAlive;
};

/// Shapes of the outputs for these input shapes; checks the inputs' number, ranks, types and static dimensions.
Expected<std::vector<Shape>> outputShapes(const FusionEntry &entry, Span<const Tensor> inputs);
/// Bytes of workspace for these (already checked) inputs.
uint64_t workspaceSize(const FusionEntry &entry, Span<const Tensor> inputs);

/// Sees the launches of a call.
class LaunchObserver {
public:
  virtual ~LaunchObserver() = default;
  /// Behind a launch of the kernel of that number.
  virtual Error launched(int32_t kernel, Stream stream) = 0;
};

/// What a call gets beside its tensors. The caller keeps the workspace alive until the stream has passed the call.
struct CallOptions {
  /// Memory of the device: on a GPU at a multiple of 256 bytes, on the CPU as malloc gives it. May be null where none
  /// is needed.
  void *workspace = nullptr;
  uint64_t workspaceBytes = 0;
  Stream stream = nullptr;
  LaunchObserver *observer = nullptr; ///< for a profile
};

/// A module made ready on one device: images loaded, kernels resolved, constants uploaded. Calls from several threads
/// may run at once, each with its own outputs and workspace.
class Context {
public:
  static Expected<std::unique_ptr<Context>> create(std::shared_ptr<Module> module, std::shared_ptr<Device> device);
  virtual ~Context() = default;

  /// Puts one call on the stream: no allocation, no synchronization, nothing that a CUDA graph cannot capture. Tensors
  /// are in the device's memory and row-major. Refuses an entry of another module, wrong counts, types, shapes, null
  /// data and a short workspace.
  Error invoke(const FusionEntry &entry, Span<const Tensor> inputs, Span<const Tensor> outputs,
               const CallOptions &options = {});

  Module &module() const { return *loaded; }
  const std::shared_ptr<Device> &device() const { return place; }
  /// What the assembler said, one for each image that was assembled at load.
  const std::vector<CubinResult> &assembled() const { return assembledImages; }

  /// Registers of a thread of a kernel, by its number in the module; 0 where it is not known.
  virtual int registersOf(int32_t /*kernel*/) const { return 0; }

  /// Behind fusion_launch.
  virtual Error launch(Stream stream, int32_t kernel, const int64_t grid[3], const int64_t block[3],
                       int64_t sharedBytes, void **args) = 0;
  /// Behind fusion_tensor_map.
  virtual Error tensorMap(void *map, const FusionTensorMapSpec &spec, void *address, const int64_t *sizes,
                          const int64_t *byteStrides) = 0;
  /// Behind fusion_fill.
  virtual Error fill(Stream stream, void *address, int32_t bits, int64_t count) = 0;
  /// Behind fusion_constant; null for an index out of range.
  virtual void *constant(int32_t index) const = 0;

protected:
  Context(std::shared_ptr<Module> module, std::shared_ptr<Device> device)
      : loaded(std::move(module)), place(std::move(device)) {}
  /// Makes the device current on this thread.
  virtual Error enter() { return {}; }

  std::shared_ptr<Module> loaded;
  std::shared_ptr<Device> place;
  std::vector<CubinResult> assembledImages;
};

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_MODULE_H
