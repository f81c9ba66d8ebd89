// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The families rows and columns: what they take, their schedules, their model.

#include "fusion/Families/Rows/Family.h"

#include "Model.h"
#include "RowsSchedule.h"
#include "Variants.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Families/Common/RequireSchedule.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Rows whose elements lie side by side in memory, or across it (family columns).
class RowsFamily : public KernelFamily {
public:
  explicit RowsFamily(bool across) : across(across) {}

  StringRef getName() const override { return across ? kColumnsFamilyName : kRowsFamilyName; }

  FusionVerdict supports(const KernelPlan &plan, const ChipInfo &chip) const override {
    if (FusionVerdict rows = checkRows(plan); !rows)
      return rows;
    if (getRowSpace(plan).liesAcross() != across)
      return FusionVerdict::no(across ? "its rows' elements lie side by side"
                                      : "its rows lie across memory, as columns");
    if (FusionVerdict stores = checkStores(plan); !stores)
      return stores;
    if (getCrossings(plan.getKernel()).empty())
      return FusionVerdict::yes();
    return checkWalk(plan.getKernel(), chip);
  }

  bool takesStoreOps() const override { return true; }

  std::shared_ptr<const FamilyProblem> describeProblem(const KernelPlan &plan) const override {
    if (!isReducing(plan.getKernel()) || !checkRows(plan))
      return nullptr;
    return std::make_shared<RowProblem>(RowProblem::get(plan.getKernel()));
  }
  std::shared_ptr<const FamilyProblem> parseProblem(StringRef text) const override { return RowProblem::parse(text); }

  std::optional<FamilyChoice> choose(const ScheduleProblem &problem, const ChipInfo &chip,
                                     MLIRContext *context) const override {
    SmallVector<RowsSchedule> schedules = enumerateRowsSchedules(getRows(problem), problem.stream, chip);
    if (schedules.empty())
      return std::nullopt;
    return FamilyChoice{schedules.front().toAttr(context), /*alternatives=*/nullptr};
  }

  SmallVector<ScheduleAttr> enumerate(const ScheduleProblem &problem, const ChipInfo &chip,
                                      MLIRContext *context) const override {
    return llvm::map_to_vector<6>(enumerateRowsSchedules(getRows(problem), problem.stream, chip),
                                  [&](const RowsSchedule &schedule) { return schedule.toAttr(context); });
  }

  FusionVerdict check(ScheduleAttr schedule, const ScheduleProblem &problem, const ChipInfo &chip) const override {
    const auto *rows = problem.getFamily<RowProblem>();
    return checkRowsSchedule(schedule, rows ? *rows : RowProblem(), chip);
  }

  std::optional<PredictedTime> predict(ScheduleAttr schedule, const ScheduleProblem &problem,
                                       const ChipInfo &chip) const override {
    return predictRows(RowsSchedule::get(schedule), getRows(problem), problem.stream, chip);
  }

  LogicalResult verifySchedules(const KernelPlan &plan, const ChipInfo &chip) const override {
    KernelOp kernel = plan.getKernel();
    if (FusionVerdict rows = supports(plan, chip); !rows)
      return kernel.emitOpError() << "has a schedule of family " << getName() << ", but is none of it: " << rows.reason;
    if (FusionVerdict lowered = checkRowsSchedule(kernel.getScheduleAttr(), RowProblem::get(kernel), chip); !lowered)
      return kernel.emitOpError() << "has a schedule that cannot be lowered for " << chip.name << ": "
                                  << lowered.reason;
    return KernelFamily::verifySchedules(plan, chip);
  }

  FailureOr<ArrayAttr> selectVariants(const KernelPlan &plan) const override {
    KernelOp kernel = plan.getKernel();
    if (failed(requireSchedule(kernel)))
      return failure();
    return selectRowsVariants(kernel);
  }

