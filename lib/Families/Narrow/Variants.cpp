// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses the accesses of variants, and emits their functions and launches.

#include "Variants.h"

#include "Kernel.h"
#include "TwoLaunches.h"
#include "fusion/Families/Common/BodyEmitter.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::narrow;

static NarrowProduct getFormula(KernelOp kernel) {
  FusionVerdict verdict;
  return *NarrowProduct::get(KernelPlan(kernel), verdict);
}

/// Suffix of the variant that writes the weight as floats first.
static constexpr StringRef kFloatsSuffix = "_floats";

/// The dimension of the weight along n.
static int64_t getRowDim(const NarrowProduct &formula) { return formula.wordsAlongN ? 1 : 0; }

/// Bytes of the scales of four rows that are neighbours, where those lie side by side, so that one load brings them; 0
/// where they do not.
static int64_t getBytesOfScales(KernelOp kernel, const NarrowProduct &formula) {
  if (!formula.wordsAlongN || formula.scale.rows != 1)
    return 0;
  auto type = cast<MemRefType>(kernel.getInputOf(formula.scale.source).getType());
  constexpr int64_t mostRows = 4;
  int64_t bytes = mostRows * storedBytes(type.getElementType());
  return formula.scale.rowDim == type.getRank() - 1 && AccessGuard::widestAccess(type, bytes) == bytes ? bytes : 0;
}

namespace {
class NarrowVariant : public MemRefVariant {
public:
  NarrowVariant(KernelOp kernel, VariantAttr variant) : MemRefVariant(kernel, variant.getSuffix()) {
    accessGuard = AccessGuard(kernel, variant);
    ScheduleAttr own = variant.getSchedule() ? variant.getSchedule() : kernel.getScheduleAttr();
    spec.formula = getFormula(kernel);
    spec.format = WeightFormat(spec.formula);
    spec.schedule = NarrowSchedule::get(own);
    spec.floatType = spec.formula.product.lhs.getType().getElementType();
    spec.wideCopies = isAligned(spec.formula.activations) && isAligned(spec.formula.weight);
    int64_t scaleBytes = getBytesOfScales(kernel, spec.formula);
    spec.wideScales =
        scaleBytes > 0 && accessGuard.getAlignment(kernel.getInputOf(spec.formula.scale.source)) >= scaleBytes;
    spec.wideEpilogue = allowsVectorAccess(kernel, accessGuard);
  }

private:
  bool isAligned(BlockArgument argument) { return accessGuard.getAlignment(kernel.getInputOf(argument)) >= 16; }
  void emitBody(gpu::GPUFuncOp func) override;
  int64_t threads() const override { return spec.schedule.threads(); }
  int64_t sharedBytes() const override { return spec.schedule.sharedBytes(spec.format); }
  Value blocks(OpBuilder &builder, Location loc) override;

  Spec spec;
};
} // namespace

void NarrowVariant::emitBody(gpu::GPUFuncOp func) {
  KernelBuilder kb(kernel.getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  if (spec.schedule.cluster > 1)
    func->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                  kb.getDenseI32ArrayAttr({static_cast<int32_t>(spec.schedule.cluster), 1, 1}));
  SmallVector<MemRefArgument> operands = unpackOperands(kb, func.getArguments());
  ArrayRef<MemRefArgument> inputs = ArrayRef(operands).take_front(kernel.getInputs().size());
  ArrayRef<MemRefArgument> outputs = ArrayRef(operands).drop_front(inputs.size());
  Arguments arguments;
  arguments.activations = inputs[spec.formula.activations.getArgNumber()];
  arguments.weight = inputs[spec.formula.weight.getArgNumber()];
  if (spec.formula.scale)
    arguments.scale = inputs[spec.formula.scale.source.getArgNumber()];
  if (spec.formula.zero)
    arguments.zero = inputs[spec.formula.zero.source.getArgNumber()];
  arguments.m = kb.toI32(arguments.activations.sizes[0]);
  arguments.n = kb.toI32(arguments.weight.sizes[getRowDim(spec.formula)]);
  arguments.k = kb.toI32(arguments.activations.sizes[1]);
  // Rows of vectors are contiguous, whatever the type says.
  if (spec.wideCopies)
    arguments.activations.strides[1] = arguments.weight.strides[1] = kb.c64(1);
  BodyEmitter epilogue(kb, kernel, inputs, outputs, getPaddedIteration(kernel));
  epilogue.enterOuter(kb, {});
  Spec overlapped = spec;
  overlapped.launchDependents = hasDependentLaunch();
  emitNarrowProduct(kb, overlapped, arguments, getSharedMemory(kb), epilogue);
  kb.create<gpu::ReturnOp>();
}

