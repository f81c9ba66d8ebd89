// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A module for compute capability 9.0, written by hand: a kernel that copies tiles through a tensor map, launched as a
// chain in which each launch may start before the one before it has ended; and calls that break a rule of tensor maps.

#include "fusion/Runtime/ABI.h"

typedef struct {
  void *base, *aligned;
  int64_t offset, sizesAndStrides[];
} MemRef;
typedef struct {
  _Alignas(FUSION_TENSOR_MAP_ALIGNMENT) char bytes[FUSION_TENSOR_MAP_BYTES];
} TensorMap;

enum { tileRows = 8, tileColumns = 32, threads = 256, plain = 0, programmatic = 1 };
static const FusionTensorMapSpec tiles = {FUSION_F32, 2, 0, 2, {tileRows, tileColumns}};

static int32_t launchCopy(FusionCall *call, int32_t kernel, TensorMap *map, void *to, int64_t rows, int64_t columns) {
  int32_t m = (int32_t)rows, n = (int32_t)columns;
  void *params[] = {map, &to, &m, &n};
  return fusion_launch(call, kernel, (n + tileColumns - 1) / tileColumns, (m + tileRows - 1) / tileRows, 1, threads, 1,
                       1, 0, params);
}

static int32_t mapAs(FusionCall *call, const FusionTensorMapSpec *spec, TensorMap *map, void *address, int64_t rows,
                     int64_t columns, int64_t pitch) {
  int64_t sizes[] = {rows, columns}, strides[] = {pitch, 4};
  return fusion_tensor_map(call, map, spec, address, sizes, strides);
}
static int32_t mapMatrix(FusionCall *call, TensorMap *map, void *address, int64_t rows, int64_t columns,
                         int64_t pitch) {
  return mapAs(call, &tiles, map, address, rows, columns, pitch);
}

// copy: ?x?xf32 -> ?x?xf32: into the workspace, then from there to the output.
static int32_t copy(FusionCall *call, void **args, void *workspace) {
  MemRef *a = args[0], *out = args[1];
  int64_t rows = a->sizesAndStrides[0], columns = a->sizesAndStrides[1];
  TensorMap first, second;
  mapMatrix(call, &first, a->aligned, rows, columns, columns * 4);
  mapMatrix(call, &second, workspace, rows, columns, columns * 4);
  launchCopy(call, plain, &first, workspace, rows, columns);
  return launchCopy(call, programmatic, &second, out->aligned, rows, columns);
}
// round: ?x?xf32 -> ?x?xf32: to the nearest tf32.
static int32_t roundToTF32(FusionCall *call, void **args, void *workspace) {
  static const FusionTensorMapSpec rounded = {FUSION_TENSOR_MAP_TF32, 2, 0, 2, {tileRows, tileColumns}};
  MemRef *a = args[0], *out = args[1];
  int64_t rows = a->sizesAndStrides[0], columns = a->sizesAndStrides[1];
  (void)workspace;
  TensorMap map;
  mapAs(call, &rounded, &map, a->aligned, rows, columns, columns * 4);
  return launchCopy(call, plain, &map, out->aligned, rows, columns);
}
// increment: ?x?xf32 -> ?x?xf32: a + 1, the same kernel launched without and with leave to start early; no tensor maps.
static int32_t increment(FusionCall *call, void **args, void *workspace) {
  MemRef *a = args[0], *out = args[1];
  int32_t n = (int32_t)(a->sizesAndStrides[0] * a->sizesAndStrides[1]);
  (void)workspace;
  void *params[] = {&a->aligned, &out->aligned, &n};
  fusion_launch(call, 2, (n + 255) / 256, 1, 1, 256, 1, 1, 0, params);
  return fusion_launch(call, 3, (n + 255) / 256, 1, 1, 256, 1, 1, 0, params);
}

// Each breaks one rule; the launch after it does nothing.
#define BROKEN(NAME, ADDRESS, ROWS, COLUMNS, PITCH)                                                                    \
  static int32_t NAME(FusionCall *call, void **args, void *workspace) {                                                \
    char *data = ((MemRef *)args[0])->aligned;                                                                         \
    (void)workspace;                                                                                                   \
    TensorMap map;                                                                                                     \
    mapMatrix(call, &map, ADDRESS, ROWS, COLUMNS, PITCH);                                                              \
    return launchCopy(call, plain, &map, data, 8, 32);                                                                 \
  }
BROKEN(address, data + 4, 8, 32, 128)
BROKEN(stride, data, 8, 32, 132)
BROKEN(negative, data, 8, 32, -128)
BROKEN(far, data, 8, 32, (int64_t)1 << 40)
BROKEN(empty, data, 0, 32, 128)
BROKEN(large, data, 8, ((int64_t)1 << 32) + 4, (int64_t)1 << 35)
static int32_t gaps(FusionCall *call, void **args, void *workspace) {
  int64_t sizes[] = {8, 32}, strides[] = {256, 8};
  (void)workspace;
  TensorMap map;
  return fusion_tensor_map(call, &map, &tiles, ((MemRef *)args[0])->aligned, sizes, strides);
}
static int32_t rank(FusionCall *call, void **args, void *workspace) {
  static const FusionTensorMapSpec six = {FUSION_F32, 6, 0, 0, {1}};
  int64_t sizes[6] = {1}, strides[6] = {16};
  (void)workspace;
  TensorMap map;
  return fusion_tensor_map(call, &map, &six, ((MemRef *)args[0])->aligned, sizes, strides);
}
// A box that the driver alone knows to be wrong.
static int32_t box(FusionCall *call, void **args, void *workspace) {
  static const FusionTensorMapSpec wide = {FUSION_F32, 1, 0, 0, {257}};
  int64_t sizes[] = {1024}, strides[] = {4};
  (void)workspace;
  TensorMap map;
  return fusion_tensor_map(call, &map, &wide, ((MemRef *)args[0])->aligned, sizes, strides);
}

