// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Module.h"
#include "../Support/Errors.h"

#include <cstdlib>
#include <cstring>
#include <new>

using namespace fusion;
using namespace fusion::runtime;

// Counts allocations, to see that calls make none. Weak: a sanitizer may have its own.
static size_t allocations = 0;
[[gnu::weak]] void *operator new(size_t size) {
  ++allocations;
  return std::malloc(size ? size : 1);
}
[[gnu::weak]] void operator delete(void *pointer) noexcept { std::free(pointer); }
[[gnu::weak]] void operator delete(void *pointer, size_t) noexcept { std::free(pointer); }

namespace {
/// ?x3xf32, 3xf32 -> ?x3xf32: the sum, by way of 256 bytes of workspace.
int32_t invokeSum(FusionCall *, void **args, void *workspace) {
  auto field = [&](int arg, int word) { return static_cast<int64_t *>(args[arg])[word]; };
  auto data = [&](int arg) { return reinterpret_cast<float *>(field(arg, 1)); };
  auto *row = static_cast<float *>(workspace);
  std::memcpy(row, data(1), 3 * sizeof(float));
  for (int64_t i = 0; i < field(0, 3); ++i)
    for (int64_t j = 0; j < 3; ++j)
      data(2)[i * field(2, 5) + j] = data(0)[i * field(0, 5) + j] + row[j];
  return 0;
}

int32_t invokeFailure(FusionCall *call, void **, void *) { return fusion_fail(call, "rows must be even"); }
int32_t invokeLaunch(FusionCall *call, void **, void *) { return fusion_launch(call, 0, 1, 1, 1, 1, 1, 1, 0, nullptr); }
int32_t invokeCode(FusionCall *, void **, void *) { return 17; }

void sumShapes(const int64_t *in, int64_t *out) {
  out[0] = in[0];
  out[1] = 3;
}
uint64_t sumWorkspace(const int64_t *) { return 256; }

const int64_t matrixShape[] = {FUSION_DYNAMIC, 3}, rowShape[] = {3};
const FusionTensorSpec sumInputs[] = {{FUSION_F32, 2, matrixShape}, {FUSION_F32, 1, rowShape}};
const FusionTensorSpec sumOutputs[] = {{FUSION_F32, 2, matrixShape}};
const FusionEntry entries[] = {
    {"sum", 2, 1, sumInputs, sumOutputs, sumShapes, sumWorkspace, invokeSum},
    {"fails", 0, 0, nullptr, nullptr, nullptr, nullptr, invokeFailure},
    {"launches", 0, 0, nullptr, nullptr, nullptr, nullptr, invokeLaunch},
    {"code", 0, 0, nullptr, nullptr, nullptr, nullptr, invokeCode},
};

FusionModule makeModule() {
  FusionModule module = {};
  module.abiVersion = FUSION_ABI_VERSION;
  module.device = FUSION_CPU;
  module.numEntries = 4;
  module.entries = entries;
  return module;
}

struct Fixture {
  FusionModule description = makeModule();
  std::unique_ptr<Context> context;
  std::vector<float> matrix = std::vector<float>(6, 1.5f), row = {1, 2, 3}, out = std::vector<float>(6);
  alignas(256) char workspace[256];
  std::vector<Tensor> inputs = {{matrix.data(), FUSION_F32, {2, 3}, {}}, {row.data(), FUSION_F32, {3}, {}}};
  std::vector<Tensor> outputs = {{out.data(), FUSION_F32, {2, 3}, {}}};

  Fixture() {
    auto module = Module::create(&description);
    context = std::move(*Context::create(*module, *Device::open(FUSION_CPU)));
  }
  Error invoke(uint64_t bytes = 256) {
    return context->invoke(entries[0], inputs, outputs, {workspace, bytes, nullptr});
  }
};
} // namespace

TEST(Module, InvokeComputesWithoutAllocating) {
  Fixture f;
  EXPECT_FALSE(f.invoke());
  EXPECT_EQ(f.out[5], 4.5f);
  size_t before = allocations;
  for (int i = 0; i < 100; ++i)
    EXPECT_FALSE(f.invoke());
  EXPECT_EQ(allocations, before);
}

