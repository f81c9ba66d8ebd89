// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Spells what a measurement holds for: sizes, types, and what is computed.

#include "fusion/Analysis/FormulaText.h"
#include "fusion/Analysis/ProductFormula.h"
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
static std::string printEpilogue(KernelOp kernel) {
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  std::string text;
  if (problem.stableA)
    text += kStableA;
  if (problem.stableB)
    text += kStableB;
  if (getNumerics(kernel) != Numerics::Relaxed)
    text += (stringifyNumerics(getNumerics(kernel)) + " ").str();
  return text + printFormula(KernelPlan(kernel), FormulaIdentity::Speed);
}

TuningKey TuningKey::get(KernelOp kernel) {
  std::optional<ProductSum> product = ProductFormula::getPlain(kernel);
  auto toSize = [](int64_t size) { return ShapedType::isDynamic(size) ? -1 : size; };
  TuningKey key;
  key.m = toSize(product->rows);
  key.n = toSize(product->columns);
  key.k = toSize(product->k);
  for (int64_t size : product->batches)
    key.batch = key.batch < 0 || ShapedType::isDynamic(size)
                    ? -1
                    : int64_t(llvm::SaturatingMultiply<uint64_t>(key.batch, size) & INT64_MAX);
  key.type = product->type->name.str();
  key.layout = {product->isTransposedA() ? 't' : 'n', product->isTransposedB() ? 't' : 'n'};
  key.epilogue = printEpilogue(kernel);
  return key;
}

TuningKey TuningKey::withAny16BitFloat() const {
  TuningKey key = *this;
  for (std::string *text : {&key.type, &key.epilogue})
    for (size_t at = 0; (at = text->find("bf16", at)) != std::string::npos;)
      text->erase(at, 1);
  return key;
}

StringRef TuningKey::getExtras() const {
  StringRef body = epilogue;
  for (StringRef extra : {kStableA, kStableB, kFast})
    body.consume_front(extra);
  return StringRef(epilogue).drop_back(body.size());
}

std::optional<TuningKey> TuningKey::withoutAnExtra() const {
  StringRef extras = getExtras();
  for (StringRef extra : {kStableA, kFast, kStableB})
    if (size_t at = extras.find(extra); at != StringRef::npos) {
      TuningKey key = *this;
      key.epilogue.erase(at, extra.size());
      return key;
    }
  return std::nullopt;
}

bool TuningKey::hasExtrasOf(const TuningKey &other) const {
  return llvm::all_of(ArrayRef<StringRef>{kStableA, kStableB, kFast}, [&](StringRef extra) {
    return getExtras().contains(extra) || !other.getExtras().contains(extra);
  });
}

bool TuningKey::hasProductOf(const TuningKey &other) const {
  return hasSizesOf(other) && layout == other.layout && withAny16BitFloat().type == other.withAny16BitFloat().type;
}

bool TuningKey::operator<(const TuningKey &other) const {
  return std::tie(m, n, k, batch, type, layout, epilogue) <
         std::tie(other.m, other.n, other.k, other.batch, other.type, other.layout, other.epilogue);
}
