// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A module for the CPU, written by hand.

#include "fusion/Runtime/ABI.h"

#ifndef ABI_VERSION
#define ABI_VERSION FUSION_ABI_VERSION
#endif

typedef struct {
  void *base, *aligned;
  int64_t offset, sizesAndStrides[];
} MemRef;

// affine: ?x3xf32, 3xf32 -> ?x3xf32: 2 a + b. The factor is a constant of the module.
static int32_t affine(FusionCall *call, void **args, void *workspace) {
  MemRef *a = args[0], *b = args[1], *out = args[2];
  (void)workspace;
  float factor = *(float *)fusion_constant(call, 0);
  int64_t rows = a->sizesAndStrides[0], stride = a->sizesAndStrides[2];
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < 3; ++j)
      ((float *)out->aligned)[i * out->sizesAndStrides[2] + j] =
          factor * ((float *)a->aligned)[i * stride + j] + ((float *)b->aligned)[j];
  return 0;
}
static void affineShapes(const int64_t *in, int64_t *out) {
  out[0] = in[0];
  out[1] = 3;
}

// negate: 4xbf16 -> 4xbf16.
static int32_t negate(FusionCall *call, void **args, void *workspace) {
  (void)call, (void)workspace;
  for (int i = 0; i < 4; ++i)
    ((uint16_t *)((MemRef *)args[1])->aligned)[i] = ((uint16_t *)((MemRef *)args[0])->aligned)[i] ^ 0x8000;
  return 0;
}

static int32_t fails(FusionCall *call, void **args, void *workspace) {
  (void)args, (void)workspace;
  return fusion_fail(call, "rows of input 0 must be even");
}

static const int64_t matrix[] = {FUSION_DYNAMIC, 3}, row[] = {3}, four[] = {4};
static const FusionTensorSpec affineInputs[] = {{FUSION_F32, 2, matrix, 0, 0}, {FUSION_F32, 1, row, 0, 0}};
static const FusionTensorSpec affineOutputs[] = {{FUSION_F32, 2, matrix, 0, 0}};
static const FusionTensorSpec negateTypes[] = {{FUSION_BF16, 1, four, 0, 0}};
static const FusionEntry entries[] = {
    {"affine", 2, 1, affineInputs, affineOutputs, affineShapes, 0, affine, 0},
    {"negate", 1, 1, negateTypes, negateTypes, 0, 0, negate, 0},
    {"fails", 0, 0, 0, 0, 0, 0, fails, 0},
};
static const float factor = 2;
static const FusionConstant constants[] = {{&factor, sizeof(factor)}};

const FusionModule fusion_module = {ABI_VERSION, FUSION_CPU, 3, 0,         0,         1,
                                    entries,     0,          0, constants, "by hand", "relaxed"};
