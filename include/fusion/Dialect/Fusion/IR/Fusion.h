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

#include "fusion/Dialect/Fusion/IR/ScalarContext.h"

#include "fusion/Dialect/Fusion/IR/FusionDialect.h.inc"
#include "fusion/Dialect/Fusion/IR/FusionEnums.h.inc"
#include "fusion/Dialect/Fusion/IR/FusionOpInterfaces.h.inc"

namespace fusion {
class MatmulOp;
struct ChipInfo;
class YieldOp;

/// Names of the dialect's discardable attributes.
inline constexpr llvm::StringLiteral kNumericsAttrName = "fusion.numerics";
inline constexpr llvm::StringLiteral kF32PrecisionAttrName = "fusion.f32_precision";
inline constexpr llvm::StringLiteral kTargetAttrName = "fusion.target";
inline constexpr llvm::StringLiteral kMustFuseAttrName = "fusion.must_fuse";
/// Of a gpu.launch_func that may start before the kernels before it have ended: its kernel waits for them
/// (nvvm.griddepcontrol wait) before it touches memory that they may write.
inline constexpr llvm::StringLiteral kProgrammaticAttrName = "fusion.programmatic";
/// Of an argument of an entry: the caller promises that no kernel, on any stream, that may still run when the first
/// kernel of a call starts writes it. So it is with weights.
inline constexpr llvm::StringLiteral kConstantAttrName = "fusion.constant";
/// Of an argument of an entry (i64): the number of the result that is written into its memory.
inline constexpr llvm::StringLiteral kAliasesAttrName = "fusion.aliases";
/// Of an argument of an entry: a value of its initialise step (fusion/Analysis/Initialization.h).
inline constexpr llvm::StringLiteral kInitializedAttrName = "fusion.initialized";
/// Of a kernel in an entry: it was one of the entry's initialise step.
inline constexpr llvm::StringLiteral kInitializeAttrName = "fusion.initialize";
/// Of the arguments of an entry that are outputs, and of its workspace.
inline constexpr llvm::StringLiteral kOutputAttrName = "fusion.output";
inline constexpr llvm::StringLiteral kWorkspaceAttrName = "fusion.workspace";
/// Of a fusion.kernel on memrefs: the numbers (array<i64>) of the inputs that no kernel writes that may still run when
/// this one starts. A unit attribute on the argument of a kernel's function that reads such an input.
inline constexpr llvm::StringLiteral kStableAttrName = "fusion.stable";
/// Of an nvgpu.tma.create.descriptor of f32: its loads round to the nearest tf32.
inline constexpr llvm::StringLiteral kRoundToTF32AttrName = "fusion.round_to_tf32";
/// Of functions of arith and math, and of what they are combined with to sigmoid, silu and gelu: on NVPTX all that
/// may be made of the GPU's own tanh, with an error of 2^-11 (times x for silu and gelu).
inline constexpr llvm::StringLiteral kApproxTanhAttrName = "fusion.approx_tanh";
/// Of an arith.divf: where several of them make logistic functions (sigmoid, silu, gelu) with fastmath<afn>,
/// on NVPTX two may share a reciprocal. Pays where f32 instructions are cheap beside those of the special-function
/// unit, as at eight to one.
inline constexpr llvm::StringLiteral kShareReciprocalsAttrName = "fusion.share_reciprocals";

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

#define GET_ATTRDEF_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionAttrs.h.inc"

#define GET_OP_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionOps.h.inc"

#endif // FUSION_DIALECT_FUSION_IR_FUSION_H
