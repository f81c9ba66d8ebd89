// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The fusion dialect: everything a client of it includes.

#ifndef FUSION_DIALECT_FUSION_IR_FUSION_H
#define FUSION_DIALECT_FUSION_IR_FUSION_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "fusion/Dialect/Fusion/IR/AccessMap.h"
#include "fusion/Dialect/Fusion/IR/ScalarContext.h"

#include "fusion/Dialect/Fusion/IR/FusionEnums.h.inc"

namespace fusion {
struct ChipInfo;
class MatmulOp;
class ViewOp;
class YieldOp;
} // namespace fusion

#define GET_ATTRDEF_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionAttrs.h.inc"

#include "fusion/Dialect/Fusion/IR/FusionDialect.h.inc"
#include "fusion/Dialect/Fusion/IR/FusionOpInterfaces.h.inc"

namespace fusion {

/// Names of the dialect's discardable attributes; its description says what they mean, who writes and who reads them.
/// Those of operations, as the dialect's definition lists them:
inline constexpr llvm::StringLiteral kNumericsAttrName = FusionDialect::NumericsAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kF32PrecisionAttrName = FusionDialect::F32PrecisionAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kTargetAttrName = FusionDialect::TargetAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kAlignedAttrName = FusionDialect::AlignedAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kMustFuseAttrName = FusionDialect::MustFuseAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kNoFuseAttrName = FusionDialect::NoFuseAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kIsolatedAttrName = FusionDialect::IsolatedAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kOwnLaunchAttrName = FusionDialect::OwnLaunchAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kLaunchSavingAttrName = FusionDialect::LaunchSavingAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kInitializeAttrName = FusionDialect::InitializeAttrHelper::getNameStr();
/// An array of the numbers of inputs; on the argument of a kernel's function a unit attribute.
inline constexpr llvm::StringLiteral kStableAttrName = FusionDialect::StableAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kProgrammaticAttrName = FusionDialect::ProgrammaticAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kRoundToTF32AttrName = FusionDialect::RoundToTf32AttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kApproxTanhAttrName = FusionDialect::ApproxTanhAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kApproximableAttrName = FusionDialect::ApproximableAttrHelper::getNameStr();
/// Pays where f32 instructions are cheap beside those of the special-function unit, as at eight to one.
inline constexpr llvm::StringLiteral kShareReciprocalsAttrName =
    FusionDialect::ShareReciprocalsAttrHelper::getNameStr();
/// Those of the arguments of functions:
inline constexpr llvm::StringLiteral kConstantAttrName = "fusion.constant";
inline constexpr llvm::StringLiteral kInitializedAttrName = "fusion.initialized";
inline constexpr llvm::StringLiteral kAliasesAttrName = "fusion.aliases";
inline constexpr llvm::StringLiteral kOutputAttrName = "fusion.output";
inline constexpr llvm::StringLiteral kWorkspaceAttrName = "fusion.workspace";

/// The name of a family of kernels in a schedule: a keyword.
FailureOr<std::string> parseFamilyName(AsmParser &parser);

/// The contract that holds for `op`: of the nearest function or module around it that states one, else the default
/// (relaxed, tf32x3).
Numerics getNumerics(Operation *op);
F32Precision getF32Precision(Operation *op);
/// Whether both are the same for `op` and `other`.
bool hasNumericsOf(Operation *op, Operation *other);

/// The type in which a scalar of an element type is computed: f32 for float types of at most 32 bits, else itself.
Type getComputeType(Type elementType);

/// Rounds or converts `scalar` (or a vector) to `type`, float to float; nothing where the types agree.
Value convertFloat(OpBuilder &builder, Location loc, Value scalar, Type type);

/// `wide` (f64, or a vector of it) in f32, rounded to odd: of two neighbours to the one with an odd last bit; what is
/// nearest to zero or infinity becomes that. Rounded to f16 or bf16 afterwards, it gives what rounding once would
/// (Boldo and Melquiond, Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd, 2008).
Value truncateToOdd(OpBuilder &builder, Location loc, Value wide);

/// A float in the type that results of `elementType`, a float type, are computed in, so that rounding it to
/// `elementType` afterwards rounds once.
Value toCompute(OpBuilder &builder, Location loc, Value x, Type elementType);

/// Numpy broadcasting of static and dynamic shapes, aligned at the right. Only a missing dimension or a static 1 is
/// repeated; a dynamic dimension must equal the other at run time. Fails where two sizes contradict each other and
/// gives the position from the right in `conflict`.
FailureOr<SmallVector<int64_t>> broadcastShapes(ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs,
                                                int64_t *conflict = nullptr);

/// Brings reshapes into a form that upstream (MLIR 22) can take. Whoever adds canonicalizations of reshapes adds these;
/// the canonicalizer has them with the dialect. Afterwards
/// - a tensor.expand_shape has an operand for each dynamic size of its type, also where that size is a constant:
///   upstream's patterns read past the operands where it does not hold;
/// - no static size of 0 is in one group with a dynamic size: on memrefs the result would be static.
void populateReshapePatterns(RewritePatternSet &patterns);

/// Sizes of what scf.if yields become choices between sizes from before it, where they are. With the dialect in the
/// canonicalizer, whose patterns of scf.if finish it.
void populateBranchSizePatterns(RewritePatternSet &patterns);

/// The operand and its dimension that size `dim` (from the left) of a broadcast result of rank `rank` comes from: a
/// static one other than 1, else a dynamic one. A null value: the size is 1.
std::pair<Value, int64_t> getBroadcastSource(ValueRange operands, int64_t rank, int64_t dim);

/// Whether one of two operations computes what is marked with fusion.no_fuse (`fusion.isolated`), and the other does
/// not, or for another such operation.
bool areKeptApart(Operation *op, Operation *other);

/// What `value` is a view of (fusion.view), or itself.
Value skipViews(Value value);

namespace detail {
LogicalResult reifyElementwiseShape(OpBuilder &builder, Operation *op, ReifiedRankedShapedTypeDims &dims);
LogicalResult verifyOperandsBroadcast(Operation *op);
} // namespace detail

/// The operands, ranked tensors, broadcast to the shape of the result.
template <typename ConcreteType> class OperandsBroadcast : public OpTrait::TraitBase<ConcreteType, OperandsBroadcast> {
public:
  static LogicalResult verifyTrait(Operation *op) { return detail::verifyOperandsBroadcast(op); }
};
} // namespace fusion

#define GET_OP_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionOps.h.inc"

#endif // FUSION_DIALECT_FUSION_IR_FUSION_H
