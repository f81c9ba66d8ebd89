// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Epilogues by name, and what their operations compute in float64.

#include "fusion/Bench/Epilogue.h"

#include <cmath>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

static double sum(double value, double operand) { return value + operand; }
static double relu(double value, double) { return value > 0 || std::isnan(value) ? value : 0; }
static double sigmoid(double value, double) { return 1 / (1 + std::exp(-value)); }
static double silu(double value, double) { return value / (1 + std::exp(-value)); }
static double tangent(double value, double) { return std::tanh(value); }
/// The tanh form, 0.5 x (1 + tanh z) written as x / (1 + exp(-2 z)): no cancellation where tanh nears -1.
static double gelu(double value, double) {
  double z = std::sqrt(2 / M_PI) * (value + 0.044715 * value * value * value);
  return value / (1 + std::exp(-2 * z));
}

const std::vector<EpilogueOp> &bench::epilogueOps() {
  static const std::vector<EpilogueOp> all = {
      {"bias", EpilogueOp::Row, "add", sum},
      {"residual", EpilogueOp::Full, "add", sum},
      {"relu", EpilogueOp::None, "relu", relu},
      {"gelu", EpilogueOp::None, "gelu", gelu, true},
      {"silu", EpilogueOp::None, "silu", silu, true},
      {"sigmoid", EpilogueOp::None, "sigmoid", sigmoid, true},
      {"tanh", EpilogueOp::None, "tanh", tangent, true},
  };
  return all;
}

static Expected<const EpilogueOp *> findOp(std::string_view name) {
  std::string known;
  for (const EpilogueOp &op : epilogueOps()) {
    if (name == op.name)
      return &op;
    known += (known.empty() ? "" : ", ") + std::string(op.name);
  }
  return Error::make("unknown operation '", name, "' in an epilogue; known are ", known, ", joined by '+', or none");
}

Expected<Epilogue> Epilogue::parse(std::string_view text) {
  Epilogue epilogue;
  if (text == "none")
    return epilogue;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find('+', begin), text.size());
    auto op = findOp(text.substr(begin, end - begin));
    if (!op)
      return op.takeError();
    epilogue.chain.push_back(*op);
    begin = end + 1;
  }
  return epilogue;
}

std::string Epilogue::name() const {
  std::string text;
  for (const EpilogueOp *op : chain)
    text += (text.empty() ? "" : "+") + std::string(op->name);
  return text.empty() ? "none" : text;
}

size_t Epilogue::operandsBefore(size_t count) const {
  size_t operands = 0;
  for (size_t i = 0; i < count; ++i)
    operands += chain[i]->operand != EpilogueOp::None;
  return operands;
}

std::vector<EpilogueOp::Operand> Epilogue::operands() const {
  std::vector<EpilogueOp::Operand> kinds;
  for (const EpilogueOp *op : chain)
    if (op->operand != EpilogueOp::None)
      kinds.push_back(op->operand);
  return kinds;
}
