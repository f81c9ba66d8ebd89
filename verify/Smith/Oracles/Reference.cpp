// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a graph computes: beside the float64 interpreter, and fused beside unfused.

#include "../Oracle.h"
#include "fusion/Driver/Verify.h"
#include "fusion/Runtime/Runner.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

Error fusion::smith::verifyProgram(Subject &subject, const Program &program, const Tensors &inputs) {
  auto outputs = subject.run(program, inputs);
  if (!outputs)
    return outputs.takeError();
  runtime::RunResult result;
  result.device = subject.getEnvironment().device;
  result.outputs = std::move(*outputs);
  auto entry = program.module->findEntry("graph");
  Error error;
  Error diagnosed = runCompiler(subject.getModule(), subject.getCounters(), [&] {
    error = verifyOutputs(subject.getModule(), *program.fused, **entry, inputs, result);
    return success();
  });
  if (error)
    return Error::make("reference fails\n", error.message());
  for (const runtime::Verdict &verdict : result.verdicts) {
    ++subject.getCounters()[verdict.bound == 0 ? "total.outputs compared exactly" : "total.outputs compared in bounds"];
    if (verdict.kind == runtime::Verdict::Inconclusive)
      ++subject.getCounters()["total.outputs mostly without bounds"];
    if (verdict.kind == runtime::Verdict::Mismatch)
      return Error::make("wrong result\noutput ", verdict.output, ": ", verdict.note);
  }
  return {};
}

/// The first kernel that is wrong, or output that is not the graph's.
static Error findWrong(const runtime::RunResult &result) {
  for (const runtime::KernelVerdict &verdict : result.kernelVerdicts)
    if (verdict.kind == runtime::Verdict::Mismatch)
      return Error::make("wrong kernel\n", verdict.name, " (", verdict.ops, "): ", verdict.note);
  for (const runtime::Verdict &verdict : result.verdicts)
    if (verdict.kind == runtime::Verdict::Mismatch)
      return Error::make("kernels are not the graph\noutput ", verdict.output, ": ", verdict.note);
  return {};
}

namespace {
/// `fusion-run --verify=graph`.
struct Verified : Oracle {
  StringRef getName() const override { return "verify"; }
  StringRef getHelp() const override { return "a run agrees with the float64 interpreter, element by element"; }
  unsigned getPeriod() const override { return 4; }

  Error check(Subject &subject) const override {
    if (!subject.isRunnable())
      return {};
    auto inputs = subject.makeInputs();
    auto program = subject.getProgram(subject.getDeviceOptions());
    if (!program)
      return program.takeError();
    return verifyProgram(subject, **program, *inputs);
  }
};

/// `fusion-run --verify=kernels`.
struct Alone : Oracle {
  StringRef getName() const override { return "alone"; }
  StringRef getHelp() const override { return "each kernel agrees with the float64 interpreter on what it read"; }
  unsigned getPeriod() const override { return 16; }

  Error check(Subject &subject) const override {
    if (!subject.isRunnable())
      return {};
    auto inputs = subject.makeInputs();
    auto program = subject.getProgram(subject.getDeviceOptions());
    if (!program)
      return program.takeError();
    auto outputs = subject.run(**program, *inputs);
    if (!outputs)
      return outputs.takeError();
    runtime::RunResult result;
    result.device = subject.getEnvironment().device;
    result.outputs = std::move(*outputs);
    auto entry = (*program)->module->findEntry("graph");
    VerifiedProgram verified{subject.getModule(), *(*program)->fused, subject.getDeviceOptions(), **entry};
    Error error;
    Error diagnosed = runCompiler(subject.getModule(), subject.getCounters(), [&] {
      error = verifyKernels(verified, *inputs, result);
      return success();
    });
    if (error)
      return Error::make("kernels cannot be verified\n", error.message());
    subject.getCounters()["total.kernels compared alone"] += result.kernelVerdicts.size();
    return findWrong(result);
  }
};

/// The same with one operation a kernel.
struct Unfused : Oracle {
  StringRef getName() const override { return "unfused"; }
  StringRef getHelp() const override { return "a run without fusion agrees with the float64 interpreter"; }
  unsigned getPeriod() const override { return 16; }

  Error check(Subject &subject) const override {
    if (!subject.isRunnable())
      return {};
    auto inputs = subject.makeInputs();
    CompileOptions options = subject.getDeviceOptions();
    options.fuse = false;
    auto program = subject.getProgram(options);
    if (!program)
      return program.takeError();
    return verifyProgram(subject, **program, *inputs);
  }
};

/// Under strict numerics, fused and unfused programs give the same bits.
struct Strict : Oracle {
  StringRef getName() const override { return "strict"; }
  StringRef getHelp() const override { return "under strict numerics, fused and unfused runs agree bit for bit"; }
  unsigned getPeriod() const override { return 8; }

  Error check(Subject &subject) const override {
    if (!subject.isRunnable())
      return {};
    auto inputs = subject.makeInputs();
    Tensors results[2];
    for (bool fuse : {false, true}) {
      CompileOptions options = subject.getDeviceOptions();
      options.numerics = "strict";
      options.fuse = fuse;
      auto program = subject.getProgram(options);
      if (!program)
        return program.takeError();
      auto outputs = subject.run(**program, *inputs);
      if (!outputs)
        return outputs.takeError();
      results[fuse] = std::move(*outputs);
    }
    ++subject.getCounters()["total.pairs"];
    return compareBits(results[0], results[1]);
  }
};
} // namespace

ArrayRef<const Oracle *> fusion::smith::getReferenceOracles() {
  static const Verified verified;
  static const Alone alone;
  static const Unfused unfused;
  static const Strict strict;
  static const Oracle *const oracles[] = {&verified, &alone, &unfused, &strict};
  return oracles;
}
