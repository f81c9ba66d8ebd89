// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What exact-products runs, written by hand, with a fault that depends on M: what each check must find.

#include "fusion/Runtime/ABI.h"

#include <math.h>

typedef struct {
  void *base;
  float *data;
  int64_t offset, sizes[2], strides[2];
} Matrix;

// relu(X W) + R of f32: ?x? by ?x?, ?x?.
static int32_t product(FusionCall *call, void **args, void *workspace) {
  (void)call;
  Matrix *x = args[0], *w = args[1], *r = args[2], *y = args[3];
  int64_t m = y->sizes[0], n = y->sizes[1], k = x->sizes[1];
  static int calls = 0;
  ++calls;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t l = 0; l < (m == 2 && k > 3 ? k - 1 : k); ++l) // 2: drops a term
        sum += (double)x->data[i * k + l] * w->data[l * n + j];
      double relu = m == 8 ? fmax(sum, 0) : sum < 0 ? 0 : sum; // 8: drops NaN
      if (m == 9)
        relu *= 1 + 1e-4; // 9: beyond the bound, on whole numbers too
      if (m == 10 && calls % 7 == 0)
        relu = nextafterf((float)relu, 1e30f); // 10: not always the same
      y->data[i * n + j] = (float)(relu + r->data[i * n + j]);
    }
  if (m == 3)
    y->data[m * n] = 0; // 3: behind the output
  if (m == 4)
    y->data[-1] = 0; // 4: in front of it
  if (m == 5)
    x->data[0] += 1; // 5: into an input
  if (m == 6)
    ((char *)workspace)[768] = 0; // 6: behind the workspace
  if (m == 7)
    y->data[0] = NAN; // 7: not written
  return 0;
}

static void shapes(const int64_t *in, int64_t *out) {
  out[0] = in[0];
  out[1] = in[3];
}

static uint64_t workspaceSize(const int64_t *in) {
  (void)in;
  return 700;
}

static const int64_t any[] = {FUSION_DYNAMIC, FUSION_DYNAMIC};
static const FusionTensorSpec types[] = {{FUSION_F32, 2, any}, {FUSION_F32, 2, any}, {FUSION_F32, 2, any}};
static const FusionEntry entry = {"product", 3, 1, types, types, shapes, workspaceSize, product};

const FusionModule fusion_module = {FUSION_ABI_VERSION, FUSION_CPU, 1, 0, 0, 0, &entry, 0, 0, 0, "by hand", "relaxed"};
