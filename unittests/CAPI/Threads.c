/* Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Several sessions compile one source at once, half of them for another target, and each gets what a session alone
 * gets; sessions whose graph is bad get their own error. */

#include "fusion-c/Fusion.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { kThreads = 6, kCompiles = 3 };

static const char kGood[] =
    "func.func @f(%x: tensor<64x32xbf16>, %w: tensor<32x64xbf16>) -> tensor<64x64xf32> {\n"
    "  %0 = fusion.matmul %x, %w : (tensor<64x32xbf16>, tensor<32x64xbf16>) -> tensor<64x64xf32>\n"
    "  %1 = fusion.gelu %0 {approximate = \"tanh\"} : tensor<64x64xf32>\n"
    "  return %1 : tensor<64x64xf32>\n"
    "}\n";
static const char kBad[] = "func.func @f(%x: tensor<4xf32>) { return %x }\n";

static const char *const kTargets[] = {"sm_80", "sm_90a"};

typedef struct {
  pthread_t thread;
  pthread_t caller;
  const FusionSource *good, *bad;
  const char *expected[2];
  int index, strangers, failures;
} Worker;

static void countStrangers(const FusionRemark *remark, void *user) {
  Worker *worker = user;
  (void)remark;
  worker->strangers += !pthread_equal(pthread_self(), worker->caller);
}

static void *work(void *argument) {
  Worker *worker = argument;
  FusionSession *session = fusion_session_create();
  int i;
  worker->caller = pthread_self();
  fusion_session_on_remark(session, countStrangers, worker);
  fusion_session_set_option(session, "recover-from-crashes", worker->index % 3 ? "true" : "false");
  for (i = 0; i < kCompiles; ++i) {
    int which = (worker->index + i) % 2;
    FusionResult *result;
    fusion_session_set_option(session, "target", kTargets[which]);
    result = fusion_compile(session, worker->good, FUSION_EMIT_PTX);
    if (!result || strcmp(fusion_result_data(result), worker->expected[which]) != 0)
      ++worker->failures;
    fusion_result_destroy(result);
    result = fusion_compile(session, worker->bad, FUSION_EMIT_PTX);
    if (result || strncmp(fusion_session_errors(session), "bad.mlir:1:", 11) != 0)
      ++worker->failures;
  }
  fusion_session_destroy(session);
  return NULL;
}

int main(void) {
  Worker workers[kThreads] = {0};
  FusionSession *session = fusion_session_create();
  FusionSource *good = fusion_source_create(kGood, strlen(kGood), "good.mlir", FUSION_TEXT);
  FusionSource *bad = fusion_source_create(kBad, strlen(kBad), "bad.mlir", FUSION_TEXT);
  FusionResult *alone[2];
  int i, failures = 0;
  for (i = 0; i < 2; ++i) {
    fusion_session_set_option(session, "target", kTargets[i]);
    alone[i] = fusion_compile(session, good, FUSION_EMIT_PTX);
    if (!alone[i]) {
      fputs(fusion_session_errors(session), stdout);
      return 1;
    }
  }
  fusion_session_destroy(session); /* results outlive it */
  for (i = 0; i < kThreads; ++i) {
    Worker *worker = &workers[i];
    worker->index = i;
    worker->good = good;
    worker->bad = bad;
    worker->expected[0] = fusion_result_data(alone[0]);
    worker->expected[1] = fusion_result_data(alone[1]);
    if (pthread_create(&worker->thread, NULL, work, worker))
      return 1;
  }
  for (i = 0; i < kThreads; ++i) {
    pthread_join(workers[i].thread, NULL);
    failures += workers[i].failures + workers[i].strangers;
  }
  printf("%d failures in %d compiles\n", failures, 2 * kThreads * kCompiles);
  for (i = 0; i < 2; ++i)
    fusion_result_destroy(alone[i]);
  fusion_source_destroy(good);
  fusion_source_destroy(bad);
  return failures != 0;
}
