// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that reads through moves.

#ifndef FUSION_TRANSFORMS_COMPOSEMOVES_PASSES_TD
#define FUSION_TRANSFORMS_COMPOSEMOVES_PASSES_TD

include "mlir/Pass/PassBase.td"

def ComposeMovesPass : Pass<"fusion-compose-moves"> {
  let summary = "Read through operations that only move elements";
  let description = [{
    Reshapes, transpositions, slices, repetitions and rolls between two operations are one access map, from the elements
    that are read to those that are stored. Where these lie one behind the other, 16 bytes of them at least, nothing is
    copied:

    - elementwise operations and reductions in front of the moves compute in the order in which they are read: a norm in
      front of a partition into windows becomes one of windows, whose rows it reads where they lie;
    - elementwise operations and reductions behind the moves read what is moved, by a map that looks elements up.

    What is concatenated or padded between is looked up in its parts, and cheap operations in front of that are computed
    where they are read.

    With `stored`, once layouts are propagated, caches of keys and values that a model returns are computed in the order
    in which they lie: a rotary embedding, which looks up what a product gave, writes it, and a part of a product's
    result is looked up where it is returned. Attention reads it in either order.

    What stands behind a product is its epilogue and stays, but where its rows are taken apart: a product writes other
    orders by strides (`fusion-absorb-transposes`). Sizes are known.

    Example:

    ```mlir
    %0 = tensor.expand_shape %y [[0, 1], [2]] output_shape [4, 6, 32] : tensor<24x32xbf16> into tensor<4x6x32xbf16>
    %1 = linalg.transpose ins(%0 : tensor<4x6x32xbf16>) outs(..) permutation = [1, 0, 2]
    %2 = fusion.add %x, %1 : (tensor<6x4x32xbf16>, tensor<6x4x32xbf16>) -> tensor<6x4x32xbf16>
    // becomes
    %1 = fusion.map() tables(%t = %y) at(%i, %j, %k) : (tensor<24x32xbf16>) -> tensor<6x4x32xbf16> {
      ... %t[%j * 6 + %i, %k]
    }
    %2 = fusion.add %x, %1 : ...
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::arith::ArithDialect"];
  let options = [
    Option<"stored", "stored", "bool", /*default=*/"false", "Compute what is returned in the order in which it lies">,
  ];
  let statistics = [
    Statistic<"numComposed", "num-composed", "Number of chains of moves that became access maps">,
    Statistic<"numReshaped", "num-reshaped", "Number of elementwise operations that are computed in another shape">,
  ];
}

def MapWindowsPass : Pass<"fusion-map-windows"> {
  let summary = "Make maps of convolutions by channel";
  let description = [{
    A convolution in which each channel has a window of its own reads as much as it writes, and multiplies little: it is
    no product. It becomes a `fusion.map` that looks up each element of the window and its weight, adds in f32, and
    rounds once. Elements are looked up where they lie, through reshapes, transpositions and paddings. The dimensions of
    the map are in the order in which the image lies in memory, with channels last where they are, and weights are moved
    into that order.

    Sizes are known, windows have at most 81 elements, and at most 8 results share one.

    Example:

    ```mlir
    %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<2x16x16x32xf32>, tensor<3x3x32xf32>) outs(%zero : ..)
    // becomes
    %0 = fusion.map() tables(%tx = %x, %tw = %w) at(%n, %i, %j, %c)
        : (tensor<2x16x16x32xf32>, tensor<3x3x32xf32>) -> tensor<2x14x14x32xf32> {
      %1 = fusion.lookup %tx[%n, %i, %j, %c] : tensor<2x16x16x32xf32>
      %2 = fusion.lookup %tw[%c0, %c0, %c] : tensor<3x3x32xf32>
      %3 = arith.mulf %1, %2 : f32
      // ... eight times more, and the sum
    }
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numMapped", "num-mapped", "Number of convolutions that became maps">];
}

#endif // FUSION_TRANSFORMS_COMPOSEMOVES_PASSES_TD
