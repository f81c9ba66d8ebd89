// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The oracle: executes a function on tensors, all arithmetic in float64, and bounds what a correctly compiled program
// may compute instead. It shares no code with the compile path. docs/dev/ErrorBounds.md states the bounds and their
// sources.

#ifndef FUSION_REFERENCE_INTERPRETER_H
#define FUSION_REFERENCE_INTERPRETER_H

#include "fusion/Reference/Sample.h"
#include "fusion/Reference/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace fusion::reference {

/// How the compiled program accumulates products.
enum class Accumulator {
  FMA,        ///< f32 FMA on a CPU or on ordinary GPU cores: u = 2⁻²⁴
  TensorCore, ///< f32 with truncation: u = 2⁻²³ (Fasi et al. 2021); f32 operands as `fusion.f32_precision` says
};

/// Which way float64 operations round what float64 does not have.
enum class Direction { Nearest, Up, Down, TowardZero };

struct InterpreterOptions {
  /// Whether to compute intervals. Without them results are exact tensors and the run takes about half the time.
  bool bounds = true;
  /// False: relaxed kernels round to f16 and bf16 only where they yield (tight: for verifying the fused module).
  /// True: each op rounds to its own element type in kernels too. Outside kernels each op always does.
  bool roundInsideKernels = false;
  Accumulator accumulator = Accumulator::TensorCore;
  /// Whether products of small whole numbers have no error: every kernel adds them exactly, in whatever order. Without,
  /// bounds depend on the sizes alone.
  bool exactIntegers = false;
  /// The intervals are for what the interpreter itself computes, in float64, and not for a compiled program: wide where
  /// the graph's own formula cancels all digits (1 + erf(-6), say), so that the values say little.
  bool ofFloat64 = false;
  /// Whether each operation at the level of the function that depends on no input rounds its values to its own element
  /// type, as a compiler does that computes them once: what is at an edge is then on the side on which programs are.
  bool roundConstants = false;
  /// Not `Nearest`: how much of the values is roundoff. Exact operations stay exact, all others round that way, and
  /// splats of floats but plain numbers are half an ULP of their type away, that way. Without bounds, of `interpret`.
  Direction direction = Direction::Nearest;
  /// Threads for matrix products and loops; 0: as many as the machine has.
  unsigned numThreads = 0;
};

/// Lowers TOSA to linalg, tensor and arith and linalg.softmax to structured ops, in place; everything else stays as it
/// is. Call it once before `interpret`. Emits diagnostics on failure.
LogicalResult prepareForInterpreter(ModuleOp module);

/// Runs `function` on `inputs`: one per argument, with the argument's element type and a shape that its type allows;
/// a scalar argument takes a rank-0 tensor. Returns one tensor per result. Bufferized kernels are not supported. Errors
/// (an unsupported op, a shape that does not fit, a failed cf.assert) are emitted at the op's location.
FailureOr<SmallVector<Tensor>> interpret(func::FuncOp function, ArrayRef<Tensor> inputs,
                                         const InterpreterOptions &options = {});

/// Runs the ops of a function one at a time, on values that are given.
class OpInterpreter {
public:
  explicit OpInterpreter(const InterpreterOptions &options);
  ~OpInterpreter();

  void set(Value value, Tensor tensor);
  /// Runs `op`, whose operands and what its regions use have been set. Gives its results, of each the elements of its
  /// sample; the op reads no more of its operands than these take, where it can tell.
  FailureOr<SmallVector<Tensor>> run(Operation *op, ArrayRef<Sample> wanted);
  /// The same of all elements.
  FailureOr<SmallVector<Tensor>> run(Operation *op);

private:
  std::unique_ptr<class Evaluator> evaluator;
};

/// The values of `values` with the widths of the intervals of `bounds`, and their own added: for values that were
/// computed from the original module (with `ofFloat64`, for their own error) and bounds from its fused form. The shapes
/// must agree.
Tensor withBoundsOf(const Tensor &values, const Tensor &bounds);

} // namespace fusion::reference

#endif // FUSION_REFERENCE_INTERPRETER_H
