// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_FAMILIES_ROWS_ROWSEMITTER_H
#define FUSION_LIB_FAMILIES_ROWS_ROWSEMITTER_H

#include "RowOperands.h"
#include "RowReduction.h"
#include "fusion/Families/Common/BodyEvaluator.h"

namespace mlir::fusion {

/// Emits the body of a kernel of rows for one thread. Reductions that wait for each other are steps: all elements are
/// computed that a step's reductions combine, and what is combined is known to all threads of the row. The outputs are
/// the last step.
///
///   step 0:  x -> maximum                               all threads meet
///   step 1:  exp(x - maximum) -> sum                    all threads meet
///   step 2:  exp(x - maximum) / sum -> output
class RowsEmitter {
public:
  RowsEmitter(KernelBuilder &kb, KernelOp kernel, const RowsSchedule &schedule, ArrayRef<MemRefArgument> arguments,
              const RowThread &at, bool wide, Value sharedMemory);

  void emit();

  /// Bytes of shared memory.
  static int64_t getSharedBytes(KernelOp kernel, const RowsSchedule &schedule);

private:
  using Lanes = BodyEvaluator::Lanes;

  /// A turn of a thread: what it loads at once.
  struct Turn {
    Value first;  ///< number of the first element (i32), one that exists
    Value valid;  ///< whether it is the thread's; null if it is in all threads
    int64_t lane; ///< whose the first element is, among the lanes of the thread
  };

  /// Computes values of rows that `values` need, so that they are there wherever elements are computed.
  void prepare(ArrayRef<Value> values);
  Value getOfRow(Value value);
  /// The elements of a turn of a value of the body.
  Lanes getFull(Value value);
  Lanes evaluate(Operation *op, int64_t width, function_ref<Lanes(Value)> get, BodyPlace &place);
  void enterTurn(const Turn &turn);

  /// Calls `body` for each turn of the thread, unrolled or in loops, and carries `state` on.
  SmallVector<Value> forEachTurn(ArrayRef<Value> state,
                                 function_ref<SmallVector<Value>(const Turn &, SmallVector<Value>)> body);
  /// Loads all that is read.
  void preload();
  void emitStep(MutableArrayRef<ReduceOp> reduces);
  void emitOutputs();
  Value combine(ReduceOp reduce, Value a, Value b);

  KernelBuilder &kb;
  KernelOp kernel;
  RowSpace space;
  RowOrder order;
  RowsSchedule schedule;
  RowThread at;
  RowReduction reduction;
  BodyEvaluator evaluator;
  bool strict;
  TableArguments tables;
  DenseMap<Value, RowOperand> inputs;
  SmallVector<RowOperand> outputs;
  DenseMap<Value, Value> ofRow;               ///< values of rows that are known, in compute types
  SmallVector<DenseMap<Value, Lanes>> known;  ///< of each turn, elements that are known
  DenseMap<Value, Lanes> *elements = nullptr; ///< those of this turn
  RowPiece piece;
};

} // namespace mlir::fusion

#endif // FUSION_LIB_FAMILIES_ROWS_ROWSEMITTER_H
