// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The benchmark's own kernels as PTX text: filling memory, reading it, comparing it.

#include "fusion/Bench/DeviceKernels.h"

#include <algorithm>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

static constexpr int kFillThreads = 256, kReadThreads = 512;

/// A type that is filled: how a value %v is stored at %a. %s and %e have 16 bits, and the
/// latter no floats (an assembler would convert such); %t, %h and %g are free.
struct FillType {
  FusionDType type;
  int bytes;
  const char *store;
};

/// 8-bit floats are rounded as the upper bits of an f16, to which f8E4M3FN is brought by 2^-8.
static constexpr FillType kFillTypes[] = {
    {FUSION_F16, 2, "  cvt.rn.f16.f32 %s, %v;\n  st.global.b16 [%a], %s;\n"},
    {FUSION_BF16, 2, "  cvt.rn.bf16.f32 %s, %v;\n  st.global.b16 [%a], %s;\n"},
    {FUSION_F32, 4, "  st.global.f32 [%a], %v;\n"},
    {FUSION_I8, 1,
     "  cvt.rni.s32.f32 %t, %v;\n  max.s32 %t, %t, -127;\n  min.s32 %t, %t, 127;\n  cvt.u16.u32 %e, %t;\n"
     "  st.global.b8 [%a], %e;\n"},
    {FUSION_F8E4M3FN, 1,
     "  mul.f32 %v, %v, 0f3B800000;\n  cvt.rn.f16.f32 %s, %v;\n  cvt.u32.u16 %t, %s;\n"
     "  shr.u32 %h, %t, 7;\n  and.b32 %h, %h, 1;\n  add.u32 %h, %h, 63;\n  and.b32 %g, %t, 32767;\n"
     "  add.u32 %h, %h, %g;\n  shr.u32 %h, %h, 7;\n  shr.u32 %t, %t, 8;\n  and.b32 %t, %t, 128;\n"
     "  or.b32 %t, %t, %h;\n  cvt.u16.u32 %e, %t;\n  st.global.b8 [%a], %e;\n"},
    {FUSION_F8E5M2, 1,
     "  cvt.rn.f16.f32 %s, %v;\n  cvt.u32.u16 %t, %s;\n  shr.u32 %h, %t, 8;\n  and.b32 %h, %h, 1;\n"
     "  add.u32 %h, %h, 127;\n  add.u32 %t, %t, %h;\n  shr.u32 %t, %t, 8;\n  cvt.u16.u32 %e, %t;\n"
     "  st.global.b8 [%a], %e;\n"}};

/// What is compared, and how %u and %v become of the bits %s and %t.
struct DifferType {
  FusionDType type;
  int bytes;
  const char *toF32;
};

static constexpr DifferType kDifferTypes[] = {{FUSION_F16, 2, "  cvt.f32.f16 %u, %s;\n  cvt.f32.f16 %v, %t;\n"},
                                              {FUSION_BF16, 2,
                                               "  cvt.u32.u16 %x, %s;\n  shl.b32 %x, %x, 16;\n  mov.b32 %u, %x;\n"
                                               "  cvt.u32.u16 %x, %t;\n  shl.b32 %x, %x, 16;\n  mov.b32 %v, %x;\n"},
                                              {FUSION_F32, 4, "  mov.b32 %u, %s;\n  mov.b32 %v, %t;\n"}};

/// Scrambles a register: lowbias32 of C. Wellons' hash-prospector.
static std::string hash(const std::string &x) {
  std::string text;
  for (auto [shift, factor] : {std::pair("16", "0x7feb352d"), std::pair("15", "0x846ca68b"), std::pair("16", "")}) {
    text += "  shr.u32 %t, " + x + ", " + shift + ";\n  xor.b32 " + x + ", " + x + ", %t;\n";
    if (*factor)
      text += "  mul.lo.u32 " + x + ", " + x + ", " + factor + ";\n";
  }
  return text;
}

/// %v = a sample of N(0,1) from the random bits %h and %g: Box and Muller's transform.
static const char *const kNormal = "  cvt.rn.f32.u32 %u, %h;\n"
                                   "  fma.rn.f32 %u, %u, 0f2F800000, 0f2F000000;\n" // (h + 1/2) / 2^32
                                   "  lg2.approx.f32 %u, %u;\n"
                                   "  mul.f32 %u, %u, 0fBFB17218;\n" // -2 ln 2: -2 ln of it
                                   "  max.f32 %u, %u, 0f00000000;\n"
                                   "  sqrt.approx.f32 %u, %u;\n"
                                   "  cvt.rn.f32.s32 %v, %g;\n"
                                   "  mul.f32 %v, %v, 0f30C90FDB;\n" // an angle from -pi to pi
                                   "  cos.approx.f32 %v, %v;\n"
                                   "  mul.f32 %v, %v, %u;\n";

