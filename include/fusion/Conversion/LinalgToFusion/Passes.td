// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that import linalg on tensors.

#ifndef FUSION_CONVERSION_LINALGTOFUSION_PASSES_TD
#define FUSION_CONVERSION_LINALGTOFUSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLinalgToFusionPass : Pass<"convert-linalg-to-fusion"> {
  let summary = "Convert linalg on tensors to fusion ops";
  let description = [{
    Contractions become `fusion.matmul`, whatever their spelling: named operations, `linalg.contract`, or generics with
    operands, loops and maps in any order. Operands that lie in another layout are transposed and reshaped; what
    `fusion.matmul` can say itself (`transpose_a`, `transpose_b`, batch dimensions) is said there. An initial
    accumulator that is not zero is added. Products of narrow floats are accumulated in f32 even where the graph says
    otherwise.

    All-parallel operations become one elementwise fusion op for each scalar operation of the body. Operands are read
    through numpy broadcasting; those that it cannot express are reshaped or transposed first. Copies become reshapes,
    `linalg.transpose` or `linalg.broadcast`, or nothing at all. arith and math operations on tensors are converted too.

    Results that nobody reads go, with what only they need: a maximum with its place, whose place nobody reads, is a
    maximum. A reduction that computes what it combines, or that has several results, is split where it can become
    `fusion.reduce` then: into elementwise operations, unless they would have more elements than each operand, and a
    reduction for each result. Reductions work without loops that run once; one that has no other is elementwise, or
    nothing at all where it begins with what is neutral (-inf for a maximum that keeps NaN, -0.0 for a sum).

    What of a body has no operation of its own (integers, positions, lookups) is a `fusion.map`. Results may have their
    dimensions in different orders. Other reductions, bodies that assert more than that an index is in range, and
    whatever else has no fusion op stay as they are, and get a remark of the category `fusion.import` with the reason.

    Scalar operations that upstream's canonicalization does not survive are written in another way: comparisons that
    hold always or never, extended sums and products of indices, casts of indices to narrow integers.

    Example:

    ```mlir
    %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = linalg.matmul ins(%x, %w : tensor<4x6xf32>, tensor<6x8xf32>) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>,
                                          affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
        ins(%1, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %out: f32):
      %3 = arith.addf %p, %q : f32
      linalg.yield %3 : f32
    } -> tensor<4x8xf32>
    // becomes
    %1 = fusion.matmul %x, %w : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
    %2 = fusion.add %1, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numConverted", "num-converted", "Number of operations converted">,
    Statistic<"numLeft", "num-left", "Number of operations left as they were">,
  ];
}

def RaiseReductionsPass : Pass<"fusion-raise-reductions"> {
  let summary = "Turn linalg's reductions into fusion.reduce";
  let description = [{
    A reduction, named or generic, that combines each element of one tensor with its result by one operation becomes
    `fusion.reduce`; its result loses the dimensions of size 1, and is transposed if it lies in another order. What it
    begins with, if that is not neutral, is combined with the result; sums and products of floats that begin with the
    elements of a tensor stay under strict numerics, which would show that these come last. It runs before
    `fusion-propagate-layout`, which moves reshapes past `fusion.reduce`.

    An extremum along one dimension with its position becomes `fusion.reduce` with two results. Its body is not matched
    by its form, but asked what it keeps where an element is less than the best so far, equal, more, or NaN, so that it
    may be JAX's, TOSA's or torch-mlir's. It stays where the result would differ: where it takes the last of equal
    elements, or where its value may be another of the zeros of both signs. torch-mlir's value is NaN from the first NaN
    on, while its position stays in front of it: there the position is that of elements without those from NaN on.

    Example:

    ```mlir
    %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%0 : tensor<4xf32>) dimensions = [1]
    // becomes
    %0 = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numRaised", "num-raised", "Number of reductions that became fusion.reduce">];
}

#endif // FUSION_CONVERSION_LINALGTOFUSION_PASSES_TD
