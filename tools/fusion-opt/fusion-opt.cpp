// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs passes on .mlir files: any MlirOptMain tool's conduct, with this project's dialect, passes and pipelines beside
// upstream's, on text that nobody vouches for.

#include "CheckTargets.h"
#include "fusion/Driver/Input.h"
#include "fusion/InitAll.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Support/CommandLine.h"
#include "fusion/Support/CrashGuard.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "verify/CheckBarriers/Passes.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static FailureOr<std::unique_ptr<llvm::MemoryBuffer>> readText(StringRef path, bool unregisteredDialects) {
  MLIRContext context(MLIRContext::Threading::DISABLED); // for diagnostics
  llvm::SourceMgr files(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>());
  SourceMgrDiagnosticHandler handler(files, &context);
  mlir::fusion::InputLimits limits;
  limits.mayNameFiles = false;
  limits.mayHoldForeignDialects = unregisteredDialects;
  return mlir::fusion::readInputText(path, context, limits);
}

/// Lets a check go before the passes of the command line.
static void checkTargetsFirst(MlirOptMainConfig &config) {
  config.setPassPipelineSetupFn([commandLine = config](PassManager &pm) {
    pm.addPass(mlir::fusion::createCheckTargetsPass());
    return commandLine.setupPassPipeline(pm);
  });
}

static LogicalResult processFile(StringRef input, StringRef outputName, DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  auto text = readText(input, config.shouldAllowUnregisteredDialects());
  if (failed(text))
    return failure();
  checkTargetsFirst(config);
  if (outputName == "-")
    return MlirOptMain(llvm::outs(), std::move(*text), registry, config);
  std::string result; // a file is there whole or not at all
  llvm::raw_string_ostream stream(result);
  if (failed(MlirOptMain(stream, std::move(*text), registry, config)))
    return failure();
  ::fusion::Error problem = ::fusion::writeFile(outputName.str(), {result});
  if (problem)
    llvm::errs() << "error: " << problem.message() << "\n";
  return success(!problem);
}

static bool asksForHelp(int argc, char **argv) {
  return std::any_of(argv + 1, argv + argc, [](StringRef argument) {
    return argument == "--help" || argument == "-help" || argument == "-h";
  });
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  mlir::fusion::registerAllDialects(registry);
  mlir::fusion::registerAllPasses();
  mlir::fusion::registerCheckBarriersPasses();
  // --help is about this project; --help-hidden lists upstream's passes and LLVM's options too.
  mlir::fusion::setUpOptions("fusion-opt");
  if (!asksForHelp(argc, argv))
    registerAllPasses();
  auto [input, output] = registerAndParseCLIOptions(argc, argv, "fusion graph compiler\n", registry);
  mlir::fusion::containCrashes("fusion-opt", input);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  return asMainReturnCode(processFile(input, output, registry));
}
