// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads and names problems: sizes, types, layouts, epilogue.

#include "fusion/Bench/Problem.h"

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

/// A field that names a type or a layout. False if it does not.
static bool takeField(std::string_view field, Problem &problem) {
  struct Type {
    const char *name;
    FusionDType type;
    const char *precision;
  };
  static const Type types[] = {{"bf16", FUSION_BF16, ""},    {"f16", FUSION_F16, ""},
                               {"f32", FUSION_F32, ""},      {"tf32x3", FUSION_F32, "tf32x3"},
                               {"tf32", FUSION_F32, "tf32"}, {"ieee", FUSION_F32, "ieee"}};
  for (const Type &type : types)
    if (field == type.name) {
      problem.type = type.type;
      if (type.type == FUSION_F32 && *type.precision)
        problem.f32Precision = type.precision;
      return true;
    }
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
  for (size_t i = 1; i < fields.size(); ++i) {
    if (takeField(fields[i], problem))
      continue;
    auto epilogue = Epilogue::parse(fields[i]);
    if (!epilogue)
      return Error::make("'", fields[i], "' is no type, no layout, and ", epilogue.error().message());
    problem.epilogue = *epilogue;
  }
  return {};
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
  if (stack.layers > 1 && stack.layer.n != stack.layer.k)
    return Error::make("layers that follow each other need N = K, but got N = ", stack.layer.n,
                       " and K = ", stack.layer.k);
  return stack;
}

std::string Problem::sizes() const { return concat(batch > 1 ? concat(batch, "x") : "", m, "x", n, "x", k); }

std::string Problem::typeName() const {
  if (type != FUSION_F32)
    return type == FUSION_F16 ? "f16" : "bf16";
  return f32Precision.empty() ? "tf32x3" : f32Precision;
}

std::string Problem::layoutName() const { return concat(transposedA ? "km:" : "", weightKN ? "kn" : "nk"); }

std::string Problem::name() const {
  return concat(sizes(), ":", typeName(), ":", layoutName(), dynamicM ? ":dynamic-m:" : ":", epilogue.name(),
                fast ? ":fast" : "", constantW ? ":constant-w" : "");
}

std::vector<int64_t> Problem::shape(int64_t rows, int64_t columns) const {
  return batch > 1 ? std::vector<int64_t>{batch, rows, columns} : std::vector<int64_t>{rows, columns};
}

std::vector<int64_t> Problem::operandShape(EpilogueOp::Operand operand) const {
  return operand == EpilogueOp::Row ? std::vector<int64_t>{n} : resultShape();
}

int64_t Problem::bytes() const {
  int64_t elements = batch * (m * k + n * k) + resultElements();
  for (EpilogueOp::Operand operand : epilogue.operands())
    elements += operand == EpilogueOp::Row ? n : resultElements();
  return elements * elementBytes();
}
