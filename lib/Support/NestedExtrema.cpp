// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds nested extrema, and separates them.

#include "NestedExtrema.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Where `inner`, an operand of an extremum with limit `limit`, is such an extremum itself: what it compares with the
/// limit. Else null.
static Value *getCompared(Value *inner, Value *limit, SelectPatternFlavor flavor) {
  Value *a = nullptr, *b = nullptr;
  if (!isa<SelectInst>(inner) || matchSelectPattern(inner, a, b).Flavor != flavor)
    return nullptr;
  return a == limit ? b : b == limit ? a : nullptr;
}

static void separate(SelectInst &outer) {
  auto *compare = dyn_cast<FCmpInst>(outer.getCondition());
  Value *a = nullptr, *b = nullptr;
  SelectPatternFlavor flavor = matchSelectPattern(&outer, a, b).Flavor;
  if (!compare || (flavor != SPF_FMAXNUM && flavor != SPF_FMINNUM))
    return;
  for (auto [inner, limit] : {std::pair(a, b), std::pair(b, a)})
    if (Value *compared = getCompared(inner, limit, flavor)) {
      Instruction *own = compare->clone();
      own->replaceUsesOfWith(inner, compared);
      own->insertBefore(outer.getIterator());
      outer.setCondition(own);
      return;
    }
}

PreservedAnalyses fusion::NestedExtremaPass::run(Function &function, FunctionAnalysisManager &) {
  for (Instruction &instruction : instructions(function))
    if (auto *select = dyn_cast<SelectInst>(&instruction))
      separate(*select);
  return PreservedAnalyses::none();
}
