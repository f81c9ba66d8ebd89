// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_OPS_TD
#define FUSION_OPS_TD

include "fusion/Dialect/Fusion/IR/FusionAttrs.td"
include "fusion/Dialect/Fusion/IR/FusionInterfaces.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

class Fusion_Op<string mnemonic, list<Trait> traits = []> : Op<Fusion_Dialect, mnemonic, traits>;

def Fusion_Float : AnyTypeOf<[F16, BF16, F32, F64], "f16, bf16, f32 or f64">;
def Fusion_Element : AnyTypeOf<[F16, BF16, F32, F64, I1, I8, I16, I32, I64],
                               "f16, bf16, f32, f64 or an integer of 1, 8, 16, 32 or 64 bits">;
def Fusion_FloatTensor : RankedTensorOf<[F16, BF16, F32, F64]>;
def Fusion_BoolTensor : RankedTensorOf<[I1]>;
def Fusion_AnyTensor : RankedTensorOf<[F16, BF16, F32, F64, I1, I8, I16, I32, I64]>;

//===----------------------------------------------------------------------===//
// Matrix product
//===----------------------------------------------------------------------===//

def Fusion_MatmulOp : Fusion_Op<"matmul", [Pure, DeclareOpInterfaceMethods<Fusion_AnchorOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "matrix product, with transposes and batches";
  let description = [{
    Multiplies `lhs` [batch..., M, K] (`transpose_a`: [batch..., K, M]) by `rhs` [batch..., K, N] (`transpose_b`:
    [batch..., N, K]) into [batch..., M, N]. Batch dimensions broadcast as in numpy: they are aligned at the right, and a
    missing one or a static 1 is repeated. Operands have one element type; the result's element type is the accumulator's
    and is at least as wide. Products of f16 and bf16 are always accumulated in f32 and rounded once to the result type.
    K = 0 gives zeros.

    Example:

    ```mlir
    func.func @f(%x: tensor<?x768xbf16>, %w: tensor<3072x768xbf16>) -> tensor<?x3072xf32> {
      %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x768xbf16>, tensor<3072x768xbf16>) -> tensor<?x3072xf32>
      return %0 : tensor<?x3072xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_FloatTensor:$lhs, Fusion_FloatTensor:$rhs, UnitAttr:$transpose_a, UnitAttr:$transpose_b);
  let results = (outs Fusion_FloatTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
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
    /// Element type of both operands.
    ::mlir::Type getInputElementType() { return getLhs().getType().getElementType(); }
  }];
}

//===----------------------------------------------------------------------===//
// Reduction
//===----------------------------------------------------------------------===//

def Fusion_ReduceOp : Fusion_Op<"reduce", [Pure, DeclareOpInterfaceMethods<Fusion_AnchorOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "reduction along some dimensions, which keep size 1";
  let description = [{
    Combines the elements of `input` along `dimensions`, in ascending order of these. The result keeps them with size 1,
    so that it broadcasts against the input. Kinds are those of `arith`:

    | kind | combines | of nothing |
    |---|---|---|
    | `addf`, `addi` | sums; those of floats begin with +0.0, those of integers wrap | 0 |
    | `mulf`, `muli` | products | 1 |
    | `maximumf`, `minimumf` | extrema; NaN if there is one; -0.0 is less than +0.0 | -inf, inf |
    | `maxnumf`, `minnumf` | extrema of what is not NaN | NaN |
    | `maxs`, `mins`, `maxu`, `minu` | extrema of signed and unsigned integers | the least, the largest |
    | `andi`, `ori`, `xori` | bitwise | all ones, 0, 0 |

    Sums and products of f16 and bf16 accumulate in f32 and are rounded once to the result's element type, which is the
    input's or a wider float. The order of a sum is not specified, but is the same for every schedule under strict
    numerics: a function of the number of elements and of the accumulator's type alone.

    An extremum along one dimension may have a second result: the position of the first element that is the extremum
    (of `maximumf` and `minimumf` of the first NaN, if there is one), or 0 if there is none. Zeros of both signs are
    equal there, and the extremum is the first of them.

    Example:

    ```mlir
    func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %m = fusion.reduce maximumf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
      %d = fusion.sub %x, %m : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
      %e = fusion.exp %d : tensor<4x8xf32>
      %s = fusion.reduce addf %e along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
      %r = fusion.div %e, %s : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
      return %r : tensor<4x8xf32>
    }
    func.func @argmax(%x: tensor<4x8xf32>) -> tensor<4x1xi64> {
      %m, %i = fusion.reduce maximumf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>, tensor<4x1xi64>
      return %i : tensor<4x1xi64>
    }
    ```
  }];
  let arguments = (ins AtomicRMWKindAttr:$kind, Fusion_AnyTensor:$input, DenseI64ArrayAttr:$dimensions);
  let results = (outs Fusion_AnyTensor:$result, Optional<RankedTensorOf<[I32, I64]>>:$index);
  let assemblyFormat = [{
    $kind $input `along` $dimensions attr-dict `:` type($input) `->` type($result) (`,` type($index)^)?
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    static bool isElementType(::mlir::Type type) {
      return type.isF16() || type.isBF16() || type.isF32() || type.isF64() || type.isInteger(1) || type.isInteger(8) ||
             type.isInteger(16) || type.isInteger(32) || type.isInteger(64);
    }
    bool isReduced(int64_t dimension) { return ::llvm::is_contained(getDimensions(), dimension); }
    /// What the combination of nothing is, in the accumulator's type.
    ::mlir::TypedAttr getNeutral();
    /// The shape of the results: `input` with size 1 along the dimensions.
    ::llvm::SmallVector<int64_t> getReducedShape();
  }];
}

//===----------------------------------------------------------------------===//
// Elementwise operations
//===----------------------------------------------------------------------===//

/// The operands broadcast to the shape of the result.
def Fusion_OperandsBroadcast : NativeOpTrait<"OperandsBroadcast"> { let cppNamespace = "::mlir::fusion"; }

class Fusion_ElementwiseOp<string mnemonic, list<Trait> traits = []> : Fusion_Op<mnemonic, !listconcat(traits, [Pure,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<Fusion_ElementwiseOpInterface,
                              ["getScalarCost", "getPreciseScalarCost", "hasRoughForm"]>])> {
  /// Cost of one element in f32 instructions, for results of 16 bits and of f32.
  int cost = 1;
  int preciseCost = cost;
  /// Whether the GPU's own tanh can stand in for it.
  bit roughForm = 0;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::reifyResultShapes(::mlir::OpBuilder &builder,
                                                 ::mlir::ReifiedRankedShapedTypeDims &dims) {
      return ::mlir::fusion::detail::reifyElementwiseShape(builder, getOperation(), dims);
    }
    int64_t $cppClass::getScalarCost() { return }] # cost # [{; }
    int64_t $cppClass::getPreciseScalarCost() { return }] # preciseCost # [{; }
    bool $cppClass::hasRoughForm() { return }] # roughForm # [{; }
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

class Fusion_ExtremumOp<string mnemonic, string what> : Fusion_BinaryOp<mnemonic, what, what # [{ of lhs and rhs. A NaN in
    either operand gives NaN, unless `ignore_nan` is set: then the other operand is the result. -0.0 counts as less than
    +0.0.}], 2> {
  let arguments = (ins Fusion_FloatTensor:$lhs, Fusion_FloatTensor:$rhs, UnitAttr:$ignore_nan);
}
def Fusion_MaxOp : Fusion_ExtremumOp<"max", "maximum"> { let hasCanonicalizeMethod = 1; }
def Fusion_MinOp : Fusion_ExtremumOp<"min", "minimum">;

// Unary. Functions with a short form for results of 16 bits take some four times as many instructions in f32, at sm_90a:
// gelu 31 and 8, silu 22 and 6, tanh 29 and 13, exp 20 and 3.

def Fusion_NegOp : Fusion_UnaryOp<"neg", "negation", "-x."> { let hasFolder = 1; }
def Fusion_AbsOp : Fusion_UnaryOp<"abs", "absolute value", "|x|.">;
def Fusion_FloorOp : Fusion_UnaryOp<"floor", "rounding down", "The largest whole number that is not above x.">;
def Fusion_CeilOp : Fusion_UnaryOp<"ceil", "rounding up", "The smallest whole number that is not below x.">;
def Fusion_TruncOp : Fusion_UnaryOp<"trunc", "rounding towards zero", "x without its fraction.">;
def Fusion_RoundOp : Fusion_UnaryOp<"round", "rounding", "The nearest whole number; of two the one farther from zero.", 5>;
def Fusion_RoundEvenOp : Fusion_UnaryOp<"roundeven", "rounding to even", "The nearest whole number; of two the even one.">;
def Fusion_ExpOp : Fusion_UnaryOp<"exp", "exponential", "e to the power of x.", 8, 20>;
def Fusion_Exp2Op : Fusion_UnaryOp<"exp2", "power of two", "2 to the power of x.", 8, 16>;
def Fusion_ExpM1Op : Fusion_UnaryOp<"expm1", "exponential less one", "e to the power of x, minus 1, without loss near 0.", 20, 30>;
def Fusion_LogOp : Fusion_UnaryOp<"log", "natural logarithm", "ln x.", 12, 30>;
def Fusion_Log2Op : Fusion_UnaryOp<"log2", "logarithm to base 2", "log₂ x.", 12, 30>;
def Fusion_Log10Op : Fusion_UnaryOp<"log10", "logarithm to base 10", "log₁₀ x.", 12, 30>;
def Fusion_Log1pOp : Fusion_UnaryOp<"log1p", "natural logarithm of one more", "ln(1 + x), without loss near 0.", 20, 30>;
def Fusion_SqrtOp : Fusion_UnaryOp<"sqrt", "square root", "√x.", 8>;
def Fusion_RsqrtOp : Fusion_UnaryOp<"rsqrt", "reciprocal square root", "1 / √x.", 8>;
def Fusion_SinOp : Fusion_UnaryOp<"sin", "sine", "sin x, x in radians.", 20>;
def Fusion_CosOp : Fusion_UnaryOp<"cos", "cosine", "cos x, x in radians.", 20>;
def Fusion_TanOp : Fusion_UnaryOp<"tan", "tangent", "tan x, x in radians.", 30>;
def Fusion_TanhOp : Fusion_UnaryOp<"tanh", "hyperbolic tangent", "tanh x.", 12, 30> { let roughForm = 1; }
def Fusion_ErfOp : Fusion_UnaryOp<"erf", "error function", "erf x.", 20, 50>;
def Fusion_SigmoidOp : Fusion_UnaryOp<"sigmoid", "logistic function", "1 / (1 + exp(-x)).", 12, 30> { let roughForm = 1; }
def Fusion_SiluOp : Fusion_UnaryOp<"silu", "sigmoid-weighted linear unit", "x / (1 + exp(-x)).", 12, 30> { let roughForm = 1; }
def Fusion_SoftplusOp : Fusion_UnaryOp<"softplus", "smooth rectified linear unit",
    "ln(1 + exp(x)): without overflow for large x, and without loss for very negative x.", 32, 54>;
def Fusion_HardswishOp : Fusion_UnaryOp<"hardswish", "hard swish", "x · min(max(x + 3, 0), 6) / 6.", 5>;

def Fusion_ReluOp : Fusion_UnaryOp<"relu", "rectified linear unit", [{x where x > 0, else 0. NaN gives NaN, unless
    `ignore_nan` is set: then it gives 0. (A graph that says `cmpf ugt` or `maximumf` keeps NaN, one that says `cmpf ogt` or
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

def Fusion_GeluForm : StringBasedAttr<CPred<"::llvm::is_contained({\"tanh\", \"erf\"}, "
    "::llvm::cast<::mlir::StringAttr>($_self).getValue())">, "\"tanh\" or \"erf\""> {
  let storageType = "::mlir::StringAttr";
  let returnType = "::llvm::StringRef";
  let valueType = NoneType;
}

def Fusion_GeluOp : Fusion_ElementwiseOp<"gelu", [SameOperandsAndResultType]> {
  let cost = 16;
  let preciseCost = 40;
  let roughForm = 1;
  let summary = "Gaussian error linear unit";
  let description = [{
    With `approximate = "erf"` (the default), 0.5 · x · (1 + erf(scale · x)), scale = √½ unless given. With
    `approximate = "tanh"`, 0.5 · x · (1 + tanh(scale · (x + cubic · x³))), scale = √(2/π) and cubic = 0.044715 unless given.
    Graphs carry their own roundings of these constants (0.7977240352, say); they are kept. Hendrycks and Gimpel, 2016.

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
  let arguments = (ins Fusion_FloatTensor:$input, DefaultValuedAttr<Fusion_GeluForm, "\"erf\"">:$approximate,
                       OptionalAttr<F64Attr>:$scale, OptionalAttr<F64Attr>:$cubic);
  let results = (outs Fusion_FloatTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool isTanh() { return getApproximate() == "tanh"; }
    /// The constants in force: those given, or the exact ones.
    double getScaleValue();
    double getCubicValue();
  }];
}

def Fusion_ClampOp : Fusion_ElementwiseOp<"clamp", [SameOperandsAndResultType]> {
  let cost = 2;
  let summary = "limit to an interval";
  let description = [{
    min(max(x, `min`), `max`). NaN gives NaN, unless `ignore_nan` is set: then it gives `min`. The limits may be infinite.

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
    Floats are rounded to nearest even (overflow to infinity); float to integer truncates towards zero and is undefined
    out of range; i1 to float gives 0 or 1; other integers are signed.

    Example:

    ```mlir
    func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xbf16> {
      %0 = fusion.cast %x : tensor<?x8xf32> to tensor<?x8xbf16>
      return %0 : tensor<?x8xbf16>
    }
    ```
  }];
  let arguments = (ins Fusion_AnyTensor:$input);
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

//===----------------------------------------------------------------------===//
// Any elementwise computation
//===----------------------------------------------------------------------===//

def Fusion_MapOp : Fusion_Op<"map", [Pure, IsolatedFromAbove, AttrSizedOperandSegments, SingleBlock,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<Fusion_ElementwiseOpInterface,
                              ["getElementOperands", "readsElement", "dependsOnPosition", "setResultShape",
                               "getScalarCost"]>]> {
  let summary = "elementwise computation that a region of scalar operations gives";
  let description = [{
    Computes each element of the result by the region, from the elements of `elements` at the same place, after numpy
    broadcasting. What has no named operation is a map: integers and booleans, masks by position, lookups.

    The region sees the elements as scalars of their own types, the `tables` whole, for `fusion.lookup`, and, where `at`
    names them, the indices of the element in the result, one for each dimension. It holds operations of arith and math on
    scalars, `fusion.lookup`, and `fusion.yield` of one scalar; at most 256 of them.

    Each dimension of the result has the size of an operand, or a static size of its own. An operand whose element the
    region does not use gives a size only; its memory is not read. Division of integers by zero and out-of-range
    conversions are those of the scalar operations.

    In relaxed numerics floats of 16 bits are computed in f32, and casts between floats of at most 32 bits round nothing.
    In strict numerics each operation rounds to its own type.

    Example:

    ```mlir
    // Scores behind the diagonal become the lowest number.
    func.func @causal(%scores: tensor<8x128x128xf32>) -> tensor<8x128x128xf32> {
      %later = fusion.map() at(%row, %column) : () -> tensor<128x128xi1> {
        %0 = arith.cmpi ugt, %column, %row : index
        fusion.yield %0 : i1
      }
      %lowest = arith.constant dense<0xFF7FFFFF> : tensor<f32>
      %masked = fusion.select %later, %lowest, %scores
          : (tensor<128x128xi1>, tensor<f32>, tensor<8x128x128xf32>) -> tensor<8x128x128xf32>
      return %masked : tensor<8x128x128xf32>
    }
    // Rows of a table.
    func.func @embed(%ids: tensor<8x128x1xi64>, %table: tensor<500x768xbf16>) -> tensor<8x128x768xbf16> {
      %rows = fusion.map(%id = %ids) tables(%t = %table) at(%b, %s, %column)
          : (tensor<8x128x1xi64>, tensor<500x768xbf16>) -> tensor<8x128x768xbf16> {
        %row = arith.index_cast %id : i64 to index
        %0 = fusion.lookup %t[%row, %column] : tensor<500x768xbf16>
        fusion.yield %0 : bf16
      }
      return %rows : tensor<8x128x768xbf16>
    }
    ```
  }];
  let arguments = (ins Variadic<Fusion_AnyTensor>:$elements, Variadic<Fusion_AnyTensor>:$tables);
  let results = (outs Fusion_AnyTensor:$result);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// A map with an empty body, with arguments for the elements and tables and, if `positions`, the result's dimensions.
    OpBuilder<(ins "::mlir::RankedTensorType":$resultType, "::mlir::ValueRange":$elements,
                   "::mlir::ValueRange":$tables, "bool":$positions)>
  ];
  let extraClassDeclaration = [{
    /// Most operations of a region.
    static constexpr int64_t kMaxOperations = 256;
    ::mlir::Block *getBodyBlock() { return &getRegion().front(); }
    ::mlir::fusion::YieldOp getYield();
    ::mlir::RankedTensorType getResultType() { return ::llvm::cast<::mlir::RankedTensorType>(getResult().getType()); }
    ::mlir::Block::BlockArgListType getElementArguments() {
      return getBodyBlock()->getArguments().take_front(getElements().size());
    }
    ::mlir::Block::BlockArgListType getTableArguments() {
      return getBodyBlock()->getArguments().slice(getElements().size(), getTables().size());
    }
    /// One for each dimension of the result, or none.
    ::mlir::Block::BlockArgListType getPositions() {
      return getBodyBlock()->getArguments().drop_front(getElements().size() + getTables().size());
    }
    /// Whether an operation may stand in the region of a map.
    static bool isAllowed(::mlir::Operation *op);
  }];
}

def Fusion_LookupOp : Fusion_Op<"lookup", [Pure, HasParent<"MapOp">, AttrSizedOperandSegments,
    TypesMatchWith<"result type matches the table's element type", "table", "result",
                   "::llvm::cast<::mlir::RankedTensorType>($_self).getElementType()">]> {
  let summary = "element of a table at computed indices";
  let description = [{
    The element of `table`, an argument of the map, at `indices`; zero where `condition` is given and false. Where it is
    true, or not given, an index out of range is an error when the program runs, on GPUs a trap. What is outside of the
    result, in a tile that reaches beyond it, is never looked up.

    Example:

    ```mlir
    func.func @shifted(%x: tensor<64xf32>) -> tensor<64xf32> {
      %0 = fusion.map() tables(%t = %x) at(%i) : (tensor<64xf32>) -> tensor<64xf32> {
        %one = arith.constant 1 : index
        %first = arith.constant 0 : index
        %before = arith.subi %i, %one : index
        %inside = arith.cmpi ne, %i, %first : index
        %v = fusion.lookup %t[%before] if %inside : tensor<64xf32>
        fusion.yield %v : f32
      }
      return %0 : tensor<64xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_AnyTensor:$table, Variadic<Index>:$indices, Optional<I1>:$condition);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$table `[` $indices `]` (`if` $condition^)? attr-dict `:` type($table)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def Fusion_KernelOp : Fusion_Op<"kernel", [IsolatedFromAbove, AttrSizedOperandSegments,
    SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "the piece of a graph that becomes one kernel";
  let description = [{
    Holds a formula: its anchors (operations with reduction loops, such as matrix products), and elementwise work in
    front of them, between them and behind them; or elementwise work alone. The body sees the inputs as block arguments,
    always of tensor type, and yields the outputs.

    Three forms, in the order in which a compile meets them:

    1. inputs and results are tensors;
    2. destination style: `outs` gives a tensor for each result to be written to;
    3. after bufferization, inputs and `outs` are memrefs and there are no results; the body is as before.

    Example:

    ```mlir
    func.func @f(%x: tensor<?x768xbf16>, %w: tensor<768x3072xbf16>, %b: tensor<3072xbf16>) -> tensor<?x3072xbf16> {
      %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b)
          : (tensor<?x768xbf16>, tensor<768x3072xbf16>, tensor<3072xbf16>) -> tensor<?x3072xbf16> {
        %0 = fusion.matmul %x0, %w0 : (tensor<?x768xbf16>, tensor<768x3072xbf16>) -> tensor<?x3072xf32>
        %1 = fusion.add %0, %b0 : (tensor<?x3072xf32>, tensor<3072xbf16>) -> tensor<?x3072xf32>
        %2 = fusion.cast %1 : tensor<?x3072xf32> to tensor<?x3072xbf16>
        fusion.yield %2 : tensor<?x3072xbf16>
      }
      return %y : tensor<?x3072xbf16>
    }
    func.func @bufferized(%x: memref<4x8xf32>, %o: memref<4x8xf32>) {
      fusion.kernel(%x0 = %x) outs(%o : memref<4x8xf32>) : (memref<4x8xf32>) -> () {
        %0 = fusion.relu %x0 : tensor<4x8xf32>
        fusion.yield %0 : tensor<4x8xf32>
      }
      return
    }
    ```
  }];
  let arguments = (ins Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$inputs,
                       Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$outs,
                       OptionalAttr<Fusion_ScheduleAttr>:$schedule,
                       OptionalAttr<Fusion_AlternativesAttr>:$alternatives);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// A kernel with an empty body block whose arguments have the tensor types of `inputs`.
    OpBuilder<(ins "::mlir::TypeRange":$resultTypes, "::mlir::ValueRange":$inputs,
                   CArg<"::mlir::ValueRange", "{}">:$outs)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Block *getBodyBlock() { return &getRegion().front(); }
    ::mlir::fusion::YieldOp getYield();
    /// Whether the body has no anchor: it is elementwise work alone.
    bool isElementwise() { return getBodyBlock()->getOps<::mlir::fusion::AnchorOpInterface>().empty(); }
    /// Takes over the schedules of `other`.
    void copySchedules(::mlir::fusion::KernelOp other) {
      setScheduleAttr(other.getScheduleAttr());
      if (other.getAlternativesAttr())
        setAlternativesAttr(other.getAlternativesAttr());
    }
    bool isBufferized() { return getNumResults() == 0 && !getOuts().empty(); }
    /// The tensor type that the body sees for an input of tensor or memref type.
    static ::mlir::RankedTensorType getBodyType(::mlir::Type type);
    ::mlir::BlockArgument getBodyArgument(unsigned input) { return getBodyBlock()->getArgument(input); }
    /// The input that a value of the body stands for, itself or as a view; null for one that the body computes.
    ::mlir::Value getInputOf(::mlir::Value bodyValue);
    /// Whether an elementwise operation, or the yield, reads elements of an argument of the body, or of a view of one.
    static bool isElementwiseOperand(::mlir::Value read);
    /// Whether all that reads an argument of the body reads the element at the place of what it computes: no product, no
    /// view, no table.
    static bool readsOnlyElements(::mlir::Value argument);
    /// Whether an argument of the body is a table that elements are looked up in.
    static bool isTable(::mlir::Value read);
    /// The values as which the body reads its inputs, in their order: arguments that are not only viewed, and views of
    /// arguments. Each becomes an input of its own where views become strides.
    ::llvm::SmallVector<::mlir::Value> getReads();
    /// What the body computes for each output, before a view puts it in another order.
    ::llvm::SmallVector<::mlir::Value> getComputed();
  }];
}

