/* Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Prints what the ABI of fusion-c/Fusion.h fixes: sizes, offsets and numbers. */

#include "fusion-c/Fusion.h"
#include <stdio.h>

#define MEMBER(TYPE, NAME) printf("  %2d %2d %s\n", (int)offsetof(TYPE, NAME), (int)sizeof(((TYPE *)0)->NAME), #NAME)
#define STRUCT(TYPE) printf("%s %d\n", #TYPE, (int)sizeof(TYPE))
#define NUMBER(NAME) printf("%s = %d\n", #NAME, (int)NAME)

int main(void) {
  NUMBER(FUSION_C_ABI_VERSION);
  printf("loaded: %d, %s\n", (int)fusion_c_abi_version(), fusion_version());
  STRUCT(FusionLocation);
  MEMBER(FusionLocation, file);
  MEMBER(FusionLocation, line);
  MEMBER(FusionLocation, column);
  STRUCT(FusionDiagnostic);
  MEMBER(FusionDiagnostic, severity);
  MEMBER(FusionDiagnostic, message);
  MEMBER(FusionDiagnostic, location);
  STRUCT(FusionRemark);
  MEMBER(FusionRemark, kind);
  MEMBER(FusionRemark, code);
  MEMBER(FusionRemark, category);
  MEMBER(FusionRemark, function);
  MEMBER(FusionRemark, message);
  MEMBER(FusionRemark, suggestion);
  MEMBER(FusionRemark, metric);
  MEMBER(FusionRemark, value);
  MEMBER(FusionRemark, location);
  NUMBER(FUSION_TEXT);
  NUMBER(FUSION_BYTECODE);
  NUMBER(FUSION_EMIT_FUSION);
  NUMBER(FUSION_EMIT_GPU);
  NUMBER(FUSION_EMIT_NVVM);
  NUMBER(FUSION_EMIT_LLVM);
  NUMBER(FUSION_EMIT_PTX);
  NUMBER(FUSION_EMIT_CUBIN);
  NUMBER(FUSION_EMIT_SO);
  NUMBER(FUSION_EMIT_REPORT);
  NUMBER(FUSION_EMIT_MODULE);
  NUMBER(FUSION_ERROR);
  NUMBER(FUSION_WARNING);
  NUMBER(FUSION_NOTE);
  NUMBER(FUSION_REMARK);
  NUMBER(FUSION_REMARK_PASSED);
  NUMBER(FUSION_REMARK_MISSED);
  NUMBER(FUSION_REMARK_FAILED);
  NUMBER(FUSION_REMARK_ANALYSIS);
  return 0;
}
