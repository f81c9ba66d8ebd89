// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Ways to run kernels. Whoever chooses, checks, predicts or searches schedules speaks to this interface alone.

#ifndef FUSION_SCHEDULE_KERNELFAMILY_H
#define FUSION_SCHEDULE_KERNELFAMILY_H

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/ScheduleFacts.h"
#include "fusion/Schedule/KernelVariant.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include "fusion/Support/Verdict.h"
#include <memory>

namespace fusion {
struct ChipInfo;

/// A predicted time in microseconds, and what it is made of.
struct PredictedTime {
  double microseconds = 0;
  SmallVector<std::pair<StringRef, double>, 6> terms;
};

struct TimedSchedule {
  ScheduleAttr schedule;
  double microseconds;
};

/// What a family takes for a kernel.
struct FamilyChoice {
  ScheduleAttr schedule;
  ArrayAttr alternatives; ///< for small M; null if there are none
  /// A family behind this one may be faster, and is taken if it is: operands are copied first, say.
  bool contested = false;
};

/// A way to run formulas of some shape on some chips: `#fusion.schedule<family = NAME, ...>`. The rows of the chip
/// table name their families in the order of preference. All answers depend on the arguments alone. `problem` is that
/// of the kernel.
class KernelFamily {
public:
  virtual ~KernelFamily();

  virtual StringRef getName() const = 0;

  /// Whether the family takes the formula, or why not.
  virtual FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const = 0;

  /// Whether it takes every kernel without an anchor. Nobody has to make one to ask.
  virtual bool takesAllElementwise() const { return false; }

  /// Whether it takes outputs that are not stored element by element (StoreOpInterface), beside one that is.
  virtual bool takesStoreOps() const { return false; }

  /// Whether it takes products whose epilogue reads other columns of their result (ColumnReads).
  virtual bool takesColumnReads() const { return false; }

  /// Whether it may take kernels that read an input by an access map which is no permutation. They reach it with their
  /// views; `supports` sees the maps (ProductFactor::access).
  virtual bool readsAccessMaps() const { return false; }

  /// Whether it takes kernels in which a product reads another (KernelPlan::chainsProducts): passes put such together
  /// for it.
  virtual bool takesProductChains() const { return false; }

  /// What of a kernel's problem this family alone reads; null where that is nothing, or the kernel is none of its kind.
  virtual std::shared_ptr<const FamilyProblem> describeProblem(const KernelPlan &plan) const { return nullptr; }
  /// The same from the text that it printed; null for another.
  virtual std::shared_ptr<const FamilyProblem> parseProblem(StringRef text) const { return nullptr; }

  /// The schedule of least predicted time; nothing if there is none that the lowering takes.
  virtual std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                             MLIRContext *context) const = 0;

