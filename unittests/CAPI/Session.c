/* Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a session keeps from one call to the next: neither the errors of a compile that failed nor an option that it
 * refused. Prints what is not so; the exit code is 1 then.
 */

#include "fusion-c/Fusion.h"

#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* What a parser that crashed had allocated is lost, and no finding of LeakSanitizer. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define LOSES_MEMORY() __lsan_disable()
#endif
#endif
#ifndef LOSES_MEMORY
#define LOSES_MEMORY()
#endif

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

/* Products, of which none can be fused with another: remarks of each. */
static const char chain[] =
    "func.func @f(%x: tensor<64x64xbf16>) -> tensor<64x64xbf16> {\n"
    "  %0 = fusion.matmul %x, %x : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>\n"
    "  %1 = fusion.matmul %0, %x : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>\n"
    "  %2 = fusion.matmul %1, %x : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>\n"
    "  return %2 : tensor<64x64xbf16>\n"
    "}\n";

typedef struct {
  FusionSession *session;
  int calls;
} Meddler;

/* Changes the session in the middle of a compile. */
static void meddle(const FusionRemark *remark, void *user) {
  Meddler *meddler = user;
  (void)remark;
  ++meddler->calls;
  fusion_session_on_remark(meddler->session, NULL, NULL);
  check(fusion_session_set_option(meddler->session, "target", "cpu") == 0, "a callback sets an option");
}

/* A parser that overflows the stack of its thread, twice, is an error of the compile. */
static void *overflow(void *unused) {
  LOSES_MEMORY(); /* in this thread */
  char text[1024];
  char *end = text + sprintf(text, "func.func private @f() attributes {a = ");
  memset(end, '[', 250);
  memset(end + 250, ']', 250);
  sprintf(end + 500, "}");
  FusionSession *session = fusion_session_create();
  check(fusion_session_set_option(session, "recover-from-crashes", "true") == 0, "crashes are caught");
  for (int i = 0; i < 2; ++i)
    check(!compiles(session, text) && strstr(fusion_session_errors(session), "the parser crashed"),
          "a stack that overflows is an error");
  check(compiles(session, good), "what needs less compiles after it");
  fusion_session_destroy(session);
  return unused;
}

static void compileOnSmallStack(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 200 * 1024);
  check(pthread_create(&thread, &attributes, overflow, NULL) == 0 && pthread_join(thread, NULL) == 0, "a thread runs");
  pthread_attr_destroy(&attributes);
}

/* A report has a page; what is no report has none, and the error says so. */
static void checkPage(FusionSession *session, const FusionResult *report) {
  FusionResult *page = fusion_report_page(session, fusion_result_data(report), fusion_result_size(report));
  check(page && !strncmp(fusion_result_data(page), "<!doctype html>", 15) && !*fusion_session_errors(session),
        "a report has a page");
  check(page && strstr(fusion_result_data(page), "\"predicted_us\":"), "the page has the report");
  fusion_result_destroy(page);
  check(!fusion_report_page(session, "{\"kernels\": 1}", 14) && strstr(fusion_session_errors(session), "no report"),
        "what is no report is refused");
  char deep[4000];
  memset(deep, '[', sizeof(deep));
  check(!fusion_report_page(session, deep, sizeof(deep)) && strstr(fusion_session_errors(session), "too deep"),
        "what is nested deep is refused before it is read");
  check(!fusion_report_page(session, "{\"kernels\": []", 14) && strstr(fusion_session_errors(session), "no JSON"),
        "what is no JSON is refused");
}

/* Files of measured schedules, and reports, have decimal points, whatever the program's locale. */
static void checkNumbers(const char *tuning) {
  FusionSession *session = fusion_session_create();
  fusion_session_set_option(session, "target", "sm_90a");
  fusion_session_set_option(session, "tuning-db", tuning);
  FusionSource *source = fusion_source_create(chain, strlen(chain), "graph.mlir", FUSION_TEXT);
  FusionResult *result = fusion_compile(session, source, FUSION_EMIT_REPORT);
  check(result != NULL, fusion_session_errors(session));
  const char *time = result ? strstr(fusion_result_data(result), "\"predicted_us\": ") : NULL;
  check(time && time[strcspn(time, ".,")] == '.', "a report has decimal points");
  checkPage(session, result);
  fusion_result_destroy(result);
  fusion_source_destroy(source);
  fusion_session_destroy(session);
}

/* Arguments: a file of measured schedules, and perhaps a locale. */
int main(int argc, char **argv) {
  check(argc < 3 || setlocale(LC_ALL, argv[2]), "the locale is there");
  checkNumbers(argv[1]);
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

  FusionSource *strange = fusion_source_create(good, strlen(good), "graph.mlir", 7);
  check(!fusion_compile(session, strange, FUSION_EMIT_FUSION) && strstr(fusion_session_errors(session), "but is 7"),
        "an unknown format is refused");
  fusion_source_destroy(strange);

  Meddler meddler = {session, 0};
  fusion_session_on_remark(session, meddle, &meddler);
  check(compiles(session, chain) && meddler.calls > 1, "a callback that takes itself away is called to the end");
  int calls = meddler.calls;
  check(compiles(session, chain) && meddler.calls == calls, "then no more");
  FusionSource *source = fusion_source_create(good, strlen(good), "graph.mlir", FUSION_TEXT);
  check(!fusion_compile(session, source, FUSION_EMIT_PTX) && strstr(fusion_session_errors(session), "target=cpu"),
        "the option that it set counts for later compiles");
  fusion_source_destroy(source);
  fusion_session_destroy(session);

  compileOnSmallStack();
  return failures > 0;
}
