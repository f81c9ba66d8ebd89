// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// FusionGrowth SMALL.mlir LARGE.mlir: forms and merges the kernels of a graph and of one twice as large, and counts the
// operations and uses that were visited to find what depends on what. The exit code is 1 if the large graph took more
// than two and a half times as many.

#include "fusion/Analysis/Explain.h"
#include "fusion/InitAll.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

/// Negative if the file cannot be parsed.
static int64_t countVisited(MLIRContext &context, const char *path) {
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(path, &context);
  if (!module)
    return -1;
  IRRewriter rewriter(&context);
  Dependence dependence;
  formKernels(rewriter, *module);
  const ChipInfo &chip = getChips().front();
  fuseEpilogues(rewriter, *module, chip, dependence);
  collectMissedEdges(*module, FamiliesOf{chip}, dependence);
  return dependence.getNumVisited();
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  int64_t small = countVisited(context, argv[1]), large = countVisited(context, argv[2]);
  llvm::outs() << small << " operations and uses visited, " << large << " in a graph twice as large\n";
  return small >= 0 && 2 * large <= 5 * small ? 0 : 1;
}
