// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Walks functions and blocks op by op. Each family of ops has its handlers in one file.

#ifndef FUSION_LIB_REFERENCE_EVALUATOR_H
#define FUSION_LIB_REFERENCE_EVALUATOR_H

#include "Needs.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Reference/Constants.h"
#include "fusion/Reference/Interpreter.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringMap.h"

namespace fusion::reference {

class Evaluator {
public:
  explicit Evaluator(const InterpreterOptions &options) : options(options) {}

  FailureOr<SmallVector<Tensor>> call(func::FuncOp function, ArrayRef<Tensor> inputs);
  /// Runs a block whose arguments are set and returns the operands of its terminator. `keep`: what the terminator's
  /// regions use is kept.
  FailureOr<SmallVector<Tensor>> runBlock(Block &block, bool keep = false);

  /// Runs `op`, whose operands are set. Of results that have a sample only its elements are computed.
  LogicalResult runOp(Operation *op);
  /// Which elements are held of each value.
  SampleMap &getSamples() { return samples; }

  const InterpreterOptions &getOptions() const { return options; }
  /// The tensor of a value; null if it has none. Scalars are rank-0 tensors.
  Tensor get(Value value) const { return values.lookup(value); }
  void set(Value value, Tensor tensor) { values[value] = std::move(tensor); }
  /// Sets the op's first result.
  LogicalResult finish(Operation *op, Tensor tensor);
  int64_t getInt(Value value) const { return get(value).value()->i; }
  /// Whether a compiled program has the same integer, and no other.
  static bool isCertain(const Tensor &scalar) {
    return scalar.lo()->i == scalar.hi()->i && scalar.lo()->i == scalar.value()->i;
  }
  /// The elements of each row of `tensor`, which holds some of what the reduction has read.
  static int64_t countRow(ReduceOp reduce, const Tensor &tensor);
  /// Keeps how many elements of each row a reduction has combined.
  void noteRows(ReduceOp reduce);
  int64_t getRowLength(ReduceOp reduce) const { return rowLengths.lookup(reduce); }
  /// Whether `tensor`, which holds some of what the reduction has read, holds whole rows.
  bool isWholeRow(ReduceOp reduce, const Tensor &tensor) const;
  /// A mix of static sizes and values.
  SmallVector<int64_t> getInts(ArrayRef<OpFoldResult> mixed) const;

private:
  LogicalResult runWhole(Operation *op);
  LogicalResult dispatch(Operation *op);
  void roundConstants(Operation *op);

  InterpreterOptions options;
  DenseMap<Value, Tensor> values;
  ConstantValues constants; ///< only where they are rounded
  SampleMap samples;
  DenseMap<Operation *, int64_t> rowLengths; ///< of reductions
  unsigned depth = 0;
};

/// Runs one op and sets its results.
using Handler = LogicalResult (*)(Evaluator &, Operation *);
const llvm::StringMap<Handler> &getTensorHandlers();
const llvm::StringMap<Handler> &getControlHandlers();
const llvm::StringMap<Handler> &getGraphHandlers();

/// An elementwise op on tensors or scalars: operands broadcast as in numpy.
LogicalResult evaluateElementwise(Evaluator &evaluator, Operation *op);
/// Any structured op of linalg on tensors.
LogicalResult evaluateMap(Evaluator &evaluator, Operation *op);
LogicalResult evaluateReduce(Evaluator &evaluator, Operation *op);
LogicalResult evaluateAmax(Evaluator &evaluator, Operation *op);
LogicalResult evaluatePackBits(Evaluator &evaluator, Operation *op);
LogicalResult evaluateScatter(Evaluator &evaluator, Operation *op);
LogicalResult evaluateLinalg(Evaluator &evaluator, Operation *op);
/// Writes `source` into the part of a copy of `dest` that a slice names; null with an error if it does not fit.
FailureOr<Tensor> insertSlice(Evaluator &evaluator, OffsetSizeAndStrideOpInterface op, const Tensor &source,
                              const Tensor &dest, const llvm::SmallBitVector &dropped);
/// Fills a new tensor of `shape` from a body that takes the indices.
FailureOr<Tensor> generate(Evaluator &evaluator, Operation *op, Block &body, Type elementType, ArrayRef<int64_t> shape);

/// Emits an error if a tensor of `shape` is too large to be held.
LogicalResult checkSize(Operation *op, ArrayRef<int64_t> shape);

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_EVALUATOR_H
