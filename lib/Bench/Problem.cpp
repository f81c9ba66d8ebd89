// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads and names problems: sizes, types, layouts, epilogue.

#include "fusion/Bench/Problem.h"

#include "fusion/Analysis/ProductType.h"
#include "fusion/Runtime/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <charconv>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

static std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// Whole numbers from 1 to 2^24, `count` of them, with an x between.
static Expected<std::vector<int64_t>> parseSizes(std::string_view text, size_t count, const char *form) {
  std::vector<int64_t> sizes;
  for (std::string_view part : split(text, 'x')) {
    int64_t size = 0;
    auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), size);
    if (code != std::errc() || end != part.data() + part.size() || size < 1 || size > int64_t(1) << 24)
      return Error::make("expected ", form, ", each from 1 to 2^24, but got '", text, "'");
    sizes.push_back(size);
  }
  if (sizes.size() != count)
    return Error::make("expected ", form, ", but got '", text, "'");
  return sizes;
}

/// The words of a type's name that a problem says; numerics are a field of their own.
static llvm::SmallVector<llvm::StringRef> wordsOf(const ProductType &type) {
  llvm::SmallVector<llvm::StringRef> words;
  type.name.split(words, ':');
  llvm::erase(words, "fast");
  return words;
}

static bool hasKernels(const ProductType &type) { return type.unit != ProductUnit::None; }

/// Whether a field is a word of a type's name.
static bool isOfType(llvm::StringRef field) {
  return llvm::any_of(getProductTypes(), [&](const ProductType &type) {
    return hasKernels(type) && llvm::is_contained(wordsOf(type), field);
  });
}

/// The row that has all of the words, and the fewest others: "tf32" is enough for f32:tf32, "i8" is no i8:su.
static const ProductType *findType(llvm::ArrayRef<llvm::StringRef> words, bool fast) {
  const ProductType *best = nullptr;
  for (const ProductType &type : getProductTypes()) {
    auto own = wordsOf(type);
    bool hasAll = llvm::all_of(words, [&](llvm::StringRef word) { return llvm::is_contained(own, word); });
    if (hasKernels(type) && hasAll && type.isFast.value_or(fast) == fast &&
        (!best || own.size() < wordsOf(*best).size()))
      best = &type;
  }
  return best;
}

/// The row of a problem whose fields have these words, or of its own words where they have none.
static Error chooseType(llvm::ArrayRef<llvm::StringRef> words, Problem &problem) {
  llvm::SmallVector<llvm::StringRef> all(words);
  if (all.empty())
    all = wordsOf(*problem.type);
  else if (all.size() == 1 && all.front() == "f32" && !problem.f32Precision.empty())
    all.push_back(problem.f32Precision);
  const ProductType *type = findType(all, problem.fast);
  if (!type)
    return Error::make("'", llvm::join(all, ":"), "' is no product type; known are ", Problem::listTypes());
  problem.type = type;
  return {};
}

/// "w8", "w4g128".
static bool takeIntegers(llvm::StringRef field, Problem &problem) {
  WeightIntegers integers;
  if (!field.consume_front("w") || field.consumeInteger(10, integers.bits) ||
      (field.consume_front("g") && (field.consumeInteger(10, integers.group) || integers.group < 1)) || !field.empty())
    return false;
  if (integers.bits != 4 && integers.bits != 8)
    return false;
  problem.integers = integers;
  return true;
}

/// Whether kernels take a weight of integers.
static Error checkIntegers(const Problem &problem) {
  if (!problem.integers)
    return {};
  if (problem.type->elementBytes != 2 || problem.batch > 1 || problem.weightKN || problem.transposedA)
    return Error::make("a weight of integers is stored [N,K], beside A as [M,K], of bf16 or f16 and without batches");
  int64_t inByte = 8 / problem.integers->bits;
  for (int64_t unit : {std::max<int64_t>(problem.integers->group, 1), inByte})
    if (problem.k % unit)
      return Error::make("K = ", problem.k, " is no multiple of ", unit, ", as integers of the weight lie");
  return {};
}

/// A field that says something else than a type. False if it does not.
static bool takeField(std::string_view field, Problem &problem) {
  if (takeIntegers(field, problem))
    return true;
  if (field == "nk" || field == "kn")
    return problem.weightKN = field == "kn", true;
  if (field == "mk" || field == "km")
    return problem.transposedA = field == "km", true;
  if (field == "dynamic-m")
    return problem.dynamicM = true;
  if (field == "fast")
    return problem.fast = true;
  if (field == "constant-w")
    return problem.constantW = true;
  return false;
}

/// MxNxK, or BATCHxMxNxK where tensors of that many elements can be counted.
static Error parseProblemSizes(std::string_view text, Problem &problem) {
  bool batched = std::count(text.begin(), text.end(), 'x') == 3;
  auto sizes = batched ? parseSizes(text, 4, "BATCHxMxNxK") : parseSizes(text, 3, "MxNxK or BATCHxMxNxK");
  if (!sizes)
    return sizes.takeError();
  problem.batch = batched ? sizes->front() : 1;
  const int64_t *matrix = sizes->data() + (batched ? 1 : 0);
  problem.m = matrix[0], problem.n = matrix[1], problem.k = matrix[2];
  constexpr int64_t most = int64_t(1) << 48;
  for (int64_t elements : {problem.m * problem.n, problem.m * problem.k, problem.n * problem.k})
    if (elements > most / problem.batch)
      return Error::make("expected at most 2^48 elements in a tensor, but got '", text, "'");
  return {};
}

