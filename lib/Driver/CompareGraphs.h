// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What verification kernel by kernel does not see: whether the kernels together are the graph, and whether the program
// that returns their results is the one that was run.

#ifndef FUSION_LIB_DRIVER_COMPAREGRAPHS_H
#define FUSION_LIB_DRIVER_COMPAREGRAPHS_H

#include "fusion/Runtime/Runner.h"
#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"

namespace fusion {

/// Compares the float64 values of the graph as it was read and of its form with kernels, and gives each output of
/// `result` a verdict. They may differ by what was computed of constants, in their own type; everything else that the
/// import and the fusing change leaves the values as they are.
runtime::Error compareGraphs(ModuleOp original, ModuleOp fused, StringRef entry,
                             runtime::Span<const runtime::HostTensor> inputs, runtime::RunResult &result);

/// Adds to the verdicts of `result` whether `outputs`, of another run of the same kernels, are its own. They are, bit
/// for bit, unless a kernel runs in another form there and so adds in another order.
runtime::Error compareRuns(ModuleOp fused, StringRef entry, const std::vector<runtime::HostTensor> &outputs,
                           runtime::RunResult &result);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_COMPAREGRAPHS_H
