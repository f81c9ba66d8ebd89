// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The variant by wgmma and TMA, from both sides of the launch; which variants a kernel has.

#include "Variants.h"

#include "Kernel.h"
#include "Reduction.h"
#include "fusion/Families/Async/Parameters.h"
#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

namespace {

/// The function takes tensor maps of query, key and value, sizes that types leave open, and the outputs.
class AttentionVariant : public KernelVariant {
public:
  AttentionVariant(KernelOp kernel, StringRef suffix, const AttentionSchedule &schedule);

  /// Whether types allow that TMA reads the inputs.
  bool readsInputs() const {
    return llvm::all_of(inputs, [](const Input &input) { return isTMAType(cast<MemRefType>(input.memref.getType())); });
  }

  /// What a variant of the IR asks, which is no less.
  void setGuard(const AccessGuard &guard) { needed = guard; }

  StringRef suffix() const override { return nameSuffix; }
  const AccessGuard &guard() const override { return needed; }
  FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) override;
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function) override;

private:
  struct Input {
    Value memref;
    unsigned parameter; ///< its tensor map, or its first
  };

  Input addInput(Value tensor, const Multiplicand &multiplicand);
  void addScoreOperands();
  bool readsPairs(Value memref) const;
  AttentionSize addSize(Value memref, int64_t dim);
  AttentionInput getInput(Block::BlockArgListType arguments, const Input &input) const;
  AttentionArguments getArguments(KernelBuilder &kb, Block::BlockArgListType arguments) const;

  StringRef nameSuffix;
  AttentionSpec spec;
  Parameters parameters;
  AccessGuard needed;
  SmallVector<Input, 4> inputs;  ///< query, key, value, and a staged operand of the scores
  std::optional<int64_t> staged; ///< which of the operands that is
  AttentionSize rows, keys;
  SmallVector<AttentionSize> batch;
  SmallVector<Input> scoreOperands, tables; ///< of ScoreOperands
  SmallVector<unsigned> outputs;            ///< none where another kernel stores them
  std::optional<unsigned> memory;           ///< for splits
  std::optional<AttentionReduction> reduction;
};

} // namespace

AttentionVariant::AttentionVariant(KernelOp kernel, StringRef suffix, const AttentionSchedule &schedule)
    : KernelVariant(kernel), nameSuffix(suffix), spec(AttentionSpec::get(kernel, schedule)) {
  AttentionPlan &plan = spec.plan;
  inputs = {addInput(plan.query, spec.layout.query), addInput(plan.key, spec.layout.key),
            addInput(plan.value, spec.layout.value)};
  rows = addSize(inputs[0].memref, *plan.first.lhs.getDim(plan.first.getRowLoop()));
  keys = addSize(inputs[1].memref, *plan.first.rhs.getDim(plan.first.getColumnLoop()));
  for (size_t dim = 0; dim < plan.first.batches.size(); ++dim)
    batch.push_back(addSize(kernel.getOuts()[0], dim));
  addScoreOperands();
  if (staged)
    inputs.push_back(addInput(ScoreOperands::get(plan).elements[*staged], spec.layout.operand));
  for (auto [number, out] : llvm::enumerate(kernel.getOuts())) {
    if (schedule.splits == 1)
      outputs.push_back(parameters.addMemRef(out));
    if (plan.isOfRows[number])
      continue;
    // Lanes store pairs, and of 16-bit elements 16 bytes where rows begin at multiples of them.
    auto type = cast<MemRefType>(out.getType());
    int64_t pair = 2 * storedBytes(type.getElementType());
    needed.requireAligned(out, pair == 4 ? std::max(pair, AccessGuard::widestAccess(type, 16)) : pair);
  }
  if (schedule.splits > 1) {
    memory = parameters.addMemory();
    reduction.emplace(kernel, spec);
  }
}

/// The bytes of two keys, if the type tells that they lie side by side wherever the first is even; else 0.
static int64_t getPairBytes(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  if (strides.empty() || ShapedType::isDynamicShape(strides) || strides.back() != 1 ||
      type.isDynamicDim(type.getRank() - 1) || type.getShape().back() % 2 != 0)
    return 0;
  int64_t bytes = 2 * storedBytes(type.getElementType());
  return AccessGuard::widestAccess(type, bytes) == bytes ? bytes : 0;
}

void AttentionVariant::addScoreOperands() {
  ScoreOperands operands = ScoreOperands::get(spec.plan);
  if (spec.schedule.operandStages > 0)
    staged = operands.findForTMA();
  for (BlockArgument operand : operands.elements) {
    Value memref = kernel.getInputOf(operand);
    scoreOperands.push_back({memref, parameters.addMemRef(memref)});
    if (int64_t bytes = getPairBytes(memref))
      needed.requireAligned(memref, bytes);
  }
  for (BlockArgument table : operands.tables) {
    Value memref = kernel.getInputOf(table);
    tables.push_back({memref, parameters.addMemRef(memref)});
  }
}

// Bufferization may have changed the type.
bool AttentionVariant::readsPairs(Value memref) const {
  int64_t bytes = getPairBytes(memref);
  return bytes && needed.getAlignment(memref) >= bytes;
}

AttentionVariant::Input AttentionVariant::addInput(Value tensor, const Multiplicand &multiplicand) {
  Value memref = kernel.getInputOf(tensor);
  needed.requireAligned(memref, 16);
  return {memref, parameters.addTensorMap(memref, {multiplicand.boxRows(), multiplicand.rowElements()})};
}

