// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs passes on .mlir files: any MlirOptMain tool's conduct, with this project's dialect, passes and pipelines beside
// upstream's, on text that nobody vouches for.

#include "CheckInput.h"
#include "SuggestNames.h"
#include "fusion/Driver/CommandLine.h"
#include "fusion/Driver/DeviceTarget.h"
#include "fusion/Driver/Input.h"
#include "fusion/InitAll.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Support/CommandLine.h"
#include "fusion/Support/CrashGuard.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "verify/CheckBarriers/Passes.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static FailureOr<std::unique_ptr<llvm::MemoryBuffer>> readText(StringRef path, bool unregisteredDialects) {
  MLIRContext context(MLIRContext::Threading::DISABLED); // for diagnostics
  llvm::SourceMgr files(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>());
  SourceMgrDiagnosticHandler handler(files, &context);
  fusion::InputLimits limits;
  limits.mayNameFiles = false;
  limits.mayHoldForeignDialects = unregisteredDialects;
  return fusion::readInputText(path, context, limits);
}

/// Lets a check go before the passes of the command line, and leaves it to verify what was parsed.
static void checkInputFirst(MlirOptMainConfig &config, ArrayRef<StringRef> arguments) {
  config.verifyOnParsing(false);
  config.setPassPipelineSetupFn([commandLine = config, arguments](PassManager &pm) {
    pm.addPass(fusion::createCheckInputPass());
    fusion::PassNameSuggester suggester(*pm.getContext(), arguments);
    return commandLine.setupPassPipeline(pm);
  });
}

/// The outcome of the passes; of text that is one module, says which operation was meant where it has an unknown one.
static LogicalResult run(llvm::raw_ostream &os, const llvm::MemoryBuffer &text, DialectRegistry &registry,
                         const MlirOptMainConfig &config) {
  if (succeeded(MlirOptMain(os, llvm::MemoryBuffer::getMemBuffer(text.getMemBufferRef()), registry, config)))
    return success();
  if (config.inputSplitMarker().empty() && !config.shouldVerifyDiagnostics())
    fusion::suggestOperation(text, registry, config.shouldAllowUnregisteredDialects());
  return failure();
}

static LogicalResult processFile(StringRef input, StringRef outputName, DialectRegistry &registry,
                                 ArrayRef<StringRef> arguments) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  auto text = readText(input, config.shouldAllowUnregisteredDialects());
  if (failed(text))
    return failure();
  checkInputFirst(config, arguments);
  if (outputName == "-")
    return run(llvm::outs(), **text, registry, config);
  std::string result; // a file is there whole or not at all
  llvm::raw_string_ostream stream(result);
  if (failed(run(stream, **text, registry, config)))
    return failure();
  fusion::runtime::Error problem = fusion::runtime::writeFile(outputName.str(), {result});
  if (problem)
    llvm::errs() << "error: " << problem.message() << "\n";
  return success(!problem);
}

static fusion::runtime::cli::Command declare() {
  fusion::runtime::cli::Command command;
  command.name = "fusion-opt";
  command.usage = "[options] [FILE.mlir]";
  command.summary = "runs passes of the fusion compiler on MLIR files";
  command.description = {
      "MLIR's optimizer driver with the fusion dialect, its passes and its pipelines beside upstream's. Pipelines can "
      "be chained, and every pass has its own option. The passes of upstream and the options of LLVM are shown by "
      "`--help-hidden`."};
  command.arguments = {{"FILE.mlir", "a module; standard input if not given"}};
  command.optionsOfLLVM = true;
  command.exitCodes = {{"0", "good"}, {"1", "a diagnostic was printed, or wrong usage"}};
  command.examples = {
      {"fusion-opt --fusion-import --fusion-fuse graph.mlir", "the kernels"},
      {"fusion-opt --fusion-import --fusion-fuse=chip=sm_90a graph.mlir", "for a chip"},
      {"fusion-opt --fusion-import --fusion-fuse=chip=auto graph.mlir", "for this machine's GPU, and its card"},
      {"fusion-opt --fusion-to-ptx=chip=sm_90a graph.mlir", ""},
      {"fusion-opt --fusion-import --fusion-fuse --remarks-filter='fusion.*' graph.mlir", "and why not more"}};
  command.seeAlso = {"fusion-compile", "fusion-lsp-server", "mlir-opt-22"};
  return command;
}

static bool asksForHelp(int argc, char **argv) {
  return std::any_of(argv + 1, argv + argc, [](StringRef argument) {
    return argument == "--help" || argument == "-help" || argument == "-h";
  });
}

/// Replaces "chip=auto" among the options of passes by the chip of this machine's GPU, with its card where no card is
/// given: what passes get, and print, is the same on every machine.
static fusion::runtime::Error replaceAutomaticChip(std::string &argument) {
  SmallVector<StringRef> parts;
  if (!llvm::Regex("^(.*[ ={,])(chip=auto(:[0-9]+)?)([ }\"'].*)?$").match(argument, &parts))
    return {};
  fusion::CompileOptions compile;
  compile.target = parts[2].split('=').second.str();
  if (fusion::runtime::Error error = fusion::replaceAutomaticTarget(compile))
    return error;
  std::string card =
      compile.card.empty() || StringRef(argument).contains("card=") ? "" : " card='" + compile.card + "'";
  argument = (parts[1] + "chip=" + compile.target + card + parts[4]).str();
  return {};
}

int main(int argc, char **argv) {
  if (fusion::answerDeclaration(declare(), argc, argv))
    return 0;
  std::vector<std::string> texts(argv, argv + argc);
  for (auto [text, argument] : llvm::zip_equal(texts, llvm::MutableArrayRef(argv, argc))) {
    if (fusion::runtime::Error error = replaceAutomaticChip(text))
      return fusion::runtime::reportError(error.message());
    argument = text.data();
  }
  DialectRegistry registry;
  fusion::registerAllDialects(registry);
  fusion::registerAllPasses();
  fusion::registerCheckBarriersPasses();
  // --help is about this project; --help-hidden lists upstream's passes and LLVM's options too.
  fusion::setUpOptions("fusion-opt");
  if (!asksForHelp(argc, argv))
    registerAllPasses();
  std::string help = registerCLIOptions("fusion graph compiler\n", registry);
  const char *unknown = asksForHelp(argc, argv) ? nullptr : fusion::findUnknownOption(argc, argv, /*later=*/{"o"});
  if (unknown) {
    llvm::WithColor::error(llvm::errs(), "fusion-opt") << fusion::refuseOption(unknown) << " (see --help)\n";
    return 1;
  }
  auto [input, output] = parseCLIOptions(argc, argv, help);
  fusion::containCrashes("fusion-opt", input);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  SmallVector<StringRef> arguments(argv + 1, argv + argc);
  return asMainReturnCode(processFile(input, output, registry, arguments));
}
