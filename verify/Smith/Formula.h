// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scalar formulas, and the ways in which a graph can spell them.

#ifndef FUSION_VERIFY_SMITH_FORMULA_H
#define FUSION_VERIFY_SMITH_FORMULA_H

#include "GraphBuilder.h"

namespace fusion::smith {

/// Writes a formula, an operation of arith or math at a time.
class FormulaWriter {
public:
  virtual ~FormulaWriter() = default;
  /// An operation whose operands are values of the formula.
  virtual Value op(StringRef name, ValueRange operands, Type elementType, ArrayRef<NamedAttribute> attributes = {}) = 0;
  virtual Value constant(double value, Type elementType) = 0;

  /// The same for an operation whose result has the type of its first operand.
  Value op(StringRef name, ValueRange operands);
  /// A constant of the type of `like`.
  Value constant(double value, Value like);
  /// arith.cmpf
  Value compare(uint32_t predicate, Value lhs, Value rhs);
};

using Formula = function_ref<Value(FormulaWriter &, ValueRange)>;

/// Adds a formula of `inputs`, which broadcast to `space`, in a spelling that the tape chooses: one linalg.generic or
/// linalg.map, one of them for each operation, or operations on tensors.
Node addFormula(GraphBuilder &graph, ArrayRef<Node> inputs, ArrayRef<int> space, Formula formula);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_FORMULA_H
