// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In builds with seeded faults only. The runtime library has a copy of its own, so this file knows no LLVM.
#include "fusion/Support/SeededFault.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

static bool isListed(const char *name) {
#define SEEDED_FAULT(NAME, DESCRIPTION)                                                                                \
  if (!std::strcmp(name, NAME))                                                                                        \
    return true;
#define SEEDED_GPU_FAULT SEEDED_FAULT
#include "SeededFaults.def"
  return false;
}

/// The live fault, or "". Read when the program or library is loaded, so a misspelt name ends every program.
static const char *const live = [] {
  const char *name = std::getenv("FUSION_SEEDED_FAULT");
  if (!name || !*name)
    return "";
  if (isListed(name))
    return name;
  std::fprintf(stderr, "FUSION_SEEDED_FAULT: '%s' is not in SeededFaults.def\n", name);
  std::_Exit(2);
}();

bool seeded(const char *name) { return !std::strcmp(live, name); }