static void sameShape(const int64_t *in, int64_t *out) { out[0] = in[0], out[1] = in[1]; }
static uint64_t workspaceSize(const int64_t *in) { return ((uint64_t)(in[0] * in[1]) * 4 + 255) / 256 * 256; }

static const char ptx[] =
    ".version 8.0\n.target sm_90a\n.address_size 64\n"
    ".visible .entry tma_copy(.param .align 64 .b8 map[128], .param .u64 o, .param .u32 m, .param .u32 n) {\n"
    "  .reg .pred %p<4>;\n  .reg .b32 %r<20>;\n  .reg .f32 %f<2>;\n  .reg .b64 %rd<8>;\n"
    "  .shared .align 128 .b8 tile[1024];\n  .shared .align 8 .b64 barrier;\n"
    "  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, %ctaid.x;\n  mov.u32 %r3, %ctaid.y;\n"
    "  shl.b32 %r4, %r2, 5;\n  shl.b32 %r5, %r3, 3;\n"
    "  mov.u32 %r6, barrier;\n  mov.u32 %r7, tile;\n  setp.ne.s32 %p1, %r1, 0;\n  @%p1 bra READY;\n"
    "  mbarrier.init.shared::cta.b64 [%r6], 1;\n  fence.mbarrier_init.release.cluster;\nREADY:\n  bar.sync 0;\n"
    "  griddepcontrol.wait;\n  @%p1 bra WAIT;\n"
    "  mov.b64 %rd1, map;\n  cvta.param.u64 %rd2, %rd1;\n"
    "  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r6], 1024;\n"
    "  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
    "[%r7], [%rd2, {%r4, %r5}], [%r6];\nWAIT:\n"
    "  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r6], 0;\n  @!%p2 bra WAIT;\n"
    "  griddepcontrol.launch_dependents;\n"
    "  and.b32 %r8, %r1, 31;\n  shr.u32 %r9, %r1, 5;\n  add.u32 %r10, %r4, %r8;\n  add.u32 %r11, %r5, %r9;\n"
    "  ld.param.u32 %r12, [m];\n  ld.param.u32 %r13, [n];\n"
    "  setp.ge.u32 %p3, %r10, %r13;\n  @%p3 bra DONE;\n  setp.ge.u32 %p3, %r11, %r12;\n  @%p3 bra DONE;\n"
    "  shl.b32 %r14, %r1, 2;\n  add.u32 %r14, %r14, %r7;\n  ld.shared.f32 %f1, [%r14];\n"
    "  mad.lo.u32 %r15, %r11, %r13, %r10;\n  mul.wide.u32 %rd3, %r15, 4;\n  ld.param.u64 %rd4, [o];\n"
    "  add.u64 %rd5, %rd4, %rd3;\n  st.global.f32 [%rd5], %f1;\nDONE:\n  ret;\n}\n"
    ".visible .entry increment(.param .u64 a, .param .u64 o, .param .u32 n) {\n"
    "  .reg .pred %p<2>;\n  .reg .b32 %r<5>;\n  .reg .f32 %f<3>;\n  .reg .b64 %rd<6>;\n"
    "  griddepcontrol.wait;\n"
    "  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, %ctaid.x;\n  mad.lo.s32 %r3, %r2, 256, %r1;\n"
    "  ld.param.u32 %r4, [n];\n  setp.ge.s32 %p1, %r3, %r4;\n  @%p1 bra DONE;\n"
    "  mul.wide.s32 %rd1, %r3, 4;\n  ld.param.u64 %rd2, [a];\n  ld.param.u64 %rd3, [o];\n"
    "  add.s64 %rd4, %rd2, %rd1;\n  add.s64 %rd5, %rd3, %rd1;\n"
    "  ld.global.f32 %f1, [%rd4];\n  add.f32 %f2, %f1, 0f3F800000;\n  st.global.f32 [%rd5], %f2;\nDONE:\n  ret;\n}\n";

static const int64_t shape[] = {FUSION_DYNAMIC, FUSION_DYNAMIC};
static const FusionTensorSpec types[] = {{FUSION_F32, 2, shape}};
#define ENTRY(NAME) {#NAME, 1, 1, types, types, sameShape, 0, NAME}
static const FusionEntry entries[] = {{"copy", 1, 1, types, types, sameShape, workspaceSize, copy},
                                      {"round", 1, 1, types, types, sameShape, 0, roundToTF32},
                                      ENTRY(increment),
                                      ENTRY(address),
                                      ENTRY(stride),
                                      ENTRY(negative),
                                      ENTRY(far),
                                      ENTRY(empty),
                                      ENTRY(large),
                                      ENTRY(gaps),
                                      ENTRY(rank),
                                      ENTRY(box)};
static const FusionImage images[] = {{"main", "sm_90a", ptx, sizeof(ptx), 0, 0}};
static const FusionKernel kernels[] = {{"tma_copy", 0, threads, 0, 0},
                                       {"tma_copy", 0, threads, 0, FUSION_KERNEL_PROGRAMMATIC},
                                       {"increment", 0, 256, 0, 0},
                                       {"increment", 0, 256, 0, FUSION_KERNEL_PROGRAMMATIC}};

const FusionModule fusion_module = {
    FUSION_ABI_VERSION, FUSION_CUDA, sizeof(entries) / sizeof(entries[0]), 1, 4, 0, entries, images, kernels, 0,
    "by hand",          "relaxed"};
