// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion-run with a draft in the place of family sm90: draft-run NAME <arguments of fusion-run>.

#include "Draft.h"
#include "fusion/Driver/Run.h"
#include "fusion/Runtime/OutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

static const Draft *const drafts[] = {&kGatedPair, &kWindows, &kGroups, &kRows};

namespace {
class DraftFamily : public KernelFamily {
public:
  explicit DraftFamily(const Draft &draft) : draft(draft) {}

  StringRef getName() const override { return kSM90FamilyName; }
  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &) const override {
    return draft.takes(plan) ? FusionVerdict::yes()
                             : FusionVerdict::no(RemarkCode::ForeignConsumer, "the draft takes other kernels");
  }
  bool takesStoreOps() const override { return true; }
  bool readsAccessMaps() const override { return true; }
  std::optional<FamilyChoice> choose(const ScheduleProblem &, const ChipInfo &, MLIRContext *context) const override {
    return FamilyChoice{getSchedule().toAttr(context), nullptr};
  }
  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &, const ChipInfo &, MLIRContext *context) const override {
    return {getSchedule().toAttr(context)};
  }
  FusionVerdict check(ScheduleAttr, const ScheduleProblem &, const ChipInfo &) const override {
    return FusionVerdict::yes();
  }
  FailureOr<KernelVariants> createVariants(const KernelPlan &plan, ArrayRef<VariantAttr>) const override {
    KernelVariants variants;
    variants.push_back(draft.create(plan, getSchedule()));
    return variants;
  }

private:
  static SM90Schedule getSchedule() {
    SM90Schedule schedule;
    schedule.tileN = 64;
    return schedule;
  }

  const Draft &draft;
};
} // namespace

int main(int argc, char **argv) {
  StringRef name = argc > 1 ? argv[1] : "";
  const auto *draft = llvm::find_if(drafts, [&](const Draft *each) { return each->name == name; });
  if (draft == std::end(drafts)) {
    llvm::errs() << "usage: draft-run NAME ..., with the arguments of fusion-run\n";
    return 2;
  }
  registerKernelFamily(std::make_unique<DraftFamily>(**draft));
  argv[1] = argv[0];
  return runtime::finishOutput(runCommand(argc - 1, argv + 1));
}
