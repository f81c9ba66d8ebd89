// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Problems as text: what measurements are found by.

#include "fusion/Schedule/ScheduleProblem.h"

#include "fusion/Analysis/CostModel.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

static constexpr StringRef kUnknown = "?";

namespace {
/// Sizes of a problem in the order of its text, with what says that one is an estimate.
struct Size {
  int64_t ScheduleProblem::*value;
  bool ScheduleProblem::*isDynamic;
};
constexpr Size kSizes[] = {{&ScheduleProblem::batches, &ScheduleProblem::dynamicBatches},
                           {&ScheduleProblem::m, &ScheduleProblem::dynamicM},
                           {&ScheduleProblem::n, &ScheduleProblem::dynamicN},
                           {&ScheduleProblem::k, &ScheduleProblem::dynamicK}};
} // namespace

bool ScheduleProblem::hasDynamicSizes() const {
  return llvm::any_of(kSizes, [&](Size size) { return this->*size.isDynamic; }) ||
         (family && family->hasDynamicSizes());
}

static std::string printProduct(const ScheduleProblem &problem) {
  std::string text;
  for (Size size : kSizes) {
    std::string number = problem.*size.isDynamic ? kUnknown.str() : std::to_string(problem.*size.value);
    if (size.value != &ScheduleProblem::batches || number != "1")
      text += (text.empty() ? "" : "x") + number;
  }
  auto letter = [](bool transposed) { return transposed ? 't' : 'n'; };
  const AddedProblem &added = problem.added;
  std::string layout = letter(problem.transposeA) + std::string(problem.products, letter(problem.transposeB));
  if (added.exists()) {
    text += "+" + std::to_string(added.k);
    layout += std::string("+") + letter(added.transposeA) + letter(added.transposeB);
  }
  return text + " " + problem.type->name.str() + " " + layout;
}

std::string ScheduleProblem::print() const {
  std::string text = type ? printProduct(*this) : "";
  if (family)
    text += (text.empty() ? "" : " ") + family->print();
  return text;
}

static bool parseSizes(StringRef text, ScheduleProblem &problem) {
  SmallVector<StringRef, 4> numbers;
  auto [own, added] = text.split('+');
  if (!added.empty() && !parseField(added, problem.added.k))
    return false;
  own.split(numbers, 'x');
  problem.batches = 1;
  if (numbers.size() != 3 && numbers.size() != 4)
    return false;
  for (auto [number, size] : llvm::zip_equal(numbers, ArrayRef(kSizes).take_back(numbers.size()))) {
    problem.*size.isDynamic = number == kUnknown;
    if (problem.*size.isDynamic)
      problem.*size.value = kDynamicSizeEstimate;
    else if (!parseField(number, problem.*size.value))
      return false;
  }
  return true;
}

/// Whether a text has a letter for the left factor, and one for each right factor, which lie alike.
static bool isLayout(StringRef text) {
  return text.size() >= 2 && text.find_first_not_of("nt") == StringRef::npos &&
         text.drop_front().find_first_not_of(text[1]) == StringRef::npos;
}

/// Takes the product's words from the front of `text`.
static bool parseProduct(StringRef &text, ScheduleProblem &problem, std::string &error) {
  auto [sizes, behindSizes] = text.split(' ');
  auto [type, behindType] = behindSizes.split(' ');
  auto [layout, rest] = behindType.split(' ');
  problem.type = lookupProductType(type);
  auto [own, added] = layout.split('+');
  if (!parseSizes(sizes, problem))
    error = "sizes must be MxNxK or BATCHxMxNxK, with ? for what is not known, and +K for a product that is added";
  else if (!problem.type || problem.type->unit == ProductUnit::None)
    error = "the type must be one of " + listProductTypes();
  else if (!isLayout(own) || added.empty() == problem.added.exists() || (!added.empty() && !isLayout(added)))
    error = "the layout must be one of nn, nt, tn, tt, with the last letter again for a further product, and + with "
            "that of a product that is added";
  else {
    problem.transposeA = own[0] == 't';
    problem.transposeB = own[1] == 't';
    problem.products = own.size() - 1;
    problem.added.transposeA = added.starts_with('t');
    problem.added.transposeB = added.ends_with('t');
    text = rest;
  }
  return error.empty();
}

std::optional<ScheduleProblem> ScheduleProblem::parse(StringRef text, const ChipInfo &chip, std::string &error) {
  ScheduleProblem problem;
  StringRef left = text;
  if (StringRef first = text.split(' ').first; first.contains('x') && !first.contains('<'))
    if (!parseProduct(left, problem, error))
      return std::nullopt;
  for (StringRef name : chip.families)
    if (const KernelFamily *family = lookupKernelFamily(name); family && !problem.family && !left.empty())
      problem.family = family->parseProblem(left);
  if (!text.empty() && problem.print() == text)
    return problem;
  error = ("no problem of a family of " + chip.name + " is printed so").str();
  return std::nullopt;
}