  /// Every schedule that the lowering takes, in a fixed order.
  virtual SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                              MLIRContext *context) const = 0;
  /// Those that a search measures, best first as far as is known.
  virtual SmallVector<ScheduleAttr> shortlist(const ScheduleProblem &problem, const ChipInfo &chip,
                                              MLIRContext *context) const {
    return enumerate(problem, chip, context);
  }
  /// Those that are measured beside other families' schedules, where it is open which family is best (isContested).
  virtual SmallVector<TimedSchedule, 0> getContenders(const ScheduleProblem &problem, const ChipInfo &chip,
                                                      MLIRContext *context) const {
    return {};
  }
  /// Whether a search for this problem takes in the families behind this one.
  virtual bool isContested(const ScheduleProblem &problem) const { return false; }

  /// Whether `schedule`, one of this family, can be lowered for the problem, or what is wrong with it.
  virtual FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const = 0;
  /// Whether a product's sums are added in the family's one order (strict numerics), or what changes the order.
  virtual FusionVerdict checkSumOrder(ScheduleAttr schedule) const { return FusionVerdict::yes(); }
  /// Fails with a diagnostic if the schedule and the alternatives that a kernel brought along cannot be lowered.
  virtual LogicalResult verifySchedules(const KernelPlan &plan, const ChipInfo &chip) const;

  /// The ways to run a bufferized kernel by its schedule, the fastest first; the last may always run. Null where a
  /// family's variants do not stand in the IR. Fails with a diagnostic on what has no lowering.
  virtual FailureOr<ArrayAttr> selectVariants(const KernelPlan &plan) const { return ArrayAttr(); }
  /// What the lowering makes of them: one for each of `variants`, which are some of the kernel's; or whatever it likes
  /// where they do not stand in the IR.
  virtual FailureOr<KernelVariants> createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants) const;

  /// Whether kernels that do not depend on each other may be one launch (KernelOp::launch_group). The other answers
  /// then know problems of such launches (ScheduleProblem::isShared).
  virtual bool sharesLaunches() const { return false; }
  /// The ways to run such bufferized kernels as one launch, the fastest first; none where they cannot be one. Where no
  /// guard holds, the kernels run by their own variants. `variants` has, for each kernel, some of these.
  virtual FailureOr<KernelVariants> createSharedVariants(ArrayRef<KernelPlan> plans,
                                                         ArrayRef<SmallVector<VariantAttr>> variants) const {
    return KernelVariants();
  }

  /// Whether a bufferized kernel with a schedule of the family may write output `output` in the place of input `input`:
  /// two operands of one type without gaps, which are the only ones of their memory; the kernel reads the one element
  /// by element, and stores each element of the other. So it may where an element is used by none but the thread that
  /// stores it, and before.
  virtual bool writesInPlace(KernelOp kernel, unsigned input, unsigned output) const { return false; }

  /// How long a kernel takes with a schedule that can be lowered, by a model that was fitted to measurements; nothing
  /// where there is none.
  virtual std::optional<PredictedTime> predict(ScheduleAttr schedule, const ScheduleProblem &problem,
                                               const ChipInfo &chip) const {
    return std::nullopt;
  }
  /// The same as a number to compare schedules of families by, also where the model was fitted to other problems.
  virtual double estimate(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const;

  /// What it costs a kernel that has its schedule, of this family or another, that this family cannot read its operands
  /// as they lie; nothing if it can.
  virtual std::optional<ScheduleNote> describe(const KernelPlan &plan, const ChipInfo &chip) const {
    return std::nullopt;
  }
  /// After how many elements of k a product's sum, which tensor cores truncate, is added to that of f32; 0 where all of
  /// k is one sum.
  virtual int64_t getPartOfSum(const ProductType &type, const ChipInfo &chip) const { return 0; }
  /// Whether a kernel would gain if a factor (0: A, 1: B) lay transposed in memory.
  virtual bool gainsByTranspose(ScheduleAttr schedule, const ScheduleProblem &problem, unsigned factor) const {
    return false;
  }
};

/// Makes a family known, before anything is compiled; another of the same name is replaced.
void registerKernelFamily(std::unique_ptr<KernelFamily> family);

/// The family of that name, or null.
const KernelFamily *lookupKernelFamily(StringRef name);

/// The family that lowers a kernel: the one that its schedule names, if that takes the kernel, else the last of the
/// chip's that does, which asks for least. Null if there is none.
const KernelFamily *getLoweringFamily(const KernelPlan &plan, const ChipInfo &chip);

/// Whether any family of a chip takes a kernel, or what they say against it.
FusionVerdict checkFamilies(const KernelPlan &plan, const ChipInfo &chip);
/// The same of a kernel of several products, said by the families that take such; no reason if the chip has none.
FusionVerdict checkProductChainFamilies(const KernelPlan &plan, const ChipInfo &chip);
/// Whether a chip has such families.
bool hasProductChainFamily(const ChipInfo &chip);
/// Whether a chip has a family that takes every kernel without an anchor.
bool hasFamilyOfAllElementwise(const ChipInfo &chip);
/// Whether a kernel has a family that lowers it (getLoweringFamily), or what the chip's say against it.
FusionVerdict checkLoweringFamily(const KernelPlan &plan, const ChipInfo &chip);

/// The families that take a kernel on a chip, in the chip's order.
SmallVector<const KernelFamily *, 2> getSupportingFamilies(const KernelPlan &plan, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_SCHEDULE_KERNELFAMILY_H