Value NarrowVariant::blocks(OpBuilder &builder, Location loc) {
  HostIndex index{builder, loc};
  Value m = index.dim(kernel.getInputOf(spec.formula.activations), 0);
  Value n = index.dim(kernel.getInputOf(spec.formula.weight), getRowDim(spec.formula));
  Value tiles = index.mul(index.ceilDiv(m, spec.schedule.tileM), index.ceilDiv(n, spec.schedule.tileN));
  return spec.schedule.cluster == 1 ? tiles : index.mul(tiles, spec.schedule.cluster);
}

/// What the widest copies and epilogue ask for; nothing where types rule them out.
static std::optional<AccessGuard> getWideGuard(KernelOp kernel, const NarrowProduct &formula) {
  AccessGuard guard;
  for (BlockArgument factor : {formula.activations, formula.weight}) {
    Value memref = kernel.getInputOf(factor);
    guard.requireAligned(memref, 16);
    if (AccessGuard::widestAccess(cast<MemRefType>(memref.getType()), 16) != 16)
      return std::nullopt;
  }
  if (int64_t bytes = getBytesOfScales(kernel, formula))
    guard.requireAligned(kernel.getInputOf(formula.scale.source), bytes);
  if (AccessGuard wide = guard; requireVectorAccess(kernel, wide))
    guard = wide;
  return guard.fold() ? std::optional(guard) : std::nullopt;
}

/// The kernel's alternatives: of few rows, and of so many that floats are written first.
static std::pair<SmallVector<AlternativeAttr>, SmallVector<AlternativeAttr>> getAlternatives(KernelOp kernel) {
  std::pair<SmallVector<AlternativeAttr>, SmallVector<AlternativeAttr>> found;
  if (kernel.getAlternativesAttr())
    for (auto alternative : kernel.getAlternativesAttr().getAsRange<AlternativeAttr>()) {
      bool isOwn = alternative.getSchedule().getFamily() == kNarrowFamilyName;
      (isOwn ? found.first : found.second).push_back(alternative);
    }
  return found;
}

ArrayAttr fusion::selectNarrowVariants(KernelOp kernel) {
  NarrowProduct formula = getFormula(kernel);
  auto [own, floats] = getAlternatives(kernel);
  auto withRows = [&](AccessGuard guard, AlternativeAttr alternative) {
    guard.requireAtMost(kernel.getInputOf(formula.activations), 0, alternative.getMostM());
    return guard;
  };
  SmallVector<Attribute> variants;
  if (std::optional<AccessGuard> wide = getWideGuard(kernel, formula)) {
    for (AlternativeAttr alternative : own)
      variants.push_back(
          withRows(*wide, alternative)
              .toVariant(kernel, "_m" + std::to_string(alternative.getMostM()), alternative.getSchedule()));
    if (floats.empty())
      variants.push_back(wide->toVariant(kernel, ""));
  }
  AccessGuard any;
  if (!floats.empty() && !own.empty())
    any = withRows(any, own.back());
  ScheduleAttr general = getSmallestNarrowSchedule(WeightFormat(formula)).toAttr(kernel.getContext());
  variants.push_back(any.toVariant(kernel, variants.empty() ? "" : kGeneralSuffix, general));
  if (!floats.empty())
    variants.push_back(AccessGuard().toVariant(kernel, kFloatsSuffix, floats.back().getSchedule()));
  return ArrayAttr::get(kernel.getContext(), variants);
}

KernelVariants fusion::createNarrowVariants(KernelOp kernel, ArrayRef<VariantAttr> variants) {
  KernelVariants created;
  for (VariantAttr variant : variants) {
    if (variant.getSchedule() && variant.getSchedule().getFamily() != kNarrowFamilyName)
      created.push_back(createTwoLaunches(kernel, variant, getFormula(kernel)));
    else
      created.push_back(std::make_unique<NarrowVariant>(kernel, variant));
  }
  return created;
}
