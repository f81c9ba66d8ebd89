// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The values of a run that returned what is in between, for the interpreter.

#ifndef FUSION_LIB_DRIVER_RUNVALUES_H
#define FUSION_LIB_DRIVER_RUNVALUES_H

#include "JudgeResults.h"
#include "fusion/Driver/VerifyKernels.h"
#include "fusion/Reference/Interpreter.h"

namespace fusion {

class RunValues {
public:
  RunValues(const ExposedModule &exposed, runtime::Span<const runtime::HostTensor> inputs,
            runtime::Span<const runtime::HostTensor> outputs, const reference::InterpreterOptions &options)
      : exposed(exposed), inputs(inputs), outputs(outputs), options(options) {}

  /// Sets what `op` and its regions read. Fails with a diagnostic.
  LogicalResult feed(Operation *op, reference::OpInterpreter &interpreter);

  /// What is known of the values that `op` and its regions read, constants and what nobody has written apart. Fails
  /// with a diagnostic.
  FailureOr<ReadData> describeRead(Operation *op);

  /// What the run had for a value: an input, or what the run returned. Views, sizes and constants are as the
  /// interpreter has them, of such values. They are decoded when they are asked for, and kept.
  FailureOr<reference::Tensor> load(Value value);

  /// What the run returned for a value; null if it is not among the outputs.
  const runtime::HostTensor *findOutput(Value value) const;

  /// The elements of an output or input. Fails for types that the interpreter does not have.
  static FailureOr<reference::Tensor> decode(const runtime::HostTensor &tensor, Type type);

private:
  FailureOr<reference::Tensor> compute(Value value);

  const ExposedModule &exposed;
  runtime::Span<const runtime::HostTensor> inputs, outputs;
  reference::InterpreterOptions options;
  llvm::DenseMap<Value, reference::Tensor> loaded;
};

} // namespace fusion

#endif // FUSION_LIB_DRIVER_RUNVALUES_H
