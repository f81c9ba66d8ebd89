// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A CUDA module made ready on one GPU.

#ifndef FUSION_LIB_RUNTIME_CUDACONTEXT_H
#define FUSION_LIB_RUNTIME_CUDACONTEXT_H

#include "CudaDevice.h"
#include "fusion/Runtime/Module.h"

namespace fusion::runtime {

class CudaContext : public Context {
public:
  static Expected<std::unique_ptr<Context>> create(std::shared_ptr<Module> module, std::shared_ptr<CudaDevice> device);
  ~CudaContext() override;

  Error launch(Stream stream, int32_t kernel, const int64_t grid[3], const int64_t block[3], int64_t sharedBytes,
               void **args) override;
  Error tensorMap(void *map, const FusionTensorMapSpec &spec, void *address, const int64_t *sizes,
                  const int64_t *byteStrides) override;
  Error fill(Stream stream, void *address, int32_t bits, int64_t count) override;
  void *constant(int32_t index) const override;
  int registersOf(int32_t kernel) const override;

private:
  CudaContext(std::shared_ptr<Module> module, std::shared_ptr<CudaDevice> device)
      : Context(std::move(module), device), gpu(std::move(device)) {}
  Error enter() override { return gpu->enter(); }
  Error loadImage(const FusionImage &image);
  Error assembleAndLoad(const FusionImage &image, const std::string &maker);
  Error resolveKernel(const FusionKernel &kernel);
  /// Permission to launch the kernel where its code requires clusters that not every GPU of its architecture can run.
  Error allowCluster(const FusionKernel &kernel, cuda::Function function) const;
  Error uploadConstant(const FusionConstant &constant);
  /// The launch itself, in the way that the kernel's flags ask for.
  Error submit(int32_t kernel, const cuda::LaunchConfig &config, void **args) const;
  /// Why a launch failed, or would.
  Error explain(int32_t kernel, const int64_t grid[3], const int64_t block[3], int64_t sharedBytes) const;

  std::shared_ptr<CudaDevice> gpu;
  std::vector<cuda::ModuleHandle> images;
  std::vector<cuda::Function> kernels; ///< indexed by kernel
  std::vector<Buffer> constants;
};

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_CUDACONTEXT_H
