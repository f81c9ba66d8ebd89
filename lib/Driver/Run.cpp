// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs what the command line of fusion-run asks for.

#include "RunRequest.h"
#include "fusion/Driver/Artifact.h"
#include "fusion/Driver/DeviceTarget.h"
#include "fusion/Driver/Emit.h"
#include "fusion/Driver/Graph.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Driver/Verify.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Runtime/Timeline.h"
#include "fusion/Transforms/CheckGraph/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Path.h"
#include <iostream>
#include <sstream>

using namespace mlir;
using namespace fusion;
using runtime::ExitCode;
using runtime::reportError;
using runtime::RunOptions;

/// A module that is compiled in memory, and its form with kernels, for verification.
namespace {
struct Compiled {
  std::shared_ptr<runtime::Module> module;
  OwningOpRef<ModuleOp> fused;
  std::optional<FusionReport> report;
};
} // namespace

/// What the report says of launches.
static std::vector<runtime::PredictedLaunch> getPredictions(const FusionReport &report) {
  std::vector<runtime::PredictedLaunch> predictions;
  for (const KernelReport &row : report.kernels)
    if (row.predictedMicroseconds)
      predictions.push_back({row.entry, row.name, row.launches, *row.predictedMicroseconds, row.schedule, row.loc});
  return predictions;
}

static FailureOr<Compiled> compile(ModuleOp original, const CompileOptions &options, bool wantsReport) {
  OwningOpRef<ModuleOp> module = original.clone();
  Compiled compiled;
  if (failed(buildKernels(*module, options)))
    return failure();
  if (wantsReport) {
    FailureOr<FusionReport> report = makeReport(*module, options);
    if (failed(report))
      return failure();
    compiled.report = std::move(*report);
  }
  compiled.fused = module->clone();
  joinInitializeSteps(*compiled.fused);
  auto program = loadProgram(*module, options);
  if (failed(program))
    return failure();
  compiled.module = *program;
  return compiled;
}

/// What no stage could take the interpreter does not take either: it uses upstream's conversions too.
static LogicalResult checkGraph(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager manager(module.getContext());
  manager.addPass(createCheckGraphPass());
  return manager.run(*copy);
}

/// --device=reference: the interpreter instead of a compiled module.
static int runOnReference(Graph &graph, const RunOptions &options) {
  if (failed(checkGraph(graph.getModule())))
    return ExitCode::ExitDiagnostic;
  auto specs = EntrySpecs::create(graph.getModule());
  if (failed(specs))
    return ExitCode::ExitDiagnostic;
  auto entry = runtime::findEntry((*specs)->get(), options.entry);
  if (!entry)
    return reportError(entry.error().message());
  auto inputs = runtime::makeInputs(**entry, options);
  if (!inputs)
    return reportError(inputs.error().message());
  runtime::noteMadeInputs(**entry, options);
  auto outputs = runReference(graph.getModule(), (*entry)->name, *inputs);
  if (failed(outputs))
    return ExitCode::ExitDiagnostic;
  runtime::RunResult result;
  result.entry = (*entry)->name;
  result.device = "reference";
  result.outputs = std::move(*outputs);
  if (runtime::Error error = runtime::writeOutputs(result, options))
    return reportError(error.message());
  runtime::printResult(std::cout, result, options);
  return ExitCode::ExitGood;
}

/// Sets the target that the device needs: a chip and the card if that is known, or "cpu". A GPU that is too old is none
/// for --device=auto, unless a chip is asked for.
static runtime::Error chooseTarget(const std::string &device, const std::string &chip, CompileOptions &options) {
  std::string note;
  runtime::Error error = device == "auto" && chip.empty() ? setAutomaticTarget(/*ordinal=*/0, options, note)
                                                          : setTargetFor(device == "cpu" ? FUSION_CPU : FUSION_CUDA,
                                                                         /*ordinal=*/0, options, note, chip);
  if (!note.empty())
    std::cerr << "warning: " << note << "\n";
  if (error && device == "cuda")
    return runtime::Error::make(error.message(), "; --device=cpu runs the graph on the CPU");
  return error;
}

