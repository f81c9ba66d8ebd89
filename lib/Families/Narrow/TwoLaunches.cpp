// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Takes a kernel's body apart into two: what is computed for the weight, and the product with what follows it.

#include "TwoLaunches.h"

#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

namespace {
/// What values of a kernel's body are computed by.
struct BodySlice {
  SmallVector<Operation *> operations; ///< in the order of the body
  SmallVector<BlockArgument> arguments;
};

class TwoLaunches : public KernelVariant {
public:
  TwoLaunches(KernelOp kernel, VariantAttr variant, const NarrowProduct &formula)
      : KernelVariant(kernel), variant(variant), accessGuard(kernel, variant), factor(formula.product.rhs.getValue()) {}

  StringRef suffix() const override { return variant.getSuffix(); }
  const AccessGuard &guard() const override { return accessGuard; }
  bool hasParts() const override { return true; }
  SmallVector<Part> emitParts(OpBuilder &builder) override;
  FunctionOpInterface emitFunction(OpBuilder &, StringRef) override { llvm_unreachable("the variant has parts"); }
  void emitLaunch(OpBuilder &, SymbolRefAttr) override { llvm_unreachable("the variant has parts"); }

private:
  /// `floats` is known already, and is an input of `part`, behind the others.
  KernelOp emitPart(OpBuilder &builder, ValueRange computed, Value floats, ValueRange outs);
  ArrayAttr getAlternatives();

  VariantAttr variant;
  AccessGuard accessGuard;
  Value factor; ///< the weight, in floats
};
} // namespace

/// What `results` are computed by, up to `known`.
static BodySlice getSlice(Block *body, ValueRange results, Value known) {
  BodySlice slice;
  llvm::DenseSet<Value> needed(results.begin(), results.end());
  needed.erase(known);
  for (Operation &op : llvm::reverse(body->without_terminator())) {
    if (llvm::none_of(op.getResults(), [&](Value result) { return needed.contains(result); }))
      continue;
    slice.operations.push_back(&op);
    for (Value operand : op.getOperands())
      if (operand != known)
        needed.insert(operand);
  }
  std::reverse(slice.operations.begin(), slice.operations.end());
  for (BlockArgument argument : body->getArguments())
    if (needed.contains(argument))
      slice.arguments.push_back(argument);
  return slice;
}

/// Inputs that are stable in front of both are so for each.
static void copyStableInputs(KernelOp from, KernelOp to, ArrayRef<BlockArgument> arguments) {
  auto stable = from->getAttrOfType<DenseI64ArrayAttr>(kStableAttrName);
  if (!stable)
    return;
  SmallVector<int64_t> own;
  for (auto [number, argument] : llvm::enumerate(arguments))
    if (llvm::is_contained(stable.asArrayRef(), int64_t(argument.getArgNumber())))
      own.push_back(number);
  to->removeAttr(kStableAttrName);
  if (!own.empty())
    to->setAttr(kStableAttrName, DenseI64ArrayAttr::get(from.getContext(), own));
}

KernelOp TwoLaunches::emitPart(OpBuilder &builder, ValueRange computed, Value floats, ValueRange outs) {
  Value known = floats ? factor : Value();
  BodySlice slice = getSlice(kernel.getBodyBlock(), computed, known);
  auto inputs =
      llvm::map_to_vector(slice.arguments, [&](BlockArgument argument) { return kernel.getInputOf(argument); });
  if (floats)
    inputs.push_back(floats);
  auto part = KernelOp::create(builder, kernel.getLoc(), TypeRange(), inputs, outs);
  part->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  copyStableInputs(kernel, part, slice.arguments);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(part.getBodyBlock());
  IRMapping mapping;
  for (auto [argument, own] : llvm::zip(slice.arguments, part.getBodyBlock()->getArguments()))
    mapping.map(argument, own);
  if (floats)
    mapping.map(known, part.getBodyBlock()->getArguments().back());
  for (Operation *op : slice.operations)
    builder.clone(*op, mapping);
  YieldOp::create(builder, kernel.getLoc(),
                  llvm::map_to_vector(computed, [&](Value value) { return mapping.lookup(value); }));
  return part;
}

/// The kernel's alternatives of the variant's family, for fewer rows than the variant is for.
ArrayAttr TwoLaunches::getAlternatives() {
  SmallVector<Attribute> own;
  if (kernel.getAlternativesAttr())
    for (auto alternative : kernel.getAlternativesAttr().getAsRange<AlternativeAttr>())
      if (alternative.getSchedule().getFamily() == variant.getSchedule().getFamily() &&
          alternative.getSchedule() != variant.getSchedule())
        own.push_back(alternative);
  return own.empty() ? ArrayAttr() : ArrayAttr::get(kernel.getContext(), own);
}

SmallVector<KernelVariant::Part> TwoLaunches::emitParts(OpBuilder &builder) {
  auto type = cast<RankedTensorType>(factor.getType());
  Value floats;
  {
    OpBuilder::InsertionGuard guard(builder);
    setInsertionPointBeforeVariants(builder, kernel);
    floats = memref::AllocOp::create(builder, kernel.getLoc(), MemRefType::get(type.getShape(), type.getElementType()));
  }
  KernelOp widening = emitPart(builder, factor, /*floats=*/{}, floats);
  ScheduleChooser(getTargetChip(kernel)).setSchedules(widening);
  KernelOp multiplying = emitPart(builder, kernel.getYield().getOperands(), floats, kernel.getOuts());
  multiplying.setScheduleAttr(variant.getSchedule());
  if (ArrayAttr alternatives = getAlternatives())
    multiplying.setAlternativesAttr(alternatives);
  return {{widening, "_copy_b"}, {multiplying, ""}};
}

std::unique_ptr<KernelVariant> fusion::createTwoLaunches(KernelOp kernel, VariantAttr variant,
                                                         const NarrowProduct &formula) {
  return std::make_unique<TwoLaunches>(kernel, variant, formula);
}