/// %v = a whole number from -4 to 4 from %h.
static const char *const kInteger = "  mul.hi.u32 %h, %h, 9;\n"
                                    "  cvt.rn.f32.u32 %v, %h;\n"
                                    "  sub.f32 %v, %v, 0f40800000;\n";

static const char *const kOne = "  mov.f32 %v, 0f3F800000;\n";

static std::string fillKernel(const std::string &name, const char *sample, int bytes, const char *store) {
  return concat(
      ".visible .entry ", name, "(.param .u64 data, .param .u64 count, .param .u32 seed, .param .f32 scale) {\n",
      "  .reg .pred %p;\n  .reg .b16 %s, %e;\n  .reg .b32 %t, %h, %g, %x, %n;\n  .reg .f32 %u, %v, %k;\n"
      "  .reg .b64 %d, %c, %i, %w, %a;\n"
      "  ld.param.u64 %d, [data];\n  ld.param.u64 %c, [count];\n  ld.param.u32 %x, [seed];\n"
      "  ld.param.f32 %k, [scale];\n"
      "  mov.u32 %h, %ctaid.x;\n  mov.u32 %g, %ntid.x;\n  mov.u32 %t, %tid.x;\n  mov.u32 %n, %nctaid.x;\n"
      "  mad.wide.u32 %i, %h, %g, 0;\n  cvt.u64.u32 %w, %t;\n  add.s64 %i, %i, %w;\n"
      "  mul.wide.u32 %w, %n, %g;\n",
      "$NEXT:\n  setp.ge.u64 %p, %i, %c;\n  @%p bra $DONE;\n"
      "  cvt.u32.u64 %h, %i;\n  xor.b32 %h, %h, %x;\n",
      hash("%h"), "  add.u32 %g, %h, 0x9e3779b9;\n", hash("%g"), sample, "  mul.f32 %v, %v, %k;\n",
      "  mad.lo.s64 %a, %i, ", bytes, ", %d;\n", store, "  add.s64 %i, %i, %w;\n  bra $NEXT;\n$DONE:\n  ret;\n}\n");
}

/// Grid-stride loop with `unroll` loads in flight. The sum goes to memory in a case that does not happen, but that the
/// assembler cannot rule out.
static std::string readKernel(const std::string &name, int unroll) {
  std::string loads, sums;
  for (int i = 0; i < unroll; ++i) {
    loads += concat("  ld.global.nc.L1::no_allocate.v4.u32 {%a", i, ", %b", i, ", %c", i, ", %d", i, "}, [%p];\n",
                    "  add.s64 %p, %p, %step;\n");
    sums += concat("  xor.b32 %a", i, ", %a", i, ", %b", i, ";\n  xor.b32 %c", i, ", %c", i, ", %d", i, ";\n",
                   "  xor.b32 %s, %s, %a", i, ";\n  xor.b32 %s, %s, %c", i, ";\n");
  }
  std::string registers = concat("%a<", unroll, ">, %b<", unroll, ">, %c<", unroll, ">, %d<", unroll, ">");
  return concat(".visible .entry ", name, "(.param .u64 data, .param .u64 pieces, .param .u64 sink) {\n",
                "  .reg .pred %q;\n  .reg .b32 ", registers, ", %s, %x, %y, %z, %n;\n",
                "  .reg .b64 %base, %p, %i, %last, %count, %step, %stride, %w;\n"
                "  ld.param.u64 %base, [data];\n  ld.param.u64 %count, [pieces];\n  mov.u32 %s, 0;\n"
                "  mov.u32 %x, %ctaid.x;\n  mov.u32 %y, %ntid.x;\n  mov.u32 %z, %tid.x;\n  mov.u32 %n, %nctaid.x;\n"
                "  mul.wide.u32 %i, %x, %y;\n  cvt.u64.u32 %w, %z;\n  add.s64 %i, %i, %w;\n"
                "  mul.wide.u32 %stride, %n, %y;\n  shl.b64 %step, %stride, 4;\n",
                // Whole groups first: %last is the first piece from which a group would run over the end.
                "  mul.lo.s64 %w, %stride, ", unroll - 1, ";\n  sub.s64 %last, %count, %w;\n",
                "$GROUP:\n  setp.ge.s64 %q, %i, %last;\n  @%q bra $SINGLE;\n"
                "  shl.b64 %p, %i, 4;\n  add.s64 %p, %p, %base;\n",
                loads, sums, "  mul.lo.s64 %w, %stride, ", unroll, ";\n  add.s64 %i, %i, %w;\n  bra $GROUP;\n",
                "$SINGLE:\n  setp.ge.s64 %q, %i, %count;\n  @%q bra $DONE;\n"
                "  shl.b64 %p, %i, 4;\n  add.s64 %p, %p, %base;\n"
                "  ld.global.nc.L1::no_allocate.v4.u32 {%a0, %b0, %c0, %d0}, [%p];\n"
                "  xor.b32 %a0, %a0, %b0;\n  xor.b32 %c0, %c0, %d0;\n  xor.b32 %s, %s, %a0;\n  xor.b32 %s, %s, %c0;\n"
                "  add.s64 %i, %i, %stride;\n  bra $SINGLE;\n",
                "$DONE:\n  setp.ne.u32 %q, %s, 0x5bd1e995;\n  @%q bra $END;\n"
                "  ld.param.u64 %p, [sink];\n  st.global.u32 [%p], %s;\n$END:\n  ret;\n}\n");
}

