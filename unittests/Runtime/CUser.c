// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program in C that uses the runtime: calls entry `affine` of the module in its argument (Modules/cpu.c).

#include "fusion/Runtime/fusion_runtime.h"

#include <stdio.h>

static int fail(void) {
  fprintf(stderr, "error: %s\n", fusion_last_error());
  return 1;
}

int main(int argc, char **argv) {
  FusionLoaded *loaded = fusion_open(argc > 1 ? argv[1] : "", 0);
  if (!loaded)
    return fail();
  const FusionEntry *entry = fusion_find_entry(loaded, "affine");
  if (!entry)
    return fail();

  float a[] = {1, 2, 3, 4, 5, 6}, b[] = {10, 20, 30}, out[6];
  int64_t aShape[] = {2, 3}, bShape[] = {3}, outShape[2];
  uint64_t workspaceBytes;
  FusionTensor inputs[] = {{a, FUSION_F32, 2, aShape}, {b, FUSION_F32, 1, bShape}};
  if (fusion_plan(entry, inputs, outShape, &workspaceBytes))
    return fail();
  FusionTensor outputs[] = {{out, FUSION_F32, 2, outShape}};
  if (fusion_call(loaded, entry, inputs, outputs, 0, workspaceBytes, 0))
    return fail();
  for (int i = 0; i < 6; ++i)
    printf("%g ", out[i]);
  printf("\n");

  bShape[0] = 4;
  if (fusion_call(loaded, entry, inputs, outputs, 0, 0, 0))
    printf("refused: %s\n", fusion_last_error());
  aShape[0] = INT64_MIN; /* FUSION_DYNAMIC, which is no size */
  if (fusion_call(loaded, entry, inputs, outputs, 0, 0, 0))
    printf("refused: %s\n", fusion_last_error());
  aShape[0] = 2;
  FusionTensor wrong[] = {
      {b, 99, 1, bShape}, {b, FUSION_F32, -1, bShape}, {b, FUSION_F32, 1, 0}, {b, FUSION_F32, 1000000000, bShape}};
  for (int i = 0; i < 4; ++i) {
    inputs[1] = wrong[i];
    if (fusion_plan(entry, inputs, outShape, &workspaceBytes))
      printf("refused: %s\n", fusion_last_error());
  }
  /* The same module from another file is another module. */
  inputs[1] = (FusionTensor){b, FUSION_F32, 1, bShape};
  bShape[0] = 3;
  FusionLoaded *other = argc > 2 ? fusion_open(argv[2], 0) : 0;
  if (other && fusion_call(loaded, fusion_find_entry(other, "affine"), inputs, outputs, 0, 0, 0))
    printf("refused: %s\n", fusion_last_error());
  if (other)
    fusion_close(other);
  if (!fusion_open(0, 0))
    printf("refused: %s\n", fusion_last_error());
  fusion_close(loaded);
  return 0;
}
