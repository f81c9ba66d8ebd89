// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether `fusion-run --verify` sees what is wrong: faults in graphs and in PTX, and data that overflows.

#include "../FaultyGraph.h"
#include "../Oracle.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Driver/Verify.h"
#include "fusion/Driver/VerifyKernels.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Transforms/Transforms.h"
#include "llvm/ADT/ScopeExit.h"
#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;
using runtime::Verdict;

/// Faults that are tried in each graph.
static constexpr unsigned kFaults = 4;
/// Roundings of the output's type by which a result must change for a fault to count.
static constexpr double kRoundings = 8;

//===----------------------------------------------------------------------===//
// What a fault changes, judged without bounds
//===----------------------------------------------------------------------===//

/// Half a unit in the last place of a float type, relative.
static double getRoundoff(Type type) {
  return std::ldexp(1.0, -static_cast<int>(APFloat::semanticsPrecision(cast<FloatType>(type).getFloatSemantics())));
}

static double getRootMeanSquare(const HostTensor &tensor) {
  double sum = 0;
  int64_t finite = 0;
  for (int64_t i = 0; i < tensor.elements(); ++i)
    if (double value = tensor.valueAt(i); std::isfinite(value))
      sum += value * value, ++finite;
  return finite ? std::sqrt(sum / static_cast<double>(finite)) : 0;
}

/// Whether an element differs by more than some roundings of its size, or of the root mean square.
static bool differs(const HostTensor &right, const HostTensor &faulty, Type type) {
  if (right.shape() != faulty.shape())
    return true;
  if (!isa<FloatType>(type))
    return std::memcmp(right.data(), faulty.data(), right.bytes()) != 0;
  double rms = getRootMeanSquare(right), roundoff = getRoundoff(type);
  for (int64_t i = 0; i < right.elements(); ++i) {
    double x = right.valueAt(i), y = faulty.valueAt(i);
    if (x == y || (std::isnan(x) && std::isnan(y)))
      continue;
    if (!(std::abs(x - y) <= kRoundings * roundoff * std::max(std::abs(x), rms)))
      return true;
  }
  return false;
}