TEST(Module, InvokeChecksTensors) {
  Fixture f;
  EXPECT_ERROR(f.invoke(255), "needs 256 bytes of workspace, got 255");
  alignas(256) char room[512];
  EXPECT_ERROR(f.context->invoke(entries[0], f.inputs, f.outputs, {room + 8, 256, nullptr}),
               "the workspace does not start at a multiple of 16 bytes");
  EXPECT_FALSE(f.context->invoke(entries[0], f.inputs, f.outputs, {room + 16, 256, nullptr}));
  f.inputs[0].dtype = FUSION_F16;
  EXPECT_ERROR(f.invoke(), "input 0: expected ?x3xf32, got 2x3xf16");
  f.inputs[0] = {f.matrix.data(), FUSION_F32, {3, 2}, {}};
  EXPECT_ERROR(f.invoke(), "input 0: expected ?x3xf32, got 3x2xf32");
  f.inputs[0] = {f.matrix.data(), FUSION_F32, {6}, {}};
  EXPECT_ERROR(f.invoke(), "input 0: expected ?x3xf32, got 6xf32");
  f.inputs[0] = {f.matrix.data(), FUSION_F32, {2, 3}, {1, 2}};
  EXPECT_ERROR(f.invoke(), "input 0: expected row-major data without gaps");
  f.inputs[0] = {f.matrix.data(), FUSION_F32, {1, 3}, {}};
  EXPECT_ERROR(f.invoke(), "output 0: expected 1x3xf32, got 2x3xf32");
  f.inputs[0] = {nullptr, FUSION_F32, {2, 3}, {}};
  EXPECT_ERROR(f.invoke(), "input 0: data is null");
  f.inputs[0] = {reinterpret_cast<char *>(f.matrix.data()) + 2, FUSION_F32, {2, 3}, {}};
  EXPECT_ERROR(f.invoke(), "input 0: data does not start at a multiple of its elements' 4 bytes");
  f.inputs.pop_back();
  EXPECT_ERROR(f.invoke(), "entry 'sum' takes 2 inputs, got 1");
}

TEST(Module, EmptyTensorsNeedNoData) {
  Fixture f;
  f.inputs[0] = {nullptr, FUSION_F32, {0, 3}, {}};
  f.outputs[0] = {nullptr, FUSION_F32, {0, 3}, {}};
  EXPECT_FALSE(f.invoke());
}

TEST(Module, OutputShapesFollowInputs) {
  Fixture f;
  auto shapes = outputShapes(entries[0], f.inputs);
  ASSERT_TRUE(shapes);
  EXPECT_EQ((*shapes)[0], Shape({2, 3}));
  EXPECT_EQ(workspaceSize(entries[0], f.inputs), 256u);
}

TEST(Module, AliasedOutputsAreTheirInputs) {
  const FusionTensorSpec inputs[] = {{FUSION_F32, 2, matrixShape, FUSION_TENSOR_ALIASED, 0}, {FUSION_F32, 1, rowShape}};
  FusionTensorSpec outputs[] = {{FUSION_F32, 2, matrixShape, FUSION_TENSOR_ALIASED, 0}};
  FusionEntry entry = {"sum", 2, 1, inputs, outputs, sumShapes, sumWorkspace, invokeSum};
  Fixture f;
  f.description.entries = &entry;
  f.description.numEntries = 1;
  f.context = std::move(*Context::create(*Module::create(&f.description), *Device::open(FUSION_CPU)));
  auto invoke = [&] { return f.context->invoke(entry, f.inputs, f.outputs, {f.workspace, 256, nullptr}); };
  EXPECT_ERROR(invoke(), "output 0: is written into input 0: pass one address for both");
  f.outputs[0].data = f.matrix.data();
  EXPECT_FALSE(invoke());
  EXPECT_EQ(f.matrix[5], 4.5f);
  entry.shapes = [](const int64_t *, int64_t *out) { out[0] = 1, out[1] = 3; };
  f.outputs[0].shape[0] = 1;
  EXPECT_ERROR(invoke(), "output 0: is written into input 0, but is 1x3xf32, and the input is 2x3xf32");

  outputs[0].alias = 1;
  EXPECT_ERROR(Module::create(&f.description).error(), "entry 'sum': input 0 has no other that is the same memory");
  outputs[0] = {FUSION_F16, 2, matrixShape, FUSION_TENSOR_ALIASED, 0};
  EXPECT_ERROR(Module::create(&f.description).error(), "input 0 has no other that is the same memory");
}

