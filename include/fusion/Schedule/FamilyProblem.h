// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What one family alone reads of a kernel's problem.

#ifndef FUSION_SCHEDULE_FAMILYPROBLEM_H
#define FUSION_SCHEDULE_FAMILYPROBLEM_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace fusion {

/// What the schedules of a family depend on, and those of others do not. The family makes it of a kernel
/// (KernelFamily::describeProblem) and reads it; everyone else compares and prints it. It does not change once it is
/// made, so that copies of a problem share it.
class FamilyProblem {
public:
  virtual ~FamilyProblem();

  /// The word that its text begins with.
  virtual StringRef getName() const = 0;
  virtual bool operator==(const FamilyProblem &other) const = 0;
  /// As text, the same for equal problems alone: `narrow<bits = 4, group = 128>`. Fields that have their default are
  /// left out.
  virtual std::string print() const = 0;
  /// The share of its scores that a kernel of attention computes, where a mask by position hides the others.
  virtual double getVisibleShare() const { return 1; }
  /// Whether sizes in it are estimates.
  virtual bool hasDynamicSizes() const { return false; }
};

/// The problem of a family that is a struct of numbers. `ProblemT` has a name and a list of its fields:
///
///   static constexpr StringLiteral kName = "narrow";
///   bool isValid() const; ///< whether a kernel of the family may have it: a file may hold any numbers
///   template <typename Visit> static void visitFields(Visit visit) {
///     visit("bits", &NarrowProblem::bits);
///     visit("group", &NarrowProblem::group);
///   }
template <typename ProblemT> class FamilyProblemOf : public FamilyProblem {
public:
  StringRef getName() const final { return ProblemT::kName; }
  bool operator==(const FamilyProblem &other) const final;
  std::string print() const final;
  /// The problem of a text that `print` gave; null for another, and where it is not valid.
  static std::shared_ptr<const ProblemT> parse(StringRef text);

  static bool classof(const FamilyProblem *problem) { return problem->getName() == ProblemT::kName; }

private:
  const ProblemT &self() const { return static_cast<const ProblemT &>(*this); }
};

//===----------------------------------------------------------------------===//
// Fields as text
//===----------------------------------------------------------------------===//

/// Of numbers that are not negative.
std::string printField(bool value);
std::string printField(int64_t value);
std::string printField(double value);
bool parseField(StringRef text, bool &value);
bool parseField(StringRef text, int64_t &value);
bool parseField(StringRef text, double &value);

/// Hands each field of `NAME<FIELD = VALUE, ...>` to `take`. False if the text is another, or `take` says so.
bool parseFields(StringRef text, StringRef name, llvm::function_ref<bool(StringRef field, StringRef value)> take);

template <typename ProblemT> bool FamilyProblemOf<ProblemT>::operator==(const FamilyProblem &other) const {
  if (!classof(&other))
    return false;
  bool equal = true;
  const auto &own = static_cast<const ProblemT &>(other);
  ProblemT::visitFields([&](StringRef, auto field) { equal &= self().*field == own.*field; });
  return equal;
}

template <typename ProblemT> std::string FamilyProblemOf<ProblemT>::print() const {
  std::string fields;
  const ProblemT usual;
  ProblemT::visitFields([&](StringRef name, auto field) {
    if (self().*field != usual.*field)
      fields += (fields.empty() ? "" : ", ") + name.str() + " = " + printField(self().*field);
  });
  return getName().str() + "<" + fields + ">";
}

template <typename ProblemT> std::shared_ptr<const ProblemT> FamilyProblemOf<ProblemT>::parse(StringRef text) {
  auto problem = std::make_shared<ProblemT>();
  bool isKnown = parseFields(text, ProblemT::kName, [&](StringRef name, StringRef value) {
    bool taken = false;
    ProblemT::visitFields([&](StringRef known, auto field) {
      if (known == name)
        taken = parseField(value, (*problem).*field);
    });
    return taken;
  });
  return isKnown && problem->isValid() && problem->print() == text ? problem : nullptr;
}

} // namespace fusion

#endif // FUSION_SCHEDULE_FAMILYPROBLEM_H
