// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Problems by their names.

#ifndef FUSION_UNITTESTS_BENCH_PROBLEMOF_H
#define FUSION_UNITTESTS_BENCH_PROBLEMOF_H

#include "fusion/Bench/Problem.h"
#include <gtest/gtest.h>

inline fusion::bench::Problem problemOf(const char *text) {
  auto problem = fusion::bench::Problem::parse(text, {});
  EXPECT_TRUE(problem);
  return problem ? *problem : fusion::bench::Problem();
}

#endif // FUSION_UNITTESTS_BENCH_PROBLEMOF_H
