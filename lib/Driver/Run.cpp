// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Driver/Run.h"
#include "fusion/Driver/Artifact.h"
#include "fusion/Driver/Emit.h"
#include "fusion/Driver/Graph.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Driver/Verify.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/CrashGuard.h"
#include "fusion/Transforms/CheckGraph/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "fusion/Version.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include <elf.h>
#include <fstream>
#include <iostream>

using namespace mlir;
using namespace mlir::fusion;
using ::fusion::ExitCode;
using ::fusion::reportError;
using ::fusion::RunOptions;

static const char *const kHelp =
    "usage: fusion-run FILE.mlir|FILE.so [options]\n\n"
    "Compiles a graph in memory for the GPU, if there is one, else for the CPU, and runs it.\n\n"
    "  --verify[=auto|graph|kernels]\n"
    "                        compare with the float64 interpreter and print the error beside its bound: each output\n"
    "                        of the graph, or each kernel alone, on the values that it read (auto: the graph, or\n"
    "                        the kernels where it is large, its bounds say too little or it is wrong)\n"
    "  --explain[=text|json] report each launch, and what is not fused with the reason, on standard error\n"
    "  --device=reference    run the float64 interpreter itself\n"
    "  --numerics=relaxed|strict|fast\n"
    "                        when values are rounded (default: as the module says)\n"
    "  --f32-precision=tf32x3|tf32|ieee\n"
    "                        products of f32 (default: as the module says)\n"
    "  --no-fuse             one operation a kernel, for comparison\n"
    "  --tuning-db=FILE      measured schedules, for the GPU\n"
    "  --initialize=false    compute at each call what follows from constants alone\n"
    "  --dependent-launch=false\n"
    "                        GPU kernels wait for each other before they start\n"
    "  --bounded-waits=N     for debugging: GPU kernels trap after N polls of an mbarrier, instead of hanging\n"
    "  --verify-each         for debugging: verify the compiler's IR after each pass\n";

static int usage(const std::string &message) {
  std::cerr << "fusion-run: " << message << " (see --help)\n";
  return ExitCode::ExitUsage;
}

/// A module that is compiled in memory, and its form with kernels, for verification.
namespace {
struct Compiled {
  std::shared_ptr<::fusion::Module> module;
  OwningOpRef<ModuleOp> fused;
  std::vector<::fusion::PredictedLaunch> predictions;
};
} // namespace

/// What --explain asks for; nothing if it is something else than text or json.
static std::optional<ExplainKind> parseExplain(const RunOptions &options) {
  auto given = options.extra.find("explain");
  if (given == options.extra.end())
    return ExplainKind::None;
  return llvm::StringSwitch<std::optional<ExplainKind>>(given->second)
      .Cases({"", "text"}, ExplainKind::Text)
      .Case("json", ExplainKind::JSON)
      .Default(std::nullopt);
}

/// What the report says of launches.
static std::vector<::fusion::PredictedLaunch> getPredictions(const FusionReport &report) {
  std::vector<::fusion::PredictedLaunch> predictions;
  for (const KernelReport &row : report.kernels)
    if (row.predictedMicroseconds)
      predictions.push_back({row.entry, row.name, row.launches, *row.predictedMicroseconds});
  return predictions;
}

