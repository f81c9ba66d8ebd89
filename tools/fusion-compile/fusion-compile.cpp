// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiles a graph to a file.

#include "fusion/Driver/Emit.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Text.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/CommandLine.h"
#include "fusion/Support/CrashGuard.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mlir::fusion;

static cl::OptionCategory category("fusion-compile options");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("IN.mlir"), cl::init(""), cl::cat(category));
static cl::opt<std::string> outputFile("o", cl::desc("Output file; standard output if not given"),
                                       cl::value_desc("FILE"), cl::init("-"), cl::cat(category));
static const std::string targets = listChips("|") + "|cpu";
static cl::opt<std::string> target("target", cl::desc("What to compile for (default: sm_80)"), cl::value_desc(targets),
                                   cl::init("sm_80"), cl::cat(category));
static cl::opt<std::string>
    card("card",
         cl::desc("Card with that chip, such as 'H100 PCIe', whose bandwidth and rates schedules "
                  "are chosen by (default: the chip table's example)"),
         cl::value_desc("NAME"), cl::cat(category));
static cl::opt<EmitKind> emitKind(
    "emit", cl::desc("What to emit (default: ptx, or llvm for the CPU)"), cl::init(EmitKind::Default),
    cl::cat(category),
    cl::values(clEnumValN(EmitKind::Fusion, "fusion", "the graph with its kernels formed, fused and scheduled"),
               clEnumValN(EmitKind::GPU, "gpu", "kernels as device functions, host code on memrefs"),
               clEnumValN(EmitKind::NVVM, "nvvm", "kernels in the NVVM dialect"),
               clEnumValN(EmitKind::LLVM, "llvm", "the host program as LLVM IR"),
               clEnumValN(EmitKind::PTX, "ptx", "the kernels as PTX"),
               clEnumValN(EmitKind::Cubin, "cubin", "the kernels as a cubin"),
               clEnumValN(EmitKind::SharedObject, "so", "a shared object for fusion-runner or the runtime library")));
static cl::opt<std::string> numerics("numerics", cl::desc("When values are rounded (default: as the module says)"),
                                     cl::value_desc("relaxed|strict|fast"), cl::cat(category));
static cl::opt<std::string> f32Precision("f32-precision", cl::desc("Products of f32 (default: as the module says)"),
                                         cl::value_desc("tf32x3|tf32|ieee"), cl::cat(category));
static cl::opt<std::string> tuningDb("tuning-db", cl::desc("Measured schedules, which go before the model's"),
                                     cl::value_desc("FILE"), cl::cat(category));
static cl::opt<std::string> schedule("schedule",
                                     cl::desc("A #fusion.schedule for kernels of products, in place of the compiler's"),
                                     cl::value_desc("TEXT"), cl::cat(category));
static cl::opt<std::string> cache("cache",
                                  cl::desc("Keep compiled code there and use it again: on (~/.cache/fusion), off or a "
                                           "folder (default: as FUSION_CACHE says)"),
                                  cl::value_desc("on|off|DIR"), cl::cat(category));
static cl::opt<bool>
    initialize("initialize",
               cl::desc("What follows from constants alone is computed once, by an entry NAME.initialize"),
               cl::init(true), cl::cat(category));
static cl::opt<bool>
    dependentLaunch("dependent-launch",
                    cl::desc("Kernels start before the ones before them have ended, where the chip can"),
                    cl::init(true), cl::cat(category));
static cl::opt<int64_t>
    boundedWaits("bounded-waits",
                 cl::desc("For debugging: kernels trap after N polls of an mbarrier, instead of hanging"),
                 cl::value_desc("N"), cl::init(0), cl::cat(category));
static cl::opt<bool> verifyEach("verify-each", cl::desc("For debugging: the compiler's IR is verified after each pass"),
                                cl::cat(category));
static cl::opt<bool> noFuse("no-fuse", cl::desc("One operation a kernel, for comparison"), cl::cat(category));
static cl::opt<ExplainKind> explain("explain",
                                    cl::desc("Report each launch, and each edge that is not fused with the reason"),
                                    cl::ValueOptional, cl::init(ExplainKind::None), cl::cat(category),
                                    cl::values(clEnumValN(ExplainKind::Text, "", ""),
                                               clEnumValN(ExplainKind::Text, "text", "as text (default)"),
                                               clEnumValN(ExplainKind::JSON, "json", "as JSON")));

static cl::opt<bool> printPasses("print-pipeline",
                                 cl::desc("Print the passes behind --emit, as fusion-opt --pass-pipeline takes them, "
                                          "and compile nothing"),
                                 cl::cat(category));

static int usage(const Twine &message) {
  WithColor::error(errs(), "fusion-compile") << message << "\n";
  return 2;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  setUpOptions("fusion-compile", &category);
  if (const char *unknown = findUnknownOption(argc, argv))
    return usage("unknown option '" + StringRef(unknown) + "'" +
                 ::fusion::suggest(StringRef(unknown).split('=').first.str(), listVisibleOptions()) + " (see --help)");
  if (!cl::ParseCommandLineOptions(argc, argv, "Compiles a tensor graph to fused kernels.\n", &errs()))
    return 2;
  if (inputFile.empty() && !printPasses)
    return usage("no input file given (see --help)");
  containCrashes("fusion-compile", inputFile);
  EmitRequest request;
  request.input = inputFile;
  request.output = outputFile;
  request.emit = emitKind;
  request.explain = explain;
  request.compile.target = target;
  request.compile.card = card;
  request.compile.numerics = numerics;
  request.compile.f32Precision = f32Precision;
  request.compile.tuningDb = tuningDb;
  request.compile.schedule = schedule;
  request.compile.initialize = initialize;
  request.compile.dependentLaunch = dependentLaunch;
  request.compile.boundedWaits = boundedWaits;
  request.compile.verifyEach = verifyEach;
  request.compile.fuse = !noFuse;
  request.outputGiven = emitKind.getNumOccurrences() || outputFile.getNumOccurrences();
  std::string problem;
  if (printPasses) {
    if (failed(checkKind(resolveKind(request.emit, request.compile), request.compile, problem)))
      return usage("--" + problem);
    outs() << printPipeline(request.emit, request.compile) << "\n";
    return 0;
  }
  if (failed(checkRequest(request, problem)))
    return usage(problem);
  ::fusion::Cache::enable(cache);
  return failed(emit(request)) ? 1 : 0;
}
