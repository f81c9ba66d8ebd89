// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which way a run is verified.

#include "fusion/Driver/Verify.h"
#include "fusion/Driver/VerifyKernels.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace fusion;
using runtime::Error;
using runtime::HostTensor;
using runtime::RunResult;
using runtime::Span;
using runtime::Verdict;

/// Scalar operations of a call beyond which a graph is not interpreted with bounds: some ten seconds.
static constexpr double kLargeWork = 1e10;

std::optional<VerifyMode> fusion::parseVerifyMode(StringRef text) {
  return llvm::StringSwitch<std::optional<VerifyMode>>(text)
      .Cases({"", "auto"}, VerifyMode::Auto)
      .Case("graph", VerifyMode::Graph)
      .Case("kernels", VerifyMode::Kernels)
      .Default(std::nullopt);
}

/// Whether there is more to be said kernel by kernel than of the graph: of one kernel it is the same.
static bool hasSeveralKernels(ModuleOp fused, StringRef entry) {
  auto function = fused.lookupSymbol<func::FuncOp>(entry);
  return function &&
         llvm::count_if(function.getBody().getOps(), [](Operation &op) { return ExposedModule::isChecked(&op); }) > 1;
}

Error fusion::verifyRun(VerifyMode mode, const VerifiedProgram &program, Span<const HostTensor> inputs,
                        RunResult &result) {
  if (mode == VerifyMode::Kernels ||
      (mode == VerifyMode::Auto && estimateWork(program.fused, program.entry.name) > kLargeWork))
    return verifyKernels(program, inputs, result);
  if (Error error = verifyOutputs(program.original, program.fused, program.entry, inputs, result))
    return error;
  Verdict::Kind ofGraph = runtime::overallVerdict(result);
  if (mode == VerifyMode::Graph || ofGraph == Verdict::Good || !hasSeveralKernels(program.fused, program.entry.name))
    return {};
  // What is open of the graph may be known of its kernels, and what is wrong with it has a name there.
  RunResult ofKernels = result;
  ofKernels.verdicts.clear();
  if (Error error = verifyKernels(program, inputs, ofKernels)) {
    for (Verdict &verdict : result.verdicts)
      verdict.note += "; not verified kernel by kernel: " + error.message();
    return {};
  }
  result.kernelVerdicts = ofKernels.kernelVerdicts;
  if (ofGraph == Verdict::Inconclusive && runtime::overallVerdict(ofKernels) != Verdict::Inconclusive)
    result.verdicts = std::move(ofKernels.verdicts);
  return {};
}
