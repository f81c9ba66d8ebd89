// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program in C that calls the only entry of a module for the CPU, rows(x: 3xf32, w: 4x3xf64), whose initialise step
// makes what follows from w: once, and then the entry for two values of x. Prints the results.

#include "fusion/Runtime/fusion_runtime.h"

#include <stdio.h>
#include <stdlib.h>

static int fail(const char *message) {
  fprintf(stderr, "error: %s\n", message);
  return 1;
}

int main(int argc, char **argv) {
  FusionLoaded *loaded = fusion_open(argc > 1 ? argv[1] : "", 0);
  const FusionEntry *entry = loaded ? fusion_find_entry(loaded, 0) : 0;
  if (!entry)
    return fail(fusion_last_error());
  const FusionEntry *step = entry->initialize;
  if (!step || entry->numInputs != 3 || !(entry->inputs[1].flags & FUSION_TENSOR_CONSTANT) ||
      !(entry->inputs[2].flags & FUSION_TENSOR_INITIALIZED))
    return fail("the description does not say what is initialised");

  int64_t bytes[] = {entry->inputs[2].shape[0]}, xShape[] = {3}, wShape[] = {4, 3};
  char *memory = calloc((size_t)bytes[0] + 8, 1);
  float x[] = {1, 1, 1}, y[3];
  double w[] = {1, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1};
  FusionTensor buffer = {memory, FUSION_I8, 1, bytes}, shifted = {memory + 8, FUSION_I8, 1, bytes};
  FusionTensor constant = {w, FUSION_F64, 2, wShape}, output = {y, FUSION_F32, 1, xShape};
  FusionTensor inputs[] = {{x, FUSION_F32, 1, xShape}, constant, shifted};
  uint64_t workspaceBytes = 0;
  if (fusion_plan(step, &constant, 0, &workspaceBytes))
    return fail(fusion_last_error());
  char *workspace = malloc(workspaceBytes);
  if (fusion_call(loaded, step, &constant, &buffer, workspace, workspaceBytes, 0))
    return fail(fusion_last_error());
  if (fusion_call(loaded, entry, inputs, &output, 0, 0, 0))
    printf("refused: %s\n", fusion_last_error());
  inputs[2] = buffer;
  for (int call = 1; call <= 2; ++call) {
    for (int i = 0; i < 3; ++i)
      x[i] = (float)call;
    if (fusion_call(loaded, entry, inputs, &output, 0, 0, 0))
      return fail(fusion_last_error());
    printf("%g %g %g\n", y[0], y[1], y[2]);
  }
  free(workspace);
  free(memory);
  fusion_close(loaded);
  return 0;
}
