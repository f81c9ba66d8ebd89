// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes device functions of kernels, equal ones once, and launches behind their guards.

#include "fusion/Conversion/FusionToGPU/Passes.h"

#include "BoundedWaits.h"
#include "MarkStableInputs.h"
#include "fusion/Analysis/FormulaText.h"
#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Analysis/KernelLegality.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/StringExtras.h"

namespace fusion {
#define GEN_PASS_DEF_CONVERTFUSIONTOGPUPASS
#include "fusion/Conversion/FusionToGPU/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {

/// What makes two kernels the same function: everything but their place and their operands' names. Which operands are
/// one and the same counts: they are copied once.
std::string getFingerprint(KernelOp kernel) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(kernel->getOperandTypes(), stream);
  stream << static_cast<int>(getNumerics(kernel)) << static_cast<int>(getF32Precision(kernel))
         << kernel->getAttrDictionary();
  DenseMap<Value, int64_t> first;
  for (auto [number, input] : llvm::enumerate(kernel.getInputs()))
    stream << ' ' << first.try_emplace(input, number).first->second;
  stream << ' ' << printFormula(KernelPlan(kernel), FormulaIdentity::Code);
  return text;
}

class KernelConverter {
public:
  KernelConverter(ModuleOp module, bool dependentLaunch)
      : module(module), dependentLaunch(dependentLaunch), names(nameKernels(module)) {}

  LogicalResult convert(KernelOp kernel);
  /// Kernels that may be one launch, in the place of the last of them.
  LogicalResult convertTogether(ArrayRef<KernelOp> kernels);
  int64_t functionCount() const { return count; }

private:
  /// A kernel that can be lowered, and the variants that types leave possible.
  struct Checked {
    KernelPlan plan;
    SmallVector<VariantAttr> variants;

    const KernelFamily *getFamily() const { return getLoweringFamily(plan, getTargetChip(plan.getKernel())); }
  };
  FailureOr<Checked> check(KernelOp kernel);
  LogicalResult convertApart(OpBuilder &builder, ArrayRef<KernelOp> kernels);
  gpu::GPUModuleOp getDeviceModule();
  SymbolRefAttr emitFunction(KernelOp kernel, KernelVariant &variant, StringRef others = "");
  LogicalResult emitLaunch(OpBuilder &builder, KernelOp kernel, KernelVariant &variant, SymbolRefAttr function);
  LogicalResult emitLaunches(OpBuilder &builder, KernelOp kernel, ArrayRef<std::unique_ptr<KernelVariant>> variants,
                             ArrayRef<SymbolRefAttr> functions);

  ModuleOp module;
  bool dependentLaunch;
  gpu::GPUModuleOp deviceModule;
  llvm::DenseMap<Operation *, std::string> names;
  llvm::StringMap<llvm::SmallDenseMap<Attribute, SymbolRefAttr>> functions; ///< by the kernel's form, and variant
  int64_t count = 0;
};

gpu::GPUModuleOp KernelConverter::getDeviceModule() {
  if (!deviceModule) {
    OpBuilder builder(module.getContext());
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(), builder.getUnitAttr());
    deviceModule = gpu::GPUModuleOp::create(builder, module.getLoc(), "fusion_kernels");
    SymbolTable(module).insert(deviceModule, module.getBody()->begin()); // under another name where this one is taken
  }
  return deviceModule;
}

/// `others` is what a launch's name says of further kernels.
SymbolRefAttr KernelConverter::emitFunction(KernelOp kernel, KernelVariant &variant, StringRef others) {
  OpBuilder builder = OpBuilder::atBlockEnd(getDeviceModule().getBody());
  FunctionOpInterface function = variant.emitFunction(builder, names[kernel] + others.str() + variant.suffix().str());
  ++count;
  return SymbolRefAttr::get(getDeviceModule().getNameAttr(), {FlatSymbolRefAttr::get(function)});
}

/// Kernels in the place of a launch are lowered as all others are.
LogicalResult KernelConverter::emitLaunch(OpBuilder &builder, KernelOp kernel, KernelVariant &variant,
                                          SymbolRefAttr function) {
  if (!variant.hasParts()) {
    variant.emitLaunch(builder, function);
    return success();
  }
  for (KernelVariant::Part part : variant.emitParts(builder)) {
    names[part.kernel] = names[kernel] + variant.suffix().str() + part.suffix.str();
    if (failed(convert(part.kernel)))
      return failure();
  }
  return success();
}

/// The first variant whose guard holds is launched.
LogicalResult KernelConverter::emitLaunches(OpBuilder &builder, KernelOp kernel,
                                            ArrayRef<std::unique_ptr<KernelVariant>> variants,
                                            ArrayRef<SymbolRefAttr> functions) {
  if (variants.size() == 1)
    return emitLaunch(builder, kernel, *variants.front(), functions.front());
  Value applies = variants.front()->guard().emit(builder, kernel.getLoc());
  auto choice = scf::IfOp::create(builder, kernel.getLoc(), applies, /*withElseRegion=*/true);
  OpBuilder thenBuilder = choice.getThenBodyBuilder(), elseBuilder = choice.getElseBodyBuilder();
  if (failed(emitLaunch(thenBuilder, kernel, *variants.front(), functions.front())))
    return failure();
  return emitLaunches(elseBuilder, kernel, variants.drop_front(), functions.drop_front());
}

