// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads a module's images and constants, and launches its kernels.

#include "CudaContext.h"
#include "TensorMap.h"

#include <cstdlib>
#include <cstring>

using namespace fusion;
using namespace fusion::runtime;

static constexpr int64_t defaultSharedLimit = 48 * 1024; ///< more must be asked for
static constexpr int64_t portableCluster = 8;            ///< blocks; more must be allowed
static constexpr int firstChipWithClusters = 90;
static constexpr int64_t largestGridX = INT32_MAX, largestGridYZ = 65535;

namespace {
/// "sm_90a" taken apart.
struct Chip {
  int number = 0;        ///< 90
  bool specific = false; ///< runs on this compute capability alone
};
} // namespace

static Chip parseChip(const char *name) {
  if (!name || std::strncmp(name, "sm_", 3) != 0)
    return {};
  char *end = nullptr;
  auto number = static_cast<int>(std::strtol(name + 3, &end, 10));
  return {number, *end != '\0'};
}

static int chipNumber(const DeviceInfo &info) { return info.major * 10 + info.minor; }

/// Of an image whose PTX runs on the device: machine code runs within its major version alone.
static bool cubinRuns(Chip chip, const DeviceInfo &info) { return chip.number / 10 == info.major; }

Expected<std::unique_ptr<Context>> CudaContext::create(std::shared_ptr<Module> module,
                                                       std::shared_ptr<CudaDevice> device) {
  std::unique_ptr<CudaContext> context(new CudaContext(std::move(module), std::move(device)));
  if (Error error = context->enter())
    return error;
  const FusionModule &descriptor = context->loaded->descriptor();
  context->images.reserve(static_cast<size_t>(descriptor.numImages)); // what the driver loads has a place
  for (int32_t i = 0; i < descriptor.numImages; ++i)
    if (Error error = context->loadImage(descriptor.images[i]))
      return error;
  for (int32_t i = 0; i < descriptor.numKernels; ++i)
    if (Error error = context->resolveKernel(descriptor.kernels[i]))
      return error;
  for (int32_t i = 0; i < descriptor.numConstants; ++i)
    if (Error error = context->uploadConstant(descriptor.constants[i]))
      return Error::make("constant ", i, ": ", error.message());
  return std::unique_ptr<Context>(std::move(context));
}

CudaContext::~CudaContext() {
  (void)!gpu->enter(); // modules know their context
  for (cuda::ModuleHandle image : images)
    gpu->api().moduleUnload(image);
}

Error CudaContext::loadImage(const FusionImage &image) {
  Chip chip = parseChip(image.chip);
  const DeviceInfo &info = gpu->info();
  const char *name = image.name ? image.name : "?";
  if (chip.number == 0)
    return Error::make("image '", name, "' is for unknown chip '", image.chip ? image.chip : "", "'");
  // PTX runs on its chip and later ones, specific code ("sm_90a") only on its own.
  if (chip.specific ? chip.number != chipNumber(info) : chip.number > chipNumber(info))
    return Error::make("image '", name, "' is compiled for ", image.chip, ", which ", info.name,
                       " (compute capability ", info.major, ".", info.minor, ") does not run");
  Error error;
  if (image.cubin && image.cubinSize > 0 && cubinRuns(chip, info)) {
    cuda::ModuleHandle handle = nullptr;
    error = gpu->api().check(gpu->api().moduleLoad(&handle, image.cubin), "cuModuleLoadData");
    if (!error) {
      images.push_back(handle);
      return {};
    }
  }
  if (!image.ptx)
    return error ? Error::make("image '", name, "': ", error.message())
                 : Error::make("image '", name, "' has machine code for ", image.chip, " alone and no PTX");
  error = assembleAndLoad(image, "");
  // A toolkit newer than the driver makes cubins that the driver refuses; the driver's own assembler may do.
  if (error && assembleAndLoad(image, "driver"))
    return Error::make("image '", name, "': ", error.message());
  return {};
}

