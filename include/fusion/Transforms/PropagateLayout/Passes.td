// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that moves transpositions and reshapes out of the way of fusion.

#ifndef FUSION_TRANSFORMS_PROPAGATELAYOUT_PASSES_TD
#define FUSION_TRANSFORMS_PROPAGATELAYOUT_PASSES_TD

include "mlir/Pass/PassBase.td"

def PropagateLayoutPass : Pass<"fusion-propagate-layout"> {
  let summary = "Bring products and the elementwise operations that follow them together";
  let description = [{
    Exported graphs put reshapes, transpositions and copies between a product and its bias or activation. This pass
    moves them out of the way, exactly:

    - transpositions of operands become `transpose_a` and `transpose_b`; that of a result, also behind elementwise
      operations, swaps the operands;
    - batches that were merged of dimensions which are permuted or repeated are batches of their own again, so that the
      product can read by strides what is permuted, and once what is repeated: the keys of grouped heads;
    - parts of transposed products are taken before the transposition, and joined again before it, as in rotary
      embeddings;
    - rows of a product that are merged of transposed ones stand in the order of memory, and its result is transposed
      instead: models that put the sequence before the batch transpose in front of one product and back behind another;
    - gathers whose indices are constants are slices;
    - what a gather reads of something that is computed of inputs, it reads of these, and computes the rest behind it:
      the weights of experts' results, which a mixture puts back in order;
    - slices that are inserted one after the other until they are all of a tensor become a concatenation;
    - batch dimensions of size 1 go away; a weight that is repeated for each batch is read once, and the batch becomes
      part of M;
    - reshapes move behind elementwise operations, whose other operands are reshaped instead; transpositions do where
      the other operands are transposed alike or take no more than a reshape;
    - what is computed for a row and then repeated along it, as the factor of a normalization, is computed with the
      dimension that it is repeated along, so that it is an operand of nothing but elementwise operations;
    - reshapes that split rows or columns move behind reductions, which then go through the same rows as what is around
      them, and can compute what they read;
    - extrema with what is neutral, as reductions begin with, go away: max(x, -inf);
    - operations whose result has leading dimensions of size 1 work without them;
    - operands that broadcasting repeats anyway are read unrepeated;
    - a static size that only one side of a `tensor.cast` knows is known to the operations on the other side.

    Example:

    ```mlir
    %0 = fusion.matmul %x, %w : (tensor<1x12x8xf32>, tensor<1x8x4xf32>) -> tensor<1x12x4xf32>
    %1 = fusion.add %0, %b : (tensor<1x12x4xf32>, tensor<1x1x4xf32>) -> tensor<1x12x4xf32>
    // becomes, with %x, %w and %b reshaped
    %0 = fusion.matmul %x0, %w0 : (tensor<12x8xf32>, tensor<8x4xf32>) -> tensor<12x4xf32>
    %1 = fusion.add %0, %b0 : (tensor<12x4xf32>, tensor<4xf32>) -> tensor<12x4xf32>
    %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [1, 12, 4] : tensor<12x4xf32> into tensor<1x12x4xf32>
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numRewrites", "num-rewrites", "Number of rewrites, canonical forms of reshapes among them">,
  ];
}

#endif // FUSION_TRANSFORMS_PROPAGATELAYOUT_PASSES_TD
