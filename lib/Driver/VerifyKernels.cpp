// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs a program once more with all that is in between, and has each kernel checked.

#include "fusion/Driver/VerifyKernels.h"
#include "CompareGraphs.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Driver/Verify.h"

using namespace mlir;
using namespace fusion;
using runtime::Error;
using runtime::Expected;
using runtime::HostTensor;
using runtime::RunResult;
using runtime::Span;

namespace {
struct ExposedProgram {
  ExposedModule exposed;
  std::shared_ptr<runtime::Module> module;
};
} // namespace

static FailureOr<ExposedProgram> compileExposed(ModuleOp fused, StringRef entry, const CompileOptions &options) {
  ExposedProgram program;
  FailureOr<ExposedModule> exposed = exposeValues(fused, entry);
  if (failed(exposed))
    return failure();
  program.exposed = std::move(*exposed);
  OwningOpRef<ModuleOp> copy = program.exposed.module->clone();
  auto module = loadProgram(*copy, options);
  if (failed(module))
    return failure();
  program.module = *module;
  return program;
}

Expected<std::vector<HostTensor>> fusion::runProgram(const std::shared_ptr<runtime::Module> &module,
                                                     StringRef entryName, Span<const HostTensor> inputs) {
  auto entry = module->findEntry(std::string_view(entryName.data(), entryName.size()));
  if (!entry)
    return entry.takeError();
  auto device = runtime::Device::open(module->device());
  if (!device)
    return device.takeError();
  auto context = runtime::Context::create(module, *device);
  if (!context)
    return context.takeError();
  auto result = runtime::runEntry(**context, **entry, inputs, runtime::RunOptions());
  if (!result)
    return result.takeError();
  return std::move(result->outputs);
}

Error fusion::verifyKernels(const VerifiedProgram &program, Span<const HostTensor> inputs, RunResult &result) {
  StringRef entry = program.entry.name;
  auto exposing = compileExposed(program.fused, entry, program.options);
  if (failed(exposing))
    return Error::make("the program cannot return the values in between");
  auto outputs = runProgram(exposing->module, entry, inputs);
  if (!outputs)
    return outputs.takeError();
  auto verdicts = checkKernels(exposing->exposed, inputs, *outputs, result.device);
  if (!verdicts)
    return verdicts.takeError();
  result.kernelVerdicts = std::move(*verdicts);
  if (Error error = compareGraphs(program.original, program.fused, entry, inputs, result))
    return error;
  return compareRuns(program.fused, entry, *outputs, result);
}
