// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The dialect: its attributes on other operations, inlining, and the numerics that hold for an operation.

#include "fusion/Dialect/Fusion/IR/QuantOps.h"
#include "fusion/Dialect/Fusion/IR/ScalarOps.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace fusion;

#include "fusion/Dialect/Fusion/IR/FusionDialect.cpp.inc"
#include "fusion/Dialect/Fusion/IR/FusionOpInterfaces.cpp.inc"

namespace {
/// Calls are inlined where caller and callee have the same numerics, which stand on functions.
struct FusionInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *op, Region *target, bool, IRMapping &) const final {
    return hasNumericsOf(op, target->getParentOp());
  }
};
} // namespace

void FusionDialect::initialize() {
  registerAttributes();
  addInterfaces<FusionInlinerInterface>();
  addOperations<
#define GET_OP_LIST
#include "fusion/Dialect/Fusion/IR/FusionOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "fusion/Dialect/Fusion/IR/FusionScalarOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "fusion/Dialect/Fusion/IR/FusionQuantOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "fusion/Dialect/Fusion/IR/FusionStoreOps.cpp.inc"
      >();
}

Operation *FusionDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

namespace {
/// A discardable attribute of operations.
struct OperationAttr {
  StringRef name;
  StringRef form; ///< as errors say it
  bool (*hasForm)(Attribute value);
  StringRef place; ///< as errors say it
  bool (*isPlace)(Operation *op);
};
} // namespace

template <typename AttrT> static bool isAttr(Attribute value) { return isa<AttrT>(value); }
static bool isI64(Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getType().isSignlessInteger(64);
}
template <typename... Ops> static bool isOp(Operation *op) { return isa<Ops...>(op); }

static bool isAnyOp(Operation *) { return true; }
static bool isTensorMap(Operation *op) { return op->getName().getStringRef() == "nvgpu.tma.create.descriptor"; }
/// The lowering to LLVM takes attributes along.
static bool isArithmetic(Operation *op) {
  return llvm::is_contained({"arith", "math", "llvm"}, op->getName().getDialectNamespace());
}
static bool isQuotient(Operation *op) { return isa<arith::DivFOp>(op) || op->getName().getStringRef() == "llvm.fdiv"; }

static const OperationAttr kOperationAttrs[] = {
    {kNumericsAttrName, "#fusion.numerics<relaxed|strict|fast>", isAttr<NumericsAttr>, "a module or function",
     isOp<ModuleOp, FunctionOpInterface>},
    {kF32PrecisionAttrName, "#fusion.f32_precision<tf32x3|tf32|ieee>", isAttr<F32PrecisionAttr>, "a module or function",
     isOp<ModuleOp, FunctionOpInterface>},
    {kTargetAttrName, "#fusion.target<chip>", isAttr<TargetAttr>, "a module", isOp<ModuleOp>},
    {kAlignedAttrName, "a unit attribute", isAttr<UnitAttr>, "a function", isOp<FunctionOpInterface>},
    // Where it cannot be obeyed fusing says why.
    {kMustFuseAttrName, "a unit attribute", isAttr<UnitAttr>, "an operation", isAnyOp},
    {kNoFuseAttrName, "a unit attribute", isAttr<UnitAttr>, "an operation", isAnyOp},
    {kIsolatedAttrName, "an i64", isI64, "an operation", isAnyOp},
    {kOwnLaunchAttrName, "a string", isAttr<StringAttr>, "a fusion.kernel", isOp<KernelOp>},
    {kLaunchSavingAttrName, "an i64", isI64, "a fusion.kernel", isOp<KernelOp>},
    {kInitializeAttrName, "a unit attribute", isAttr<UnitAttr>, "a fusion.kernel", isOp<KernelOp>},
    {kStableAttrName, "an array of i64", isAttr<DenseI64ArrayAttr>, "a fusion.kernel", isOp<KernelOp>},
    {kProgrammaticAttrName, "a unit attribute", isAttr<UnitAttr>, "a gpu.launch_func", isOp<gpu::LaunchFuncOp>},
    {kRoundToTF32AttrName, "a unit attribute", isAttr<UnitAttr>, "an nvgpu.tma.create.descriptor", isTensorMap},
    {kApproxTanhAttrName, "a unit attribute", isAttr<UnitAttr>, "arithmetic of arith, math or llvm", isArithmetic},
    {kApproximableAttrName, "a unit attribute", isAttr<UnitAttr>, "a fusion.map", isOp<MapOp>},
    {kShareReciprocalsAttrName, "a unit attribute", isAttr<UnitAttr>, "an arith.divf", isQuotient},
};

/// Stable inputs are inputs of the kernel.
static LogicalResult verifyStableInputs(KernelOp kernel, ArrayRef<int64_t> stable) {
  auto numInputs = static_cast<int64_t>(kernel.getInputs().size());
  for (int64_t number : stable)
    if (number < 0 || number >= numInputs)
      return kernel.emitOpError() << "expects attribute '" << kStableAttrName
                                  << "' to hold numbers of inputs, but it holds " << number << " and there are "
                                  << numInputs << " inputs, numbered from 0";
  return success();
}

LogicalResult FusionDialect::verifyOperationAttribute(Operation *op, NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  const auto *known = llvm::find_if(kOperationAttrs, [&](const OperationAttr &other) { return other.name == name; });
  if (known == std::end(kOperationAttrs))
    return op->emitOpError() << "has unknown attribute '" << name << "' of the fusion dialect";
  if (!known->hasForm(attr.getValue()))
    return op->emitOpError() << "expects attribute '" << name << "' to be " << known->form;
  if (!known->isPlace(op))
    return op->emitOpError() << "must not carry attribute '" << name << "', which belongs on " << known->place;
  if (name == kNoFuseAttrName && op->hasAttr(kMustFuseAttrName))
    return op->emitOpError() << "carries both '" << kMustFuseAttrName << "' and '" << name
                             << "'; leave out one of them";
  if (name == kStableAttrName)
    return verifyStableInputs(cast<KernelOp>(op), cast<DenseI64ArrayAttr>(attr.getValue()));
  return success();
}