static bool differ(ModuleOp module, const Tensors &right, const Tensors &faulty) {
  auto types = module.lookupSymbol<func::FuncOp>("graph").getResultTypes();
  for (auto [x, y, type] : llvm::zip_equal(right, faulty, types))
    if (differs(x, y, getElementTypeOrSelf(type)))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// What verification says
//===----------------------------------------------------------------------===//

static Expected<runtime::RunResult> verifyAuto(Subject &subject, const Program &program, const Tensors &inputs,
                                               Tensors outputs) {
  runtime::RunResult result;
  result.device = subject.getEnvironment().device;
  result.outputs = std::move(outputs);
  auto entry = program.module->findEntry("graph");
  Error error;
  Error diagnosed = runCompiler(subject.getModule(), subject.getCounters(), [&] {
    error = verifyRun(VerifyMode::Auto, {subject.getModule(), *program.fused, subject.getDeviceOptions(), **entry},
                      inputs, result);
    return success();
  });
  if (error)
    return error;
  return result;
}

static std::string describe(const runtime::RunResult &result) {
  std::string text;
  for (const Verdict &verdict : result.verdicts)
    text += runtime::concat("\noutput ", verdict.output, ": ", runtime::verdictName(verdict.kind), ", ", verdict.note);
  for (const runtime::KernelVerdict &verdict : result.kernelVerdicts)
    text += runtime::concat("\n", verdict.name, " (", verdict.ops, "): ", runtime::verdictName(verdict.kind),
                            ", ratio ", verdict.ratio, " ", verdict.note);
  return text;
}

static bool hasSeveralKernels(ModuleOp fused) {
  auto function = fused.lookupSymbol<func::FuncOp>("graph");
  return llvm::count_if(function.getBody().getOps(), [](Operation &op) { return ExposedModule::isChecked(&op); }) > 1;
}

namespace {
/// A graph of several kernels, its run without a fault, and what becomes of faults.
class FaultTrial {
public:
  explicit FaultTrial(Subject &subject, StringRef kind) : subject(subject), kind(kind) {}

  /// Runs the graph and verifies it. False, without an error, where there is nothing to be learned from it.
  Expected<bool> begin() {
    if (!subject.isRunnable() || subject.getGraph().data == DataKind::Special)
      return false;
    auto program = subject.getProgram(subject.getDeviceOptions());
    if (!program)
      return program.takeError();
    if (!hasSeveralKernels(*(*program)->fused))
      return false;
    right = *program;
    inputs = *subject.makeInputs();
    auto outputs = subject.run(*right, inputs);
    if (!outputs)
      return outputs.takeError();
    rightOutputs = *outputs;
    auto result = verifyAuto(subject, *right, inputs, std::move(*outputs));
    if (!result)
      return result.takeError();
    Verdict::Kind verdict = runtime::overallVerdict(*result);
    count(std::string("graphs without a fault ") + runtime::verdictName(verdict));
    if (verdict == Verdict::Mismatch)
      return Error::make("a graph without a fault is wrong", describe(*result));
    return verdict == Verdict::Good;
  }

  /// Runs a program with a fault, and says so where the fault is not seen. On a CPU a wrong index may end the process.
  Error judge(const Program &faulty, StringRef what) {
    count("faults tried");
    auto outputs = subject.run(faulty, inputs);
    if (!outputs) {
      count("faults that stop the run");
      return {};
    }
    if (!differ(subject.getModule(), rightOutputs, *outputs))
      return {};
    count("faults effective");
    auto result = verifyAuto(subject, faulty, inputs, std::move(*outputs));
    if (!result) {
      count("faults that stop verification");
      return {};
    }
    Verdict::Kind verdict = runtime::overallVerdict(*result);
    count(std::string("faults found ") + runtime::verdictName(verdict));
    if (verdict != Verdict::Good)
      return {};
    return Error::make("a fault is not seen\n", what.str(), describe(*result));
  }

  const Program &getRight() const { return *right; }

private:
  void count(const std::string &what) { ++subject.getCounters()["total." + kind.str() + " " + what]; }

  Subject &subject;
  StringRef kind;
  const Program *right = nullptr;
  Tensors inputs, rightOutputs;
};

/// Faults of the import and of the fusing: a graph is compiled that is not the one that was read.
struct GraphFaults : Oracle {
  StringRef getName() const override { return "graph-faults"; }
  StringRef getHelp() const override { return "verification sees that another graph was compiled"; }
  unsigned getPeriod() const override { return 0; }

  Error check(Subject &subject) const override {
    FaultTrial trial(subject, "graph");
    auto begun = trial.begin();
    if (!begun)
      return begun.takeError();
    uint64_t seed = subject.getGraph().dataSeed;
    for (unsigned i = 0; *begun && i < kFaults; ++i) {
      std::string what;
      auto faulty = makeFaulty(subject, nextRandom(seed), /*fused=*/i % 2, what);
      if (!faulty)
        continue; // another graph may not compile
      if (Error error = what.empty() ? Error() : trial.judge(*faulty, what))
        return error;
    }
    return {};
  }

  /// A program with a fault in the graph as it was read, or in the kernels.
  static Expected<Program> makeFaulty(Subject &subject, uint64_t seed, bool fused, std::string &what) {
    Program program;
    OwningOpRef<ModuleOp> copy = subject.getModule().clone();
    const CompileOptions &options = subject.getDeviceOptions();
    Error error = runCompiler(*copy, subject.getCounters(), [&]() -> LogicalResult {
      if (!fused)
        what = seedFault(*copy, seed);
      if (failed(buildKernels(*copy, options)))
        return failure();
      if (fused)
        what = seedFault(*copy, seed);
      if (what.empty())
        return success();
      program.fused = copy->clone();
      joinInitializeSteps(*program.fused);
      auto loaded = loadProgram(*copy, options);
      if (failed(loaded))
        return failure();
      program.module = *loaded;
      return success();
    });
    if (error)
      return error;
    return std::move(program);
  }
};

/// Faults of the lowering: an instruction of the PTX is another one, wherever the program runs. The emulated driver
/// makes them.
struct PtxFaults : Oracle {
  StringRef getName() const override { return "ptx-faults"; }
  StringRef getHelp() const override {
    return "verification sees that an instruction is wrong (on the emulated driver)";
  }
  unsigned getPeriod() const override { return 0; }

  Error check(Subject &subject) const override {
    if (subject.getEnvironment().device != "cuda")
      return {};
    FaultTrial trial(subject, "PTX");
    auto begun = trial.begin();
    if (!begun)
      return begun.takeError();
    uint64_t seed = subject.getGraph().dataSeed;
    for (unsigned i = 0; *begun && i < kFaults; ++i) {
      std::string fault = std::to_string(nextRandom(seed) >> 32);
      setenv("EMULATOR_FAULT", fault.c_str(), /*overwrite=*/1);
      auto unset = llvm::make_scope_exit([] { unsetenv("EMULATOR_FAULT"); });
      if (Error error = trial.judge(trial.getRight(), "EMULATOR_FAULT=" + fault))
        return error;
    }
    return {};
  }
};

/// Nothing is good that is NaN or infinite where the graph is not.
struct Overflow : Oracle {
  StringRef getName() const override { return "overflow"; }
  StringRef getHelp() const override { return "no run is good that overflows where float64 does not"; }
  unsigned getPeriod() const override { return 0; }

  Error check(Subject &subject) const override {
    if (!subject.isRunnable())
      return {};
    auto inputs = subject.makeInputs();
    auto program = subject.getProgram(subject.getDeviceOptions());
    if (!program)
      return program.takeError();
    scale(*inputs, subject.getGraph().dataSeed);
    auto outputs = subject.run(**program, *inputs);
    if (!outputs)
      return outputs.takeError();
    auto expected = runReference(subject.getModule(), "graph", *inputs);
    if (failed(expected))
      return Error::make("the interpreter cannot run the graph");
    int64_t apart = countApart(*expected, *outputs), special = countSpecial(*outputs);
    auto result = verifyAuto(subject, **program, *inputs, std::move(*outputs));
    if (!result)
      return result.takeError();
    Verdict::Kind verdict = runtime::overallVerdict(*result);
    Counters &counters = subject.getCounters();
    ++counters["total.overflow graphs"];
    counters["total.overflow graphs with NaN or infinity"] += special > 0;
    counters["total.overflow graphs finite in float64 alone"] += apart > 0;
    ++counters[std::string("total.overflow ") + (apart ? "finite in float64 alone " : "others ") +
               runtime::verdictName(verdict)];
    if (verdict == Verdict::Mismatch)
      return Error::make("a graph that overflows is wrong", describe(*result));
    if (apart && verdict == Verdict::Good)
      return Error::make("what overflows is good", describe(*result));
    return {};
  }

  /// Multiplies the elements of float inputs, each input by another power of 10 and some not at all.
  static void scale(Tensors &inputs, uint64_t seed) {
    static constexpr double kFactors[] = {1, 1e2, 1e4, 1e9, 1e18, 1e30};
    for (HostTensor &input : inputs) {
      double factor = kFactors[nextRandom(seed) % std::size(kFactors)];
      for (int64_t i = 0; runtime::isFloat(input.dtype()) && i < input.elements(); ++i)
        input.setValue(i, factor * input.valueAt(i));
    }
  }

  static int64_t countSpecial(const Tensors &tensors) {
    int64_t count = 0;
    for (const HostTensor &tensor : tensors)
      for (int64_t i = 0; runtime::isFloat(tensor.dtype()) && i < tensor.elements(); ++i)
        count += !std::isfinite(tensor.valueAt(i));
    return count;
  }

  /// Elements that are numbers in `expected` alone.
  static int64_t countApart(const Tensors &expected, const Tensors &actual) {
    int64_t count = 0;
    for (auto [x, y] : llvm::zip_equal(expected, actual))
      for (int64_t i = 0; runtime::isFloat(x.dtype()) && i < x.elements(); ++i)
        count += std::isfinite(x.valueAt(i)) && !std::isfinite(y.valueAt(i));
    return count;
  }
};
} // namespace

ArrayRef<const Oracle *> fusion::smith::getFaultOracles() {
  static const GraphFaults graphFaults;
  static const PtxFaults ptxFaults;
  static const Overflow overflow;
  static const Oracle *const oracles[] = {&graphFaults, &ptxFaults, &overflow};
  return oracles;
}
