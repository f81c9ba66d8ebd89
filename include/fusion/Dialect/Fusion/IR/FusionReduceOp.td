// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.reduce.

#ifndef FUSION_REDUCE_OP_TD
#define FUSION_REDUCE_OP_TD

include "fusion/Dialect/Fusion/IR/FusionOpBase.td"

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
    bool isReduced(int64_t dimension) { return ::llvm::is_contained(getDimensions(), dimension); }
    /// What the combination of nothing is, in the accumulator's type.
    ::mlir::TypedAttr getNeutral();
    /// The shape of the results: `input` with size 1 along the dimensions.
    ::llvm::SmallVector<int64_t> getReducedShape();
  }];
}

#endif // FUSION_REDUCE_OP_TD
