// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// FusionQuestions FILE.mlir...: asks whatever passes and reports ask about the kernels of each graph, and compares the
// graph with itself: behind the questions, and in the middle of each, when a family is asked. Then several threads ask
// at a time, and hear what one hears. The exit code is 1 where something changed.

#include "fusion/Analysis/Explain.h"
#include "fusion/InitAll.h"
#include "fusion/Pipelines/Pipelines.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <thread>

using namespace mlir;
using namespace fusion;

namespace {
/// The operations, values and uses that a module is made of, in order, by their places in memory.
class Snapshot {
public:
  explicit Snapshot(Operation *root) {
    root->walk([&](Operation *op) {
      parts.push_back(op);
      for (OpOperand &operand : op->getOpOperands())
        parts.push_back(&operand);
      for (Value result : op->getResults())
        addUses(result);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            addUses(argument);
    });
  }

  bool operator==(const Snapshot &other) const { return parts == other.parts; }

private:
  void addUses(Value value) {
    parts.push_back(value.getAsOpaquePointer());
    for (OpOperand &use : value.getUses())
      parts.push_back(&use);
  }

  std::vector<const void *> parts;
};

/// Takes nothing. When it is asked, it looks whether the graph is as it was.
class Witness : public KernelFamily {
public:
  StringRef getName() const override { return "witness"; }
  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override {
    ++asked;
    if (root && !(Snapshot(root) == *before))
      ++changed;
    return FusionVerdict::no("a witness takes nothing");
  }
  bool takesStoreOps() const override { return true; }
  bool takesProductChains() const override { return true; }
  std::optional<FamilyChoice> choose(const ScheduleProblem &, const ChipInfo &, MLIRContext *) const override {
    return std::nullopt;
  }
  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &, const ChipInfo &, MLIRContext *) const override {
    return {};
  }
  FusionVerdict check(ScheduleAttr, const ScheduleProblem &, const ChipInfo &) const override {
    return FusionVerdict::no("a witness has no schedules");
  }

  void watch(Operation *watched) {
    root = watched;
    before.emplace(watched);
  }
  void rest() { root = nullptr; }

  mutable int64_t asked = 0, changed = 0;

private:
  Operation *root = nullptr;
  std::optional<Snapshot> before;
};

/// A row of the chip table with other families.
struct OwnChip : ChipInfo {
  OwnChip(const ChipInfo &chip, ArrayRef<StringRef> own) : ChipInfo(chip) { families = own; }
};
} // namespace

/// What is asked of a graph that stays as it is. Returns what is said.
static std::vector<std::string> ask(ModuleOp module, const ChipInfo &chip) {
  std::vector<std::string> answers;
  Dependence dependence;
  for (const MissedEdge &missed : collectMissedEdges(module, FamiliesOf{chip}, dependence))
    answers.push_back(missed.verdict.reason);
  module.walk([&](KernelOp kernel) {
    for (const FusionEdge &edge : getOutgoingEdges(kernel))
      if (KernelOp consumer = edge.getConsumerKernel(); consumer && consumer->getBlock() == kernel->getBlock())
        answers.push_back(takesAll({kernel}, consumer, chip) ? "taken" : "not taken");
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (ScheduleAttr schedule = selectSchedule(kernel, chip))
      stream << schedule;
    if (FailureOr<ArrayAttr> variants = selectVariants(kernel, chip); succeeded(variants) && *variants)
      stream << *variants;
    stream << describeSchedule(kernel, chip).microseconds;
    answers.push_back(text);
  });
  return answers;
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

/// Asks with the witness in front of the chip's families; then has passes ask that merge what is taken, which is
/// nothing.
static void askWitnessed(ModuleOp module, const ChipInfo &chip, Witness &witness) {
  SmallVector<StringRef> families = {witness.getName()};
  llvm::append_range(families, chip.families);
  witness.watch(module);
  ask(module, OwnChip(chip, families));
  OwnChip alone(chip, ArrayRef(families).take_front(1));
  IRRewriter rewriter(module.getContext());
  Dependence dependence;
  fuseEpilogues(rewriter, module, alone, dependence);
  recomputeOutputs(rewriter, module, alone);
  widenInReaders(rewriter, module, alone);
  joinSiblings(rewriter, module, alone, dependence);
  witness.rest();
}

/// Whether several threads that ask at a time hear the same.
static bool isSameInThreads(ModuleOp module, const ChipInfo &chip) {
  // MLIR numbers the operations of a block when their order is asked for.
  module.walk([](Block *block) { block->recomputeOpOrder(); });
  std::vector<std::string> alone = ask(module, chip);
  std::vector<std::vector<std::string>> answers(4);
  std::vector<std::thread> threads;
  for (std::vector<std::string> &own : answers)
    threads.emplace_back([&] { own = ask(module, chip); });
  for (std::thread &thread : threads)
    thread.join();
  return llvm::all_equal(answers) && answers.front() == alone;
}

/// Asks about the kernels of a module, and says what came of it.
static bool check(ModuleOp module, const ChipInfo &chip, Witness &witness) {
  std::string text = print(module);
  Snapshot before(module);
  askWitnessed(module, chip, witness);
  bool isEqual = witness.changed > 0 || isSameInThreads(module, chip);
  bool isKept = Snapshot(module) == before && print(module) == text;
  if (witness.changed > 0)
    llvm::outs() << "a graph changed while " << witness.changed << " questions were asked\n";
  if (!isKept)
    llvm::outs() << "a graph is another one behind its questions\n";
  if (!isEqual)
    llvm::outs() << "threads heard different answers\n";
  return witness.changed == 0 && isKept && isEqual;
}

/// Asks about the graph's kernels as they are formed, as they are merged, and as they are scheduled.
static LogicalResult checkGraph(ModuleOp module, Witness &witness) {
  const ChipInfo &chip = *lookupChip("sm_90a");
  PassManager import(module.getContext());
  buildImportPipeline(import);
  buildFormPipeline(import);
  if (failed(import.run(module)))
    return failure();
  module->setAttr(kTargetAttrName, TargetAttr::get(module.getContext(), chip.name, ""));
  bool good = check(module, chip, witness);
  IRRewriter rewriter(module.getContext());
  Dependence dependence;
  fuseEpilogues(rewriter, module, chip, dependence);
  good &= check(module, chip, witness);
  ScheduleChooser chooser(chip);
  module.walk([&](KernelOp kernel) { chooser.setSchedules(kernel); });
  return success(check(module, chip, witness) && good);
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  auto own = std::make_unique<Witness>();
  Witness &witness = *own;
  registerKernelFamily(std::move(own));
  // Who asks for the variants of a kernel without a schedule is told so.
  ScopedDiagnosticHandler silent(&context, [](Diagnostic &) { return success(); });
  bool good = true;
  for (int i = 1; i < argc; ++i) {
    auto process = [&](std::unique_ptr<llvm::MemoryBuffer> chunk, llvm::raw_ostream &) {
      OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(chunk->getBuffer(), &context);
      return success(module && succeeded(checkGraph(*module, witness)));
    };
    std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(argv[i]);
    if (!file || failed(splitAndProcessBuffer(std::move(file), process, llvm::nulls()))) {
      llvm::outs() << argv[i] << ": failed\n";
      good = false;
    }
  }
  llvm::outs() << "families were asked " << witness.asked << " times\n";
  return good ? 0 : 1;
}
