// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operations on scalars in the regions of maps that are many of arith each: random bits, and rounding by them. Few
// files see them, so they have a header of their own (ScalarOps.h).

#ifndef FUSION_SCALAR_OPS_TD
#define FUSION_SCALAR_OPS_TD

include "fusion/Dialect/Fusion/IR/FusionOpBase.td"

def Fusion_ScalarOpInterface : OpInterface<"ScalarOpInterface"> {
  let cppNamespace = "::fusion";
  let description = [{
    An operation of a map's region, on scalars, that has a form in operations of arith and math. Emitters and the CPU
    path see that form alone; the interpreter has one of its own.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds the form, a scalar for each result. Operands and results are in compute types, as those of
      ElementwiseOpInterface.
    }], "::llvm::SmallVector<::mlir::Value>", "buildScalars",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::ValueRange":$operands)>,
    InterfaceMethod<[{
      Rough cost of all results for one element in f32 instructions on a GPU, where neighbours share what they can.
    }], "int64_t", "getScalarCost">
  ];
}

class Fusion_ScalarOp<string mnemonic, list<Trait> traits = []> : Fusion_Op<mnemonic, !listconcat(traits, [Pure,
    HasParent<"MapOp">, DeclareOpInterfaceMethods<Fusion_ScalarOpInterface>])>;

def Fusion_PhiloxOp : Fusion_ScalarOp<"philox"> {
  let summary = "128 random bits that follow from a counter";
  let description = [{
    Philox-4x32-10 (Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3, 2011): the four words
    that ten rounds make of the counter and the key. `counter` is the low half of the 128-bit counter and `offset` the
    high half, the less significant word of each first; `seed` is the key.

    What an element gets depends on these three numbers alone, not on the kernel that computes it. Neighbours along the
    last dimension for which the counter is the same share the work, so an element takes one word of the four, or half
    of one:

    Example:

    ```mlir
    // Keeps half of the elements, and doubles them.
    func.func @dropout(%x: tensor<?x768xf32>, %seed: tensor<i64>, %offset: tensor<i64>) -> tensor<?x768xf32> {
      %y = fusion.map(%e = %x, %s = %seed, %o = %offset) at(%i, %j)
          : (tensor<?x768xf32>, tensor<i64>, tensor<i64>) -> tensor<?x768xf32> {
        %0 = arith.constant 0 : index
        %1 = arith.constant 1 : index
        %2 = arith.constant 2 : index
        %3 = arith.constant 3 : index
        %4 = arith.constant 4 : index
        %row = arith.constant 96 : index
        %first = arith.muli %i, %row : index
        %group = arith.shrui %j, %3 : index
        %number = arith.addi %first, %group : index
        %counter = arith.index_cast %number : index to i64
        %w:4 = fusion.philox %counter, %s, %o
        %b1 = arith.andi %j, %1 : index
        %b2 = arith.andi %j, %2 : index
        %b4 = arith.andi %j, %4 : index
        %upper = arith.cmpi ne, %b1, %0 : index
        %odd = arith.cmpi ne, %b2, %0 : index
        %late = arith.cmpi ne, %b4, %0 : index
        %w01 = arith.select %odd, %w#1, %w#0 : i32
        %w23 = arith.select %odd, %w#3, %w#2 : i32
        %word = arith.select %late, %w23, %w01 : i32
        %16 = arith.constant 16 : i32
        %low = arith.constant 0xFFFF : i32
        %high16 = arith.shrui %word, %16 : i32
        %low16 = arith.andi %word, %low : i32
        %bits = arith.select %upper, %high16, %low16 : i32
        %half = arith.constant 0x8000 : i32
        %dropped = arith.cmpi ult, %bits, %half : i32
        %scale = arith.constant 2.0 : f32
        %zero = arith.constant 0.0 : f32
        %scaled = arith.mulf %e, %scale : f32
        %kept = arith.select %dropped, %zero, %scaled : f32
        fusion.yield %kept : f32
      }
      return %y : tensor<?x768xf32>
    }
    ```
  }];
  let arguments = (ins I64:$counter, I64:$seed, I64:$offset);
  let results = (outs I32:$word0, I32:$word1, I32:$word2, I32:$word3);
  let assemblyFormat = "$counter `,` $seed `,` $offset attr-dict";
}

def Fusion_StochasticRoundOp : Fusion_ScalarOp<"stochastic_round"> {
  let summary = "rounding up or down at random";
  let description = [{
    Of the two numbers of the result's type around `input`, the one farther from zero with the probability of `input`'s
    distance from the other, in units of their distance: with t = |input| / (their distance), the magnitude is
    floor(t + bits / 2³²) times the distance. Numbers of the result's type stay what they are, for all `bits`; so do
    infinities and NaN. Below the least normal number the distance stays. Beyond the largest one come infinities, or NaN
    in f8E4M3FN, which has none; with `saturate`, as in `fusion.cast`, comes the largest, for infinities too.

    Over all `bits` the mean of the results is `input`, to 2⁻³² of the distance.

    Example:

    ```mlir
    func.func @f(%x: tensor<8xf32>, %bits: tensor<8xi32>) -> tensor<8xbf16> {
      %0 = fusion.map(%e = %x, %b = %bits) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xbf16> {
        %1 = fusion.stochastic_round %e, %b : bf16
        fusion.yield %1 : bf16
      }
      return %0 : tensor<8xbf16>
    }
    ```
  }];
  let arguments = (ins F32:$input, I32:$bits, UnitAttr:$saturate);
  let results = (outs AnyTypeOf<[F8E4M3FN, F8E5M2, F16, BF16], "f8E4M3FN, f8E5M2, f16 or bf16">:$result);
  let assemblyFormat = "$input `,` $bits attr-dict `:` type($result)";
}

#endif // FUSION_SCALAR_OPS_TD