/// Counts elements of `bytes` that differ in their bits, and of which the difference is no less than what is tolerated
/// or NaN. `toF32` makes %u and %v of the bits %s and %t.
static std::string differKernel(const std::string &name, int bytes, const char *toF32) {
  int bits = 8 * bytes;
  return concat(".visible .entry ", name, "(.param .u64 a, .param .u64 b, .param .u64 count, .param .f32 relative,\n",
                "    .param .f32 absolute, .param .u64 sink) {\n"
                "  .reg .pred %p;\n  .reg .b32 %x, %y, %z, %n;\n  .reg .f32 %u, %v, %r, %k;\n"
                "  .reg .b64 %a, %b, %i, %count, %stride, %w, %c;\n  .reg .b",
                bits, " %s, %t;\n",
                "  ld.param.u64 %a, [a];\n  ld.param.u64 %b, [b];\n  ld.param.u64 %count, [count];\n"
                "  ld.param.f32 %r, [relative];\n  ld.param.f32 %k, [absolute];\n"
                "  mov.u32 %x, %ctaid.x;\n  mov.u32 %y, %ntid.x;\n  mov.u32 %z, %tid.x;\n  mov.u32 %n, %nctaid.x;\n"
                "  mul.wide.u32 %i, %x, %y;\n  cvt.u64.u32 %w, %z;\n  add.s64 %i, %i, %w;\n"
                "  mul.wide.u32 %stride, %n, %y;\n"
                "$NEXT:\n  setp.ge.u64 %p, %i, %count;\n  @%p bra $DONE;\n  mul.lo.s64 %w, %i, ",
                bytes, ";\n  add.s64 %c, %a, %w;\n  ld.global.b", bits, " %s, [%c];\n",
                "  add.s64 %c, %b, %w;\n  ld.global.b", bits, " %t, [%c];\n  add.s64 %i, %i, %stride;\n  setp.eq.b",
                bits, " %p, %s, %t;\n  @%p bra $NEXT;\n", toF32,
                "  sub.f32 %u, %u, %v;\n  abs.f32 %u, %u;\n  abs.f32 %v, %v;\n  fma.rn.f32 %v, %v, %r, %k;\n"
                "  setp.lt.f32 %p, %u, %v;\n  @%p bra $NEXT;\n" // false for NaN, and where nothing is tolerated
                "  ld.param.u64 %c, [sink];\n  red.global.add.u32 [%c], 1;\n  bra $NEXT;\n$DONE:\n  ret;\n}\n");
}

