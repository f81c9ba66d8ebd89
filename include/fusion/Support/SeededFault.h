// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deliberate faults that measure the tests (docs/dev/SeededFaults.md). In a build with -DFUSION_SEEDED_FAULTS=ON the
// environment variable FUSION_SEEDED_FAULT says which fault of lib/Support/SeededFaults.def is live; in any other build
// `seeded` is a constant and nothing is left of a fault. For source files only, never for headers.

#ifndef FUSION_SUPPORT_SEEDEDFAULT_H
#define FUSION_SUPPORT_SEEDEDFAULT_H

#include "fusion/Support/SeededFaultConfig.h"

/// Whether the fault `name` is live. At each place: `seeded("name") ? wrong : right`. In no namespace, since the
/// runtime is in ::fusion, the compiler in mlir::fusion, and most of its files may not see the other.
#if FUSION_SEEDED_FAULTS
__attribute__((visibility("hidden"))) bool seeded(const char *name);
#else
constexpr bool seeded(const char *) { return false; }
#endif

#endif // FUSION_SUPPORT_SEEDEDFAULT_H