Error CudaContext::assembleAndLoad(const FusionImage &image, const std::string &maker) {
  Chip chip = parseChip(image.chip);
  CubinOptions options;
  options.chip = chip.specific ? image.chip : concat("sm_", chipNumber(gpu->info()));
  options.maker = maker;
  size_t size = image.ptxSize ? image.ptxSize : std::strlen(image.ptx);
  if (size > 0 && image.ptx[size - 1] == '\0')
    --size;
  auto result = makeCubin({image.ptx, size}, options);
  if (!result)
    return result.takeError();
  if (Error error = gpu->enter())
    return error;
  cuda::ModuleHandle handle = nullptr;
  if (Error error = gpu->api().check(gpu->api().moduleLoad(&handle, result->cubin.data()), "cuModuleLoadData"))
    return error;
  images.push_back(handle);
  assembledImages.push_back(std::move(*result));
  return {};
}

int CudaContext::registersOf(int32_t kernel) const {
  int registers = 0;
  gpu->api().functionGetAttribute(&registers, cuda::NumRegs, kernels[kernel]);
  return registers;
}

Error CudaContext::resolveKernel(const FusionKernel &kernel) {
  const cuda::Driver &api = gpu->api();
  cuda::Function function = nullptr;
  if (Error error =
          api.check(api.moduleGetFunction(&function, images[kernel.image], kernel.name), "cuModuleGetFunction"))
    return Error::make("kernel '", kernel.name, "': ", error.message());
  int staticShared = 0; // reading an attribute also loads the code now instead of at the first launch
  if (Error error =
          api.check(api.functionGetAttribute(&staticShared, cuda::SharedSizeBytes, function), "cuFuncGetAttribute"))
    return Error::make("kernel '", kernel.name, "': ", error.message());
  int64_t shared = staticShared + kernel.sharedBytes;
  if (shared > gpu->info().maxSharedBytes)
    return Error::make("kernel '", kernel.name, "' needs ", shared, " bytes of shared memory, ", gpu->info().name,
                       " has ", gpu->info().maxSharedBytes);
  if (shared > defaultSharedLimit)
    if (Error error = api.check(
            api.functionSetAttribute(function, cuda::MaxDynamicSharedSizeBytes, static_cast<int>(kernel.sharedBytes)),
            "cuFuncSetAttribute"))
      return Error::make("kernel '", kernel.name, "': ", error.message());
  if (Error error = allowCluster(kernel, function))
    return Error::make("kernel '", kernel.name, "': ", error.message());
  kernels.push_back(function);
  return {};
}

Error CudaContext::allowCluster(const FusionKernel &kernel, cuda::Function function) const {
  const cuda::Driver &api = gpu->api();
  // Other code has no clusters, and drivers without this function do not know them.
  if (parseChip(loaded->descriptor().images[kernel.image].chip).number < firstChipWithClusters || !api.launchKernelEx)
    return {};
  int64_t blocks = 1;
  for (cuda::FunctionAttribute attribute :
       {cuda::RequiredClusterWidth, cuda::RequiredClusterHeight, cuda::RequiredClusterDepth}) {
    int size = 0;
    if (Error error = api.check(api.functionGetAttribute(&size, attribute, function), "cuFuncGetAttribute"))
      return error;
    blocks *= size; // all are 0 where none is required
  }
  if (blocks <= portableCluster)
    return {};
  return api.check(api.functionSetAttribute(function, cuda::NonPortableClusterSizeAllowed, 1), "cuFuncSetAttribute");
}

Error CudaContext::uploadConstant(const FusionConstant &constant) {
  auto buffer = Buffer::allocate(gpu, constant.size);
  if (!buffer)
    return buffer.takeError();
  if (Error error = gpu->upload(buffer->data(), constant.data, constant.size))
    return error;
  constants.push_back(std::move(*buffer));
  return {};
}

