// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes the function and the launch of a draft's kernel.

#include "Draft.h"

#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "fusion/Families/Product/BoxLoader.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// A schedule of that type of products.
static SM90Schedule withType(SM90Schedule schedule, const ProductType *type) {
  schedule.type = type;
  return schedule;
}

DraftVariant::DraftVariant(const KernelPlan &plan, const SM90Schedule &schedule)
    : KernelVariant(plan.getKernel()), products(plan.getFormula().getSums()),
      spec(getProductSpec(products.front(), getTargetChip(kernel), withType(schedule, products.front().type))) {}

unsigned DraftVariant::addFactor(unsigned number) {
  const Multiplicand &multiplicand = getMultiplicand(number);
  return parameters.addTensorMap(getFactorInput(number), {multiplicand.boxRows(), multiplicand.rowElements()});
}

std::unique_ptr<Source> DraftVariant::getFactor(KernelBuilder &, Block::BlockArgListType arguments,
                                                unsigned number) const {
  auto source = std::make_unique<BoxSource>();
  source->map = arguments[factors[number]];
  source->repeated.assign(cast<MemRefType>(getFactorInput(number).getType()).getRank() - 2, false);
  source->rows = getMultiplicand(number).boxRows();
  return source;
}

void DraftVariant::addParameters() {
  plan = EpiloguePlan::get(kernel, *spec.atom->layout, /*buffers=*/0);
  for (unsigned number = 0; number <= products.size(); ++number)
    factors.push_back(addFactor(number));
  finish.emplace(kernel, products.front(), *plan, parameters, ignored);
}

KernelArguments DraftVariant::getArguments(KernelBuilder &kb, Block::BlockArgListType arguments) const {
  KernelArguments result;
  result.sizes = finish->getSizes(kb, arguments);
  for (unsigned number = 0; number <= products.size(); ++number)
    result.factors.push_back(getFactor(kb, arguments, number));
  result.epilogue = finish->getEpilogue(kb, arguments);
  return result;
}

FunctionOpInterface DraftVariant::emitFunction(OpBuilder &builder, StringRef name) {
  addParameters();
  LLVM::LLVMFuncOp function = createKernelFunction(builder, kernel.getLoc(), name, &parameters, spec);
  KernelBuilder kb(kernel.getLoc(), builder.getContext());
  kb.setInsertionPointToStart(function.addEntryBlock(kb));
  KernelArguments arguments = getArguments(kb, function.getArguments());
  emitKernel(kb, spec, LaunchedKernel{kernel, *plan, arguments}, getSharedMemory(kb), hasDependentLaunch());
  kb.create<LLVM::ReturnOp>(ValueRange());
  return function;
}

void DraftVariant::emitLaunch(OpBuilder &builder, SymbolRefAttr function) {
  Location loc = kernel.getLoc();
  Value grid = HostIndex{builder, loc}.constant(spec.walk.wave);
  emitKernelLaunch(builder, loc, function, grid, spec.roles.threads, SharedLayout::get(spec, *plan).dynamicBytes(),
                   parameters.getOperands(builder, loc, /*copies=*/{}, /*memory=*/Value()), hasDependentLaunch());
}