def Fusion_ViewOp : Fusion_Op<"view", [Pure, HasParent<"KernelOp">,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "an input or output of a kernel in another order of dimensions";
  let description = [{
    Dimension i of the result is dimension `permute`[i] of the input. Nothing is moved: a view tells how a kernel reads
    an input or writes an output, whose type outside of the kernel is that of memory. So it stands in a kernel's body
    alone, on an argument or in front of the yield, and becomes strides there.

    Example: attention's scores, of heads that lie beside each other in memory.

    ```mlir
    func.func @f(%q: tensor<8x128x12x64xbf16>, %k: tensor<8x128x12x64xbf16>) -> tensor<8x12x128x128xf32> {
      %s = fusion.kernel(%q0 = %q, %k0 = %k)
          : (tensor<8x128x12x64xbf16>, tensor<8x128x12x64xbf16>) -> tensor<8x12x128x128xf32> {
        %0 = fusion.view %q0 permute [0, 2, 1, 3] : tensor<8x128x12x64xbf16> -> tensor<8x12x128x64xbf16>
        %1 = fusion.view %k0 permute [0, 2, 1, 3] : tensor<8x128x12x64xbf16> -> tensor<8x12x128x64xbf16>
        %2 = fusion.matmul %0, %1 {transpose_b}
            : (tensor<8x12x128x64xbf16>, tensor<8x12x128x64xbf16>) -> tensor<8x12x128x128xf32>
        fusion.yield %2 : tensor<8x12x128x128xf32>
      }
      return %s : tensor<8x12x128x128xf32>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `permute` $permutation attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let builders = [
    /// With the type that follows.
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$permutation)>
  ];
  let extraClassDeclaration = [{
    /// Whether it is one of an argument: how an input is read. Else it is how an output is written.
    bool isOfInput();
    /// Whether elements that are adjacent in the last dimension of the one are so in that of the other.
    bool keepsLastDim() { return !getPermutation().empty() &&
                                 getPermutation().back() == int64_t(getPermutation().size()) - 1; }
    /// The type of `input` behind `permutation`, which must be one.
    static ::mlir::RankedTensorType getResultType(::mlir::RankedTensorType input,
                                                  ::llvm::ArrayRef<int64_t> permutation);
  }];
}

def Fusion_YieldOp : Fusion_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<["KernelOp", "MapOp"]>]> {
  let summary = "end of a kernel's body, or of a map's region";
  let description = [{
    Names the kernel's outputs, or the element that a map computes.
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
  let builders = [OpBuilder<(ins), [{ (void)$_builder; (void)$_state; }]>];
}

#endif // FUSION_OPS_TD
