// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Spells what a measurement holds for: the problem, and what is computed.

#include "fusion/Analysis/FormulaText.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include "fusion/Schedule/TuningDatabase.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

/// Operands whose first loads may come ahead of the wait for the kernel before.
static constexpr StringRef kStableA = "stable-a ", kStableB = "stable-b ";
static constexpr StringRef kFast = "fast ";

/// What the kernel computes and what else its speed depends on, before it: `stable-a `, `stable-b `, `strict ` or
/// `fast `.
static std::string printWithExtras(const KernelPlan &plan, const ScheduleProblem &problem) {
  KernelOp kernel = plan.getKernel();
  std::string text;
  if (problem.stableA)
    text += kStableA;
  if (problem.stableB)
    text += kStableB;
  if (getNumerics(kernel) != Numerics::Relaxed)
    text += (stringifyNumerics(getNumerics(kernel)) + " ").str();
  return text + printFormula(plan, FormulaIdentity::Speed);
}

TuningKey TuningKey::get(const KernelPlan &plan) {
  ScheduleProblem problem = ScheduleProblem::get(plan);
  return {problem.print(), printWithExtras(plan, problem)};
}

TuningKey TuningKey::withAny16BitFloat() const {
  TuningKey key = *this;
  for (std::string *text : {&key.problem, &key.formula})
    for (size_t at = 0; (at = text->find("bf16", at)) != std::string::npos;)
      text->erase(at, 1);
  return key;
}

StringRef TuningKey::getExtras() const {
  StringRef body = formula;
  for (StringRef extra : {kStableA, kStableB, kFast})
    body.consume_front(extra);
  return StringRef(formula).drop_back(body.size());
}

std::optional<TuningKey> TuningKey::withoutAnExtra() const {
  StringRef extras = getExtras();
  for (StringRef extra : {kStableA, kFast, kStableB})
    if (size_t at = extras.find(extra); at != StringRef::npos) {
      TuningKey key = *this;
      key.formula.erase(at, extra.size());
      return key;
    }
  return std::nullopt;
}

bool TuningKey::hasExtrasOf(const TuningKey &other) const {
  return llvm::all_of(ArrayRef<StringRef>{kStableA, kStableB, kFast}, [&](StringRef extra) {
    return getExtras().contains(extra) || !other.getExtras().contains(extra);
  });
}

bool TuningKey::hasProblemOf(const TuningKey &other) const {
  return withAny16BitFloat().problem == other.withAny16BitFloat().problem;
}

bool TuningKey::operator<(const TuningKey &other) const {
  if (int order = StringRef(problem).compare_numeric(other.problem))
    return order < 0;
  return formula < other.formula;
}
