// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The dialect's operations: products and the elementwise ones; others have files of their own.

#ifndef FUSION_OPS_TD
#define FUSION_OPS_TD

include "fusion/Dialect/Fusion/IR/FusionBoundaryOp.td"
include "fusion/Dialect/Fusion/IR/FusionKernelOps.td"
include "fusion/Dialect/Fusion/IR/FusionMapOps.td"
include "fusion/Dialect/Fusion/IR/FusionOpBase.td"
include "fusion/Dialect/Fusion/IR/FusionReduceOp.td"

//===----------------------------------------------------------------------===//
// Matrix product
//===----------------------------------------------------------------------===//

def Fusion_MatmulOp : Fusion_Op<"matmul", [Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Fusion_AnchorOpInterface, ["getFactors"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "matrix product, with transposes and batches";
  let description = [{
    Multiplies `lhs` [batch..., M, K] (`transpose_a`: [batch..., K, M]) by `rhs` [batch..., K, N] (`transpose_b`:
    [batch..., N, K]) into [batch..., M, N]. Batch dimensions broadcast as in numpy: they are aligned at the right, and
    a missing one or a static 1 is repeated. K = 0 gives zeros.

    Operands of floats have one element type, or two of 8 bits, and the result's is at least as wide. Products of 8 and
    16 bits are always accumulated in f32 and rounded once to the result type.

    Operands of i8 have results of i32, which are exact, modulo 2^32. Elements have signs, but those of lhs
    (`unsigned_a`) or of rhs (`unsigned_b`) reach from 0 to 255.

    Matrices of 8-bit floats, without batches, may have a scale per block along K: element (m, k) of the left matrix,
    however it is stored, stands for itself times `lhs_scale`[m / g, k / h], where `lhs_block` is [g, h], and (n, k) of
    the right one for itself times `rhs_scale`[n / g, k / h] by `rhs_block`. Scales are finite, the last blocks may be
    shorter, and a static size of 1 is one scale for all. Sums of at most a block are multiplied with the scales, and
    added in f32; in strict numerics each element is multiplied before.

    Example:

    ```mlir
    func.func @f(%x: tensor<?x768xbf16>, %w: tensor<3072x768xbf16>) -> tensor<?x3072xf32> {
      %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x768xbf16>, tensor<3072x768xbf16>) -> tensor<?x3072xf32>
      return %0 : tensor<?x3072xf32>
    }
    func.func @g(%x: tensor<?x768xi8>, %w: tensor<3072x768xi8>) -> tensor<?x3072xi32> {
      %0 = fusion.matmul %x, %w {transpose_b, unsigned_a}
          : (tensor<?x768xi8>, tensor<3072x768xi8>) -> tensor<?x3072xi32>
      return %0 : tensor<?x3072xi32>
    }
    func.func @h(%x: tensor<?x768xf8E5M2>, %w: tensor<3072x768xf8E4M3FN>) -> tensor<?x3072xf32> {
      %0 = fusion.matmul %x, %w {transpose_b}
          : (tensor<?x768xf8E5M2>, tensor<3072x768xf8E4M3FN>) -> tensor<?x3072xf32>
      return %0 : tensor<?x3072xf32>
    }
    // Scales per 128 of a row, and per block of 128 x 128.
    func.func @blocks(%x: tensor<?x768xf8E4M3FN>, %w: tensor<3072x768xf8E4M3FN>, %sx: tensor<?x6xf32>,
                      %sw: tensor<24x6xf32>) -> tensor<?x3072xf32> {
      %0 = fusion.matmul %x, %w lhs_scale %sx rhs_scale %sw
          {transpose_b, lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 128, 128>}
          : (tensor<?x768xf8E4M3FN>, tensor<3072x768xf8E4M3FN>, tensor<?x6xf32>, tensor<24x6xf32>) -> tensor<?x3072xf32>
      return %0 : tensor<?x3072xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_FactorTensor:$lhs, Fusion_FactorTensor:$rhs,
                   Optional<Fusion_BlockScaleTensor>:$lhs_scale, Optional<Fusion_BlockScaleTensor>:$rhs_scale,
                   UnitAttr:$transpose_a, UnitAttr:$transpose_b, UnitAttr:$unsigned_a, UnitAttr:$unsigned_b,
                   OptionalAttr<DenseI64ArrayAttr>:$lhs_block, OptionalAttr<DenseI64ArrayAttr>:$rhs_block);
  let results = (outs Fusion_ProductTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`lhs_scale` $lhs_scale^)? (`rhs_scale` $rhs_scale^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let builders = [
    /// Without scales.
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$lhs, "::mlir::Value":$rhs,
                   CArg<"bool", "false">:$transposeA, CArg<"bool", "false">:$transposeB,
                   CArg<"bool", "false">:$unsignedA, CArg<"bool", "false">:$unsignedB), [{
      build($_builder, $_state, result, lhs, rhs, ::mlir::Value(), ::mlir::Value(), transposeA, transposeB, unsignedA,
            unsignedB, ::mlir::DenseI64ArrayAttr(), ::mlir::DenseI64ArrayAttr());
    }]>
  ];
  let extraClassDeclaration = [{
    /// Position of the M or K dimension in lhs and of the K or N dimension in rhs.
    int64_t getLhsMDim() { return getLhs().getType().getRank() - (getTransposeA() ? 1 : 2); }
    int64_t getLhsKDim() { return getLhs().getType().getRank() - (getTransposeA() ? 2 : 1); }
    int64_t getRhsKDim() { return getRhs().getType().getRank() - (getTransposeB() ? 1 : 2); }
    int64_t getRhsNDim() { return getRhs().getType().getRank() - (getTransposeB() ? 2 : 1); }
    /// Static size or ShapedType::kDynamic.
    int64_t getM() { return getLhs().getType().getDimSize(getLhsMDim()); }
    int64_t getN() { return getRhs().getType().getDimSize(getRhsNDim()); }
    int64_t getK() {
      int64_t k = getLhs().getType().getDimSize(getLhsKDim());
      return ::mlir::ShapedType::isDynamic(k) ? getRhs().getType().getDimSize(getRhsKDim()) : k;
    }
    int64_t getNumBatchDims() { return getResult().getType().getRank() - 2; }
    /// Batch dimensions of the result; an operand's are aligned with them, and 1 or missing where it is repeated.
    ::llvm::ArrayRef<int64_t> getBatchShape() { return getResult().getType().getShape().drop_back(2); }
    /// Element type of both operands; of two 8-bit floats that of lhs.
    ::mlir::Type getInputElementType() { return getLhs().getType().getElementType(); }
    /// Whether an operand has a scale per block along K.
    bool isBlockScaled() { return getLhsScale() || getRhsScale(); }
    /// lhs and rhs.
    ::llvm::MutableArrayRef<::mlir::OpOperand> getFactorOperands() {
      return getOperation()->getOpOperands().take_front(2);
    }
    /// The product of `lhs` and `rhs` with the attributes and scales of `like`: rows and columns keep their places.
    static MatmulOp createLike(::mlir::OpBuilder &builder, MatmulOp like, ::mlir::RankedTensorType type,
                               ::mlir::Value lhs, ::mlir::Value rhs);
    /// Its transpose: C = A B as (Bt At), of `rhs` and `lhs` as they are stored, which stand for those of `like`.
    static MatmulOp createTransposed(::mlir::OpBuilder &builder, MatmulOp like, ::mlir::RankedTensorType type,
                                     ::mlir::Value rhs, ::mlir::Value lhs);
  }];
}

//===----------------------------------------------------------------------===//
// Elementwise operations
//===----------------------------------------------------------------------===//

/// The operands broadcast to the shape of the result.
def Fusion_OperandsBroadcast : NativeOpTrait<"OperandsBroadcast"> { let cppNamespace = "::fusion"; }

class Fusion_ElementwiseOp<string mnemonic, list<Trait> traits = []> : Fusion_Op<mnemonic, !listconcat(traits, [Pure,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<Fusion_ElementwiseOpInterface,
                              ["getScalarCost", "getPreciseScalarCost", "hasApproxForm"]>])> {
  /// Cost of one element in f32 instructions, for results of 16 bits and of f32.
  int cost = 1;
  int preciseCost = cost;
  /// Whether the GPU's own tanh can stand in for it.
  bit approxForm = 0;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::reifyResultShapes(::mlir::OpBuilder &builder,
                                                 ::mlir::ReifiedRankedShapedTypeDims &dims) {
      return ::fusion::detail::reifyElementwiseShape(builder, getOperation(), dims);
    }
    int64_t $cppClass::getScalarCost() { return }] # cost # [{; }
    int64_t $cppClass::getPreciseScalarCost() { return }] # preciseCost # [{; }
    bool $cppClass::hasApproxForm() { return }] # approxForm # [{; }
  }];
}

class Fusion_UnaryOp<string mnemonic, string what, string formula, int opCost = 1, int opPreciseCost = opCost>
    : Fusion_ElementwiseOp<mnemonic, [SameOperandsAndResultType]> {
  let cost = opCost;
  let preciseCost = opPreciseCost;
  let summary = what;
  let description = "\n    " # formula # [{

    Example:

    ```mlir
    func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = fusion.}] # mnemonic # [{ %x : tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_FloatTensor:$input);
  let results = (outs Fusion_FloatTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

class Fusion_BinaryOp<string mnemonic, string what, string formula, int opCost = 1>
    : Fusion_ElementwiseOp<mnemonic, [Fusion_OperandsBroadcast]> {
  let cost = opCost;
  let summary = what;
  let description = "\n    " # formula # [{
    The operands broadcast as in numpy and may differ in element type; the result type is explicit.

    Example:

    ```mlir
    func.func @f(%x: tensor<?x8xf32>, %b: tensor<8xbf16>) -> tensor<?x8xf32> {
      %0 = fusion.}] # mnemonic # [{ %x, %b : (tensor<?x8xf32>, tensor<8xbf16>) -> tensor<?x8xf32>
      return %0 : tensor<?x8xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_FloatTensor:$lhs, Fusion_FloatTensor:$rhs);
  let results = (outs Fusion_FloatTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

// Binary.

def Fusion_AddOp : Fusion_BinaryOp<"add", "sum", "lhs + rhs."> { let hasFolder = 1; }
def Fusion_SubOp : Fusion_BinaryOp<"sub", "difference", "lhs - rhs."> { let hasFolder = 1; }
def Fusion_MulOp : Fusion_BinaryOp<"mul", "product", "lhs · rhs, element by element."> { let hasFolder = 1; }
def Fusion_DivOp : Fusion_BinaryOp<"div", "quotient", "lhs / rhs.", 8> { let hasFolder = 1; }
def Fusion_PowOp : Fusion_BinaryOp<"pow", "power", "lhs to the power of rhs, with the special cases of C's pow.", 40>;

class Fusion_ExtremumOp<string mnemonic, string what>
    : Fusion_BinaryOp<mnemonic, what, what # [{ of lhs and rhs. A NaN in
    either operand gives NaN, unless `ignore_nan` is set: then the other operand is the result. -0.0 counts as less than
    +0.0.}], 2> {
  let arguments = (ins Fusion_FloatTensor:$lhs, Fusion_FloatTensor:$rhs, UnitAttr:$ignore_nan);
}
def Fusion_MaxOp : Fusion_ExtremumOp<"max", "maximum"> { let hasCanonicalizeMethod = 1; }
def Fusion_MinOp : Fusion_ExtremumOp<"min", "minimum">;

// Unary. Functions with a short form for results of 16 bits take some four times as many instructions in f32:
// gelu 31 and 8, silu 22 and 6, tanh 29 and 13, exp 20 and 3.

def Fusion_NegOp : Fusion_UnaryOp<"neg", "negation", "-x."> { let hasFolder = 1; }
def Fusion_AbsOp : Fusion_UnaryOp<"abs", "absolute value", "|x|.">;
def Fusion_FloorOp : Fusion_UnaryOp<"floor", "rounding down", "The largest whole number that is not above x.">;
def Fusion_CeilOp : Fusion_UnaryOp<"ceil", "rounding up", "The smallest whole number that is not below x.">;
def Fusion_TruncOp : Fusion_UnaryOp<"trunc", "rounding towards zero", "x without its fraction.">;
def Fusion_RoundOp : Fusion_UnaryOp<"round", "rounding",
    "The nearest whole number; of two the one farther from zero.", 5>;
def Fusion_RoundEvenOp : Fusion_UnaryOp<"roundeven", "rounding to even",
    "The nearest whole number; of two the even one.">;
def Fusion_ExpOp : Fusion_UnaryOp<"exp", "exponential", "e to the power of x.", 8, 20>;
def Fusion_Exp2Op : Fusion_UnaryOp<"exp2", "power of two", "2 to the power of x.", 8, 16>;
def Fusion_ExpM1Op : Fusion_UnaryOp<"expm1", "exponential less one",
    "e to the power of x, minus 1, without loss near 0.", 20, 30>;
def Fusion_LogOp : Fusion_UnaryOp<"log", "natural logarithm", "ln x.", 12, 30>;
def Fusion_Log2Op : Fusion_UnaryOp<"log2", "logarithm to base 2", "log₂ x.", 12, 30>;
def Fusion_Log10Op : Fusion_UnaryOp<"log10", "logarithm to base 10", "log₁₀ x.", 12, 30>;
def Fusion_Log1pOp : Fusion_UnaryOp<"log1p", "natural logarithm of one more",
    "ln(1 + x), without loss near 0.", 20, 30>;
def Fusion_SqrtOp : Fusion_UnaryOp<"sqrt", "square root", "√x.", 8>;
def Fusion_RsqrtOp : Fusion_UnaryOp<"rsqrt", "reciprocal square root", "1 / √x.", 8>;
def Fusion_SinOp : Fusion_UnaryOp<"sin", "sine", "sin x, x in radians.", 20>;
def Fusion_CosOp : Fusion_UnaryOp<"cos", "cosine", "cos x, x in radians.", 20>;
def Fusion_TanOp : Fusion_UnaryOp<"tan", "tangent", "tan x, x in radians.", 30>;
def Fusion_TanhOp : Fusion_UnaryOp<"tanh", "hyperbolic tangent", "tanh x.", 12, 30> { let approxForm = 1; }
def Fusion_ErfOp : Fusion_UnaryOp<"erf", "error function", "erf x.", 20, 50>;
def Fusion_SigmoidOp
    : Fusion_UnaryOp<"sigmoid", "logistic function", "1 / (1 + exp(-x)).", 12, 30> { let approxForm = 1; }
def Fusion_SiluOp
    : Fusion_UnaryOp<"silu", "sigmoid-weighted linear unit", "x / (1 + exp(-x)).", 12, 30> { let approxForm = 1; }
def Fusion_SoftplusOp : Fusion_UnaryOp<"softplus", "smooth rectified linear unit",
    "ln(1 + exp(x)): without overflow for large x, and without loss for very negative x.", 32, 54>;
def Fusion_MishOp : Fusion_UnaryOp<"mish", "softplus-gated linear unit", "x · tanh(ln(1 + exp(x))).", 14, 35>;
def Fusion_HardswishOp : Fusion_UnaryOp<"hardswish", "hard swish", "x · min(max(x + 3, 0), 6) / 6.", 5>;

def Fusion_ReluOp : Fusion_UnaryOp<"relu", "rectified linear unit", [{x where x > 0, else 0. NaN gives NaN, unless
    `ignore_nan` is set: then it gives 0. (A graph that says `cmpf ugt` or `maximumf` keeps NaN, one that says `cmpf
    ogt` or
    `maxnumf` drops it.)}]> {
  let arguments = (ins Fusion_FloatTensor:$input, UnitAttr:$ignore_nan);
}

def Fusion_LeakyReluOp : Fusion_ElementwiseOp<"leaky_relu", [SameOperandsAndResultType]> {
  let cost = 2;
  let summary = "leaky rectified linear unit";
  let description = [{
    x where x > 0, else alpha · x. NaN gives NaN.

    Example:

    ```mlir
    func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = fusion.leaky_relu %x {alpha = 1.000000e-02 : f64} : tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_FloatTensor:$input, F64Attr:$alpha);
  let results = (outs Fusion_FloatTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def Fusion_GeluOp : Fusion_ElementwiseOp<"gelu", [SameOperandsAndResultType]> {
  let cost = 16;
  let preciseCost = 40;
  let approxForm = 1;
  let summary = "Gaussian error linear unit";
  let description = [{
    With `approximate = "erf"` (the default), 0.5 · x · (1 + erf(scale · x)), scale = √½ unless given. With
    `approximate = "tanh"`, 0.5 · x · (1 + tanh(scale · (x + cubic · x³))), scale = √(2/π) and cubic = 0.044715 unless
    given. Graphs carry their own roundings of these constants (0.7977240352, say); they are kept. Hendrycks and Gimpel,
    2016.

    Example:

    ```mlir
    func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %0 = fusion.gelu %x {approximate = "tanh"} : tensor<4x8xf32>
      %1 = fusion.gelu %0 {approximate = "tanh", scale = 0.7977240352 : f64} : tensor<4x8xf32>
      %2 = fusion.gelu %1 : tensor<4x8xf32>
      return %2 : tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_FloatTensor:$input,
                       DefaultValuedAttr<Fusion_StringEnum<Fusion_GeluApproximation, "\"tanh\" or \"erf\"">,
                                         "::fusion::GeluApproximation::Erf">:$approximate,
                       OptionalAttr<F64Attr>:$scale, OptionalAttr<F64Attr>:$cubic);
  let results = (outs Fusion_FloatTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The constants in force: those given, or the exact ones.
    double getScaleValue();
    double getCubicValue();
  }];
}

def Fusion_ClampOp : Fusion_ElementwiseOp<"clamp", [SameOperandsAndResultType]> {
  let cost = 2;
  let summary = "limit to an interval";
  let description = [{
    min(max(x, `min`), `max`). NaN gives NaN, unless `ignore_nan` is set: then it gives `min`. The limits may be
    infinite.

    Example:

    ```mlir
    func.func @f(%x: tensor<4x8xf16>) -> tensor<4x8xf16> {
      %0 = fusion.clamp %x {min = 0.000000e+00 : f64, max = 6.000000e+00 : f64} : tensor<4x8xf16>
      return %0 : tensor<4x8xf16>
    }
    ```
  }];
  let arguments = (ins Fusion_FloatTensor:$input, F64Attr:$min, F64Attr:$max, UnitAttr:$ignore_nan);
  let results = (outs Fusion_FloatTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let hasVerifier = 1;
}

// Types and choices.

def Fusion_CastOp : Fusion_ElementwiseOp<"cast"> {
  let summary = "change of element type";
  let description = [{
    Floats are rounded to nearest even. Overflow gives an infinity, or NaN where the type has none (f8E4M3FN, above
    464: what would be rounded to more than its largest number, 448). NaN stays NaN; that of an 8-bit float is 0x7F.
    Float to integer truncates towards zero; what is out of range becomes the nearest integer of the type, and NaN
    becomes 0. `fusion.roundeven` before the cast rounds to nearest. i1 to float gives 0 or 1; other integers are
    signed.

    `saturate`, from float to float, says what is out of range: it becomes the largest or least number of the result's
    type (infinities too, and NaN stays NaN, as `cvt.satfinite` of PTX has it). To integers it changes nothing.

    `is_unsigned`, where a float becomes an integer or an integer a float, says that the integer has no sign: i8 reaches
    from 0 to 255.

    Example:

    ```mlir
    func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xbf16> {
      %0 = fusion.cast %x : tensor<?x8xf32> to tensor<?x8xbf16>
      return %0 : tensor<?x8xbf16>
    }
    func.func @quantize(%x: tensor<?x8xf32>) -> (tensor<?x8xf8E4M3FN>, tensor<?x8xi8>) {
      %0 = fusion.cast %x {saturate} : tensor<?x8xf32> to tensor<?x8xf8E4M3FN>
      %1 = fusion.roundeven %x : tensor<?x8xf32>
      %2 = fusion.cast %1 {saturate, is_unsigned} : tensor<?x8xf32> to tensor<?x8xi8>
      return %0, %2 : tensor<?x8xf8E4M3FN>, tensor<?x8xi8>
    }
    ```
  }];
  let arguments = (ins Fusion_AnyTensor:$input, UnitAttr:$saturate, UnitAttr:$is_unsigned);
  let results = (outs Fusion_AnyTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Fusion_CompareOp : Fusion_ElementwiseOp<"compare", [Fusion_OperandsBroadcast]> {
  let summary = "comparison";
  let description = [{
    The predicate is one of `arith.cmpf`: `ogt` is false and `ugt` true where an operand is NaN. Operands broadcast.

    Example:

    ```mlir
    func.func @f(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<4x8xi1> {
      %0 = fusion.compare ugt, %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
      return %0 : tensor<4x8xi1>
    }
    ```
  }];
  let arguments = (ins Arith_CmpFPredicateAttr:$predicate, Fusion_FloatTensor:$lhs, Fusion_FloatTensor:$rhs);
  let results = (outs Fusion_BoolTensor:$result);
  let assemblyFormat = "$predicate `,` $lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Fusion_SelectOp : Fusion_ElementwiseOp<"select", [Fusion_OperandsBroadcast]> {
  let summary = "choice between two values";
  let description = [{
    `on_true` where `condition` holds, else `on_false`. All operands broadcast.

    Example:

    ```mlir
    func.func @f(%c: tensor<4x8xi1>, %x: tensor<4x8xf32>, %z: tensor<f32>) -> tensor<4x8xf32> {
      %0 = fusion.select %c, %x, %z : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_BoolTensor:$condition, Fusion_FloatTensor:$on_true, Fusion_FloatTensor:$on_false);
  let results = (outs Fusion_FloatTensor:$result);
  let assemblyFormat = "$condition `,` $on_true `,` $on_false attr-dict `:` functional-type(operands, results)";
  let hasCanonicalizeMethod = 1;
}

#endif // FUSION_OPS_TD
