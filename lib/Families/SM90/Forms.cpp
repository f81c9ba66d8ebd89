// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which forms a kernel has, of which a launch runs the first that its operands allow.

#include "Form.h"

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Families/SM80/Forms.h"
#include "fusion/Families/SM90/Check.h"
#include "fusion/Families/SM90/Space.h"
#include "fusion/Schedule/ScheduleSelection.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm90;

/// Whether rows of `type` may start at other addresses than multiples of 16 bytes apart, which only a launch knows.
static bool hasOpenPitch(MemRefType type) {
  return llvm::is_contained(ArrayRef(type.getStridesAndOffset().first).drop_back(), ShapedType::kDynamic);
}

/// Forms of all `schedules` that copy operands where `copies` says so, beside those that the schedules copy. Nothing if
/// the operands cannot be read even so.
static FailureOr<SmallVector<FormAttr>> selectFormsOf(KernelOp kernel, ArrayRef<FormSchedule> schedules,
                                                      function_ref<bool(MemRefType)> copies) {
  MatmulOp matmul = KernelPlan(kernel).getProduct();
  auto chooseLoad = [&](Value operand, OperandLoad &load, bool &copied) {
    auto type = cast<MemRefType>(kernel.getInputOf(operand).getType());
    // What lies otherwise than its shape says may be out of the threads' reach.
    if (getCopyAccess(type) < 4)
      load = OperandLoad::TMA;
    copied |= load == OperandLoad::TMA && copies(type);
  };
  FormPool pool;
  SmallVector<FormAttr> forms;
  for (FormSchedule own : schedules) {
    SM90Schedule &schedule = own.schedule;
    chooseLoad(matmul.getLhs(), schedule.loadA, schedule.copyA);
    chooseLoad(matmul.getRhs(), schedule.loadB, schedule.copyB);
    if (matmul.getLhs() == matmul.getRhs() && (schedule.copyA || schedule.copyB)) {
      schedule.copyA = schedule.copyB = true;
      schedule.loadA = schedule.loadB = OperandLoad::TMA;
    }
    SM90Form form(kernel, own, pool);
    if (!form.readsOperands())
      return SmallVector<FormAttr>();
    if (failed(form.check()))
      return failure();
    ScheduleAttr attr = schedule.toAttr(kernel.getContext());
    forms.push_back(form.guard().toForm(kernel, own.suffix, attr == kernel.getScheduleAttr() ? ScheduleAttr() : attr,
                                        own.anyAddress));
  }
  return forms;
}

/// The same schedule with TMA in the place of threads, for operands that start or lie elsewhere than those need.
static FormSchedule loadByTMA(FormSchedule form) {
  if (form.schedule.loadsByThreads())
    form.suffix += "_tma";
  form.schedule.loadA = form.schedule.loadB = OperandLoad::TMA;
  return form;
}

/// The schedules that a kernel has: for small M, then the one for any.
static FailureOr<SmallVector<FormSchedule, 0>> getSchedules(KernelOp kernel) {
  FailureOr<SM90Schedule> schedule = getSM90Schedule(kernel);
  FailureOr<SmallVector<SM90Choice::Alternative, 3>> alternatives = getSM90Alternatives(kernel);
  if (failed(schedule) || failed(alternatives))
    return failure();
  SmallVector<FormSchedule, 0> schedules;
  for (const SM90Choice::Alternative &alternative : *alternatives)
    schedules.push_back({alternative.schedule, "_m" + std::to_string(alternative.mostM), alternative.mostM});
  schedules.push_back({*schedule, ""});
  return schedules;
}

