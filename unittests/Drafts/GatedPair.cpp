// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two products of the same rows in one kernel: two boxes of columns on one barrier, and two accumulators.

#include "Draft.h"

using namespace mlir;
using namespace fusion;

/// Two products of bf16 or f16 inputs, whose left factor is one.
static bool isPair(const KernelPlan &plan) {
  ArrayRef<ProductSum> sums = plan.getFormula().getSums();
  return sums.size() == 2 && plan.getAnchors().size() == 2 && llvm::all_of(sums, [&](const ProductSum &sum) {
           return sum.type->elementBytes == 2 && sum.lhs.argument && sum.rhs.argument &&
                  sum.lhs.argument == sums.front().lhs.argument;
         });
}

namespace {
class GatedPairVariant : public DraftVariant {
public:
  GatedPairVariant(const KernelPlan &plan, const SM90Schedule &schedule) : DraftVariant(plan, schedule) {
    spec.atom->columns.push_back(spec.atom->columns.front());
  }
};
} // namespace

const Draft fusion::kGatedPair = {"gated-pair", isPair, [](const KernelPlan &plan, SM90Schedule schedule) {
                                    return std::unique_ptr<KernelVariant>(
                                        std::make_unique<GatedPairVariant>(plan, schedule));
                                  }};
