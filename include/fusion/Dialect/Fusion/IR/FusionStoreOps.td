// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a kernel may do with an element instead of storing it at its place. Few files see these operations, so they have
// a header of their own (StoreOps.h).

#ifndef FUSION_STORE_OPS_TD
#define FUSION_STORE_OPS_TD

include "fusion/Dialect/Fusion/IR/FusionOpBase.td"

def Fusion_StoreOpInterface : OpInterface<"StoreOpInterface"> {
  let cppNamespace = "::fusion";
  let description = [{
    An operation between what a kernel computes and an output: its result is in memory, when the whole kernel has run,
    and in no register. So in a kernel the yield alone reads it.
  }];
  let methods = [
    InterfaceMethod<[{
      What is computed for the output, in the kernel's iteration space.
    }], "::mlir::Value", "getStored">,
    InterfaceMethod<[{
      Whether elements are stored at their places, so that the output has the sizes of the iteration space.
    }], "bool", "storesElements", (ins), "", "return false;">,
    InterfaceMethod<[{
      The output as it is before the kernel, where the kernel keeps some of that; else null. It is the last operand, in
      a kernel an argument. In destination style it is the destination, and no operand.
    }], "::mlir::Value", "getKept", (ins), "", "return {};">,
    InterfaceMethod<[{
      Whether elements of the output may be what they were before the kernel.
    }], "bool", "keepsElements", (ins), "", "return false;">,
    InterfaceMethod<[{
      A condition (i1), in the iteration space, on which an element is stored; null where all are.
    }], "::mlir::Value", "getCondition", (ins), "", "return {};">,
    InterfaceMethod<[{
      Where elements go along dimension `getIndexedDim` of the output (i32 or i64, in the iteration space); along the
      others they keep their places. What lies outside is not stored. Null where all elements keep their places.
    }], "::mlir::Value", "getIndices", (ins), "", "return {};">,
    InterfaceMethod<[{
      The dimension of the output whose places indices give, which has a size of its own; nothing if there are none.
    }], "std::optional<int64_t>", "getIndexedDim", (ins), "", "return std::nullopt;">,
    InterfaceMethod<[{
      The dimensions of the output that each dimension of the iteration space stands for, in row-major order; no lists
      where both have the same dimensions.
    }], "::llvm::SmallVector<::mlir::ReassociationIndices>", "getOutputDims", (ins), "", "return {};">,
    InterfaceMethod<[{
      The 32 bits of which the output is made before the kernel runs; no attribute if it needs none.
    }], "::mlir::IntegerAttr", "getInitialBits", (ins), "", "return {};">
  ];
}

