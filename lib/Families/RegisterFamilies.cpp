// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The list of the compiler's families.

#include "fusion/Families/RegisterFamilies.h"

#include "fusion/Families/Attention/Family.h"
#include "fusion/Families/Attention/Options.h"
#include "fusion/Families/Elementwise/Family.h"
#include "fusion/Families/Narrow/Family.h"
#include "fusion/Families/Narrow/Options.h"
#include "fusion/Families/Rows/Family.h"
#include "fusion/Families/Rows/Options.h"
#include "fusion/Families/SM80/Family.h"
#include "fusion/Families/SM80/Options.h"
#include "fusion/Families/SM90/Family.h"
#include "fusion/Families/SM90/Options.h"

using namespace mlir;
using namespace fusion;

/// One of that name that an embedder has registered before stays.
static void add(std::unique_ptr<KernelFamily> family) {
  if (!lookupKernelFamily(family->getName()))
    registerKernelFamily(std::move(family));
}

void fusion::registerBuiltinFamilies(DialectRegistry &registry) {
  static const bool done = [] {
    add(createElementwiseFamily());
    add(createAttentionFamily());
    add(createAttentionSM80Family());
    add(createNarrowFamily());
    add(createRowsFamily());
    add(createColumnsFamily());
    add(createSIMTFamily());
    add(createSM80Family());
    add(createSM90Family());
    return true;
  }();
  (void)done;
  registerAttentionOptions(registry);
  registerNarrowOptions(registry);
  registerRowsOptions(registry);
  registerSM80Options(registry);
  registerSM90Options(registry);
}