static Error parseFields(const std::vector<std::string_view> &fields, Problem &problem) {
  llvm::SmallVector<llvm::StringRef> words;
  for (size_t i = 1; i < fields.size(); ++i) {
    if (isOfType(fields[i])) {
      words.push_back(fields[i]);
      continue;
    }
    if (takeField(fields[i], problem))
      continue;
    auto epilogue = Epilogue::parse(fields[i]);
    if (!epilogue)
      return Error::make("'", fields[i], "' is no type, no layout, and ", epilogue.error().message());
    problem.epilogue = *epilogue;
  }
  if (Error error = chooseType(words, problem))
    return error;
  return checkIntegers(problem);
}

Expected<Problem> Problem::parse(std::string_view text, const Problem &defaults) {
  Problem problem = defaults;
  auto fields = split(text, ':');
  if (Error error = parseProblemSizes(fields[0], problem))
    return error;
  if (Error error = parseFields(fields, problem))
    return error;
  return problem;
}

Expected<LayerStack> LayerStack::parse(std::string_view text, const Problem &defaults) {
  LayerStack stack{0, defaults};
  auto fields = split(text, ':');
  auto sizes = parseSizes(fields[0], 4, "LAYERSxMxNxK");
  if (!sizes)
    return sizes.takeError();
  stack.layers = static_cast<int>((*sizes)[0]);
  stack.layer.m = (*sizes)[1], stack.layer.n = (*sizes)[2], stack.layer.k = (*sizes)[3];
  if (stack.layers > 64)
    return Error::make("at most 64 layers, but got ", stack.layers);
  if (Error error = parseFields(fields, stack.layer))
    return error;
  if (stack.layers > 1 && (stack.layer.transposedA || stack.layer.dynamicM))
    return Error::make("layers that follow each other take A as [M,K], of fixed sizes");
  if (stack.layers > 1 && stack.layer.resultType() != stack.layer.typeA())
    return Error::make("layers that follow each other take what they give, which those of ", stack.layer.typeName(),
                       " do not");
  if (stack.layers > 1 && stack.layer.n != stack.layer.k)
    return Error::make("layers that follow each other need N = K, but got N = ", stack.layer.n,
                       " and K = ", stack.layer.k);
  return stack;
}

std::string Problem::sizes() const { return concat(batch > 1 ? concat(batch, "x") : "", m, "x", n, "x", k); }

const ProductType *Problem::getDefaultType() { return &getProductTypes().front(); }

std::string Problem::listTypes() {
  std::vector<std::string> names;
  for (const ProductType &type : getProductTypes())
    if (std::string name = llvm::join(wordsOf(type), ":"); hasKernels(type) && !llvm::is_contained(names, name))
      names.push_back(name);
  return llvm::join(names, ", ");
}

std::string Problem::precision() const { return type->precision ? wordsOf(*type).back().str() : ""; }

std::string Problem::typeName() const { return type->precision ? precision() : llvm::join(wordsOf(*type), ":"); }

FusionDType Problem::typeA() const { return type->lhs; }
FusionDType Problem::factorType() const { return type->rhs; }
FusionDType Problem::typeW() const { return integers ? FUSION_I8 : type->rhs; }
FusionDType Problem::resultType() const { return type->elementBytes == 1 ? FUSION_BF16 : type->lhs; }
FusionDType Problem::sumType() const { return type->lhs == FUSION_I8 ? FUSION_I32 : resultType(); }
bool Problem::isUnsignedA() const { return type->unsignedA; }
bool Problem::isUnsignedW() const { return type->unsignedB; }

std::string Problem::layoutName() const { return concat(transposedA ? "km:" : "", weightKN ? "kn" : "nk"); }

std::string Problem::name() const {
  std::string weight;
  if (integers)
    weight = concat("w", integers->bits, integers->group ? concat("g", integers->group) : "", ":");
  return concat(sizes(), ":", typeName(), ":", weight, layoutName(), dynamicM ? ":dynamic-m:" : ":", epilogue.name(),
                fast ? ":fast" : "", constantW ? ":constant-w" : "");
}

std::vector<int64_t> Problem::shape(int64_t rows, int64_t columns) const {
  return batch > 1 ? std::vector<int64_t>{batch, rows, columns} : std::vector<int64_t>{rows, columns};
}

std::vector<int64_t> Problem::operandShape(EpilogueOp::Operand operand) const {
  return operand == EpilogueOp::Row ? std::vector<int64_t>{n} : resultShape();
}

static int64_t countElements(const std::vector<int64_t> &shape) {
  int64_t elements = 1;
  for (int64_t size : shape)
    elements *= size;
  return elements;
}

int64_t Problem::resultBytes() const { return resultElements() * elementSize(resultType()); }

int64_t Problem::bytes() const {
  int64_t results = resultElements() + (integers ? countElements(scaleShape()) : 0);
  for (EpilogueOp::Operand operand : epilogue.operands())
    results += countElements(operandShape(operand));
  return countElements(shapeA()) * elementSize(typeA()) + countElements(storedShapeW()) * elementSize(typeW()) +
         results * elementSize(resultType());
}