static FailureOr<Compiled> compile(ModuleOp original, const CompileOptions &options, ExplainKind explain,
                                   bool predict) {
  OwningOpRef<ModuleOp> module = original.clone();
  Compiled compiled;
  if (failed(buildKernels(*module, options)))
    return failure();
  if (explain != ExplainKind::None || predict) {
    FailureOr<FusionReport> report = makeReport(*module, options);
    if (failed(report))
      return failure();
    llvm::errs() << printReport(*report, explain);
    compiled.predictions = getPredictions(*report);
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
  auto entry = ::fusion::findEntry((*specs)->get(), options.entry);
  if (!entry)
    return reportError(entry.error().message());
  auto inputs = ::fusion::makeInputs(**entry, options);
  if (!inputs)
    return reportError(inputs.error().message());
  ::fusion::noteMadeInputs(**entry, options);
  auto outputs = runReference(graph.getModule(), (*entry)->name, *inputs);
  if (failed(outputs))
    return ExitCode::ExitDiagnostic;
  ::fusion::RunResult result;
  result.entry = (*entry)->name;
  result.device = "reference";
  result.outputs = std::move(*outputs);
  if (::fusion::Error error = ::fusion::writeOutputs(result, options))
    return reportError(error.message());
  ::fusion::printResult(std::cout, result, options);
  return ExitCode::ExitGood;
}

/// Sets the target that the device needs: a chip and the card if that is known, or "cpu". A GPU that is too old is none
/// for --device=auto.
static ::fusion::Error chooseTarget(const std::string &device, CompileOptions &options) {
  options.target = "cpu";
  auto kind = ::fusion::chooseDevice(device);
  if (!kind)
    return kind.takeError();
  if (*kind == FUSION_CPU)
    return {};
  auto opened = ::fusion::Device::open(*kind);
  if (!opened)
    return opened.takeError();
  const ::fusion::DeviceInfo &info = (*opened)->info();
  if (const ChipInfo *chip = findChipFor(info.major, info.minor)) {
    options.target = chip->name.str();
    if (const ChipCard *card = findCard(*chip, info.name, info.multiprocessors))
      options.card = card->name.str();
    return {};
  }
  std::string problem = ::fusion::concat(info.name, " has compute capability ", info.major, ".", info.minor,
                                         ", and kernels are made for 8.0 and later");
  if (device != "auto")
    return ::fusion::Error::make(problem, "; --device=cpu runs the graph on the CPU");
  std::cerr << "warning: " << problem << ": running on the CPU\n";
  return {};
}

static int runFile(RunOptions options, CompileOptions compileOptions) {
  Graph graph;
  if (failed(graph.read(options.module)))
    return ExitCode::ExitDiagnostic;
  if (options.device == "reference")
    return runOnReference(graph, options);
  ::fusion::Cache::enable(options.cache);
  if (::fusion::Error error = chooseTarget(options.device, compileOptions))
    return reportError(error.message());
  options.device = compileOptions.isCPU() ? "cpu" : "cuda";
  auto compiled =
      compile(graph.getModule(), compileOptions, *parseExplain(options), options.bench && !compileOptions.isCPU());
  if (failed(compiled))
    return ExitCode::ExitDiagnostic;
  options.predicted = std::move(compiled->predictions);
  if (!options.extra.count("verify"))
    return ::fusion::runModule(compiled->module, options);
  return ::fusion::runModule(
      compiled->module, options,
      [&](const FusionEntry &entry, ::fusion::Span<const ::fusion::HostTensor> inputs, ::fusion::RunResult &result) {
        return verifyRun(*parseVerifyMode(options.extra.at("verify")),
                         {graph.getModule(), *compiled->fused, compileOptions, entry}, inputs, result);
      });
}

/// An option that the interpreter has no use for; empty if there is none.
static std::string findCompiledOption(const RunOptions &options) {
  if (options.bench)
    return "bench";
  if (options.info)
    return "info";
  return options.extra.empty() ? "" : options.extra.begin()->first;
}

/// By its name or its first bytes. Of a pipe nothing is read: the compiler wants all of it.
static bool isSharedObject(const std::string &path) {
  if (StringRef(path).ends_with(".so"))
    return true;
  char magic[SELFMAG] = {};
  if (llvm::sys::fs::is_regular_file(path))
    std::ifstream(path, std::ios::binary).read(magic, sizeof(magic));
  return StringRef(magic, sizeof(magic)) == ELFMAG;
}

static int runSharedObject(const RunOptions &options) {
  if (options.extra.count("verify") || options.device == "reference")
    return usage("verification needs the graph: run the .mlir file");
  if (!options.extra.empty())
    return usage("--" + options.extra.begin()->first + " changes what is compiled: run the .mlir file");
  ::fusion::Cache::enable(options.cache);
  auto module = ::fusion::Module::open(options.module);
  if (!module)
    return reportError(module.error().message());
  return ::fusion::runModule(*module, options);
}

/// The options of the compile among those of the command line.
static LogicalResult parseCompileOptions(const std::map<std::string, std::string> &given, CompileOptions &options,
                                         std::string &error) {
  for (const auto &[name, value] : given) {
    if (name == "no-fuse")
      options.fuse = false;
    else if (name == "verify-each")
      options.verifyEach = true;
    else if (name != "verify" && name != "explain" && failed(setOption(options, name, value, error)))
      return failure();
  }
  return checkOptions(options, error);
}

int mlir::fusion::runCommand(int argc, const char *const *argv) {
  static const std::vector<std::string> kOptions = {"verify",     "verify=",     "verify-each",       "explain",
                                                    "explain=",   "numerics=",   "f32-precision=",    "no-fuse",
                                                    "tuning-db=", "initialize=", "dependent-launch=", "bounded-waits="};
  auto options = ::fusion::parseRunOptions(argc, argv, kOptions);
  if (!options)
    return usage(options.error().message());
  if (options->help) {
    std::cout << kHelp << ::fusion::runOptionsHelp();
    return ExitCode::ExitGood;
  }
  if (options->version) {
    std::cout << "fusion-run " FUSION_VERSION "\n";
    return ExitCode::ExitGood;
  }
  containCrashes("fusion-run", options->module);
  if (isSharedObject(options->module))
    return runSharedObject(*options);
  std::string compiled = options->device == "reference" ? findCompiledOption(*options) : "";
  if (!compiled.empty())
    return usage("--device=reference is what others are compared with: it takes no --" + compiled);
  CompileOptions compileOptions;
  compileOptions.verifyEach = false;
  std::string problem;
  if (auto mode = options->extra.find("verify"); mode != options->extra.end() && !parseVerifyMode(mode->second))
    return usage("--verify expects auto, graph or kernels, but is '" + mode->second + "'");
  if (!parseExplain(*options))
    return usage("--explain expects text or json, but is '" + options->extra.at("explain") + "'");
  if (failed(parseCompileOptions(options->extra, compileOptions, problem)))
    return usage("--" + problem);
  if (options->device == "cpu" && failed(checkKind(EmitKind::LLVM, compileOptions, problem)))
    return usage("--" + problem);
  return runFile(*options, compileOptions);
}