  FailureOr<KernelVariants> createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants) const override {
    KernelOp kernel = plan.getKernel();
    if (failed(requireSchedule(kernel)))
      return failure();
    return createRowsVariants(kernel, variants);
  }

  // Elements that stay in registers are loaded once, by the thread that stores in their place. Other threads load some
  // beside that, which they make nothing of; so nothing may be looked up by what they are.
  bool writesInPlace(KernelOp kernel, unsigned input, unsigned output) const override {
    RowSpace space = getRowSpace(KernelPlan(kernel));
    RowsSchedule schedule = RowsSchedule::get(kernel.getScheduleAttr());
    auto isFull = [&](Value value) { return space.isFull(cast<RankedTensorType>(value.getType())); };
    bool isLoadedOnce = !schedule.across && !schedule.reload && schedule.slices == 1 && schedule.walk == 0 &&
                        !ShapedType::isDynamic(space.getLength());
    return isLoadedOnce && isFull(kernel.getBodyArgument(input)) && isFull(kernel.getComputed()[output]) &&
           llvm::none_of(kernel.getBodyBlock()->getArguments(), KernelOp::isTable);
  }

private:
  /// Whether outputs are stored at their places, or whole rows where an index of each says.
  FusionVerdict checkStores(const KernelPlan &plan) const {
    KernelOp kernel = plan.getKernel();
    RowSpace space = getRowSpace(plan);
    for (auto [number, ofCrossing] : llvm::enumerate(getOutputsOfCrossings(kernel))) {
      StoreOpInterface store = getStoreOp(kernel, number);
      if (!store)
        continue;
      std::optional<int64_t> dim = store.getIndexedDim();
      if (!dim)
        return refuseStore("the family has no " + store->getName().getStringRef());
      if (across)
        return refuseStore("rows that lie across memory are stored at their places");
      if (ofCrossing)
        return refuseStore("what a reduction across the rows comes to is stored at its place");
      if (!keepsDimensions(store))
        return refuseStore("rows are scattered in the dimensions in which they are computed");
      if (space.isColumn(getOwnDim(store)))
        return refuseStore("rows are scattered whole, and indices would give each of their elements a place");
      if (space.isFull(cast<RankedTensorType>(store.getIndices().getType())))
        return refuseStore("rows are scattered whole, and their elements have indices of their own");
    }
    return FusionVerdict::yes();
  }

  /// The dimension of the iteration space whose places indices give.
  static int64_t getOwnDim(StoreOpInterface store) {
    SmallVector<ReassociationIndices> dims = store.getOutputDims();
    const auto *own = llvm::find_if(dims, [&](const auto &group) { return group.front() == *store.getIndexedDim(); });
    return dims.empty() ? *store.getIndexedDim() : own - dims.begin();
  }

  static FusionVerdict refuseStore(const Twine &reason) {
    return FusionVerdict::no(RemarkCode::ForeignConsumer, reason, /*suggestion=*/"");
  }

  /// Whether blocks can walk through the rows with what columns come to in their registers.
  static FusionVerdict checkWalk(KernelOp kernel, const ChipInfo &chip) {
    RowProblem rows = RowProblem::get(kernel);
    if (rows.open)
      return FusionVerdict::no("it reduces across rows whose length is known at run time alone");
    if (!enumerateRowsSchedules(rows, StreamProblem::get(kernel), chip).empty())
      return FusionVerdict::yes();
    return FusionVerdict::no("it reduces across rows of " + Twine(rows.length) +
                             " elements, whose results do not fit the registers of a block");
  }

  /// Of a kernel that the family takes.
  static const RowProblem &getRows(const ScheduleProblem &problem) { return *problem.getFamily<RowProblem>(); }

  bool across;
};
} // namespace

std::unique_ptr<KernelFamily> fusion::createRowsFamily() { return std::make_unique<RowsFamily>(/*across=*/false); }

std::unique_ptr<KernelFamily> fusion::createColumnsFamily() { return std::make_unique<RowsFamily>(/*across=*/true); }