void *CudaContext::constant(int32_t index) const {
  return index < 0 || static_cast<size_t>(index) >= constants.size() ? nullptr : constants[index].data();
}

static bool within(const int64_t sizes[3], int64_t x, int64_t yz) {
  return sizes[0] >= 0 && sizes[1] >= 0 && sizes[2] >= 0 && sizes[0] <= x && sizes[1] <= yz && sizes[2] <= yz;
}

Error CudaContext::launch(Stream stream, int32_t kernel, const int64_t grid[3], const int64_t block[3],
                          int64_t sharedBytes, void **args) {
  if (kernel < 0 || static_cast<size_t>(kernel) >= kernels.size())
    return Error::make("no kernel ", kernel);
  if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0)
    return {};
  // Only what the driver's 32-bit parameters would hide; the driver checks the rest.
  if (!within(grid, largestGridX, largestGridYZ) || !within(block, 1024, 1024) || sharedBytes < 0 ||
      sharedBytes > loaded->descriptor().kernels[kernel].sharedBytes)
    return explain(kernel, grid, block, sharedBytes);
  auto narrow = [](int64_t value) { return static_cast<unsigned>(value); };
  cuda::LaunchConfig config{narrow(grid[0]),
                            narrow(grid[1]),
                            narrow(grid[2]),
                            narrow(block[0]),
                            narrow(block[1]),
                            narrow(block[2]),
                            narrow(sharedBytes),
                            static_cast<cuda::StreamHandle>(stream),
                            nullptr,
                            0};
  if (Error error = submit(kernel, config, args))
    return Error::make(explain(kernel, grid, block, sharedBytes).message(), ": ", error.message());
  return {};
}

Error CudaContext::submit(int32_t kernel, const cuda::LaunchConfig &config, void **args) const {
  const cuda::Driver &api = gpu->api();
  bool programmatic = loaded->descriptor().kernels[kernel].flags & FUSION_KERNEL_PROGRAMMATIC;
  // A permission, not a need: in a driver that does not know it the kernel runs after those before it.
  if (programmatic && api.launchKernelEx) {
    cuda::LaunchAttribute attribute{cuda::launchProgrammaticSerialization, 1, {}};
    cuda::LaunchConfig permissive = config;
    permissive.attributes = &attribute;
    permissive.numAttributes = 1;
    return api.check(api.launchKernelEx(&permissive, kernels[kernel], args, nullptr), "cuLaunchKernelEx");
  }
  return api.check(api.launchKernel(kernels[kernel], config.gridX, config.gridY, config.gridZ, config.blockX,
                                    config.blockY, config.blockZ, config.sharedBytes, config.stream, args, nullptr),
                   "cuLaunchKernel");
}

Error CudaContext::tensorMap(void *map, const FusionTensorMapSpec &spec, void *address, const int64_t *sizes,
                             const int64_t *byteStrides) {
  return encodeTensorMap(gpu->api(), map, spec, address, sizes, byteStrides);
}

Error CudaContext::fill(Stream stream, void *address, int32_t bits, int64_t count) {
  if (count <= 0)
    return {};
  const cuda::Driver &api = gpu->api();
  return api.check(api.fillWordsAsync(reinterpret_cast<cuda::DevicePointer>(address), static_cast<uint32_t>(bits),
                                      static_cast<size_t>(count), static_cast<cuda::StreamHandle>(stream)),
                   "cuMemsetD32Async");
}

Error CudaContext::explain(int32_t kernel, const int64_t grid[3], const int64_t block[3], int64_t sharedBytes) const {
  const FusionKernel &description = loaded->descriptor().kernels[kernel];
  return Error::make("cannot launch kernel '", description.name, "' with grid ", grid[0], "x", grid[1], "x", grid[2],
                     ", block ", block[0], "x", block[1], "x", block[2], " (at most ", description.maxThreads,
                     " threads), ", sharedBytes, " bytes of shared memory (at most ", description.sharedBytes, ")");
}
