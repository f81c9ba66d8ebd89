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
  return text + " " + problem.type->name.str() + " " + (problem.transposeA ? "t" : "n") +
         std::string(problem.products, problem.transposeB ? 't' : 'n');
}

std::string ScheduleProblem::print() const {
  std::string text = type ? printProduct(*this) : "";
  if (family)
    text += (text.empty() ? "" : " ") + family->print();
  return text;
}

static bool parseSizes(StringRef text, ScheduleProblem &problem) {
  SmallVector<StringRef, 4> numbers;
  text.split(numbers, 'x');
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

/// Takes the product's words from the front of `text`.
static bool parseProduct(StringRef &text, ScheduleProblem &problem, std::string &error) {
  auto [sizes, behindSizes] = text.split(' ');
  auto [type, behindType] = behindSizes.split(' ');
  auto [layout, rest] = behindType.split(' ');
  problem.type = lookupProductType(type);
  // A letter for the left factor, and one for each right factor, which lie alike.
  bool isLayout = layout.size() >= 2 && layout.find_first_not_of("nt") == StringRef::npos &&
                  layout.drop_front().find_first_not_of(layout[1]) == StringRef::npos;
  if (!parseSizes(sizes, problem))
    error = "sizes must be MxNxK or BATCHxMxNxK, with ? for what is not known";
  else if (!problem.type || problem.type->unit == ProductUnit::None)
    error = "the type must be one of " + listProductTypes();
  else if (!isLayout)
    error = "the layout must be one of nn, nt, tn, tt, with the last letter again for a further product";
  else {
    problem.transposeA = layout[0] == 't';
    problem.transposeB = layout[1] == 't';
    problem.products = layout.size() - 1;
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