/// Elements of a weight that is made of integers of `bits`, of `type`.
static std::string dequantizeKernel(const std::string &name, int bits, const FillType &type, const char *toF32) {
  const char *signs = bits == 4 ? "  cvt.u32.u64 %h, %i;\n  and.b32 %h, %h, 1;\n  shl.b32 %h, %h, 2;\n"
                                  "  sub.u32 %h, 28, %h;\n  shl.b32 %t, %t, %h;\n  shr.s32 %t, %t, 28;\n"
                                : "  shl.b32 %t, %t, 24;\n  shr.s32 %t, %t, 24;\n";
  return concat(".visible .entry ", name,
                "(.param .u64 weight, .param .u64 integers, .param .u64 scales, .param .u64 count,\n"
                "    .param .u64 group) {\n"
                "  .reg .pred %p;\n  .reg .b16 %s;\n  .reg .b32 %t, %h, %g, %x, %n;\n  .reg .f32 %u, %v;\n"
                "  .reg .b64 %d, %b, %f, %c, %i, %w, %a, %r;\n"
                "  ld.param.u64 %d, [weight];\n  ld.param.u64 %b, [integers];\n  ld.param.u64 %f, [scales];\n"
                "  ld.param.u64 %c, [count];\n  ld.param.u64 %r, [group];\n"
                "  mov.u32 %h, %ctaid.x;\n  mov.u32 %g, %ntid.x;\n  mov.u32 %t, %tid.x;\n  mov.u32 %n, %nctaid.x;\n"
                "  mad.wide.u32 %i, %h, %g, 0;\n  cvt.u64.u32 %w, %t;\n  add.s64 %i, %i, %w;\n"
                "  mul.wide.u32 %w, %n, %g;\n"
                "$NEXT:\n  setp.ge.u64 %p, %i, %c;\n  @%p bra $DONE;\n  shr.u64 %a, %i, ",
                bits == 4 ? 1 : 0, ";\n  add.s64 %a, %a, %b;\n  ld.global.u8 %s, [%a];\n  cvt.u32.u16 %t, %s;\n", signs,
                "  cvt.rn.f32.s32 %v, %t;\n  div.u64 %a, %i, %r;\n  mad.lo.s64 %a, %a, 2, %f;\n"
                "  ld.global.b16 %s, [%a];\n",
                toF32, "  mul.f32 %v, %v, %u;\n  mad.lo.s64 %a, %i, 2, %d;\n", type.store,
                "  add.s64 %i, %i, %w;\n  bra $NEXT;\n$DONE:\n  ret;\n}\n");
}

namespace {
struct DeviceKernel {
  std::string name, text;
  int threads;
};
} // namespace

static const char *sampleOf(RandomData kind) {
  return kind == RandomData::Normal ? kNormal : kind == RandomData::Integer ? kInteger : kOne;
}

static std::string fillName(RandomData kind, FusionDType type) {
  return concat("fill", static_cast<int>(kind), "_", dtypeName(type));
}
static std::string differName(FusionDType type) { return concat("differ_", dtypeName(type)); }
static std::string dequantizeName(int bits, FusionDType type) {
  return concat("dequantize", bits, "_", dtypeName(type));
}
static std::string readName(int unroll) { return concat("read", unroll); }

/// In the order of the module's table.
static const std::vector<DeviceKernel> &listKernels() {
  static const std::vector<DeviceKernel> kernels = [] {
    std::vector<DeviceKernel> list;
    auto add = [&](std::string name, int threads, auto make, auto... arguments) {
      std::string text = make(name, arguments...);
      list.push_back({std::move(name), std::move(text), threads});
    };
    for (RandomData kind : {RandomData::Normal, RandomData::Integer, RandomData::One})
      for (const FillType &type : kFillTypes)
        add(fillName(kind, type.type), kFillThreads, fillKernel, sampleOf(kind), type.bytes, type.store);
    for (int bits : {4, 8})
      for (auto [type, toF32] : {std::pair(kFillTypes[0], "  cvt.f32.f16 %u, %s;\n"),
                                 {kFillTypes[1], "  cvt.u32.u16 %x, %s;\n  shl.b32 %x, %x, 16;\n  mov.b32 %u, %x;\n"}})
        add(dequantizeName(bits, type.type), kFillThreads, dequantizeKernel, bits, type, toF32);
    for (int unroll : {4, 8})
      add(
          readName(unroll), kReadThreads, [](const std::string &name, int unroll) { return readKernel(name, unroll); },
          unroll);
    for (const DifferType &type : kDifferTypes)
      add(differName(type.type), kReadThreads, differKernel, type.bytes, type.toF32);
    return list;
  }();
  return kernels;
}

/// The number of a kernel in the module's table; -1: there is none.
static int32_t findKernel(const std::string &name) {
  const std::vector<DeviceKernel> &kernels = listKernels();
  for (size_t number = 0; number < kernels.size(); ++number)
    if (kernels[number].name == name)
      return static_cast<int32_t>(number);
  return -1;
}

const std::string &bench::deviceKernelsPtx() {
  static const std::string text = [] {
    std::string ptx = ".version 8.0\n.target sm_80\n.address_size 64\n";
    for (const DeviceKernel &kernel : listKernels())
      ptx += kernel.text;
    return ptx;
  }();
  return text;
}

static std::vector<FusionKernel> makeTable() {
  std::vector<FusionKernel> table;
  for (const DeviceKernel &listed : listKernels()) {
    FusionKernel kernel = {};
    kernel.name = listed.name.c_str();
    kernel.maxThreads = listed.threads;
    table.push_back(kernel);
  }
  return table;
}

