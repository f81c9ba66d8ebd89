// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Metamorphic: graphs that say the same in another way are treated the same.

#include "../Oracle.h"
#include "fusion/Analysis/Explain.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Driver/Verify.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

static Block &getBody(ModuleOp module) { return module.lookupSymbol<func::FuncOp>("graph").getBody().front(); }

/// Puts the operations into another order in which values are there before they are used.
static void reorder(ModuleOp module, uint64_t seed) {
  Block &body = getBody(module);
  SmallVector<Operation *> left;
  for (Operation &op : body.without_terminator())
    left.push_back(&op);
  DenseSet<Operation *> waiting(left.begin(), left.end());
  auto isReady = [&](Operation *op) {
    return !op->walk([&](Operation *inner) {
                for (Value operand : inner->getOperands())
                  if (waiting.contains(operand.getDefiningOp()) && operand.getDefiningOp() != op)
                    return WalkResult::interrupt();
                return WalkResult::advance();
              }).wasInterrupted();
  };
  while (!left.empty()) {
    SmallVector<unsigned> ready;
    for (auto [index, op] : llvm::enumerate(left))
      if (isReady(op))
        ready.push_back(index);
    unsigned next = ready[nextRandom(seed) % ready.size()];
    left[next]->moveBefore(body.getTerminator());
    waiting.erase(left[next]);
    left.erase(left.begin() + next);
  }
}

/// Copies operations whose results nobody will use.
static void addDeadCode(ModuleOp module, uint64_t seed) {
  SmallVector<Operation *> ops;
  for (Operation &op : getBody(module).without_terminator())
    ops.push_back(&op);
  for (Operation *op : ops)
    if (nextRandom(seed) % 3 == 0)
      op->getBlock()->getOperations().insertAfter(op->getIterator(), op->clone());
}

/// What was decided, whatever the order and the names: a line for each kernel and for each edge.
static Expected<SmallVector<std::string>> getDecisions(ModuleOp module, StringRef chip, Counters &counters) {
  OwningOpRef<ModuleOp> copy = module.clone();
  CompileOptions options;
  options.verifyEach = true;
  options.target = chip.str();
  if (Error error = runCompiler(*copy, counters, [&] { return buildKernels(*copy, options); }))
    return error;
  FusionReport report = buildReport(
      *copy, [](ArrayRef<KernelOp>, const ChipInfo &) { return ScheduleFacts(); }, FamiliesOf{getTargetChip(*copy)});
  // Where kernels overlap, a schedule depends on those before it.
  bool ordered = lookupChip(chip)->dependentLaunch;
  SmallVector<std::string> lines;
  for (const KernelReport &kernel : report.kernels) {
    std::vector<std::string> ops(kernel.ops);
    llvm::sort(ops);
    lines.push_back("kernel " + llvm::join(ops, " ") + (ordered ? "" : " " + kernel.schedule));
  }
  for (const MissedReport &missed : report.missed)
    lines.push_back("missed " + getRemarkCodeInfo(missed.code).code.str());
  llvm::sort(lines);
  return lines;
}

/// C = A B  ->  C = (Bt At)t, for each product.
static void transposeProducts(ModuleOp module) {
  SmallVector<MatmulOp> products;
  module.walk([&](MatmulOp op) { products.push_back(op); });
  for (MatmulOp op : products) {
    OpBuilder builder(op);
    int64_t rank = op.getType().getRank();
    SmallVector<int64_t> shape(op.getType().getShape()), permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    std::swap(shape[rank - 1], shape[rank - 2]);
    std::swap(permutation[rank - 1], permutation[rank - 2]);
    Value product = MatmulOp::createTransposed(builder, op, op.getType().clone(shape), op.getRhs(), op.getLhs());
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < rank; ++dim)
      if (op.getType().isDynamicDim(dim))
        sizes.push_back(tensor::DimOp::create(builder, op.getLoc(), product, permutation[dim]));
    Value init = tensor::EmptyOp::create(builder, op.getLoc(), op.getType(), sizes);
    op.replaceAllUsesWith(linalg::TransposeOp::create(builder, op.getLoc(), product, init, permutation)->getResult(0));
    op.erase();
  }
}

namespace {
struct Decisions : Oracle {
  StringRef getName() const override { return "decisions"; }
  StringRef getHelp() const override { return "dead code and another order of operations change no decision"; }
  unsigned getPeriod() const override { return 2; }

  Error check(Subject &subject) const override {
    OwningOpRef<ModuleOp> variant = subject.getModule().clone();
    uint64_t seed = subject.getGraph().dataSeed;
    addDeadCode(*variant, seed);
    reorder(*variant, seed);
    StringRef chip = subject.getEnvironment().chips[seed % subject.getEnvironment().chips.size()];
    auto plain = getDecisions(subject.getModule(), chip, subject.getCounters());
    if (!plain)
      return plain.takeError();
    auto other = getDecisions(*variant, chip, subject.getCounters());
    if (!other)
      return other.takeError();
    ++subject.getCounters()["total.pairs"];
    // Which edges get the room that a limit leaves does depend on the order.
    auto isLimit = [](StringRef line) { return line.starts_with("missed too-many-"); };
    if (*plain == *other || llvm::any_of(*plain, isLimit) || llvm::any_of(*other, isLimit))
      return {};
    return Error::make("decisions differ\n[", chip.str(), "]\n", llvm::join(*plain, "\n"), "\nand, of\n",
                       printModule(*variant), llvm::join(*other, "\n"));
  }
};

struct Transposed : Oracle {
  StringRef getName() const override { return "transpose"; }
  StringRef getHelp() const override { return "products computed as (Bt At)t agree with the interpreter's A B"; }
  unsigned getPeriod() const override { return 16; }

  Error check(Subject &subject) const override {
    OwningOpRef<ModuleOp> variant = subject.getModule().clone();
    transposeProducts(*variant);
    bool same = printModule(*variant) == printModule(subject.getModule());
    if (same || !subject.isRunnable())
      return {};
    auto program = makeProgram(*variant, subject.getDeviceOptions(), subject.getCounters());
    if (!program)
      return program.takeError();
    ++subject.getCounters()["total.pairs"];
    return verifyProgram(subject, *program, *subject.makeInputs());
  }
};
} // namespace

ArrayRef<const Oracle *> fusion::smith::getRewriteOracles() {
  static const Decisions decisions;
  static const Transposed transposed;
  static const Oracle *const oracles[] = {&decisions, &transposed};
  return oracles;
}
