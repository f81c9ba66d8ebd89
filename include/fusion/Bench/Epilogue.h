// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What follows a product: a chain such as bias+gelu+residual.

#ifndef FUSION_BENCH_EPILOGUE_H
#define FUSION_BENCH_EPILOGUE_H

#include "fusion/Runtime/Error.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fusion::bench {

/// One operation of an epilogue, on f32 values.
struct EpilogueOp {
  const char *name;                         ///< as on the command line
  enum Operand { None, Row, Full } operand; ///< what it adds: nothing, a vector of N, a matrix of M x N
  const char *dialect;                      ///< the operation of the dialect, with its attributes
  double (*apply)(double value, double operand);
  bool ofTanh = false; ///< made of tanh, which is approximate under fast numerics
};

/// All operations that a chain may name.
const std::vector<EpilogueOp> &epilogueOps();

/// A chain; empty is a plain product.
class Epilogue {
public:
  /// Parses "bias+gelu" or "none". The error names the part that is unknown, and what is known.
  static runtime::Expected<Epilogue> parse(std::string_view text);

  std::string name() const;
  const std::vector<const EpilogueOp *> &ops() const { return chain; }
  bool empty() const { return chain.empty(); }
  size_t size() const { return chain.size(); }
  bool is(size_t index, std::string_view op) const { return index < chain.size() && op == chain[index]->name; }
  /// How many operands the first `count` operations take.
  size_t operandsBefore(size_t count) const;
  size_t operandCount() const { return operandsBefore(chain.size()); }
  /// The kinds of the operands, in order.
  std::vector<EpilogueOp::Operand> operands() const;

private:
  std::vector<const EpilogueOp *> chain;
};

} // namespace fusion::bench

#endif // FUSION_BENCH_EPILOGUE_H
