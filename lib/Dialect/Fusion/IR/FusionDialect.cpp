// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The dialect: its attributes on other operations, inlining, and the numerics that hold for an operation.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
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
}

Operation *FusionDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// Checks that a discardable attribute has the right type and stands on a module or function (`moduleOnly`: a module).
template <typename AttrT>
static LogicalResult verifyScopeAttr(Operation *op, NamedAttribute attr, bool moduleOnly, StringRef form) {
  if (!isa<AttrT>(attr.getValue()))
    return op->emitOpError() << "expects attribute '" << attr.getName().getValue() << "' to be " << form;
  if (!isa<ModuleOp>(op) && (moduleOnly || !isa<FunctionOpInterface>(op)))
    return op->emitOpError() << "must not carry attribute '" << attr.getName().getValue()
                             << "', which belongs on a module" << (moduleOnly ? "" : " or function");
  return success();
}

LogicalResult FusionDialect::verifyOperationAttribute(Operation *op, NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  if (name == kNumericsAttrName)
    return verifyScopeAttr<NumericsAttr>(op, attr, /*moduleOnly=*/false, "#fusion.numerics<relaxed|strict|fast>");
  if (name == kF32PrecisionAttrName)
    return verifyScopeAttr<F32PrecisionAttr>(op, attr, /*moduleOnly=*/false, "#fusion.f32_precision<tf32x3|tf32|ieee>");
  if (name == kTargetAttrName)
    return verifyScopeAttr<TargetAttr>(op, attr, /*moduleOnly=*/true, "#fusion.target<chip>");
  if (llvm::is_contained({kMustFuseAttrName, kInitializeAttrName, kProgrammaticAttrName, kRoundToTF32AttrName,
                          kApproxTanhAttrName, kShareReciprocalsAttrName},
                         name)) {
    if (!isa<UnitAttr>(attr.getValue()))
      return op->emitOpError() << "expects attribute '" << name << "' to be a unit attribute";
    if (name == kProgrammaticAttrName && !isa<gpu::LaunchFuncOp>(op))
      return op->emitOpError() << "must not carry attribute '" << name << "', which belongs on a gpu.launch_func";
    if (name == kRoundToTF32AttrName && op->getName().getStringRef() != "nvgpu.tma.create.descriptor")
      return op->emitOpError() << "must not carry attribute '" << name
                               << "', which belongs on an nvgpu.tma.create.descriptor";
    return success();
  }
  if (name == kStableAttrName) {
    if (!isa<DenseI64ArrayAttr>(attr.getValue()) || !isa<KernelOp>(op))
      return op->emitOpError() << "must not carry attribute '" << name
                               << "', which is an array of i64 and belongs on a fusion.kernel";
    return success();
  }
  return op->emitOpError() << "has unknown attribute '" << name << "' of the fusion dialect";
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
  return success();
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
