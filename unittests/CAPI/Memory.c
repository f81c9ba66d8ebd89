/* Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A graph that is compiled and called in one process, without a file: several results of one compile, a module in
 * memory, tensors as DLPack describes them. Prints what is not so; the exit code is 1 then.
 */

#include "fusion-c/Fusion.h"
#include "fusion/Runtime/fusion_runtime.h"

#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check(int condition, const char *what) {
  if (condition)
    return;
  printf("not so: %s\n", what);
  ++failures;
}

/* DLPack's tensor, as its specification has it. */
struct DLTensor {
  void *data;
  int32_t deviceType, deviceId, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byteOffset;
};

static const char text[] = "func.func @f(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {\n"
                           "  %0 = fusion.add %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>\n"
                           "  %1 = fusion.relu %0 : tensor<?x4xf32>\n"
                           "  return %1 : tensor<?x4xf32>\n"
                           "}\n";

static void checkCall(const FusionModule *module) {
  FusionLoaded *loaded = fusion_open_memory(module, 0);
  check(loaded != NULL, fusion_last_error());
  if (!loaded)
    return;
  const FusionEntry *entry = fusion_find_entry(loaded, "f");
  float values[9] = {0, -9, 1, 2, 3, 4, 5, 6, -7}, *x = values + 1, y[4] = {1, 2, 3, 4}, z[8] = {0};
  int64_t twoRows[2] = {2, 4}, row[1] = {4}, dims[2] = {0, 0};
  struct DLTensor lent = {x - 1, 1, 0, 2, 2, 32, 1, twoRows, NULL, sizeof(float)};
  FusionTensor inputs[2] = {{0}, {y, FUSION_F32, 1, row}}, output = {z, FUSION_F32, 2, dims};
  int32_t ordinal = 7;
  check(fusion_tensor_from_dlpack(&lent, &inputs[0], &ordinal) == 0 && ordinal == -1, "a DLTensor is taken");
  check(inputs[0].data == x && inputs[0].dtype == FUSION_F32 && inputs[0].rank == 2, "its memory is described");
  check(fusion_plan(entry, inputs, dims, NULL) == 0 && dims[0] == 2 && dims[1] == 4, "the output's sizes are known");
  check(fusion_call(loaded, entry, inputs, &output, NULL, 0, NULL) == 0, fusion_last_error());
  check(fusion_synchronize(loaded, NULL) == 0, fusion_last_error());
  static const float expected[8] = {0, 3, 5, 7, 5, 7, 9, 0};
  check(memcmp(z, expected, sizeof(z)) == 0, "the sum behind relu");
  fusion_close(loaded);
}

static void checkDLPack(void) {
  double data[6] = {0};
  int64_t shape[2] = {2, 3}, rows[2] = {3, 1}, columns[2] = {1, 2};
  FusionTensor tensor;
  struct DLTensor lent = {data, 2, 3, 2, 2, 64, 1, shape, rows, 0}, made;
  int32_t ordinal = 0;
  check(fusion_tensor_from_dlpack(&lent, &tensor, &ordinal) == 0 && ordinal == 3, "strides of rows, on GPU 3");
  lent.strides = columns;
  check(fusion_tensor_from_dlpack(&lent, &tensor, &ordinal) != 0 && strstr(fusion_last_error(), "contiguous"),
        "strides of columns are refused");
  lent.strides = rows;
  lent.bits = 128;
  check(fusion_tensor_from_dlpack(&lent, &tensor, &ordinal) != 0 && strstr(fusion_last_error(), "128 bits"),
        "an unknown type is refused");
  lent.bits = 64;
  static const int32_t badRanks[3] = {-1, 33, 1000000000};
  for (int i = 0; i < 3; ++i) {
    lent.ndim = badRanks[i];
    check(fusion_tensor_from_dlpack(&lent, &tensor, &ordinal) != 0 && strstr(fusion_last_error(), "limit of 32"),
          "a rank that no tensor has is refused before its sizes are read");
  }
  lent.ndim = 2;
  lent.deviceType = 8;
  check(fusion_tensor_from_dlpack(&lent, &tensor, &ordinal) != 0 && strstr(fusion_last_error(), "CUDA"),
        "an unknown device is refused");
  for (int32_t dtype = FUSION_F16; dtype < FUSION_NUM_DTYPES; ++dtype) {
    FusionTensor there = {data, dtype, 2, shape}, back = {0};
    check(fusion_tensor_to_dlpack(&there, -1, &made) == 0 && fusion_tensor_from_dlpack(&made, &back, &ordinal) == 0,
          "each type goes there and back");
    check(back.dtype == dtype && back.data == data && ordinal == -1, "and stays what it is");
  }
  lent.deviceType = 1;
  lent.code = 1;
  for (int32_t dtype = FUSION_I8, bits = 8; dtype <= FUSION_I64; ++dtype, bits *= 2) {
    lent.bits = (uint8_t)bits;
    check(fusion_tensor_from_dlpack(&lent, &tensor, &ordinal) == 0 && tensor.dtype == dtype,
          "an integer without a sign is one of its width");
  }
  FusionTensor strange = {data, 77, 2, shape};
  check(fusion_tensor_to_dlpack(&strange, -1, &made) != 0, "an unknown FusionDType is refused");
}

int main(void) {
  FusionSession *session = fusion_session_create();
  check(fusion_session_set_option(session, "target", "cpu") == 0, "the CPU is a target");
  FusionSource *source = fusion_source_create(text, strlen(text), "graph.mlir", FUSION_TEXT);
  int32_t kinds[3] = {FUSION_EMIT_REPORT, FUSION_EMIT_MODULE, FUSION_EMIT_FUSION};
  FusionResult *results[3], *alone;
  check(fusion_compile_all(session, source, kinds, 3, results) == 0, fusion_session_errors(session));
  check(strstr(fusion_result_data(results[0]), "\"kernels\"") != NULL, "the first is the report");
  check(!fusion_result_module(results[0]) && fusion_result_module(results[1]), "the second is code");
  alone = fusion_compile(session, source, FUSION_EMIT_FUSION);
  check(alone && !strcmp(fusion_result_data(alone), fusion_result_data(results[2])), "the third is as if alone");
  fusion_result_destroy(alone);
  checkCall(fusion_result_module(results[1]));
  for (int i = 0; i < 3; ++i)
    fusion_result_destroy(results[i]);

  kinds[2] = 77;
  check(fusion_compile_all(session, source, kinds, 3, results) == 1 && !results[0] && !results[1] && !results[2] &&
            strstr(fusion_session_errors(session), "77"),
        "where one fails there is none");
  check(fusion_compile_all(session, source, kinds, 0, results) == 0, "none at all is good");
  fusion_source_destroy(source);

  check(!fusion_open_memory(NULL, 0) && strstr(fusion_last_error(), "no module"), "null is refused");
  check(fusion_set_cache("") != 0, "a cache has a place");
  check(fusion_session_set_option(session, "target", "auto:x") == 1, "a device has a number");
  check(fusion_session_set_option(session, "target", "auto") == 0, fusion_session_errors(session));
  fusion_session_destroy(session);
  checkDLPack();
  return failures > 0;
}
