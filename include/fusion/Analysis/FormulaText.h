// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel's formula as text, for whoever asks whether two are the same.

#ifndef FUSION_ANALYSIS_FORMULATEXT_H
#define FUSION_ANALYSIS_FORMULATEXT_H

#include "fusion/Analysis/KernelPlan.h"
#include <string>

namespace fusion {

/// What two formulas with the same text have in common.
enum class FormulaIdentity {
  Code, ///< everything but names: one function serves both
  Speed ///< what takes time: no sizes, names, views, constants' values, attributes in regions; operands by kind and
        ///< element type
};

/// The operations of a kernel's body in order, with their regions: `add %0 row bf16:f32 gelu %1:f32 cast %2:bf16 ->
/// %3`. Values are numbered. A product of inputs stands by its name alone in a text of speed: what it reads is not in
/// the formula, but the problem.
std::string printFormula(const KernelPlan &plan, FormulaIdentity identity);

} // namespace fusion

#endif // FUSION_ANALYSIS_FORMULATEXT_H