Expected<std::unique_ptr<DeviceKernels>> DeviceKernels::create(std::shared_ptr<Device> device) {
  static const FusionImage image = {"bench", "sm_80", deviceKernelsPtx().c_str(), deviceKernelsPtx().size() + 1,
                                    nullptr, 0};
  static const std::vector<FusionKernel> kernels = makeTable();
  static const FusionModule descriptor = [] {
    FusionModule result = {};
    result.abiVersion = FUSION_ABI_VERSION;
    result.device = FUSION_CUDA;
    result.numImages = 1;
    result.images = &image;
    result.numKernels = static_cast<int32_t>(kernels.size());
    result.kernels = kernels.data();
    result.compiler = "fusion-bench";
    result.numerics = "relaxed";
    return result;
  }();
  auto module = Module::create(&descriptor);
  if (!module)
    return module.takeError();
  auto result = std::make_unique<DeviceKernels>();
  auto context = Context::create(*module, device);
  if (!context)
    return context.takeError();
  auto sink = Buffer::allocate(device, 16);
  if (!sink)
    return sink.takeError();
  result->context = std::move(*context);
  result->sink = std::move(*sink);
  return result;
}

Error DeviceKernels::fill(void *data, int64_t count, FusionDType type, RandomData kind, unsigned seed, float scale) {
  int32_t kernel = findKernel(fillName(kind, type));
  if (kernel < 0)
    return Error::make("no random data of type ", dtypeName(type));
  unsigned mixed = seed * 2654435761u + 0x85ebca6bu;
  void *args[] = {&data, &count, &mixed, &scale};
  return launchForElements(kernel, count, args);
}

Error DeviceKernels::launchForElements(int32_t kernel, int64_t count, void **args) {
  int64_t grid[] = {std::clamp<int64_t>((count + kFillThreads - 1) / kFillThreads, 1, 4096), 1, 1};
  int64_t block[] = {kFillThreads, 1, 1};
  return count ? context->launch(nullptr, kernel, grid, block, 0, args) : Error();
}

Error DeviceKernels::dequantize(void *weight, FusionDType type, const IntegerWeight &from) {
  int32_t kernel = findKernel(dequantizeName(from.bits, type));
  if (kernel < 0)
    return Error::make("no weights of type ", dtypeName(type), " are made of ", from.bits, " bits");
  int64_t count = from.n * from.k, group = from.group;
  const void *integers = from.integers, *scales = from.scales;
  void *args[] = {&weight, &integers, &scales, &count, &group};
  return launchForElements(kernel, count, args);
}

std::vector<DeviceKernels::ReadGrid> DeviceKernels::readGrids(int64_t bytes) const {
  std::vector<ReadGrid> grids;
  int64_t processors = std::max(context->device()->info().multiprocessors, 1);
  for (int unroll : {4, 8}) {
    for (int64_t perProcessor : {1, 2, 4})
      grids.push_back({unroll, processors * perProcessor});
    grids.push_back({unroll, std::max<int64_t>(bytes / 16 / kReadThreads / unroll, 1)});
  }
  return grids;
}

Error DeviceKernels::read(const void *data, int64_t bytes, ReadGrid grid, Stream stream) {
  int64_t pieces = bytes / 16;
  void *target = sink.data();
  void *args[] = {&data, &pieces, &target};
  int64_t blocks[] = {grid.blocks, 1, 1};
  int64_t threads[] = {kReadThreads, 1, 1};
  return context->launch(stream, findKernel(readName(grid.unroll)), blocks, threads, 0, args);
}

Expected<int64_t> DeviceKernels::countDifferences(const void *a, const void *b, int64_t elements, FusionDType type,
                                                  Tolerance tolerance) {
  Device &device = *context->device();
  void *target = sink.data();
  void *args[] = {&a, &b, &elements, &tolerance.relative, &tolerance.absolute, &target};
  int64_t blocks[] = {std::clamp<int64_t>(elements / kReadThreads, 1, 4096), 1, 1};
  int64_t threads[] = {kReadThreads, 1, 1};
  int32_t kernel = findKernel(differName(type));
  if (kernel < 0)
    return Error::make("no differences of type ", dtypeName(type));
  unsigned count = 0;
  for (Error error : {device.fill(target, 0, sizeof(count)), context->launch(nullptr, kernel, blocks, threads, 0, args),
                      device.synchronize(), device.download(&count, target, sizeof(count))})
    if (error)
      return error;
  return int64_t(count);
}
