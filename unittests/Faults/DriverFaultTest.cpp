// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every call of the driver fails once: the caller learns which one and why, nothing stays behind, and the next run
// works. Needs the driver of FakeDriver.cpp.

#include "../Support/Errors.h"
#include "../Support/StandIn.h"
#include "DriverWatch.h"
#include "Modules.h"
#include "Scenarios.h"
#include "fusion/Runtime/Module.h"

#include <algorithm>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::test;

namespace {
/// Calls whose failure need not be seen: releases, which report what went wrong before, and what goes before a release:
/// the question which context is current, and setting it if there is no answer.
bool maySucceed(Call call) {
  std::string name = nameOf(call);
  return call == Call::contextGet || call == Call::contextSet || call == Call::moduleUnload ||
         call == Call::memoryFree || name.find("Destroy") != std::string::npos ||
         name.find("Release") != std::string::npos;
}

/// The names of the calls that failed, for a message.
std::string namesOf(const std::vector<Call> &calls) {
  std::string names;
  for (Call call : calls)
    names += nameOf(call) + " ";
  return names;
}

void failEachCall(const char *what, long least, Error (*run)()) {
  auto found = watchDriver();
  ASSERT_TRUE(found);
  DriverWatch &watch = **found;
  auto expect = [&](bool good, const std::string &problem) {
    EXPECT_TRUE(good) << what << ", call " << watch.failAt << " (" << namesOf(watch.failed) << "): " << problem;
  };
  (void)!run(); // the first run on a thread makes the context current
  watch.reset();
  Error clean = run();
  expect(!clean, clean.message());
  expect(watch.leaks().empty(), "left " + watch.leaks());
  long calls = watch.total;
  EXPECT_GE(calls, least);
  for (bool after : {false, true})
    for (long n = 1; n <= calls; ++n) {
      watch.reset();
      watch.failAt = n;
      watch.failAfter = after;
      Error error = run();
      auto named = [&](Call call) { return error.message().find(nameOf(call) + ": CUDA_ERROR") != std::string::npos; };
      auto unseen = std::all_of(watch.failed.begin(), watch.failed.end(), maySucceed);
      expect(!watch.failed.empty(), "did not fail");
      expect(error || unseen, "nothing was reported");
      expect(!error || std::any_of(watch.failed.begin(), watch.failed.end(), named), "got '" + error.message() + "'");
      expect(watch.leaks().empty(), "left " + watch.leaks());
      watch.reset();
      Error next = run();
      expect(!next, "the next run: " + next.message());
    }
}

class DriverFaults : public testing::Test {
protected:
  static void SetUpTestSuite() { loadDriver("fake-driver"); }
};
} // namespace

TEST_F(DriverFaults, EachDriverCallFailsInARun) { failEachCall("a run", 10, runMachineCode); }
TEST_F(DriverFaults, EachDriverCallFailsWithTensorMaps) { failEachCall("tensor maps", 10, runTensorMaps); }
TEST_F(DriverFaults, EachDriverCallFailsInTheAssembler) { failEachCall("the driver's assembler", 6, assembleByDriver); }

// An allocation that does not fit says how much was wanted and where.
TEST_F(DriverFaults, DeviceMemoryRunsOut) {
  DriverWatch &watch = **watchDriver();
  auto device = Device::open(FUSION_CUDA);
  watch.reset();
  watch.failAt = 1;
  watch.failAfter = true;
  ASSERT_TRUE(device);
  EXPECT_EQ(watch.total, 0);
  watch.failAt = 2; // behind the question which context is current
  auto memory = Buffer::allocate(*device, 12345);
  EXPECT_ERROR(memory.error(), "cannot allocate 12345 bytes on Fake GPU: cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY");
  watch.reset();
}

// The error says which tensor it was.
TEST_F(DriverFaults, ErrorsNameTheirTensor) {
  DriverWatch &watch = **watchDriver();
  auto refuse = [&](Call call) {
    watch.reset();
    watch.refuse(call, 1);
    return runMachineCode();
  };
  EXPECT_ERROR(refuse(Call::memoryAllocate), "constant 0: cannot allocate 4 bytes on Fake GPU: cuMemAlloc: CUDA_ERROR");
  EXPECT_ERROR(refuse(Call::copyToDevice), "constant 0: cuMemcpyHtoD: CUDA_ERROR");
  EXPECT_ERROR(refuse(Call::copyToHost), "output 0: cuMemcpyDtoH: CUDA_ERROR");
  EXPECT_ERROR(refuse(Call::launchKernel), "entry 'affine': cannot launch kernel 'scale' with grid 1x1x1");
  watch.reset();
}

// Kernels load vectors from the workspace, and read it by TMA.
TEST_F(DriverFaults, WorkspacesOnGpusAreAligned) {
  (**watchDriver()).reset();
  MachineCode code(cuda_module);
  auto module = Module::create(&code.module);
  auto device = Device::open(FUSION_CUDA);
  ASSERT_TRUE(module && device);
  auto context = Context::create(*module, *device);
  auto memory = Buffer::allocate(*device, 1024);
  ASSERT_TRUE(context && memory);
  auto *data = static_cast<char *>(memory->data());
  std::vector<Tensor> input = {{data, FUSION_F32, {8}, {}}}, output = {{data + 256, FUSION_F32, {8}, {}}};
  const FusionEntry &affine = cuda_module.entries[0];
  EXPECT_ERROR((*context)->invoke(affine, input, output, {data + 640, 256, nullptr}),
               "the workspace does not start at a multiple of 256 bytes");
  EXPECT_FALSE((*context)->invoke(affine, input, output, {data + 512, 256, nullptr}));
}

