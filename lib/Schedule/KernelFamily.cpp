// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The registry of families, and which of them take a kernel.

#include "fusion/Schedule/KernelFamily.h"

#include "fusion/Analysis/ColumnReads.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/ADT/StringExtras.h"
#include <mutex>

using namespace mlir;
using namespace fusion;

KernelFamily::~KernelFamily() = default;

LogicalResult KernelFamily::verifySchedules(const KernelPlan &plan, const ChipInfo &chip) const {
  KernelOp kernel = plan.getKernel();
  if (kernel.getAlternativesAttr())
    return kernel.emitOpError() << "has alternatives, which family " << getName() << " does not have";
  return success();
}

FailureOr<KernelVariants> KernelFamily::createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants) const {
  return plan.getKernel().emitOpError() << "is of family '" << getName() << "', which has no lowering";
}

double KernelFamily::estimate(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const {
  std::optional<PredictedTime> time = predict(schedule, problem, chip);
  return time ? time->microseconds : std::numeric_limits<double>::infinity();
}

namespace {
/// The families of the process. None is ever taken away, so that whoever has one keeps it.
class Registry {
public:
  static Registry &get() {
    static Registry registry;
    return registry;
  }

  void add(std::unique_ptr<KernelFamily> family) {
    std::lock_guard<std::mutex> lock(mutex);
    families.insert(families.begin(), std::move(family));
  }

  const KernelFamily *lookup(StringRef name) {
    std::lock_guard<std::mutex> lock(mutex);
    for (const std::unique_ptr<KernelFamily> &family : families)
      if (family->getName() == name)
        return family.get();
    return nullptr;
  }

private:
  std::mutex mutex;
  SmallVector<std::unique_ptr<KernelFamily>> families;
};
} // namespace

void fusion::registerKernelFamily(std::unique_ptr<KernelFamily> family) { Registry::get().add(std::move(family)); }

const KernelFamily *fusion::lookupKernelFamily(StringRef name) { return Registry::get().lookup(name); }

/// Columns of the widest tiles, and of those that one thread has of a row.
static constexpr int64_t kMostColumnsOfGroup = 256, kLeastRun = 8;

/// Whether a family takes a kernel that looks up what it computes.
static FusionVerdict checkColumnReads(const KernelFamily &family, const KernelPlan &plan) {
  if (!family.takesColumnReads() || !plan.getPlainProduct())
    return FusionVerdict::no(RemarkCode::LookupTable, "the family looks up nothing that it computes");
  FusionVerdict why;
  ColumnReads reads = ColumnReads::get(plan.getKernel(), why);
  if (!why)
    return why;
  // Numerics do not depend on what is fused to a product: all families of products take the same groups.
  auto refuse = [](const Twine &reason) { return FusionVerdict::no(RemarkCode::LookupTable, reason); };
  if (!llvm::isPowerOf2_64(reads.group) || reads.group > kMostColumnsOfGroup)
    return refuse("columns are looked up in groups of " + Twine(reads.group) +
                  ", and tiles hold whole groups of a power of two of columns, " + Twine(kMostColumnsOfGroup) +
                  " at most");
  if (reads.run < kLeastRun && reads.group != 2)
    return refuse("columns are looked up in runs of " + Twine(reads.run) + ", and threads have runs of " +
                  Twine(kLeastRun) + ", or pairs");
  return FusionVerdict::yes();
}

/// Whether a family takes the kernel: its formula, and how its operands are read and its outputs stored.
static FusionVerdict askFamily(const KernelFamily &family, const KernelPlan &plan, const ChipInfo &chip) {
  if (plan.getKernel().getGeneralView() && !family.readsAccessMaps())
    return FusionVerdict::no(RemarkCode::LayoutConsumer,
                             "operands may have dimensions in another order, but no other access map");
  if (!storesElementsAlone(plan.getKernel())) {
    auto store = *plan.getKernel().getBodyBlock()->getOps<StoreOpInterface>().begin();
    StringRef name = store->getName().getStringRef();
    if (!family.takesStoreOps())
      return FusionVerdict::no(RemarkCode::ForeignConsumer, "the family has no " + name);
    auto outputs = llvm::seq<unsigned>(0, plan.getKernel().getYield().getNumOperands());
    if (!plan.isElementwise() &&
        llvm::none_of(outputs, [&](unsigned output) { return writesElements(plan.getKernel(), output); }))
      return FusionVerdict::no(RemarkCode::ForeignConsumer, "the family has " + name + " beside other outputs alone");
  }
  if (looksUpComputed(plan.getKernel()))
    if (FusionVerdict reads = checkColumnReads(family, plan); !reads)
      return reads;
  return family.supports(plan, chip);
}

SmallVector<const KernelFamily *, 2> fusion::getSupportingFamilies(const KernelPlan &plan, const ChipInfo &chip) {
  SmallVector<const KernelFamily *, 2> families;
  for (StringRef name : chip.families)
    if (const KernelFamily *family = lookupKernelFamily(name))
      if (askFamily(*family, plan, chip))
        families.push_back(family);
  return families;
}

FusionVerdict fusion::checkFamilies(const KernelPlan &plan, const ChipInfo &chip) {
  SmallVector<std::pair<std::string, SmallVector<StringRef>>> reasons; // with the families that give them
  for (StringRef name : chip.families) {
    const KernelFamily *family = lookupKernelFamily(name);
    FusionVerdict verdict = family ? askFamily(*family, plan, chip) : FusionVerdict::no("it is not registered");
    if (verdict)
      return verdict;
    auto *known = llvm::find_if(reasons, [&](const auto &entry) { return entry.first == verdict.reason; });
    if (known == reasons.end())
      known = reasons.insert(known, {verdict.reason, {}});
    known->second.push_back(name);
  }
  std::string text = ("no family of " + chip.name + " takes the kernel").str();
  for (const auto &[number, entry] : llvm::enumerate(reasons))
    text += (number == 0 ? ": " : "; ") + llvm::join(entry.second, ", ") + ": " + entry.first;
  return FusionVerdict::no(RemarkCode::NoFamily, text);
}

FusionVerdict fusion::checkProductChainFamilies(const KernelPlan &plan, const ChipInfo &chip) {
  FusionVerdict first = FusionVerdict::no("");
  SmallVector<std::string, 2> reasons;
  for (StringRef name : chip.families)
    if (const KernelFamily *family = lookupKernelFamily(name); family && family->takesProductChains()) {
      FusionVerdict verdict = askFamily(*family, plan, chip);
      if (verdict)
        return verdict;
      if (llvm::is_contained(reasons, verdict.reason))
        continue;
      std::string reason = (name + ": " + verdict.reason).str();
      if (reasons.empty())
        first = verdict, first.reason = reason;
      else
        first.reason += "; " + reason;
      reasons.push_back(verdict.reason);
    }
  return first;
}

/// Whether any family of a chip says yes.
static bool hasFamily(const ChipInfo &chip, bool (KernelFamily::*takes)() const) {
  return llvm::any_of(chip.families, [&](StringRef name) {
    const KernelFamily *family = lookupKernelFamily(name);
    return family && (family->*takes)();
  });
}

bool fusion::hasProductChainFamily(const ChipInfo &chip) { return hasFamily(chip, &KernelFamily::takesProductChains); }

bool fusion::hasFamilyOfAllElementwise(const ChipInfo &chip) {
  return hasFamily(chip, &KernelFamily::takesAllElementwise);
}

const KernelFamily *fusion::getLoweringFamily(const KernelPlan &plan, const ChipInfo &chip) {
  ScheduleAttr schedule = plan.getKernel().getScheduleAttr();
  const KernelFamily *named = schedule ? lookupKernelFamily(schedule.getFamily()) : nullptr;
  if (named && askFamily(*named, plan, chip))
    return named;
  SmallVector<const KernelFamily *, 2> families = getSupportingFamilies(plan, chip);
  return families.empty() ? nullptr : families.back();
}

FusionVerdict fusion::checkLoweringFamily(const KernelPlan &plan, const ChipInfo &chip) {
  return getLoweringFamily(plan, chip) ? FusionVerdict::yes() : checkFamilies(plan, chip);
}