/// The types of the results of a function, or of the outputs that they have become
/// (fusion/Transforms/Host/HostProgram.h).
static SmallVector<Type> getWrittenTypes(FunctionOpInterface function) {
  SmallVector<Type> outputs;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (function.getArgAttr(index, kOutputAttrName))
      outputs.push_back(type);
  return outputs.empty() ? llvm::to_vector(function.getResultTypes()) : outputs;
}

/// Checks that a result can be written into the memory of the argument.
static LogicalResult verifyAliases(Operation *op, unsigned argument, NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto number = dyn_cast<IntegerAttr>(attr.getValue());
  if (!function || !number || !number.getType().isInteger(64))
    return op->emitOpError() << "expects attribute '" << kAliasesAttrName << "' of argument #" << argument
                             << " to be an i64, the number of a result of a function";
  SmallVector<Type> results = getWrittenTypes(function);
  int64_t result = number.getInt();
  if (result < 0 || result >= int64_t(results.size()))
    return op->emitOpError() << "expects attribute '" << kAliasesAttrName << "' of argument #" << argument
                             << " to be the number of a result, but it is " << result << " and there are "
                             << results.size() << " results, numbered from 0";
  Type type = function.getArgumentTypes()[argument];
  if (!isa<ShapedType>(type))
    return op->emitOpError() << "expects argument #" << argument << ", which result " << result
                             << " is written into, to be a tensor, but it is " << type
                             << ", a number without memory; pass a tensor of rank 0";
  if (type != results[result])
    return op->emitOpError() << "expects argument #" << argument << ", which result " << result
                             << " is written into, to have its type " << results[result] << ", but it is " << type
                             << "; cast one of them, or leave out '" << kAliasesAttrName << "'";
  if (function.getArgAttr(argument, kConstantAttrName))
    return op->emitOpError() << "expects argument #" << argument << ", which result " << result
                             << " is written into, not to carry '" << kConstantAttrName
                             << "', by which nobody writes it; leave out one of the two";
  for (unsigned other = 0; other < argument; ++other)
    if (function.getArgAttrOfType<IntegerAttr>(other, kAliasesAttrName) == number)
      return op->emitOpError() << "expects one argument for result " << result << " to be written into, but "
                               << "arguments #" << other << " and #" << argument << " name it; leave out one of them";
  return success();
}

/// Checks what else an attribute without a value asks of its argument.
static LogicalResult verifyMarkedArgument(Operation *op, unsigned argument, StringRef name) {
  auto function = cast<FunctionOpInterface>(op);
  Type type = function.getArgumentTypes()[argument];
  if (name == kInitializedAttrName && !function.getArgAttr(argument, kConstantAttrName))
    return op->emitOpError() << "expects argument #" << argument << " with attribute '" << name << "' to carry '"
                             << kConstantAttrName << "' as well";
  if (name == kOutputAttrName && !isa<ShapedType>(type))
    return op->emitOpError() << "expects argument #" << argument << " with attribute '" << name
                             << "' to be a tensor or memref, but it is " << type;
  auto memref = dyn_cast<MemRefType>(type);
  if (name == kWorkspaceAttrName &&
      !(memref && memref.getRank() == 1 && memref.isDynamicDim(0) && memref.getElementType().isInteger(8)))
    return op->emitOpError() << "expects argument #" << argument << " with attribute '" << name
                             << "' to be memref<?xi8>, but it is " << type;
  return success();
}

LogicalResult FusionDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned argument, NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  if (name == kAliasesAttrName)
    return verifyAliases(op, argument, attr);
  // The last two are those of an entry with outputs (fusion/Transforms/Host/HostProgram.h).
  if (!llvm::is_contained(
          {kConstantAttrName, kInitializedAttrName, kStableAttrName, kOutputAttrName, kWorkspaceAttrName}, name))
    return op->emitOpError() << "has unknown attribute '" << name << "' of the fusion dialect on argument #"
                             << argument;
  if (!isa<UnitAttr>(attr.getValue()))
    return op->emitOpError() << "expects attribute '" << name << "' of argument #" << argument
                             << " to be a unit attribute";
  return isa<FunctionOpInterface>(op) ? verifyMarkedArgument(op, argument, name) : success();
}

LogicalResult FusionDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned result,
                                                         NamedAttribute attr) {
  return op->emitOpError() << "has unknown attribute '" << attr.getName().getValue()
                           << "' of the fusion dialect on result #" << result;
}

/// The value of a scope attribute on the nearest operation around `op`, itself included.
template <typename AttrT, typename EnumT> static EnumT lookupScopeAttr(Operation *op, StringRef name, EnumT fallback) {
  for (; op; op = op->getParentOp())
    if (auto attr = op->getAttrOfType<AttrT>(name))
      return attr.getValue();
  return fallback;
}

Numerics fusion::getNumerics(Operation *op) {
  return lookupScopeAttr<NumericsAttr>(op, kNumericsAttrName, Numerics::Relaxed);
}

F32Precision fusion::getF32Precision(Operation *op) {
  return lookupScopeAttr<F32PrecisionAttr>(op, kF32PrecisionAttrName, F32Precision::TF32x3);
}

bool fusion::hasNumericsOf(Operation *op, Operation *other) {
  return getNumerics(op) == getNumerics(other) && getF32Precision(op) == getF32Precision(other);
}
