// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The compiler's output is a function of the graph's text.

#include "../Oracle.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

/// PTX of a copy of the module.
static Expected<std::string> compile(ModuleOp module, const CompileOptions &options, Counters &counters) {
  std::string text;
  OwningOpRef<ModuleOp> copy = module.clone();
  Error error = runCompiler(*copy, counters, [&]() -> LogicalResult {
    if (failed(buildKernels(*copy, options)))
      return failure();
    FailureOr<std::string> ptx = lowerToPTX(*copy, options);
    if (failed(ptx))
      return failure();
    text = std::move(*ptx);
    return success();
  });
  if (error)
    return error;
  return text;
}

/// Compares the PTX of two modules, for a chip that changes from graph to graph.
static Error comparePtx(Subject &subject, ModuleOp first, ModuleOp second) {
  CompileOptions options;
  options.verifyEach = true;
  const Environment &environment = subject.getEnvironment();
  options.target = environment.chips[subject.getGraph().dataSeed / 7 % environment.chips.size()];
  auto one = compile(first, options, subject.getCounters()), two = compile(second, options, subject.getCounters());
  if (!one)
    return one.takeError();
  if (!two)
    return two.takeError();
  ++subject.getCounters()["total.pairs"];
  if (*one == *two)
    return {};
  auto difference = std::mismatch(one->begin(), one->end(), two->begin(), two->end());
  auto line = 1 + std::count(one->begin(), difference.first, '\n');
  return Error::make("PTX differs\n[", options.target, "] from line ", line);
}

namespace {
struct RoundTrip : Oracle {
  StringRef getName() const override { return "round-trip"; }
  StringRef getHelp() const override { return "what is printed and parsed compiles to the same PTX"; }
  unsigned getPeriod() const override { return 32; }

  Error check(Subject &subject) const override {
    auto parsed = parseGraph(subject.getModule().getContext(), printModule(subject.getModule()), subject.getCounters());
    if (!parsed)
      return parsed.takeError();
    return comparePtx(subject, subject.getModule(), **parsed);
  }
};

struct Repeat : Oracle {
  StringRef getName() const override { return "repeat"; }
  StringRef getHelp() const override { return "compiled twice, a graph gives the same PTX"; }
  unsigned getPeriod() const override { return 64; }

  Error check(Subject &subject) const override { return comparePtx(subject, subject.getModule(), subject.getModule()); }
};
} // namespace

ArrayRef<const Oracle *> fusion::smith::getTextOracles() {
  static const RoundTrip roundTrip;
  static const Repeat repeat;
  static const Oracle *const oracles[] = {&roundTrip, &repeat};
  return oracles;
}
