// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program in C that calls the entry momentum(w, m, g: 24x40xf32) -> (m, w) of a module for the CPU three times; m and
// w are updated where they are. Prints their first elements.

#include "fusion/Runtime/fusion_runtime.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { elements = 24 * 40 };

static int fail(const char *message) {
  fprintf(stderr, "error: %s\n", message);
  return 1;
}

int main(int argc, char **argv) {
  FusionLoaded *loaded = fusion_open(argc > 1 ? argv[1] : "", 0);
  const FusionEntry *entry = loaded ? fusion_find_entry(loaded, "momentum") : 0;
  if (!entry)
    return fail(fusion_last_error());

  static float w[elements], m[elements], g[elements], other[elements];
  for (int i = 0; i < elements; ++i)
    w[i] = g[i] = 1;
  int64_t shape[] = {24, 40};
  FusionTensor inputs[] = {{w, FUSION_F32, 2, shape}, {m, FUSION_F32, 2, shape}, {g, FUSION_F32, 2, shape}}, outputs[2];
  // Where outputs are written follows from the description.
  for (int i = 0; i < entry->numOutputs; ++i) {
    if (!(entry->outputs[i].flags & FUSION_TENSOR_ALIASED) || entry->inputs[entry->outputs[i].alias].alias != i)
      return fail("the description does not say where an output is written");
    outputs[i] = inputs[entry->outputs[i].alias];
  }
  uint64_t bytes = 0;
  if (fusion_plan(entry, inputs, 0, &bytes))
    return fail(fusion_last_error());
  char *memory = calloc(bytes + 256, 1), *workspace = memory + (256 - (uintptr_t)memory % 256) % 256;
  FusionTensor elsewhere[] = {{other, FUSION_F32, 2, shape}, outputs[1]};
  if (fusion_call(loaded, entry, inputs, elsewhere, workspace, bytes, 0))
    printf("refused: %s\n", fusion_last_error());
  for (int call = 0; call < 3; ++call) {
    if (fusion_call(loaded, entry, inputs, outputs, workspace, bytes, 0))
      return fail(fusion_last_error());
    printf("m %g, w %g\n", m[0], w[0]);
  }
  free(memory);
  fusion_close(loaded);
  return 0;
}
