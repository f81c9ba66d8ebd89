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

/// Puts together what is known of an output by its own bounds and by those of the kernels. What is wrong counts first.
/// Where its own bounds say too little the kernels' do, if those of all kernels do (`conclusive`), but a NaN that
/// float64 does not have stays open.
static void join(Verdict &ofGraph, const Verdict &ofKernels, bool conclusive) {
  bool isWorse = ofGraph.kind == Verdict::Good ? ofKernels.kind != Verdict::Good
                                               : ofGraph.kind != ofKernels.kind && ofKernels.kind == Verdict::Mismatch;
  bool saysMore = ofGraph.kind == Verdict::Inconclusive && ofGraph.apart == 0 && conclusive &&
                  ofKernels.kind != Verdict::Inconclusive;
  if (isWorse || saysMore)
    ofGraph = ofKernels;
}

Error fusion::verifyRun(VerifyMode mode, const VerifiedProgram &program, Span<const HostTensor> inputs,
                        RunResult &result) {
  if (mode == VerifyMode::Kernels ||
      (mode == VerifyMode::Auto && estimateWork(program.fused, program.entry.name) > kLargeWork))
    return verifyKernels(program, inputs, result);
  if (Error error = verifyOutputs(program.original, program.fused, program.entry, inputs, result))
    return error;
  bool mayHide = llvm::any_of(result.verdicts,
                              [](const Verdict &verdict) { return verdict.loose || verdict.kind != Verdict::Good; });
  if (mode == VerifyMode::Graph || !mayHide || !hasSeveralKernels(program.fused, program.entry.name))
    return {};
  // Bounds of a graph are those of its kernels together: a fault of one kernel hides in those of the others. What is
  // open of the graph may be known of its kernels, and what is wrong with it has a name there.
  RunResult ofKernels = result;
  ofKernels.verdicts.clear();
  if (Error error = verifyKernels(program, inputs, ofKernels)) {
    for (Verdict &verdict : result.verdicts) {
      verdict.note += "; not verified kernel by kernel: " + error.message();
      if (verdict.kind == Verdict::Good && verdict.loose)
        verdict.kind = Verdict::Inconclusive;
    }
    return {};
  }
  result.kernelVerdicts = std::move(ofKernels.kernelVerdicts);
  // A kernel that read NaN shows nothing by itself; what came of it has been compared, if outputs are numbers.
  bool showsNumbers = llvm::all_of(result.verdicts, [](const Verdict &verdict) { return verdict.showsNumbers(); });
  for (runtime::KernelVerdict &verdict : result.kernelVerdicts)
    verdict.counts = !(showsNumbers && verdict.isIdle);
  bool conclusive = llvm::none_of(result.kernelVerdicts, [](const runtime::KernelVerdict &verdict) {
    return verdict.kind == Verdict::Inconclusive && verdict.counts;
  });
  for (auto [ofGraph, ofKernel] : llvm::zip_equal(result.verdicts, ofKernels.verdicts))
    join(ofGraph, ofKernel, conclusive);
  return {};
}
