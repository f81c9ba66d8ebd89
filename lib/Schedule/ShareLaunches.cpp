// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds products of one left factor, queries, keys and values say, and lets them share a launch: that saves launches,
// and multiprocessors do not wait for the last tiles of each product.

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/Remark.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;

/// Kernels of a launch. More would not fit the parameters of a launch.
static constexpr size_t kMostKernels = 4;

namespace {
/// Moves operations of one block up to stand behind another one.
class Hoister {
public:
  explicit Hoister(Operation *last) : last(last) {}

  /// Whether `op` can stand there and does not depend on that one: what it depends on stands before it already, or can
  /// be moved along.
  bool canHoist(Operation *op) const {
    llvm::SmallPtrSet<Operation *, kMostMoved> moved;
    return canHoist(op, moved);
  }
  /// Moves it, and what it depends on, behind what was moved before.
  void hoist(Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp(); producer && isBehind(producer))
        hoist(producer);
    op->moveAfter(last);
    last = op;
  }

private:
  /// Operations that one kernel brings along, itself included: reshapes of a weight and of a bias, say.
  static constexpr unsigned kMostMoved = 16;

  bool canHoist(Operation *op, llvm::SmallPtrSetImpl<Operation *> &moved) const {
    if (!moved.insert(op).second)
      return true;
    return moved.size() <= kMostMoved && llvm::all_of(op->getOperands(), [&](Value operand) {
             Operation *producer = operand.getDefiningOp();
             // What other kernels compute stays where it is.
             return !producer || (producer != last && !isBehind(producer)) ||
                    (!isa<KernelOp>(producer) && producer->getNumRegions() == 0 && isPure(producer) &&
                     canHoist(producer, moved));
           });
  }
  bool isBehind(Operation *op) const { return op->getBlock() == last->getBlock() && last->isBeforeInBlock(op); }

  Operation *last;
};

/// Products that read one tensor as their left factor.
struct Siblings {
  SmallVector<const KernelPlan *> plans;
  SmallVector<ScheduleProblem, 0> problems;

  KernelOp getFirst() const { return plans.front()->getKernel(); }
};

/// How siblings would share a launch, and the predicted microseconds of that launch, and of launches of their own.
struct Decision {
  FamilyChoice choice;
  double together, apart = 0;

  bool isGain() const { return together < apart; }
};

class LaunchSharer {
public:
  LaunchSharer(ArrayRef<KernelPlan> plans, const ChipInfo &chip) : chip(chip) {
    for (const KernelPlan &plan : plans)
      add(plan);
  }

  int64_t run() {
    int64_t saved = 0;
    for (Siblings &siblings : all)
      if (siblings.plans.size() > 1)
        saved += share(siblings);
    return saved;
  }

private:
  void add(const KernelPlan &plan);
  int64_t share(const Siblings &siblings);
  std::optional<Decision> decide(const Siblings &siblings);
  std::optional<Decision> decideAnew(const Siblings &siblings) const;

  struct Known {
    SmallVector<ScheduleProblem, 0> problems;
    std::optional<Decision> decision; ///< nothing where they cannot be one launch
  };

  const ChipInfo &chip;
  SmallVector<Siblings, 0> all;
  llvm::DenseMap<std::pair<Block *, Value>, SmallVector<size_t, 1>> byFactor; ///< places in `all`
  SmallVector<Known, 0> known; ///< the layers of a model repeat their problems
  int64_t groups = 0;
};
} // namespace

/// The tensor that a kernel's products have as their left factor; null where there is none.
static Value getLeftFactor(const KernelPlan &plan) {
  ArrayRef<ProductSum> products = plan.getSiblingProducts();
  return products.empty() ? Value() : plan.getKernel().getInputOf(products.front().lhs.getValue());
}

static StringRef getFamilyName(KernelOp kernel) { return kernel.getScheduleAttr().getFamily(); }

/// A kernel joins the siblings that it is like, and that it can stand beside.
void LaunchSharer::add(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  Value factor = getLeftFactor(plan);
  if (!factor || !kernel.getScheduleAttr())
    return;
  auto problem = ScheduleProblem::get(plan);
  SmallVector<size_t, 1> &places = byFactor[{kernel->getBlock(), factor}];
  for (size_t place : places) {
    Siblings &siblings = all[place];
    KernelOp first = siblings.getFirst();
    if (siblings.plans.size() == kMostKernels || getFamilyName(first) != getFamilyName(kernel) ||
        !ScheduleProblem::share({siblings.problems.front(), problem}) || !Hoister(first).canHoist(kernel))
      continue;
    siblings.plans.push_back(&plan);
    siblings.problems.push_back(std::move(problem));
    return;
  }
  places.push_back(all.size());
  all.push_back({{&plan}, {std::move(problem)}});
}

std::optional<Decision> LaunchSharer::decide(const Siblings &siblings) {
  auto *own = llvm::find_if(known, [&](const Known &other) { return other.problems == siblings.problems; });
  if (own == known.end()) {
    known.push_back({siblings.problems, decideAnew(siblings)});
    own = &known.back();
  }
  return own->decision;
}

std::optional<Decision> LaunchSharer::decideAnew(const Siblings &siblings) const {
  KernelOp first = siblings.getFirst();
  const KernelFamily *family = lookupKernelFamily(getFamilyName(first));
  std::optional<ScheduleProblem> problem = ScheduleProblem::share(siblings.problems);
  if (!family || !family->sharesLaunches() || !problem)
    return std::nullopt;
  std::optional<FamilyChoice> choice = family->choose(*problem, chip, first->getContext());
  auto takes = [&](const ScheduleProblem &own) { return bool(family->check(choice->schedule, own, chip)); };
  if (!choice || choice->contested || !llvm::all_of(siblings.problems, takes))
    return std::nullopt;
  Decision decision{*choice, family->estimate(choice->schedule, *problem, chip)};
  for (auto [plan, own] : llvm::zip_equal(siblings.plans, siblings.problems))
    decision.apart += family->estimate(plan->getKernel().getScheduleAttr(), own, chip);
  return decision;
}

int64_t LaunchSharer::share(const Siblings &siblings) {
  KernelOp first = siblings.getFirst();
  std::optional<Decision> decision = decide(siblings);
  if (!decision)
    return 0;
  std::string times = llvm::formatv("{0:F1} us for {1:F1} us apart", decision->together, decision->apart);
  if (!decision->isGain()) {
    emitMissed(first, RemarkCode::SharedLaunch,
               "products of one left factor have launches of their own: one for all is predicted to take " + times);
    return 0;
  }
  emitPassed(first, RemarkCode::SharedLaunch,
             llvm::formatv("{0} products of one left factor share a launch, which is predicted to take {1}",
                           siblings.plans.size(), times)
                 .str());
  const FamilyChoice &choice = decision->choice;
  auto group = IntegerAttr::get(IntegerType::get(first->getContext(), 64), groups++);
  Hoister hoister(first);
  for (const KernelPlan *plan : siblings.plans) {
    KernelOp kernel = plan->getKernel();
    kernel.setScheduleAttr(choice.schedule);
    kernel.removeAlternativesAttr();
    if (choice.alternatives)
      kernel.setAlternativesAttr(choice.alternatives);
    kernel.setLaunchGroupAttr(group);
    if (kernel != first)
      hoister.hoist(kernel);
  }
  return siblings.plans.size() - 1;
}

int64_t fusion::shareLaunches(ArrayRef<KernelPlan> plans, const ChipInfo &chip) {
  return LaunchSharer(plans, chip).run();
}
