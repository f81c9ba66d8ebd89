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
#include <functional>

using namespace mlir;
using namespace fusion;

/// Kernels of a launch. More would not fit the parameters of a launch.
static constexpr size_t kMostKernels = 4;

namespace {
/// Moves operations of one block up to stand behind another one.
class Hoister {
public:
  /// Kernels that `movesAlong` allows may be brought along.
  explicit Hoister(Operation *last, std::function<bool(KernelOp)> movesAlong = {})
      : last(last), movesAlong(std::move(movesAlong)) {}

  /// Whether `op` can stand there and does not depend on that one: what it depends on stands before it already, or can
  /// be moved along.
  FusionVerdict check(Operation *op) const {
    llvm::SmallPtrSet<Operation *, kMostMoved> moved;
    return check(op, moved);
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

  FusionVerdict check(Operation *op, llvm::SmallPtrSetImpl<Operation *> &moved) const {
    if (!moved.insert(op).second)
      return FusionVerdict::yes();
    if (moved.size() > kMostMoved)
      return FusionVerdict::no(
          llvm::formatv("more than {0} operations would have to move along", kMostMoved - 1).str());
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!producer || (producer != last && !isBehind(producer)))
        continue;
      if (producer == last) // the edge between the two has a reason of its own
        return FusionVerdict::no("");
      auto kernel = dyn_cast<KernelOp>(producer);
      // What other kernels compute stays where it is.
      if (kernel && (!movesAlong || !movesAlong(kernel)))
        return FusionVerdict::no("a kernel between the two computes what it reads");
      if (!kernel && (producer->getNumRegions() > 0 || !isPure(producer)))
        return FusionVerdict::no(producer->getName().getStringRef() + ", which stands between the two, stays there");
      if (FusionVerdict verdict = check(producer, moved); !verdict)
        return verdict;
    }
    return FusionVerdict::yes();
  }
  bool isBehind(Operation *op) const { return op->getBlock() == last->getBlock() && last->isBeforeInBlock(op); }

  Operation *last;
  std::function<bool(KernelOp)> movesAlong;
};

/// Products that read one tensor as their left factor, and are alike.
struct Siblings {
  SmallVector<const KernelPlan *> plans;
  SmallVector<ScheduleProblem, 0> problems;
  bool isGiven = false; ///< one kernel, which has its schedule from elsewhere

  KernelOp getFirst() const { return plans.front()->getKernel(); }
};

/// How siblings share a launch, and the predicted microseconds of that launch, and of launches of their own; or why
/// they have these.
struct Decision {
  FamilyChoice choice;
  double together = 0, apart = 0;
  std::string against; ///< empty where they share one

  static Decision no(const Twine &reason) { return {{}, 0, 0, reason.str()}; }
  std::string getTimes() const { return llvm::formatv("{0:F1} us for {1:F1} us apart", together, apart); }
};

class LaunchSharer {
public:
  LaunchSharer(ArrayRef<KernelPlan> plans, const llvm::SmallPtrSetImpl<Operation *> &given, const ChipInfo &chip)
      : chip(chip) {
    for (const KernelPlan &plan : plans)
      add(plan, given.contains(plan.getKernel()));
  }

  int64_t run() {
    int64_t saved = 0;
    for (Siblings &siblings : all)
      if (siblings.plans.size() > 1)
        saved += share(siblings);
    writeReasons();
    return saved;
  }

private:
  void add(const KernelPlan &plan, bool isGiven);
  int64_t share(const Siblings &siblings);
  const Decision &decide(const Siblings &siblings);
  Decision decideAnew(const Siblings &siblings) const;
  FusionVerdict checkJoins(const Siblings &own, const Siblings &siblings) const;
  Hoister getHoister(KernelOp first) const;
  /// Says of a kernel why it has a launch of its own beside one that stands before it.
  void note(KernelOp kernel, StringRef reason);
  void writeReasons();

  struct Known {
    SmallVector<ScheduleProblem, 0> problems;
    Decision decision;
  };

  const ChipInfo &chip;
  SmallVector<Siblings, 0> all;
  /// Places in `all`; products that others are added to are no siblings of those without.
  llvm::DenseMap<std::pair<Block *, Value>, SmallVector<size_t, 1>> byFactor, byFactorOfSums;
  llvm::DenseMap<Operation *, size_t> places; ///< of each kernel
  SmallVector<Known, 0> known;                ///< the layers of a model repeat their problems
  llvm::MapVector<Operation *, std::string> reasons;
  int64_t groups = 0;
};
} // namespace

static StringRef getFamilyName(KernelOp kernel) { return kernel.getScheduleAttr().getFamily(); }

/// Whether a kernel can be one more of the siblings. No reason is given where it reads what their first one computes:
/// that edge has its own.
FusionVerdict LaunchSharer::checkJoins(const Siblings &own, const Siblings &siblings) const {
  KernelOp kernel = own.getFirst(), first = siblings.getFirst();
  if (kernel->hasAttr(kIsolatedAttrName) || first->hasAttr(kIsolatedAttrName))
    return FusionVerdict::no("one of them is marked " + kNoFuseAttrName);
  if (siblings.isGiven)
    return FusionVerdict::no("the schedule of the first one is from a tuning file, or given by hand");
  if (own.isGiven)
    return FusionVerdict::no("the schedule of one is from a tuning file, or given by hand");
  if (getFamilyName(first) != getFamilyName(kernel))
    return FusionVerdict::no("they are of families " + getFamilyName(first) + " and " + getFamilyName(kernel));
  if (FusionVerdict alike = ScheduleProblem::checkShared(siblings.problems.front(), own.problems.front()); !alike)
    return alike;
  if (siblings.plans.size() == kMostKernels)
    return FusionVerdict::no(llvm::formatv("a launch is of {0} kernels at most", kMostKernels).str());
  return getHoister(first).check(kernel);
}