/// The kernel's variants without those that types rule out, or that stand behind one that may always run. Of equal
/// kernels, those whose operands are known to be aligned have fewer.
static SmallVector<VariantAttr> getPossibleVariants(KernelOp kernel) {
  SmallVector<VariantAttr> variants;
  if (!kernel.getVariantsAttr())
    return variants;
  for (auto variant : kernel.getVariantsAttr().getAsRange<VariantAttr>()) {
    AccessGuard guard(kernel, variant);
    if (!guard.fold())
      continue;
    variants.push_back(variant);
    if (guard.isTrivial())
      break;
  }
  return variants;
}

/// What outputs are made of before the kernel runs.
static void emitInitialBits(OpBuilder &builder, KernelOp kernel) {
  for (auto [number, out] : llvm::enumerate(kernel.getOuts())) {
    StoreOpInterface store = getStoreOp(kernel, number);
    IntegerAttr bits = store ? store.getInitialBits() : IntegerAttr();
    if (!bits)
      continue;
    Location loc = kernel.getLoc();
    Value word = arith::ConstantOp::create(builder, loc, bits);
    Value value = arith::BitcastOp::create(builder, loc, cast<MemRefType>(out.getType()).getElementType(), word);
    gpu::MemsetOp::create(builder, loc, /*asyncToken=*/Type(), /*asyncDependencies=*/ValueRange(), out, value);
  }
}

FailureOr<KernelConverter::Checked> KernelConverter::check(KernelOp kernel) {
  if (!kernel.isBufferized())
    return kernel.emitOpError() << "must be bufferized before it is lowered";
  if (!kernel.getBodyBlock()->getOps<ViewOp>().empty() && !kernel.getGeneralView())
    return kernel.emitOpError() << "holds views; run fusion-lower-views";
  const ChipInfo &chip = getTargetChip(kernel);
  KernelPlan plan(kernel);
  if (failed(verifyKernel(kernel, chip.name, checkLoweringFamily(plan, chip))))
    return failure();
  // What comes without variants has them chosen here, as its schedule is.
  if (!kernel.getVariantsAttr() && failed(setVariants(plan, chip)))
    return failure();
  return Checked{plan, getPossibleVariants(kernel)};
}

LogicalResult KernelConverter::convert(KernelOp kernel) {
  FailureOr<Checked> checked = check(kernel);
  if (failed(checked))
    return failure();
  ArrayRef<VariantAttr> possible = checked->variants;
  FailureOr<KernelVariants> variants = checked->getFamily()->createVariants(checked->plan, possible);
  if (failed(variants))
    return failure();
  for (std::unique_ptr<KernelVariant> &variant : *variants)
    variant->setDependentLaunch(dependentLaunch);
  llvm::SmallDenseMap<Attribute, SymbolRefAttr> &made = functions[getFingerprint(kernel)];
  SmallVector<SymbolRefAttr> ofVariants;
  for (auto [number, variant] : llvm::enumerate(*variants)) {
    Attribute listed = number < possible.size() ? Attribute(possible[number]) : Attribute();
    auto [entry, isNew] = made.try_emplace(listed);
    if (isNew && !variant->hasParts())
      entry->second = emitFunction(kernel, *variant);
    ofVariants.push_back(entry->second);
  }
  OpBuilder builder(kernel);
  emitInitialBits(builder, kernel);
  if (failed(emitLaunches(builder, kernel, *variants, ofVariants)))
    return failure();
  kernel.erase();
  return success();
}

/// Copies of kernels, each with launches of its own.
LogicalResult KernelConverter::convertApart(OpBuilder &builder, ArrayRef<KernelOp> kernels) {
  for (KernelOp kernel : kernels) {
    auto own = cast<KernelOp>(builder.clone(*kernel));
    own.removeLaunchGroupAttr();
    names[own] = names[kernel];
    if (failed(convert(own)))
      return failure();
  }
  return success();
}

