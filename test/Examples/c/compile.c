/* Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A C program that is linked with libfusion: compiles a graph to a file, and prints what the compiler says on the way.
 */

#include <fusion-c/Fusion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void printLocation(const FusionLocation *location) {
  if (location->line)
    printf("%s:%d:%d: ", location->file, (int)location->line, (int)location->column);
  else if (location->file[0])
    printf("%s: ", location->file);
}

static void printDiagnostic(const FusionDiagnostic *diagnostic, void *user) {
  static const char *const severities[] = {"error", "warning", "note", "remark"};
  printLocation(&diagnostic->location);
  printf("%s: %s\n", severities[diagnostic->severity], diagnostic->message);
  ++*(int *)user;
}

static void printRemark(const FusionRemark *remark, void *user) {
  static const char *const kinds[] = {"passed", "missed", "failed", "analysis"};
  (void)user;
  printLocation(&remark->location);
  printf("%s [%s, %s] in %s: %s", kinds[remark->kind], remark->category, remark->code, remark->function,
         remark->message);
  if (remark->metric[0])
    printf(", %s = %ld", remark->metric, (long)remark->value);
  printf(remark->suggestion[0] ? "; suggestion: %s\n" : "%s\n", remark->suggestion);
}

/* The whole file; null if it cannot be read. */
static char *readFile(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *data = NULL;
  size_t capacity = 0;
  *size = 0;
  while (file && !feof(file) && !ferror(file)) {
    capacity = 2 * capacity + 4096;
    data = realloc(data, capacity);
    if (!data)
      break;
    *size += fread(data + *size, 1, capacity - *size, file);
  }
  if (file)
    fclose(file);
  return data;
}

static int writeFile(const char *path, const FusionResult *result) {
  FILE *file = fopen(path, "wb");
  size_t size = fusion_result_size(result);
  int good = file && fwrite(fusion_result_data(result), 1, size, file) == size;
  return (file && fclose(file)) || !good;
}

static int findKind(const char *name) {
  static const char *const names[] = {"fusion", "gpu", "nvvm", "llvm", "ptx", "cubin", "so", "report", "module"};
  int kind = 0;
  while (kind < 9 && strcmp(name, names[kind]) != 0)
    ++kind;
  return kind; /* no kind: the library says so */
}

/* Sets what "name=value" says. */
static int setOption(FusionSession *session, char *option) {
  char *equals = strchr(option, '=');
  if (!equals)
    return 1;
  *equals = 0;
  return fusion_session_set_option(session, option, equals + 1);
}

int main(int argc, char **argv) {
  FusionSession *session = fusion_session_create();
  FusionSource *source = NULL;
  FusionResult *result = NULL;
  int diagnostics = 0, status = 1, i;
  int32_t format = FUSION_TEXT;
  size_t size;
  char *data;
  if (argc < 4) {
    fprintf(stderr, "usage: compile GRAPH KIND OUT [bytecode] [OPTION=VALUE...]\n");
    fusion_session_destroy(session);
    return 2;
  }
  for (i = 4; i < argc; ++i) {
    if (strcmp(argv[i], "bytecode") == 0) {
      format = FUSION_BYTECODE;
    } else if (setOption(session, argv[i])) {
      fputs(fusion_session_errors(session), stderr);
      fusion_session_destroy(session);
      return 2;
    }
  }
  fusion_session_on_diagnostic(session, printDiagnostic, &diagnostics);
  fusion_session_on_remark(session, printRemark, NULL);

  data = readFile(argv[1], &size);
  if (data) {
    source = fusion_source_create(data, size, argv[1], format);
    free(data); /* the source has its own copy */
    result = fusion_compile(session, source, findKind(argv[2]));
  } else {
    fprintf(stderr, "cannot read '%s'\n", argv[1]);
  }
  if (result)
    status = writeFile(argv[3], result);
  printf("%d diagnostics, %s\n", diagnostics, result ? "good" : "failed");
  if (!result)
    fputs(fusion_session_errors(session), stderr);
  fusion_result_destroy(result);
  fusion_source_destroy(source);
  fusion_session_destroy(session);
  return status;
}
