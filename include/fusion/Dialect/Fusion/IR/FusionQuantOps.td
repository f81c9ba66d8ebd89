// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Quantisation: floats to integers or floats of 8 bits by a scale, and back. The operations stand for several
// elementwise ones, which the import and the interpreter put in their place: no later stage knows them. Few files see
// them, so they have a header of their own (QuantOps.h).

#ifndef FUSION_QUANT_OPS_TD
#define FUSION_QUANT_OPS_TD

include "fusion/Dialect/Fusion/IR/FusionOpBase.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"

class Fusion_QuantOp<string mnemonic> : Fusion_Op<mnemonic, [Pure,
    DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>]> {
  let assemblyFormat = [{
    $input `,` $scale (`,` $zero_point^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

defvar Fusion_QuantizedTypes = [F8E4M3FN, F8E5M2, I8];
def Fusion_QuantizedTensor : RankedTensorOf<Fusion_QuantizedTypes>;
def Fusion_QuantizedOrSumTensor : RankedTensorOf<!listconcat(Fusion_QuantizedTypes, [I<4>, I32])>;
def Fusion_ZeroPointTensor : RankedTensorOf<[I8, I32]>;

def Fusion_QuantizeOp : Fusion_QuantOp<"quantize"> {
  let summary = "floats to integers or floats of 8 bits, by a scale";
  let description = [{
    `input` / `scale`, rounded to nearest even and limited to the numbers of the result:

    - of integers clamp(roundeven(`input` / `scale`) + `zero_point`), from -128 to 127, or with `is_unsigned` from 0 to
      255. NaN becomes 0, so 0 / 0 does;
    - of floats the nearest number; what is beyond the largest one, infinities too, is that one, and NaN stays NaN.

    It is computed in f32, or in f64 where an operand is of f64. `zero_point` is 0 where it is not given, and not given
    for results of floats; one of i8 has the sign of the result, one of i32 a sign.

    `scale` and `zero_point` are aligned with `input` at the right, as in numpy. Each of their dimensions is 1 or
    missing, for one number for all; the size of the input's, for a number each; or a static size that divides the
    input's, for one number for each group of neighbours. Of an input of MxK, Mx1 is a scale per row, K one per column,
    Mx(K/128) one per 128 of a row, and (M/128)x(K/128) one per block.

    Example:

    ```mlir
    // Per row, and per 128 of a row.
    func.func @rows(%x: tensor<?x512xbf16>, %s: tensor<?x1xf32>, %g: tensor<?x4xf32>)
        -> (tensor<?x512xi8>, tensor<?x512xf8E4M3FN>) {
      %0 = fusion.quantize %x, %s : (tensor<?x512xbf16>, tensor<?x1xf32>) -> tensor<?x512xi8>
      %1 = fusion.quantize %x, %g : (tensor<?x512xbf16>, tensor<?x4xf32>) -> tensor<?x512xf8E4M3FN>
      return %0, %1 : tensor<?x512xi8>, tensor<?x512xf8E4M3FN>
    }
    // Without a sign, about a zero point.
    func.func @about(%x: tensor<?x512xf32>, %s: tensor<f32>, %z: tensor<i8>) -> tensor<?x512xi8> {
      %0 = fusion.quantize %x, %s, %z {is_unsigned}
          : (tensor<?x512xf32>, tensor<f32>, tensor<i8>) -> tensor<?x512xi8>
      return %0 : tensor<?x512xi8>
    }
    ```
  }];
  let arguments = (ins Fusion_FloatTensor:$input, Fusion_FloatTensor:$scale,
                       Optional<Fusion_ZeroPointTensor>:$zero_point, UnitAttr:$is_unsigned);
  let results = (outs Fusion_QuantizedTensor:$result);
}

def Fusion_DequantizeOp : Fusion_QuantOp<"dequantize"> {
  let summary = "the floats that integers or floats of 8 bits stand for, by a scale";
  let description = [{
    (`input` - `zero_point`) · `scale`, in f32, or in f64 where the scale or the result is of f64, rounded once to the
    result. `is_unsigned` says that integers of 8 bits reach from 0 to 255, and those of 4 bits from 0 to 15. Sums of
    i32, as products of i8 have, are dequantised too, without a zero point.

    Tensors of i4 are arguments and constants that this operation alone reads. In memory a byte holds two neighbours
    along the last dimension, which is even, the first in its lower half: a caller hands over tensor<...x(K/2)xi8>.

    Shapes of `scale` and `zero_point` are those of fusion.quantize.

    Example:

    ```mlir
    // A product of quantised tensors: the scales are those of its rows and of its columns.
    func.func @f(%x: tensor<?x512xi8>, %w: tensor<512x64xi8>, %sx: tensor<?x1xf32>, %sw: tensor<64xf32>)
        -> tensor<?x64xbf16> {
      %0 = fusion.matmul %x, %w : (tensor<?x512xi8>, tensor<512x64xi8>) -> tensor<?x64xi32>
      %1 = fusion.dequantize %0, %sx : (tensor<?x64xi32>, tensor<?x1xf32>) -> tensor<?x64xf32>
      %2 = fusion.mul %1, %sw : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xbf16>
      return %2 : tensor<?x64xbf16>
    }
    // Weights of 4 bits, with a scale for each 128 along k.
    func.func @g(%x: tensor<?x512xbf16>, %w: tensor<64x512xi4>, %s: tensor<64x4xbf16>) -> tensor<?x64xf32> {
      %0 = fusion.dequantize %w, %s : (tensor<64x512xi4>, tensor<64x4xbf16>) -> tensor<64x512xbf16>
      %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<?x512xbf16>, tensor<64x512xbf16>) -> tensor<?x64xf32>
      return %1 : tensor<?x64xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_QuantizedOrSumTensor:$input, Fusion_FloatTensor:$scale,
                       Optional<Fusion_ZeroPointTensor>:$zero_point, UnitAttr:$is_unsigned);
  let results = (outs Fusion_FloatTensor:$result);
}

#endif // FUSION_QUANT_OPS_TD
