/* Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A C program that links libfusion and what it brings: compiles a graph for this machine's processor into memory and
 * calls it there, with the sizes and the workspace that the runtime asks for.
 */

#include <fusion-c/Fusion.h>
#include <fusion/Runtime/fusion_runtime.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kGraph =
    "func.func @f(%x: tensor<?x2xf32>, %w: tensor<2x3xf32>) -> tensor<?x3xf32> {\n"
    "  %0 = fusion.matmul %x, %w : (tensor<?x2xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>\n"
    "  %1 = fusion.relu %0 : tensor<?x3xf32>\n"
    "  return %1 : tensor<?x3xf32>\n"
    "}\n";

static int fail(const char *text) {
  fprintf(stderr, "%s\n", text);
  return 1;
}

static int call(FusionLoaded *loaded) {
  float x[4] = {1, 1, 1, 1}, w[6] = {1, 2, 3, 1, 1, 1}, *result;
  const int64_t shapes[2][2] = {{2, 2}, {2, 3}};
  FusionTensor inputs[2] = {{NULL, FUSION_F32, 2, NULL}, {NULL, FUSION_F32, 2, NULL}}, output;
  const FusionEntry *entry = fusion_find_entry(loaded, NULL);
  int64_t sizes[2];
  uint64_t bytes, i;
  void *workspace;
  int failed;
  inputs[0].data = x;
  inputs[0].shape = shapes[0];
  inputs[1].data = w;
  inputs[1].shape = shapes[1];
  if (!entry || fusion_plan(entry, inputs, sizes, &bytes))
    return fail(fusion_last_error());
  result = malloc((size_t)(sizes[0] * sizes[1]) * sizeof(float));
  workspace = malloc((size_t)bytes);
  output.data = result;
  output.dtype = FUSION_F32;
  output.rank = 2;
  output.shape = sizes;
  failed = fusion_call(loaded, entry, inputs, &output, workspace, bytes, NULL);
  for (i = 0; !failed && i < (uint64_t)(sizes[0] * sizes[1]); ++i)
    printf(i ? " %.2f" : "%.2f", result[i]);
  printf("\n");
  free(result);
  free(workspace);
  return failed ? fail(fusion_last_error()) : 0;
}

int main(void) {
  FusionSession *session = fusion_session_create();
  FusionSource *source = fusion_source_create(kGraph, strlen(kGraph), "graph.mlir", FUSION_TEXT);
  FusionResult *code = NULL;
  FusionLoaded *loaded = NULL;
  int failed = 1;
  if (!fusion_session_set_option(session, "target", "cpu"))
    code = fusion_compile(session, source, FUSION_EMIT_MODULE);
  if (!code)
    fail(fusion_session_errors(session));
  else if (!(loaded = fusion_open_memory(fusion_result_module(code), 0)))
    fail(fusion_last_error());
  else {
    failed = call(loaded);
    fusion_close(loaded);
  }
  fusion_result_destroy(code);
  fusion_source_destroy(source);
  fusion_session_destroy(session);
  return failed;
}
