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
static FailureOr<KernelForms> createFormsOf(KernelOp kernel, ArrayRef<FormSchedule> schedules,
                                            function_ref<bool(MemRefType)> copies, FormPool &pool) {
  MatmulOp matmul = KernelPlan(kernel).getProduct();
  auto settle = [&](Value operand, OperandLoad &load, bool &copied) {
    auto type = cast<MemRefType>(kernel.getInputOf(operand).getType());
    // What lies otherwise than its shape says may be out of the threads' reach.
    if (getCopyAccess(type) < 4)
      load = OperandLoad::TMA;
    copied |= load == OperandLoad::TMA && copies(type);
  };
  KernelForms forms;
  for (FormSchedule own : schedules) {
    SM90Schedule &schedule = own.schedule;
    settle(matmul.getLhs(), schedule.loadA, schedule.repackA);
    settle(matmul.getRhs(), schedule.loadB, schedule.repackB);
    if (matmul.getLhs() == matmul.getRhs() && (schedule.repackA || schedule.repackB)) {
      schedule.repackA = schedule.repackB = true;
      schedule.loadA = schedule.loadB = OperandLoad::TMA;
    }
    auto form = std::make_unique<SM90Form>(kernel, own, pool);
    if (own.mostM)
      form->limitM(*own.mostM);
    if (!form->readsOperands())
      return KernelForms();
    if (failed(form->check()))
      return failure();
    forms.push_back(std::move(form));
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

FailureOr<KernelForms> sm90::createForms(KernelOp kernel) {
  FailureOr<SM90Schedule> schedule = getSM90Schedule(kernel);
  FailureOr<SmallVector<SM90Choice::Alternative, 3>> alternatives = getSM90Alternatives(kernel);
  if (failed(schedule) || failed(alternatives))
    return failure();
  SmallVector<FormSchedule> schedules;
  for (const SM90Choice::Alternative &alternative : *alternatives)
    schedules.push_back({alternative.schedule, "_m" + std::to_string(alternative.mostM), alternative.mostM});
  schedules.push_back({*schedule, ""});

  auto isOdd = [](MemRefType type) { return !isTMAType(type); };
  auto mayBeOdd = [&](MemRefType type) { return isOdd(type) || hasOpenPitch(type); };
  FormPool pool;
  FailureOr<KernelForms> forms = createFormsOf(kernel, schedules, isOdd, pool);
  if (failed(forms))
    return failure();
  if (forms->empty())
    return createSM80Forms(kernel, chooseSM80Schedule(ScheduleProblem::get(kernel), getTargetChip(kernel)));
  auto append = [&](ArrayRef<FormSchedule> more) -> LogicalResult {
    FailureOr<KernelForms> created = createFormsOf(kernel, more, mayBeOdd, pool);
    if (failed(created))
      return failure();
    llvm::move(*created, std::back_inserter(*forms));
    return success();
  };
  // The same kernels behind copies; then one that takes whatever a launch brings beside A and B.
  bool open = llvm::any_of(KernelPlan(kernel).getProduct()->getOperands(), [&](Value operand) {
    return hasOpenPitch(cast<MemRefType>(kernel.getInputOf(operand).getType()));
  });
  if (open && failed(append(llvm::map_to_vector(schedules, loadByTMA))))
    return failure();
  FormSchedule unaligned = loadByTMA({*schedule, "", {}, /*anyAddress=*/true});
  unaligned.suffix = "_unaligned";
  if (!forms->back()->guard().isTrivial() && failed(append(unaligned)))
    return failure();
  if (!forms->back()->guard().isTrivial())
    forms->push_back(createSM80GeneralForm(kernel, /*leastBlocks=*/1));
  return forms;
}