FailureOr<ArrayAttr> sm90::selectForms(KernelOp kernel) {
  FailureOr<SmallVector<FormSchedule, 0>> schedules = getSchedules(kernel);
  if (failed(schedules))
    return failure();
  auto isOdd = [](MemRefType type) { return !isTMAType(type); };
  auto mayBeOdd = [&](MemRefType type) { return isOdd(type) || hasOpenPitch(type); };
  FailureOr<SmallVector<FormAttr>> forms = selectFormsOf(kernel, *schedules, isOdd);
  if (failed(forms))
    return failure();
  if (forms->empty()) {
    ScheduleProblem problem = ScheduleProblem::get(kernel);
    SM80Schedule chosen = chooseSM80Schedule(problem, getTargetChip(kernel));
    return selectSM80Forms(kernel, getSM80ScheduleAttr(chosen, problem, kernel.getContext()));
  }
  auto append = [&](ArrayRef<FormSchedule> more) -> LogicalResult {
    FailureOr<SmallVector<FormAttr>> selected = selectFormsOf(kernel, more, mayBeOdd);
    if (failed(selected))
      return failure();
    llvm::append_range(*forms, *selected);
    return success();
  };
  // The same kernels behind copies; then one that takes whatever a launch brings beside A and B.
  bool open = llvm::any_of(KernelPlan(kernel).getProduct()->getOperands(), [&](Value operand) {
    return hasOpenPitch(cast<MemRefType>(kernel.getInputOf(operand).getType()));
  });
  if (open && failed(append(llvm::map_to_vector<0>(*schedules, loadByTMA))))
    return failure();
  FormSchedule unaligned = loadByTMA({schedules->back().schedule, "", {}, /*anyAddress=*/true});
  unaligned.suffix = "_unaligned";
  if (!forms->back().getGuards().empty() && failed(append(unaligned)))
    return failure();
  if (!forms->back().getGuards().empty())
    forms->push_back(selectSM80GeneralForm(kernel));
  return ArrayAttr::get(kernel.getContext(), SmallVector<Attribute>(forms->begin(), forms->end()));
}

/// The schedule of a form, which can be lowered.
static FailureOr<SM90Schedule> getScheduleOf(KernelOp kernel, FormAttr form, ScheduleAttr attr) {
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  SM90Schedule schedule = SM90Schedule::get(attr, problem.products);
  // How far apart the rows are that TMA reads is asked for by the guard, whatever the shape says.
  if (schedule.loadA == OperandLoad::TMA)
    problem.accessA = 16;
  if (schedule.loadB == OperandLoad::TMA)
    problem.accessB = 16;
  const ChipInfo &chip = getTargetChip(kernel);
  if (FusionVerdict verdict = checkSM90Schedule(attr, problem, chip); !verdict)
    return kernel.emitOpError() << "has a form '" << form.getSuffix() << "' with a schedule that cannot be lowered for "
                                << chip.name << ": " << verdict.reason;
  return schedule;
}

FailureOr<KernelForms> sm90::createForms(KernelOp kernel, ArrayRef<FormAttr> forms) {
  FormPool pool;
  KernelForms created;
  for (auto [number, attr] : llvm::enumerate(forms)) {
    ScheduleAttr schedule = attr.getSchedule() ? attr.getSchedule() : kernel.getScheduleAttr();
    if (!schedule)
      return kernel.emitOpError() << "has no schedule; run fusion-select-schedule";
    // The rest is of the family of mma.sync.
    if (schedule.getFamily() != kSM90FamilyName) {
      FailureOr<KernelForms> rest =
          createSM80Forms(kernel, forms.drop_front(number), /*leastBlocks=*/created.empty() ? 0 : 1);
      if (failed(rest))
        return failure();
      llvm::move(*rest, std::back_inserter(created));
      return created;
    }
    FailureOr<SM90Schedule> numbers = getScheduleOf(kernel, attr, schedule);
    if (failed(numbers))
      return failure();
    FormSchedule own = {*numbers, attr.getSuffix().str(), {}, attr.getAnyAddress(), AccessGuard(kernel, attr)};
    auto form = std::make_unique<SM90Form>(kernel, own, pool);
    // Bufferization may have put operands elsewhere than was expected.
    if (!form->readsOperands())
      continue;
    if (failed(form->check()))
      return failure();
    created.push_back(std::move(form));
  }
  if (created.empty())
    return createSM80Forms(kernel, selectSM80GeneralForm(kernel));
  return created;
}