// A driver that does not know its own error: the number must do.
TEST_F(DriverFaults, ErrorsWithoutNames) {
  DriverWatch &watch = **watchDriver();
  watch.reset();
  watch.failAt = 1;
  watch.nameless = true;
  EXPECT_ERROR(Device::open(FUSION_CUDA).error(), "cuDeviceGetCount: CUDA error 719");
  watch.reset();
}

// Machine code of another generation is assembled anew, from PTX; code for a later chip, or for one chip alone, is
// refused.
TEST_F(DriverFaults, MachineCodeIsOfAChip) {
  DriverWatch &watch = **watchDriver();
  watch.reset();
  auto device = Device::open(FUSION_CUDA);
  EXPECT_TRUE(device);
  auto load = [&](const char *chip, bool withPtx) {
    MachineCode code(cuda_module, withPtx);
    code.image.chip = chip;
    auto module = Module::create(&code.module);
    EXPECT_TRUE(module);
    return Context::create(*module, *device);
  };
  for (const char *chip : {"sm_90", "sm_90a"}) {
    auto context = load(chip, false);
    EXPECT_TRUE(context && (*context)->assembled().empty());
  }
  EXPECT_ERROR(load("sm_80", false).error(), "image 'main' has machine code for sm_80 alone and no PTX");
  auto context = load("sm_80", true);
  ASSERT_TRUE(context);
  EXPECT_EQ((*context)->assembled().size(), 1);
  for (const char *chip : {"sm_91", "sm_100", "sm_80a", "sm_100a"})
    EXPECT_ERROR(load(chip, true).error(), concat("image 'main' is compiled for ", chip,
                                                  ", which Fake GPU (compute capability 9.0) does not run"));
  EXPECT_ERROR(load("gfx90a", true).error(), "image 'main' is for unknown chip 'gfx90a'");
}

// Machine code that the driver refuses is made again from PTX, by an assembler of the toolkit and then by the driver.
TEST_F(DriverFaults, MachineCodeIsRefused) {
  DriverWatch &watch = **watchDriver();
  MachineCode code(cuda_module, /*withPtx=*/true);
  auto module = Module::create(&code.module);
  auto device = Device::open(FUSION_CUDA);
  ASSERT_TRUE(module);
  EXPECT_TRUE(device);
  for (int refused = 0; refused < 4; ++refused) {
    watch.reset();
    watch.refuse(Call::moduleLoad, refused);
    auto context = Context::create(*module, *device);
    if (context)
      EXPECT_EQ((*context)->assembled().size(), size_t(refused > 0));
    else
      EXPECT_ERROR(context.error(), "image 'main': cuModuleLoadData: CUDA_ERROR_LAUNCH_FAILED");
    bool tools = makeCubin(cuda_module.images[0].ptx, {"sm_90", 3, ""})->maker != "driver";
    EXPECT_EQ(bool(context), refused < (tools ? 3 : 2));
  }
  watch.reset();
}

// A kernel whose code requires clusters of more than 8 blocks runs in them once the driver has been told to allow it. A
// smaller cluster takes nothing, and code for a chip that has none is not asked about them.
TEST_F(DriverFaults, LargeClustersAreAllowed) {
  DriverWatch &watch = **watchDriver();
  auto device = Device::open(FUSION_CUDA);
  EXPECT_TRUE(device);
  auto launch = [&](const char *name, long refused = 0) {
    watch.reset();
    watch.refuse(Call::functionSetAttribute, refused);
    MachineCode code(hopper_module);
    FusionKernel kernel{name, 0, 32, 0, 0};
    code.module.kernels = &kernel;
    code.module.numKernels = 1;
    auto module = Module::create(&code.module);
    EXPECT_TRUE(module);
    auto context = Context::create(*module, *device);
    const int64_t grid[] = {48, 1, 1}, block[] = {32, 1, 1};
    return context ? (*context)->launch(nullptr, 0, grid, block, 0, nullptr) : context.takeError();
  };
  auto checkGood = [&](const char *name, long allowed) {
    Error error = launch(name);
    EXPECT_FALSE(error) << error.message();
    EXPECT_EQ(watch.count(Call::functionSetAttribute), allowed);
  };
  for (const char *name : {"k", "k_cluster2", "k_cluster8"})
    checkGood(name, 0);
  for (const char *name : {"k_cluster12", "k_cluster16"})
    checkGood(name, 1);
  EXPECT_ERROR(launch("k_cluster16", 1), "kernel 'k_cluster16': cuFuncSetAttribute: CUDA_ERROR_LAUNCH_FAILED");
  EXPECT_ERROR(launch("k_cluster17"), "cuLaunchKernel: CUDA_ERROR_INVALID_CLUSTER_SIZE");
  watch.reset();
  MachineCode old(cuda_module, /*withPtx=*/true);
  old.image.chip = "sm_80";
  auto module = Module::create(&old.module);
  ASSERT_TRUE(module);
  EXPECT_TRUE(Context::create(*module, *device));
  EXPECT_EQ(watch.count(Call::functionGetAttribute), long(old.module.numKernels));
  watch.reset();
}