/// A product whose siblings begin in front of `first` joins them there, or moves alone: a sum may bring along the small
/// product that is added to it.
Hoister LaunchSharer::getHoister(KernelOp first) const {
  return Hoister(first, [this, first](KernelOp kernel) {
    auto place = places.find(kernel);
    return place != places.end() && !all[place->second].isGiven &&
           all[place->second].getFirst()->isBeforeInBlock(first);
  });
}

/// A kernel joins the siblings that it is like, and that it can stand beside.
void LaunchSharer::add(const KernelPlan &plan, bool isGiven) {
  KernelOp kernel = plan.getKernel();
  Value factor = plan.getLeftFactor();
  // What comes with a decision, as a program that is read again does, keeps it.
  bool isDecided = isGiven && (kernel.getLaunchGroupAttr() || kernel->hasAttr(kOwnLaunchAttrName));
  if (!factor || !kernel.getScheduleAttr() || isDecided)
    return;
  for (StringRef stale : {kOwnLaunchAttrName, kLaunchSavingAttrName})
    kernel->removeAttr(stale);
  Siblings own{{&plan}, {}, isGiven};
  if (!isGiven)
    own.problems.push_back(ScheduleProblem::get(plan));
  bool isSum = plan.getFormula().getAdded();
  SmallVector<size_t, 1> &candidates = (isSum ? byFactorOfSums : byFactor)[{kernel->getBlock(), factor}];
  for (size_t place : candidates) {
    FusionVerdict joins = checkJoins(own, all[place]);
    if (joins) {
      places[kernel] = place;
      all[place].plans.push_back(&plan);
      all[place].problems.push_back(std::move(own.problems.front()));
      return;
    }
    if (place == candidates.front() && !joins.reason.empty())
      note(kernel, joins.reason);
  }
  candidates.push_back(all.size());
  places[kernel] = all.size();
  all.push_back(std::move(own));
}

const Decision &LaunchSharer::decide(const Siblings &siblings) {
  auto *own = llvm::find_if(known, [&](const Known &other) { return other.problems == siblings.problems; });
  if (own == known.end()) {
    known.push_back({siblings.problems, decideAnew(siblings)});
    own = &known.back();
  }
  return own->decision;
}

Decision LaunchSharer::decideAnew(const Siblings &siblings) const {
  KernelOp first = siblings.getFirst();
  const KernelFamily *family = lookupKernelFamily(getFamilyName(first));
  if (!family || !family->sharesLaunches())
    return Decision::no("kernels of family " + getFamilyName(first) + " share none");
  std::optional<ScheduleProblem> problem = ScheduleProblem::share(siblings.problems); // each joined because it can
  std::optional<FamilyChoice> choice = family->choose(*problem, chip, first->getContext());
  if (!choice)
    return Decision::no("their family has no schedule for one launch of all");
  if (choice->contested)
    return Decision::no("another family may be faster than theirs with one launch of all");
  auto takes = [&](const ScheduleProblem &own) { return bool(family->check(choice->schedule, own, chip)); };
  if (!llvm::all_of(siblings.problems, takes))
    return Decision::no("the best schedule for one launch of all is none for one of them alone");
  Decision decision{*choice, family->estimate(choice->schedule, *problem, chip), 0, ""};
  for (auto [plan, own] : llvm::zip_equal(siblings.plans, siblings.problems))
    decision.apart += family->estimate(plan->getKernel().getScheduleAttr(), own, chip);
  if (decision.together >= decision.apart)
    decision.against = "one for all is predicted to take " + decision.getTimes();
  return decision;
}

void LaunchSharer::note(KernelOp kernel, StringRef reason) {
  std::string &all = reasons[kernel];
  all += (all.empty() ? "" : "; ") + reason.str();
}

void LaunchSharer::writeReasons() {
  for (auto &[kernel, reason] : reasons) {
    kernel->setAttr(kOwnLaunchAttrName, StringAttr::get(kernel->getContext(), reason));
    emitMissed(kernel, RemarkCode::SharedLaunch, "products of one left factor have launches of their own: " + reason);
  }
}

int64_t LaunchSharer::share(const Siblings &siblings) {
  KernelOp first = siblings.getFirst();
  const Decision &decision = decide(siblings);
  if (!decision.against.empty()) {
    for (const KernelPlan *plan : ArrayRef(siblings.plans).drop_front())
      note(plan->getKernel(), decision.against);
    return 0;
  }
  emitPassed(first, RemarkCode::SharedLaunch,
             llvm::formatv("{0} products of one left factor share a launch, which is predicted to take {1}",
                           siblings.plans.size(), decision.getTimes())
                 .str());
  Builder builder(first->getContext());
  auto saving = static_cast<int64_t>(1e3 * (decision.apart - decision.together));
  first->setAttr(kLaunchSavingAttrName, builder.getI64IntegerAttr(saving));
  const FamilyChoice &choice = decision.choice;
  IntegerAttr group = builder.getI64IntegerAttr(groups++);
  Hoister hoister = getHoister(first);
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

int64_t fusion::shareLaunches(ArrayRef<KernelPlan> plans, const llvm::SmallPtrSetImpl<Operation *> &given,
                              const ChipInfo &chip) {
  return LaunchSharer(plans, given, chip).run();
}
