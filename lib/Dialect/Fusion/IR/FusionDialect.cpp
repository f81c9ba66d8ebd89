// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::fusion;

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
                          kRoughTanhAttrName, kShareReciprocalsAttrName},
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
  if (name == kSettledAttrName) {
    if (!isa<DenseI64ArrayAttr>(attr.getValue()) || !isa<KernelOp>(op))
      return op->emitOpError() << "must not carry attribute '" << name
                               << "', which is an array of i64 and belongs on a fusion.kernel";
    return success();
  }
  return op->emitOpError() << "has unknown attribute '" << name << "' of the fusion dialect";
}

LogicalResult FusionDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned argument, NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  // The last two are those of an entry with outputs (fusion/Transforms/Host/HostProgram.h).
  if (!llvm::is_contained(
          {kConstantAttrName, kInitializedAttrName, kSettledAttrName, kOutputAttrName, kWorkspaceAttrName}, name))
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

Numerics mlir::fusion::getNumerics(Operation *op) {
  return lookupScopeAttr<NumericsAttr>(op, kNumericsAttrName, Numerics::Relaxed);
}

F32Precision mlir::fusion::getF32Precision(Operation *op) {
  return lookupScopeAttr<F32PrecisionAttr>(op, kF32PrecisionAttrName, F32Precision::TF32x3);
}

bool mlir::fusion::hasNumericsOf(Operation *op, Operation *other) {
  return getNumerics(op) == getNumerics(other) && getF32Precision(op) == getF32Precision(other);
}
