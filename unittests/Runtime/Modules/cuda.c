// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A module for any GPU from sm_80 on, written by hand: PTX, one constant, one kernel.

#include "fusion/Runtime/ABI.h"

typedef struct {
  void *base, *aligned;
  int64_t offset, sizesAndStrides[];
} MemRef;

// affine: ?xf32 -> ?xf32: 2 a + 1, the factor from a constant, through a copy in the workspace.
static int32_t affine(FusionCall *call, void **args, void *workspace) {
  MemRef *a = args[0], *out = args[1];
  void *factor = fusion_constant(call, 0);
  int32_t n = (int32_t)a->sizesAndStrides[0];
  int64_t blocks = (n + 127) / 128;
  void *first[] = {&a->aligned, &workspace, &factor, &n};
  if (fusion_launch(call, 0, blocks, 1, 1, 128, 1, 1, 65536, first))
    return 1;
  void *second[] = {&workspace, &out->aligned, &n};
  return fusion_launch(call, 1, blocks, 1, 1, 128, 1, 1, 0, second);
}
// badLaunch: a block larger than the kernel allows.
static int32_t badLaunch(FusionCall *call, void **args, void *workspace) {
  MemRef *a = args[0], *out = args[1];
  int32_t n = 0;
  (void)workspace;
  void *params[] = {&a->aligned, &out->aligned, &n};
  return fusion_launch(call, 1, 1, 1, 1, 2048, 1, 1, 0, params);
}
static void sameShape(const int64_t *in, int64_t *out) { out[0] = in[0]; }
static uint64_t workspaceSize(const int64_t *in) { return ((uint64_t)in[0] * 4 + 255) / 256 * 256; }

#define INDEX                                                                                                          \
  "  mov.u32 %r2, %tid.x;\n  mov.u32 %r3, %ctaid.x;\n  mad.lo.s32 %r4, %r3, 128, %r2;\n"                               \
  "  setp.ge.s32 %p1, %r4, %r1;\n  @%p1 bra DONE;\n  mul.wide.s32 %rd9, %r4, 4;\n"
#define REGISTERS "  .reg .pred %p<2>;\n  .reg .b32 %r<5>;\n  .reg .f32 %f<4>;\n  .reg .b64 %rd<10>;\n"

static const char ptx[] =
    ".version 7.8\n.target sm_80\n.address_size 64\n"
    ".extern .shared .align 16 .b8 shared[];\n"
    ".visible .entry scale(.param .u64 a, .param .u64 o, .param .u64 k, .param .u32 n) {\n" REGISTERS
    "  ld.param.u64 %rd1, [a];\n  ld.param.u64 %rd2, [o];\n  ld.param.u64 %rd3, [k];\n"
    "  ld.param.u32 %r1, [n];\n" INDEX "  add.s64 %rd4, %rd1, %rd9;\n  add.s64 %rd5, %rd2, %rd9;\n"
    "  ld.global.f32 %f1, [%rd4];\n  ld.global.f32 %f2, [%rd3];\n  mul.f32 %f3, %f1, %f2;\n"
    "  st.global.f32 [%rd5], %f3;\nDONE:\n  ret;\n}\n"
    ".visible .entry increment(.param .u64 a, .param .u64 o, .param .u32 n) {\n" REGISTERS
    "  ld.param.u64 %rd1, [a];\n  ld.param.u64 %rd2, [o];\n  ld.param.u32 %r1, [n];\n" INDEX
    "  add.s64 %rd4, %rd1, %rd9;\n  add.s64 %rd5, %rd2, %rd9;\n"
    "  ld.global.f32 %f1, [%rd4];\n  add.f32 %f3, %f1, 0f3F800000;\n"
    "  st.global.f32 [%rd5], %f3;\nDONE:\n  ret;\n}\n";

static const int64_t shape[] = {FUSION_DYNAMIC};
static const FusionTensorSpec types[] = {{FUSION_F32, 1, shape}};
static const FusionEntry entries[] = {{"affine", 1, 1, types, types, sameShape, workspaceSize, affine},
                                      {"bad_launch", 1, 1, types, types, sameShape, 0, badLaunch}};
static const FusionImage images[] = {{"main", "sm_80", ptx, sizeof(ptx), 0, 0}};
static const FusionKernel kernels[] = {{"scale", 0, 128, 65536, 0}, {"increment", 0, 128, 0, 0}};
static const float factor = 2;
static const FusionConstant constants[] = {{&factor, sizeof(factor)}};

const FusionModule fusion_module = {FUSION_ABI_VERSION, FUSION_CUDA, 2,        1, 2, 1, entries, images, kernels,
                                    constants,          "by hand",   "relaxed"};