LogicalResult KernelConverter::convertTogether(ArrayRef<KernelOp> kernels) {
  SmallVector<KernelPlan, 0> plans;
  SmallVector<SmallVector<VariantAttr>> ofKernels;
  const KernelFamily *family = nullptr;
  std::string form;
  for (KernelOp kernel : kernels) {
    kernel.removeLaunchGroupAttr(); // equal launches of other groups are the same function
    FailureOr<Checked> checked = check(kernel);
    if (failed(checked))
      return failure();
    family = plans.empty() || family == checked->getFamily() ? checked->getFamily() : nullptr;
    plans.push_back(checked->plan);
    ofKernels.push_back(checked->variants);
    form += getFingerprint(kernel) + ";";
  }
  FailureOr<KernelVariants> variants = family ? family->createSharedVariants(plans, ofKernels) : KernelVariants();
  if (failed(variants))
    return failure();
  // The report finds the launch of each.
  auto locations = llvm::map_to_vector(kernels, [](KernelOp kernel) { return kernel.getLoc(); });
  Location loc = FusedLoc::get(module.getContext(), locations);
  OpBuilder builder(kernels.back());
  bool isOpen = true; // whether there are calls that none of the variants takes
  for (auto [number, variant] : llvm::enumerate(*variants)) {
    variant->setDependentLaunch(dependentLaunch);
    Attribute listed = builder.getI64IntegerAttr(number);
    auto [entry, isNew] = functions[form].try_emplace(listed);
    if (isNew)
      entry->second = emitFunction(kernels.front(), *variant, "_and_" + std::to_string(kernels.size() - 1) + "_more");
    AccessGuard asked = variant->guard();
    isOpen = !asked.fold() || !asked.isTrivial();
    OpBuilder own = builder;
    if (isOpen) {
      Value applies = asked.emit(builder, loc);
      auto choice = scf::IfOp::create(builder, loc, applies, /*withElseRegion=*/true);
      own = choice.getThenBodyBuilder();
      builder = choice.getElseBodyBuilder();
    }
    for (KernelOp kernel : kernels)
      emitInitialBits(own, kernel);
    variant->emitLaunch(own, entry->second);
    if (!isOpen)
      break;
  }
  if (isOpen && failed(convertApart(builder, kernels)))
    return failure();
  for (KernelOp kernel : kernels)
    kernel.erase();
  return success();
}

/// Whether `op`, which stands between kernels of a launch, does nothing that the launch could come too late for.
static bool mayStandBetween(Operation &op) { return isMemoryEffectFree(&op) || isa<memref::AllocOp>(op); }

static Value getRoot(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

/// Whether one kernel reads memory of which the other writes some.
static bool readsWhatIsWritten(KernelOp reader, KernelOp writer) {
  return llvm::any_of(reader.getInputs(), [&](Value input) {
    return llvm::any_of(writer.getOuts(), [&](Value out) { return getRoot(input) == getRoot(out); });
  });
}

/// The kernels of a module in order, together where they have the same launch group and may be one launch.
static SmallVector<SmallVector<KernelOp, 1>> groupKernels(ModuleOp module) {
  SmallVector<SmallVector<KernelOp, 1>> groups;
  module.walk([&](KernelOp kernel) {
    KernelOp before = groups.empty() ? KernelOp() : groups.back().back();
    bool joins =
        before && kernel.getLaunchGroupAttr() && before->getBlock() == kernel->getBlock() &&
        before.getLaunchGroupAttr() == kernel.getLaunchGroupAttr() &&
        llvm::all_of(llvm::make_range(std::next(before->getIterator()), kernel->getIterator()), mayStandBetween) &&
        llvm::none_of(groups.back(), [&](KernelOp other) {
          return readsWhatIsWritten(kernel, other) || readsWhatIsWritten(other, kernel);
        });
    if (!joins)
      groups.emplace_back();
    groups.back().push_back(kernel);
  });
  return groups;
}

/// What reports read says nothing of the code: kernels that differ in that are the same function.
static void dropDecisions(ModuleOp module) {
  module.walk([](KernelOp kernel) {
    for (StringRef name : {kIsolatedAttrName, kOwnLaunchAttrName, kLaunchSavingAttrName})
      kernel->removeAttr(name);
  });
}

class ConvertFusionToGPU : public fusion::impl::ConvertFusionToGPUPassBase<ConvertFusionToGPU> {
public:
  using Base::Base;

  void runOnOperation() override {
    if (boundedWaits < 0 || boundedWaits > std::numeric_limits<int32_t>::max()) {
      getOperation().emitError() << "bounded-waits must be 0, for no bound, or a number of polls below 2^31, not "
                                 << boundedWaits.getValue();
      return signalPassFailure();
    }
    auto target = getOperation()->getAttrOfType<TargetAttr>(kTargetAttrName);
    const ChipInfo *chip = target ? &target.getInfo() : nullptr;
    bool overlaps = dependentLaunch && chip && chip->dependentLaunch;
    markStableInputs(getOperation(), overlaps);
    dropDecisions(getOperation());
    KernelConverter converter(getOperation(), overlaps);
    for (ArrayRef<KernelOp> kernels : groupKernels(getOperation())) {
      bool isOne = kernels.size() == 1;
      if (failed(isOne ? converter.convert(kernels.front()) : converter.convertTogether(kernels)))
        return signalPassFailure();
      numKernels += kernels.size();
    }
    if (boundedWaits > 0)
      boundWaits(getOperation(), boundedWaits);
    numFunctions += converter.functionCount();
  }
};

} // namespace
