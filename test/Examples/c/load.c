/* Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A C program that loads libfusion when it runs, and prints the PTX of a graph. It is built without the library.
 *
 * RTLD_DEEPBIND: the library takes its LLVM and MLIR even if the program holds others of the same names. */

#define _GNU_SOURCE /* RTLD_DEEPBIND */
#include <dlfcn.h>
#include <fusion-c/Fusion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kGraph[] =
    "func.func @f(%x: tensor<64x32xbf16>, %w: tensor<32x64xbf16>) -> tensor<64x64xf32> {\n"
    "  %0 = fusion.matmul %x, %w : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32>\n"
    "  %1 = fusion.relu %0 : tensor<64x64xf32>\n"
    "  return %1 : tensor<64x64xf32>\n"
    "}\n";

/* Puts the address of the function `name` into `function`, a pointer to a function pointer. */
static void find(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  if (!address) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  memcpy(function, &address, sizeof address);
}

int main(int argc, char **argv) {
  FusionSession *(*createSession)(void);
  int32_t (*setOption)(FusionSession *, const char *, const char *);
  const char *(*getErrors)(const FusionSession *);
  FusionSource *(*createSource)(const void *, size_t, const char *, int32_t);
  FusionResult *(*compile)(FusionSession *, const FusionSource *, int32_t);
  const void *(*getData)(const FusionResult *);
  int32_t (*getVersion)(void);
  FusionSession *session;
  FusionResult *result;
  void *library = dlopen(argc > 1 ? argv[1] : "libfusion.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  find(library, "fusion_c_abi_version", &getVersion);
  if (getVersion() != FUSION_C_ABI_VERSION) {
    fprintf(stderr, "libfusion has the interface of version %d, not %d\n", (int)getVersion(), FUSION_C_ABI_VERSION);
    return 1;
  }
  find(library, "fusion_session_create", &createSession);
  find(library, "fusion_session_set_option", &setOption);
  find(library, "fusion_session_errors", &getErrors);
  find(library, "fusion_source_create", &createSource);
  find(library, "fusion_compile", &compile);
  find(library, "fusion_result_data", &getData);

  session = createSession();
  result = setOption(session, "target", argc > 2 ? argv[2] : "sm_80")
               ? NULL
               : compile(session, createSource(kGraph, strlen(kGraph), "graph.mlir", FUSION_TEXT), FUSION_EMIT_PTX);
  if (!result) {
    fputs(getErrors(session), stderr);
    return 1;
  }
  fputs(getData(result), stdout);
  return 0; /* a program that goes on destroys what it made */
}
