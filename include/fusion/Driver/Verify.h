// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The reference interpreter on a program's inputs and outputs in host memory.

#ifndef FUSION_DRIVER_VERIFY_H
#define FUSION_DRIVER_VERIFY_H

#include "fusion/Driver/Compile.h"
#include "fusion/Reference/Interpreter.h"
#include "fusion/Runtime/Runner.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace fusion {

/// The entries of an uncompiled module, described as a compiled one describes them. The storage is the object's own.
class EntrySpecs {
public:
  /// Fails, with a diagnostic on the function, for argument or result types that no compiled entry has.
  static FailureOr<std::unique_ptr<EntrySpecs>> create(ModuleOp module);

  runtime::Span<const FusionEntry> get() const;

private:
  struct Storage;
  std::shared_ptr<Storage> storage;
};

/// Runs the entry in float64 on a copy of `original`, the module as it was read. Fails with a diagnostic.
FailureOr<std::vector<runtime::HostTensor>> runReference(ModuleOp original, StringRef entry,
                                                         runtime::Span<const runtime::HostTensor> inputs);

/// What a program that was compiled from `original` by way of `fused`, the same module with its kernels formed, may
/// give: float64 values with an interval each. Fails, with a diagnostic, if the interpreter cannot run the graph.
FailureOr<SmallVector<reference::Tensor>> expectOutputs(ModuleOp original, ModuleOp fused, StringRef entry,
                                                        runtime::Span<const runtime::HostTensor> inputs,
                                                        reference::Accumulator accumulator);

/// Compares what a compiled program put into `result.outputs` with float64 values from `original`, within the bounds
/// that the error analysis of `fused` (the same module with its kernels formed) gives. One verdict for each output goes
/// into `result`. Fails if the interpreter cannot run the graph.
runtime::Error verifyOutputs(ModuleOp original, ModuleOp fused, const FusionEntry &entry,
                             runtime::Span<const runtime::HostTensor> inputs, runtime::RunResult &result);

/// A program in its forms: as it was read, and with kernels, which were compiled with these options.
struct VerifiedProgram {
  ModuleOp original, fused;
  const CompileOptions &options;
  const FusionEntry &entry;
};

/// The same kernel by kernel: runs the program once more on the same device, compiled so that it returns all that is in
/// between, and checks each kernel alone on the values that it read (fusion/Driver/VerifyKernels.h). Verdicts on
/// outputs then say whether the graph with kernels is the graph as it was read, both in float64, and whether both runs
/// agree.
runtime::Error verifyKernels(const VerifiedProgram &program, runtime::Span<const runtime::HostTensor> inputs,
                             runtime::RunResult &result);

/// The values of `fusion-run --verify=`.
enum class VerifyMode {
  Graph,   ///< each output beside that of the graph as it was read
  Kernels, ///< each kernel alone
  Auto,    ///< the graph, unless that takes long; and each kernel, if there are several and a fault could hide in the
           ///< bounds of the graph
};

/// "graph", "kernels", "auto" or nothing.
std::optional<VerifyMode> parseVerifyMode(StringRef text);

/// Verifies a run in either way.
runtime::Error verifyRun(VerifyMode mode, const VerifiedProgram &program,
                         runtime::Span<const runtime::HostTensor> inputs, runtime::RunResult &result);

} // namespace fusion

#endif // FUSION_DRIVER_VERIFY_H