namespace {
/// The report that is asked for. As text it is there before the run; else it has what the run gave, if that ended.
class ReportOfRun {
public:
  ReportOfRun(const RunRequest &request, const std::optional<FusionReport> &report)
      : request(request), report(report) {}

  LogicalResult writeAhead() { return request.explain.kind == ExplainKind::Text ? writeNow() : success(); }
  LogicalResult write() {
    return request.explain && request.explain.kind != ExplainKind::Text ? writeNow() : success();
  }

  void add(const runtime::RunResult &run) {
    RunOptions asJson = request.run;
    asJson.json = true;
    std::ostringstream text;
    runtime::printResult(text, run, asJson);
    result = text.str();
  }

private:
  LogicalResult writeNow() {
    StringRef title = llvm::sys::path::filename(request.run.module);
    return writeReport(printReport(*report, request.explain, title, result), request.explain, llvm::errs());
  }

  const RunRequest &request;
  const std::optional<FusionReport> &report;
  std::string result; ///< in JSON
};
} // namespace

/// The forms of the graph that are asked for, before anything runs: their mistakes come first.
static FailureOr<std::vector<Form>> prepareForms(const RunRequest &request, ModuleOp graph, const Compiled &compiled) {
  if (!request.compare)
    return std::vector<Form>();
  auto entry = compiled.module->findEntry(request.run.entry);
  runtime::Error error = entry ? checkCompare(request.compare) : entry.takeError();
  if (error)
    return failure(reportError(error.message()) != 0);
  return makeForms(graph, (*entry)->name, request.compile, request.compare,
                   {"fused", compiled.module, *compiled.report});
}

int fusion::runFile(RunRequest request) {
  RunOptions &options = request.run;
  Graph graph;
  if (failed(graph.read(options.module)))
    return ExitCode::ExitDiagnostic;
  if (runtime::Error error = runtime::checkInputFiles(options))
    return reportError(error.message());
  if (runtime::Error error = readBefore(request.explain))
    return reportError(error.message());
  if (options.device == "reference")
    return runOnReference(graph, options);
  runtime::Cache::enable(options.cache);
  if (runtime::Error error = chooseTarget(options.device, request.chip, request.compile))
    return reportError(error.message());
  options.device = request.compile.isCPU() ? "cpu" : "cuda";
  bool predicts = (options.bench || !options.timeline.trace.empty()) && !request.compile.isCPU();
  auto compiled = compile(graph.getModule(), request.compile, predicts || request.explain || request.compare);
  if (failed(compiled))
    return ExitCode::ExitDiagnostic;
  if (compiled->report)
    options.predicted = getPredictions(*compiled->report);
  auto forms = prepareForms(request, graph.getModule(), *compiled);
  if (failed(forms))
    return ExitCode::ExitDiagnostic;
  ReportOfRun report(request, compiled->report);
  if (failed(report.writeAhead()))
    return ExitCode::ExitDiagnostic;
  int code = runtime::runModule(
      compiled->module, options,
      [&](const FusionEntry &entry, runtime::Span<const runtime::HostTensor> inputs, runtime::RunResult &result) {
        if (request.verify) {
          runtime::Phase phase("verify");
          if (auto error = verifyRun(*request.verify, {graph.getModule(), *compiled->fused, request.compile, entry},
                                     inputs, result))
            return error;
        }
        if (request.compare) {
          auto runs = compareForms(*forms, entry.name, inputs, request.compare);
          if (!runs)
            return runs.takeError();
          result.compared = std::move(*runs);
        }
        report.add(result);
        return runtime::Error();
      });
  return failed(report.write()) ? ExitCode::ExitDiagnostic : code;
}

int fusion::runSharedObject(const RunOptions &options) {
  runtime::Cache::enable(options.cache);
  auto module = runtime::Module::open(options.module);
  if (!module)
    return reportError(module.error().message());
  return runtime::runModule(*module, options);
}