// Tensor maps have no empty dimensions.
AttentionSize AttentionVariant::addSize(Value memref, int64_t dim) {
  needed.requirePositive(memref, dim);
  return AttentionSize::add(parameters, memref, dim);
}

AttentionInput AttentionVariant::getInput(Block::BlockArgListType arguments, const Input &input) const {
  auto type = cast<MemRefType>(input.memref.getType());
  return {arguments[input.parameter],
          llvm::map_to_vector(type.getShape().drop_back(2), [](int64_t size) { return size == 1; })};
}

AttentionArguments AttentionVariant::getArguments(KernelBuilder &kb, Block::BlockArgListType arguments) const {
  AttentionArguments result;
  result.query = getInput(arguments, inputs[0]);
  result.key = getInput(arguments, inputs[1]);
  result.value = getInput(arguments, inputs[2]);
  result.rows = rows.get(kb, arguments);
  result.keys = keys.get(kb, arguments);
  for (const AttentionSize &size : batch)
    result.batch.push_back(size.get(kb, arguments));
  for (const Input &operand : scoreOperands)
    result.scoreOperands.push_back(
        {parameters.getMemRef(kb, arguments, operand.parameter), readsPairs(operand.memref)});
  if (staged) {
    result.operand = getInput(arguments, inputs.back());
    result.scoreOperands[*staged].staged = true;
  }
  for (auto [table, input] : llvm::zip_equal(ScoreOperands::get(spec.plan).tables, tables))
    result.tables.add(table, parameters.getMemRef(kb, arguments, input.parameter));
  if (memory)
    result.memory = arguments[*memory];
  for (auto [output, memref] : llvm::zip(outputs, KernelOp(kernel).getOuts()))
    result.outputs.push_back({parameters.getMemRef(kb, arguments, output), needed.getAlignment(memref)});
  return result;
}

/// The name by which reports know what adds partial results.
static FlatSymbolRefAttr getReductionName(OpBuilder &builder, StringRef name) {
  return FlatSymbolRefAttr::get(builder.getContext(), (name + "_reduce").str());
}

FunctionOpInterface AttentionVariant::emitFunction(OpBuilder &builder, StringRef name) {
  if (reduction)
    reduction->emitFunction(builder, getReductionName(builder, name).getValue(), needed, hasDependentLaunch());
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), parameters.getTypes(builder));
  auto function = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(), name, type);
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(),
                    builder.getDenseI32ArrayAttr({static_cast<int32_t>(spec.schedule.threads()), 1, 1}));
  function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(spec.schedule.blocksPerSM));
  parameters.annotate(function);
  KernelBuilder kb(kernel.getLoc(), builder.getContext());
  kb.setInsertionPointToStart(function.addEntryBlock(kb));
  AttentionArguments arguments = getArguments(kb, function.getArguments());
  emitAttentionKernel(kb, kernel, spec, arguments, getSharedMemory(kb), hasDependentLaunch());
  kb.create<LLVM::ReturnOp>(ValueRange());
  return function;
}

void AttentionVariant::emitLaunch(OpBuilder &builder, SymbolRefAttr function) {
  Location loc = kernel.getLoc();
  HostIndex index{builder, loc};
  const AttentionSchedule &schedule = spec.schedule;
  int64_t step = schedule.rows() * (schedule.order == AttentionOrder::Pairs ? 2 : 1);
  Value blocks = index.ceilDiv(rows.onHost(index), step);
  for (const AttentionSize &size : batch)
    blocks = index.mul(blocks, size.onHost(index));
  if (schedule.isPersistent())
    blocks = index.min(blocks, getTargetChip(kernel).sms * schedule.blocksPerSM);
  if (reduction)
    blocks = index.mul(blocks, schedule.splits);
  Value memory = reduction ? reduction->allocate(builder) : Value();
  emitKernelLaunch(builder, loc, function, blocks, schedule.threads(), spec.layout.bytes,
                   parameters.getOperands(builder, loc, IRMapping(), memory), hasDependentLaunch());
  if (reduction)
    reduction->emitLaunch(
        builder,
        SymbolRefAttr::get(function.getRootReference(), {getReductionName(builder, function.getLeafReference())}),
        memory, hasDependentLaunch());
}

ArrayAttr fusion::selectAttentionVariants(KernelOp kernel) {
  SmallVector<Attribute> variants;
  AttentionVariant fast(kernel, "", AttentionSchedule::get(kernel.getScheduleAttr()));
  if (AccessGuard guard = fast.guard(); fast.readsInputs() && guard.fold())
    variants.push_back(guard.toVariant(kernel, ""));
  variants.push_back(AccessGuard().toVariant(kernel, variants.empty() ? "" : kGeneralSuffix));
  return ArrayAttr::get(kernel.getContext(), variants);
}

KernelVariants fusion::createAttentionVariants(KernelOp kernel, ArrayRef<VariantAttr> variants) {
  KernelVariants created;
  for (VariantAttr variant : variants) {
    if (variant.getGuards().empty()) {
      created.push_back(createGeneralAttentionVariant(kernel, variant.getSuffix()));
      continue;
    }
    auto fast = std::make_unique<AttentionVariant>(kernel, variant.getSuffix(),
                                                   AttentionSchedule::get(kernel.getScheduleAttr()));
    // Bufferization may have put inputs elsewhere than was expected.
    if (!fast->readsInputs())
      continue;
    fast->setGuard(AccessGuard(kernel, variant));
    created.push_back(std::move(fast));
  }
  return created;
}
