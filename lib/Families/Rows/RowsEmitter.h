// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels of rows, as steps that wait for reductions.

#ifndef FUSION_LIB_FAMILIES_ROWS_ROWSEMITTER_H
#define FUSION_LIB_FAMILIES_ROWS_ROWSEMITTER_H

#include "CrossingSums.h"
#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/ScatterStore.h"

namespace fusion {

/// The reductions of a kernel by steps, and where its outputs are ready: all elements are computed that a step's
/// reductions combine, and what is combined is known to all threads of the row. What is left of the outputs is the last
/// step.
///
///   step 0:  x -> maximum                               all threads meet
///   step 1:  exp(x - maximum) -> sum                    all threads meet
///   step 2:  exp(x - maximum) / sum -> output
///
/// Where a row is read again for each step, an output is stored in the first step that knows it. Where slices share a
/// row, each step is a launch, and what slices came to (partial results) lies in memory.
///
/// Crossings take what the rows of blocks came to, which lies in memory, too, as slices of their own rows.
struct RowSteps {
  static constexpr size_t kElsewhere = ~size_t(0);

  RowSpace space;
  int64_t valueBytes; ///< of what is combined
  SmallVector<SmallVector<ReduceOp>> reduces;
  SmallVector<size_t> outputs; ///< of each output, the step by which it is stored, or kElsewhere
  SmallVector<bool> full;      ///< whether it has all elements of the rows
  /// What crossings reduce, and the step in which each is known.
  SmallVector<std::pair<ReduceOp, size_t>> crossings;

  /// Of the kernel's rows.
  RowSteps(KernelOp kernel, const RowsSchedule &schedule);
  /// Of its crossings: one step, which reads no elements, and the outputs.
  static RowSteps ofCrossings(KernelOp kernel);

  /// The last one has outputs alone.
  size_t size() const { return reduces.size() + 1; }
  /// Whether a step looks at the elements of the rows.
  bool readsElements(size_t step) const;

private:
  RowSteps() = default;
};

/// Emits the body of a kernel of rows for one thread.
class RowsEmitter {
public:
  /// `piece`: elements of a piece. `wide`: see RowOperand. `partials`: where partial results are.
  RowsEmitter(KernelBuilder &kb, KernelOp kernel, RowSteps steps, const RowsSchedule &schedule,
              ArrayRef<MemRefArgument> arguments, const RowThread &at, int64_t piece, bool wide,
              const RowMemory &memory, Value partials);
  RowsEmitter(const RowsEmitter &) = delete;

  /// All steps. Where there are crossings, `sums` takes what they reduce.
  void emit(CrossingSums *sums = nullptr);
  /// One of them, where each is a launch.
  void emitLaunch(size_t step);

  /// Loads what is read of the rows, or what is read besides, which is the same for all rows: as it is stored, packed.
  SmallVector<Value> loadInputs(bool ofRows);
  /// The same was loaded by another emitter.
  void takeInputs(bool ofRows, ValueRange values);

private:
  using Lanes = BodyEvaluator::Lanes;

  /// What is combined of a reduction: its values, or the places of extrema, with them in one number.
  struct Reduction {
    ReduceOp op;
    bool ofPositions;
  };

  /// Computes values of rows that `values` need, so that they are there wherever elements are computed.
  void prepare(ArrayRef<Value> values);
  /// One for each row of the thread.
  const Lanes &getOfRow(Value value);
  /// The elements of this iteration of a value of the body.
  Lanes getFull(Value value);
  Lanes evaluate(Operation *op, int64_t width, function_ref<Lanes(Value)> get, BodyPlace &place);
  void enterIteration(const Iteration &next);
  /// An input's elements of this iteration, packed.
  SmallVector<Value> load(Value input);
  /// Full inputs that `values` need and this iteration has not loaded.
  SmallVector<Value> getLoads(ArrayRef<Value> values);
  /// Loads what values need of the first of `iterations`, the ones that are left: as many as there are registers for.
  /// Returns how many.
  size_t loadAhead(ArrayRef<Iteration> iterations, ArrayRef<Value> needed);
  /// Calls `body` for iterations that are taken at once; what `needed` takes is loaded ahead for some of them.
  void forEachIteration(ArrayRef<Iteration> iterations, ArrayRef<Value> needed,
                        function_ref<void(const Iteration &)> body);

  /// Inputs whose elements are read, full ones and others.
  SmallVector<Value> getReadInputs(bool full);
  /// Loads all that is read.
  void preload();
  SmallVector<Reduction> getReductions(size_t step);
  Lanes getElements(const Reduction &reduction);
  /// What crossings reduce that is known in a step; and hands the elements of this iteration on.
  SmallVector<Value> getCrossed(size_t step);
  void sumCrossed(size_t step);
  Value combine(const Reduction &reduction, Value a, Value b);
  Value getNeutral(const Reduction &reduction);
  /// Combines what the thread has of the step's reductions; stores outputs that are ready. Returns what each row of
  /// each came to in the block, or in all that share the row.
  SmallVector<Value> reduceElements(size_t step);
  SmallVector<Value> meet(ArrayRef<Reduction> reductions, ArrayRef<SmallVector<Value>> parts);
  /// The results of the step's reductions are known.
  void setResults(size_t step, ArrayRef<Value> values);
  /// Of the first of the thread's rows.
  Value getPartialPlace(size_t step, size_t reduction, Value slice);
  /// Bytes that the places of a thread's rows begin at multiples of: there are multiples of so many rows.
  int64_t partialAlignment() const { return std::min<int64_t>(16, at.rows.size() * steps.valueBytes); }
  void storePartials(size_t step, ArrayRef<Value> values);
  SmallVector<Value> loadPartials(size_t step);
  void emitOutputs();
  /// Adds what an output is made of, and the indices that say where it goes, if there are any.
  void addStored(size_t output, SmallVectorImpl<Value> &values);
  SmallVector<Value> getFullOutputs(size_t step);
  void storeFullOutputs(size_t step);
  /// Calls `store` with the output at the thread's rows; where indices say which these are, if the index is one of the
  /// output's.
  void atRows(unsigned output, function_ref<void(const RowOperand &)> store);

  KernelBuilder &kb;
  KernelOp kernel;
  RowSteps steps;
  const RowSpace &space; ///< of the steps
  RowsSchedule schedule;
  const RowThread &at;
  RowReduction reduction;
  std::unique_ptr<RowWalk> walk;
  BodyEvaluator evaluator;
  bool strict;
  Value partials;
  CrossingSums *sums = nullptr;
  TableArguments tables;
  DenseMap<Value, RowOperand> inputs;
  SmallVector<RowOperand> outputs;
  SmallVector<MemRefArgument> outputArguments;
  SmallVector<Value> computed;                        ///< for each output
  SmallVector<std::optional<ScatterStore>> scattered; ///< of each output
  bool wide;
  DenseMap<Value, Lanes> ofRow; ///< values of rows that are known, in compute types
  /// What is known of an iteration: values in compute types, and inputs as they were loaded, packed.
  struct Known {
    DenseMap<Value, Lanes> elements, loaded;
  };
  std::vector<Known> known;                                      ///< of iterations
  DenseMap<Value, Lanes> *elements = nullptr, *loaded = nullptr; ///< of this iteration
  Iteration iteration;                                           ///< this one
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_ROWSEMITTER_H
