// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes problems as graphs, in fusion ops.

#include "fusion/Bench/ProblemGraph.h"
#include "fusion/Runtime/Tensor.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

namespace {
/// Writes one function: arguments are collected while the body grows.
class GraphText {
public:
  explicit GraphText(const Problem &problem) : problem(problem) {}

  std::string type(const std::vector<int64_t> &shape, const char *element) const {
    std::string text = "tensor<";
    for (int64_t size : shape)
      text += (size == kAnySize ? "?" : std::to_string(size)) + "x";
    return text + element + ">";
  }
  std::string result(const char *element) const { return type(problem.shape(rows(), problem.n), element); }
  /// Of bias, residual and D.
  const char *element() const { return dtypeName(problem.resultType()); }

  std::string argument(const std::string &name, const std::string &type, const char *attributes = "") {
    arguments += (arguments.empty() ? "%" : ", %") + name + ": " + type + attributes;
    return "%" + name;
  }
  std::string argumentA() { return argument("a", typeA()); }
  std::string typeA() const {
    return type(problem.transposedA ? problem.shape(problem.k, rows()) : problem.shape(rows(), problem.k),
                dtypeName(problem.typeA()));
  }

  /// W as the product takes it: an argument, or what becomes of its integers.
  std::string weight(const std::string &suffix) {
    const char *constant = problem.constantW ? " {fusion.constant}" : "";
    std::string stored = type(problem.storedShapeW(), dtypeName(problem.typeW()));
    std::string w = argument("w" + suffix, stored, constant);
    if (!problem.integers)
      return w;
    std::string scales = type(problem.scaleShape(), element());
    std::string s = argument("scale" + suffix, scales, constant);
    std::string whole = type(problem.shapeW(), "i8");
    if (problem.integers->bits == 4)
      w = define(concat("fusion.map() tables(%t = ", w, ") at(%i, %j) : (", stored, ") -> ", whole, takeApart(stored)));
    return define(concat("fusion.dequantize ", w, ", ", s, " : (", whole, ", ", scales, ") -> ",
                         type(problem.shapeW(), dtypeName(problem.factorType()))));
  }

  /// A·W as f32.
  std::string product(const std::string &a, const std::string &suffix) {
    std::string w = weight(suffix), attributes;
    for (auto [name, holds] : {std::pair("transpose_a", problem.transposedA),
                               {"transpose_b", !problem.weightKN},
                               {"unsigned_a", problem.isUnsignedA()},
                               {"unsigned_b", problem.isUnsignedW()}})
      if (holds)
        attributes += concat(attributes.empty() ? "" : ", ", name);
    const char *sum = problem.sumType() == FUSION_I32 ? "i32" : "f32";
    std::string value =
        define(concat("fusion.matmul ", a, ", ", w, attributes.empty() ? "" : " {" + attributes + "}", " : (", typeA(),
                      ", ", type(problem.shapeW(), dtypeName(problem.factorType())), ") -> ", result(sum)));
    return cast(value, sum, "f32");
  }

  /// The epilogue's operations from `first` on, on f32 values.
  std::string chain(std::string value, size_t first, const std::string &suffix) {
    const auto &ops = problem.epilogue.ops();
    for (size_t i = first; i < ops.size(); ++i) {
      const EpilogueOp &op = *ops[i];
      if (op.operand == EpilogueOp::None) {
        const char *attributes = problem.epilogue.is(i, "gelu") ? " {approximate = \"tanh\"}" : "";
        value = define(concat("fusion.", op.dialect, " ", value, attributes, " : ", result("f32")));
        continue;
      }
      std::string operandType =
          op.operand == EpilogueOp::Row ? concat("tensor<", problem.n, "x", element(), ">") : result(element());
      std::string operand = argument(concat(op.name, i, suffix), operandType);
      value = define(concat("fusion.", op.dialect, " ", value, ", ", operand, " : (", result("f32"), ", ", operandType,
                            ") -> ", result("f32")));
    }
    return value;
  }

  std::string cast(const std::string &value, const char *from, const char *to) {
    if (std::string_view(from) == to)
      return value;
    return define(concat("fusion.cast ", value, " : ", result(from), " to ", result(to)));
  }

  std::string finish(const char *name, const std::string &value) const {
    const char *attributes = problem.fast ? " attributes {fusion.numerics = #fusion.numerics<fast>}" : "";
    return concat("func.func @", name, "(", arguments, ") -> ", result(element()), attributes, " {\n", body,
                  "  return ", value, " : ", result(element()), "\n}\n");
  }

private:
  /// The body of a map that takes integers of four bits with a sign out of bytes, the lower ones first.
  static std::string takeApart(const std::string &bytes) {
    return concat(" {\n    %two = arith.constant 2 : index\n    %none = arith.constant 0 : index\n"
                  "    %four = arith.constant 4 : i8\n    %at = arith.divui %j, %two : index\n"
                  "    %byte = fusion.lookup %t[%i, %at] : ",
                  bytes,
                  "\n    %rest = arith.remui %j, %two : index\n"
                  "    %odd = arith.cmpi ne, %rest, %none : index\n    %up = arith.shli %byte, %four : i8\n"
                  "    %half = arith.select %odd, %byte, %up : i8\n    %q = arith.shrsi %half, %four : i8\n"
                  "    fusion.yield %q : i8\n  }");
  }

  static constexpr int64_t kAnySize = -1;
  int64_t rows() const { return problem.dynamicM ? kAnySize : problem.m; }

  std::string define(const std::string &operation) {
    std::string name = concat("%", values++);
    body += "  " + name + " = " + operation + "\n";
    return name;
  }

  const Problem &problem;
  std::string arguments, body;
  int values = 0;
};
} // namespace

std::string bench::problemGraph(const Problem &problem) {
  GraphText graph(problem);
  std::string value = graph.product(graph.argumentA(), "");
  value = graph.chain(value, 0, "");
  return graph.finish("problem", graph.cast(value, "f32", graph.element()));
}

std::string bench::tailGraph(const Problem &problem, size_t first) {
  GraphText graph(problem);
  const char *sum = dtypeName(problem.sumType());
  std::string value = graph.argument("p", graph.result(sum));
  value = graph.chain(graph.cast(value, sum, "f32"), first, "");
  return graph.finish("tail", graph.cast(value, "f32", graph.element()));
}

std::string bench::layersGraph(const LayerStack &stack) {
  GraphText graph(stack.layer);
  std::string value = graph.argumentA();
  for (int layer = 0; layer < stack.layers; ++layer) {
    std::string suffix = concat("_", layer);
    value = graph.chain(graph.product(value, suffix), 0, suffix);
    value = graph.cast(value, "f32", graph.element());
  }
  return graph.finish("layers", value);
}