TEST(Module, FailuresOfEntriesAreReported) {
  Fixture f;
  std::vector<Tensor> none;
  EXPECT_ERROR(f.context->invoke(entries[1], none, none), "entry 'fails': rows must be even");
  EXPECT_ERROR(f.context->invoke(entries[2], none, none), "a module for the CPU cannot launch kernels");
  EXPECT_ERROR(f.context->invoke(entries[3], none, none), "entry 'code' returned code 17");
}

TEST(Module, ModulesAreChecked) {
  FusionModule module = makeModule();
  module.abiVersion = FUSION_ABI_VERSION + 1;
  EXPECT_ERROR(Module::create(&module).error(), "module has ABI version");
  module = makeModule();
  module.device = 5;
  EXPECT_ERROR(Module::create(&module).error(), "unknown device 5");
  module = makeModule();
  module.numKernels = 1;
  EXPECT_ERROR(Module::create(&module).error(), "bad table");
  module = makeModule();
  EXPECT_ERROR((*Module::create(&module))->findEntry("nope").error(),
               "module has no entry 'nope', it has: sum, fails, launches, code");
  EXPECT_ERROR((*Module::create(&module))->findEntry("").error(), "name one of: sum, fails");
  EXPECT_ERROR(Module::open("/nonexistent.so").error(), "cannot load module: /nonexistent.so");
}

TEST(Module, DevicesAreChecked) {
  EXPECT_ERROR(chooseDevice("tpu").error(), "unknown device 'tpu'");
  EXPECT_TRUE(chooseDevice("auto"));
  EXPECT_ERROR(Device::open(FUSION_CPU, 1).error(), "no cpu device 1");
  FusionModule module = makeModule();
  module.device = FUSION_CUDA;
  EXPECT_ERROR(Context::create(*Module::create(&module), *Device::open(FUSION_CPU)).error(),
               "module is compiled for cuda, not for cpu");
}

TEST(Module, KernelsOfModulesAreChecked) {
  FusionModule module = makeModule();
  FusionImage image = {"image", "sm_80", "// ptx", 6, nullptr, 0};
  FusionKernel kernel = {"kernel", 1, 32, 0, 0};
  module.images = &image;
  module.kernels = &kernel;
  module.numImages = module.numKernels = 1;
  EXPECT_ERROR(Module::create(&module).error(), "module has a bad kernel 0");
  kernel.image = 0;
  EXPECT_TRUE(Module::create(&module));
}

TEST(Module, SizesFitIn62Bits) {
  const Shape most = {int64_t(1) << 60}, more = {int64_t(1) << 60, 2};
  EXPECT_EQ(*byteSize(FUSION_F32, {most.data(), most.size()}), int64_t(1) << 62);
  EXPECT_ERROR(byteSize(FUSION_F32, {more.data(), more.size()}).error(), "overflows");
}

TEST(Module, HostsFillNoDevice) {
  FusionEntry entry = {};
  entry.name = "fills";
  entry.invoke = [](FusionCall *call, void **, void *) { return fusion_fill(call, nullptr, 0, 1); };
  FusionModule module = makeModule();
  module.entries = &entry;
  module.numEntries = 1;
  auto context = Context::create(*Module::create(&module), *Device::open(FUSION_CPU));
  EXPECT_ERROR((*context)->invoke(entry, {}, {}), "a module for the CPU cannot fill memory of a device");
}

// What fails first is what is told.
TEST(Module, CallsKeepTheirFirstError) {
  FusionEntry entry = {};
  entry.name = "twice";
  entry.invoke = [](FusionCall *call, void **, void *) {
    fusion_fail(call, "the first");
    fusion_fill(call, nullptr, 0, 1);
    return fusion_launch(call, 0, 1, 1, 1, 1, 1, 1, 0, nullptr);
  };
  FusionModule module = makeModule();
  module.entries = &entry;
  module.numEntries = 1;
  auto context = Context::create(*Module::create(&module), *Device::open(FUSION_CPU));
  EXPECT_ERROR((*context)->invoke(entry, {}, {}), "the first");
  Fixture other;
  EXPECT_ERROR(other.context->invoke(entry, {}, {}), "entry 'twice' belongs to another module");
}
