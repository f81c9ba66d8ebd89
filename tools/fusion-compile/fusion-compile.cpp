// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiles a graph to a file.

#include "fusion/Driver/CommandLine.h"
#include "fusion/Driver/DeviceTarget.h"
#include "fusion/Driver/Emit.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/CrashGuard.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace fusion;
namespace cli = fusion::runtime::cli;

namespace {
struct Arguments {
  EmitRequest request;
  std::string cache;
  fusion::runtime::TimelineOptions timeline;
  bool printPasses = false;
};

struct EmitName {
  cli::Word word;
  EmitKind kind;
};
} // namespace

static cli::Option declareEmit(EmitRequest &request) {
  static const std::vector<EmitName> kNames = {
      {{"fusion", "the graph with its kernels formed, fused and scheduled"}, EmitKind::Fusion},
      {{"gpu", "kernels as device functions, host code on memrefs"}, EmitKind::GPU},
      {{"nvvm", "kernels in the NVVM dialect"}, EmitKind::NVVM},
      {{"llvm", "the host program as LLVM IR"}, EmitKind::LLVM},
      {{"ptx", "the kernels as PTX"}, EmitKind::PTX},
      {{"cubin", "the kernels as a cubin"}, EmitKind::Cubin},
      {{"so", "a shared object for fusion-runner or the runtime library"}, EmitKind::SharedObject}};
  std::vector<cli::Word> words;
  words.reserve(std::size(kNames));
  for (const EmitName &name : kNames)
    words.push_back(name.word);
  auto set = [&request, words](const std::string &value) {
    request.outputGiven = true;
    for (const EmitName &name : kNames)
      if (name.word.name == value)
        request.emit = name.kind;
    return cli::checkIsOneOf("--emit", words, value);
  };
  return cli::option("--emit", "KIND", "what to emit (default: ptx, or llvm for the CPU)", set).oneOf(words);
}

static std::vector<cli::Option> declareOutput(Arguments &arguments) {
  EmitRequest &request = arguments.request;
  std::vector<cli::Option> options = {
      declareEmit(request),
      cli::option("-o", "FILE", "output file; standard output if not given", [&request](const std::string &value) {
        request.output = value;
        request.outputGiven = true;
        return fusion::runtime::Error();
      })};
  for (cli::Option &option : declareExplain(request.explain))
    options.push_back(std::move(option));
  for (cli::Option &option : fusion::runtime::declareTimeline(arguments.timeline))
    options.push_back(std::move(option));
  options.push_back(
      cli::flag("--print-pipeline",
                "print the passes behind --emit, as fusion-opt --pass-pipeline takes them, and compile nothing",
                arguments.printPasses));
  return options;
}

static cli::Command declare(Arguments &arguments) {
  CompileOptions &compile = arguments.request.compile;
  std::vector<cli::Option> options = declareTarget(compile);
  for (cli::Option &option : declareOptions(compile))
    options.push_back(std::move(option));
  options.push_back(fusion::runtime::declareCache(arguments.cache));
  cli::Command command;
  command.name = "fusion-compile";
  command.assembles = true;
  command.usage = "IN.mlir [options]";
  command.summary = "compiles a tensor graph to fused kernels";
  command.description = {
      "Reads a graph (linalg, TOSA or the fusion dialect on tensors), decides which operations share a kernel, and "
      "writes what `--emit` says: IR of a stage, PTX, a cubin, or a shared object that runs without LLVM. Neither a "
      "GPU nor a CUDA toolkit is needed, but for a cubin nvJitLink, ptxas or a driver.",
      "With `--explain` and neither `--emit` nor `-o` the report is all that is written."};
  command.arguments = {{"IN.mlir", "the graph, as MLIR's text; -: standard input"}};
  command.groups = {{"output", declareOutput(arguments)}, {"compile", std::move(options)}};
  command.argument = [&arguments](const std::string &value) {
    std::string &input = arguments.request.input;
    if (!input.empty())
      return fusion::runtime::Error::make("more than one graph: '", input, "' and '", value, "'");
    input = value;
    return fusion::runtime::Error();
  };
  command.environment = fusion::runtime::runtimeEnvironment();
  command.environment.emplace_back("FUSION_DUMP", "the value of `--dump` where that is not given");
  command.exitCodes = cli::exitCodes();
  command.examples = {{"fusion-compile graph.mlir --explain", "what shares a kernel, and why not more"},
                      {"fusion-compile graph.mlir --explain=html --explain-output=page.html", "the same as a page"},
                      {"fusion-compile graph.mlir --target=sm_90a --emit=ptx -o graph.ptx", ""},
                      {"fusion-compile graph.mlir --target=sm_80 --emit=so -o graph.so", "for fusion-runner"}};
  command.seeAlso = {"fusion-run", "fusion-runner", "fusion-opt"};
  command.elsewhere = {{"--device", "--target names a chip, or the CPU"}, {"--output", "-o FILE"}};
  for (const char *option : {"--input", "--random", "--verify", "--bench"})
    command.elsewhere.emplace_back(option, "fusion-run runs graphs");
  return command;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  Arguments arguments;
  EmitRequest &request = arguments.request;
  request.outputGiven = false;
  request.compile.target = kDefaultChip.str();
  cli::Command command = declare(arguments);
  if (std::optional<int> code = parseCommandLine(command, argc, argv))
    return *code;
  if (request.input.empty() && !arguments.printPasses)
    return reportUsage(command, "no input file given");
  containCrashes("fusion-compile", request.input);
  if (fusion::runtime::Error error = replaceAutomaticTarget(request.compile))
    return fusion::runtime::reportError(error.message());
  std::string problem;
  if (arguments.printPasses) {
    if (failed(checkKind(resolveKind(request.emit, request.compile), request.compile, problem)))
      return reportUsage(command, "--" + problem);
    outs() << printPipeline(request.emit, request.compile) << "\n";
    return 0;
  }
  if (failed(checkRequest(request, problem)))
    return reportUsage(command, problem);
  if (fusion::runtime::Error error = readBefore(request.explain))
    return fusion::runtime::reportError(error.message());
  fusion::runtime::Cache::enable(arguments.cache);
  return fusion::runtime::withTimeline(arguments.timeline, [&] { return failed(emit(request)) ? 1 : 0; });
}
