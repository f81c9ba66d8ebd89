// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product of any type with a deep elementwise graph behind it: the graph of a campaign about epilogues.

#include "../EpilogueWriter.h"
#include "../Production.h"
#include "Products.h"

using namespace mlir;
using namespace fusion::smith;

static void growEpilogue(GraphBuilder &graph) { EpilogueWriter(graph, multiplyAny(graph)).grow(); }

ArrayRef<Production> fusion::smith::getEpilogueProductions() {
  static constexpr Production kProductions[] = {{"epilogue", 0, growEpilogue, /*isWhole=*/true}};
  return kProductions;
}
