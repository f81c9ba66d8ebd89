// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes problems as graphs, in fusion ops.

#include "fusion/Bench/ProblemGraph.h"

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
  const char *element() const {
    return problem.type == FUSION_F32 ? "f32" : problem.type == FUSION_F16 ? "f16" : "bf16";
  }

  std::string argument(const std::string &name, const std::string &type, const char *attributes = "") {
    arguments += (arguments.empty() ? "%" : ", %") + name + ": " + type + attributes;
    return "%" + name;
  }
  std::string argumentA() { return argument("a", typeA()); }
  std::string typeA() const {
    return type(problem.transposedA ? problem.shape(problem.k, rows()) : problem.shape(rows(), problem.k), element());
  }

  /// A·W as f32.
  std::string product(const std::string &a, const std::string &suffix) {
    std::string weight = type(problem.shapeW(), element());
    std::string w = argument("w" + suffix, weight, problem.constantW ? " {fusion.constant}" : "");
    std::string attributes =
        concat(problem.transposedA ? "transpose_a" : "", problem.transposedA && !problem.weightKN ? ", " : "",
               problem.weightKN ? "" : "transpose_b");
    return define(concat("fusion.matmul ", a, ", ", w, attributes.empty() ? "" : " {" + attributes + "}", " : (",
                         typeA(), ", ", weight, ") -> ", result("f32")));
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
  std::string value = graph.argument("p", graph.result(graph.element()));
  value = graph.chain(graph.cast(value, graph.element(), "f32"), first, "");
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
