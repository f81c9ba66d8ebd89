// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The allocations of C++ and of aligned_alloc in this program and the libraries that it loads: counted, and made to
// fail.

#ifndef FUSION_UNITTESTS_FAULTS_ALLOCATIONS_H
#define FUSION_UNITTESTS_FAULTS_ALLOCATIONS_H

namespace fusion::test {

struct Allocations {
  long total = 0;              ///< asked for
  long live = 0;               ///< not freed; of operator new alone
  long failed = 0;             ///< refused
  long failAt = 0;             ///< the one that fails, from 1; 0 for none
  bool failAfter = false;      ///< so do all after it
  const int *others = nullptr; ///< where this is not 0 somebody else is at work, whose allocations do not count
};

Allocations &allocations();

} // namespace fusion::test

#endif // FUSION_UNITTESTS_FAULTS_ALLOCATIONS_H
