// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Verification kernel by kernel: each launch alone, on the values that it read in a run. Bounds do not grow from one
// kernel to the next, so that those of a whole model say something, and what is wrong has a name.

#ifndef FUSION_DRIVER_VERIFYKERNELS_H
#define FUSION_DRIVER_VERIFYKERNELS_H

#include "fusion/Runtime/Runner.h"
#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"

namespace fusion {

/// A module with kernels, an entry of which returns what each kernel and each leftover op computes, behind its own
/// results. The kernels are those of the module as it was.
struct ExposedModule {
  OwningOpRef<ModuleOp> module;
  func::FuncOp entry;
  unsigned numResults = 0;                 ///< of the entry as it was
  llvm::DenseMap<Value, unsigned> outputs; ///< where the values of the entry's block are returned

  /// Whether an op does work of its own. Others are views, sizes, constants and fills, which are checked with those
  /// that read them, as are values of types that a run cannot return.
  static bool isChecked(Operation *op);
};

/// Fails with a diagnostic.
FailureOr<ExposedModule> exposeValues(ModuleOp fused, StringRef entry);

/// Checks each op of the exposed entry on the values that it read in the run that gave `outputs`. `device` is "cuda" or
/// "cpu". Of large results some elements are computed: those of whole rows and columns, chosen by a fixed seed. Fails
/// if the interpreter cannot run an op.
runtime::Expected<std::vector<runtime::KernelVerdict>> checkKernels(const ExposedModule &exposed,
                                                                    runtime::Span<const runtime::HostTensor> inputs,
                                                                    runtime::Span<const runtime::HostTensor> outputs,
                                                                    StringRef device);

/// Calls the entry of a compiled module on the device that it is compiled for, and gives all its outputs.
runtime::Expected<std::vector<runtime::HostTensor>> runProgram(const std::shared_ptr<runtime::Module> &module,
                                                               StringRef entry,
                                                               runtime::Span<const runtime::HostTensor> inputs);

/// Scalar operations of one call, roughly, where sizes are known; what is not known counts as 128.
double estimateWork(ModuleOp fused, StringRef entry);

} // namespace fusion

#endif // FUSION_DRIVER_VERIFYKERNELS_H
