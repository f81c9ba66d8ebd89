// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// For unit tests of what is built on LLVM: CHECK prints what does not hold, and counts it. main returns 1 then.

#ifndef FUSION_UNITTESTS_CHECK_H
#define FUSION_UNITTESTS_CHECK_H

#include "llvm/Support/raw_ostream.h"

inline int failures = 0;

#define CHECK(CONDITION)                                                                                               \
  do {                                                                                                                 \
    if (!(CONDITION)) {                                                                                                \
      llvm::errs() << __FILE__ << ":" << __LINE__ << ": not so: " #CONDITION "\n";                                     \
      ++failures;                                                                                                      \
    }                                                                                                                  \
  } while (false)

#endif // FUSION_UNITTESTS_CHECK_H