def Fusion_AmaxOp : Fusion_Op<"amax", [Pure, DeclareOpInterfaceMethods<Fusion_StoreOpInterface, ["getInitialBits"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "the largest magnitude of a tensor's elements";
  let description = [{
    The maximum of |x| over all elements, as `fusion.reduce maximumf` of `fusion.abs` along all dimensions gives it: NaN
    if there is one, -inf of nothing. An element is taken as it is in the input's type, so that the result is that of
    what is stored, to the last bit, whatever the numerics. It does not depend on any order.

    A reduction is a kernel of its own; this is found by the kernel that computes `input`, beside what that stores.
    `fusion-form-stores` makes one of the other.

    Example:

    ```mlir
    func.func @quantised(%x: tensor<64x32xbf16>, %w: tensor<32x128xbf16>, %scale: tensor<f32>)
        -> (tensor<64x128xf8E4M3FN>, tensor<1x1xf32>) {
      %0 = fusion.matmul %x, %w : (tensor<64x32xbf16>, tensor<32x128xbf16>) -> tensor<64x128xbf16>
      %1 = fusion.mul %0, %scale : (tensor<64x128xbf16>, tensor<f32>) -> tensor<64x128xf32>
      %2 = fusion.cast %1 {saturate} : tensor<64x128xf32> to tensor<64x128xf8E4M3FN>
      %3 = fusion.amax %0 : tensor<64x128xbf16> -> tensor<1x1xf32>
      return %2, %3 : tensor<64x128xf8E4M3FN>, tensor<1x1xf32>
    }
    ```
  }];
  let arguments = (ins RankedTensorOf<[F16, BF16, F32]>:$input);
  let results = (outs RankedTensorOf<[F32]>:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let builders = [
    /// With the type that follows.
    OpBuilder<(ins "::mlir::Value":$input)>
  ];
  let extraClassDeclaration = [{
    /// What it is of `input`, as a reduction of magnitudes.
    ::fusion::ReduceOp buildReduction(::mlir::OpBuilder &builder, ::mlir::Value input);
  }];
}

def Fusion_KeepOp : Fusion_Op<"keep", [Pure,
    DeclareOpInterfaceMethods<Fusion_StoreOpInterface, ["storesElements", "keepsElements"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "elements that are stored where a condition holds";
  let description = [{
    `input` where `condition` holds, else what `kept` has: `fusion.select` of which the kernel writes the first alone,
    into the memory of `kept`. In destination style `kept` is the kernel's destination, and no operand.
    `fusion-form-stores` makes it of a selection whose result takes the place of an argument.

    Example:

    ```mlir
    func.func @cache(%c: tensor<8x64xf32> {fusion.aliases = 0 : i64}, %x: tensor<8x64xf32>, %m: tensor<8x1xi1>)
        -> tensor<8x64xf32> {
      %0 = fusion.keep %m, %x, %c : (tensor<8x1xi1>, tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
      return %0 : tensor<8x64xf32>
    }
    ```
  }];
  let arguments = (ins Fusion_BoolTensor:$condition, Fusion_FloatTensor:$input, Optional<Fusion_FloatTensor>:$kept);
  let results = (outs Fusion_FloatTensor:$result);
  let assemblyFormat = "$condition `,` $input (`,` $kept^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Fusion_ScatterOp : Fusion_Op<"scatter", [Pure,
    DeclareOpInterfaceMethods<Fusion_StoreOpInterface, ["keepsElements", "getIndexedDim", "getOutputDims"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "elements that are stored where indices say";
  let description = [{
    `kept`, in which the element of `updates` at (i, j, ..) replaces the one at (`indices`(i, j, ..), j, ..): the index
    takes the place of the position along dimension `dim`. Indices broadcast to `updates` as in numpy: those of shape
    [M, 1] name a row for each of M rows. The kernel writes the updates alone, into the memory of `kept`. In destination
    style `kept` is the kernel's destination, and no operand.

    - An update whose index is negative, or not less than the size of dimension `dim`, is not stored. So -1 is for rows
      that have no place.
    - Where several updates have one place, the element there is any one of theirs, and the next element may be of
      another. On the CPU it is the last in row-major order.
    - With `as`, the updates are in another order: their dimension i stands for dimensions `order`[i] of the result, in
      row-major order. Indices broadcast to the updates as they are.
    - `unique_indices` promises that there are no such places. No kernel looks; the interpreter does, so that
      `--verify` tells where the promise is broken.

    Example: keys of new tokens go into a cache, behind the product that computes them.

    ```mlir
    func.func @append(%cache: tensor<4096x1024xbf16> {fusion.aliases = 0 : i64}, %x: tensor<?x2048xbf16>,
                      %w: tensor<2048x1024xbf16>, %slots: tensor<?x1xi64>) -> tensor<4096x1024xbf16> {
      %0 = fusion.matmul %x, %w : (tensor<?x2048xbf16>, tensor<2048x1024xbf16>) -> tensor<?x1024xbf16>
      %1 = fusion.scatter %0 at %slots into %cache along 0 {unique_indices}
          : (tensor<?x1024xbf16>, tensor<?x1xi64>, tensor<4096x1024xbf16>) -> tensor<4096x1024xbf16>
      return %1 : tensor<4096x1024xbf16>
    }
    ```

    The same for a cache of heads, each with its tokens beside each other:

    ```mlir
    func.func @append_heads(%cache: tensor<8x4096x128xbf16> {fusion.aliases = 0 : i64}, %k: tensor<?x1024xbf16>,
                            %slots: tensor<?x1xi64>) -> tensor<8x4096x128xbf16> {
      %0 = fusion.scatter %k at %slots into %cache along 1 as [[1], [0, 2]]
          : (tensor<?x1024xbf16>, tensor<?x1xi64>, tensor<8x4096x128xbf16>) -> tensor<8x4096x128xbf16>
      return %0 : tensor<8x4096x128xbf16>
    }
    ```
  }];
  let arguments = (ins Fusion_AnyTensor:$updates, RankedTensorOf<[I32, I64]>:$indices,
                       Optional<Fusion_AnyTensor>:$kept, I64Attr:$dim, UnitAttr:$unique_indices,
                       OptionalAttr<IndexListArrayAttr>:$order);
  let results = (outs Fusion_AnyTensor:$result);
  let assemblyFormat = "$updates `at` $indices (`into` $kept^)? `along` $dim (`as` $order^)? attr-dict `:` "
                       "functional-type(operands, results)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let builders = [
    /// Of updates in the order of the result.
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$updates, "::mlir::Value":$indices, "::mlir::Value":$kept,
                   "int64_t":$dim, "bool":$unique)>
  ];
  let extraClassDeclaration = [{
    /// The size of the updates along `dim`, or ShapedType::kDynamic. What has their order has to know it, unless `dim`
    /// is the first that a dimension of the updates stands for.
    int64_t getNumPlaces();
  }];
}

def Fusion_PackBitsOp : Fusion_Op<"pack_bits", [Pure, DeclareOpInterfaceMethods<Fusion_StoreOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "eight conditions of a row in a byte";
  let description = [{
    Bit b (of value 2^b) of byte j of a row is element 8 j + b of the input's row, whose length is known and a multiple
    of 8. So masks take an eighth of their size in memory, as cuBLASLt's `RELU_AUX` writes them.

    Example:

    ```mlir
    func.func @relu_aux(%x: tensor<?x768xbf16>, %w: tensor<768x3072xbf16>) -> (tensor<?x3072xbf16>, tensor<?x384xi8>) {
      %0 = fusion.matmul %x, %w : (tensor<?x768xbf16>, tensor<768x3072xbf16>) -> tensor<?x3072xf32>
      %1 = fusion.relu %0 : tensor<?x3072xf32>
      %2 = fusion.cast %1 : tensor<?x3072xf32> to tensor<?x3072xbf16>
      %zero = arith.constant dense<0.0> : tensor<f32>
      %3 = fusion.compare ogt, %0, %zero : (tensor<?x3072xf32>, tensor<f32>) -> tensor<?x3072xi1>
      %4 = fusion.pack_bits %3 : tensor<?x3072xi1> -> tensor<?x384xi8>
      return %2, %4 : tensor<?x3072xbf16>, tensor<?x384xi8>
    }
    ```
  }];
  let arguments = (ins Fusion_BoolTensor:$input);
  let results = (outs RankedTensorOf<[I8]>:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

#endif // FUSION_STORE_OPS_TD
