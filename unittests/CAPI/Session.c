/* Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a session keeps from one call to the next: neither the errors of a compile that failed nor an option that it
 * refused. Prints what is not so; the exit code is 1 then.
 */

#include <fusion-c/Fusion.h>

#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check(int condition, const char *what) {
  if (condition)
    return;
  printf("not so: %s\n", what);
  ++failures;
}

static int compiles(FusionSession *session, const char *text) {
  FusionSource *source = fusion_source_create(text, strlen(text), "graph.mlir", FUSION_TEXT);
  FusionResult *result = fusion_compile(session, source, FUSION_EMIT_FUSION);
  int good = result != NULL;
  fusion_result_destroy(result);
  fusion_source_destroy(source);
  return good;
}

static const char good[] = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                           "  %0 = fusion.relu %x : tensor<4xf32>\n"
                           "  return %0 : tensor<4xf32>\n"
                           "}\n";

int main(void) {
  FusionSession *session = fusion_session_create();
  check(!compiles(session, "func.func @first(") && strstr(fusion_session_errors(session), "graph.mlir:1"),
        "an error is told");
  check(!compiles(session, "\n\nfunc.func @third(") && strstr(fusion_session_errors(session), "graph.mlir:3") &&
            !strstr(fusion_session_errors(session), "graph.mlir:1"),
        "the errors of the compile before are gone");
  check(compiles(session, good) && !*fusion_session_errors(session), "a good compile leaves no errors");

  check(fusion_session_set_option(session, "target", "sm_75") && *fusion_session_errors(session),
        "an unknown target is refused");
  check(compiles(session, good), "the target is the one before");
  fusion_session_destroy(session);
  return failures > 0;
}
