// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that imports TOSA.

#ifndef FUSION_CONVERSION_TOSATOFUSION_PASSES_TD
#define FUSION_CONVERSION_TOSATOFUSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTosaToFusionPass : Pass<"convert-tosa-to-fusion"> {
  let summary = "Convert TOSA 1.0 to fusion ops";
  let description = [{
    Products and elementwise operations on floats become fusion ops, TOSA's treatment of NaN included, as do products of
    i8; where these have zero points they become linalg, whose import takes the zero points out of them; constants,
    reshapes and transpositions become arith, tensor and linalg operations. Two dynamic sizes that broadcast against
    each other are taken to be equal.

    Whatever else there is stays as it is, for upstream's `tosa-to-linalg` and its companions, and gets a remark of the
    category `fusion.import` with the reason.

    Example:

    ```mlir
    %0 = tosa.matmul %x, %w, %zp, %zp
      : (tensor<1x4x6xf32>, tensor<1x6x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x8xf32>
    %1 = tosa.add %0, %b : (tensor<1x4x8xf32>, tensor<1x1x8xf32>) -> tensor<1x4x8xf32>
    // becomes
    %0 = fusion.matmul %x, %w : (tensor<1x4x6xf32>, tensor<1x6x8xf32>) -> tensor<1x4x8xf32>
    %1 = fusion.add %0, %b : (tensor<1x4x8xf32>, tensor<1x1x8xf32>) -> tensor<1x4x8xf32>
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numConverted", "num-converted", "Number of operations converted">,
    Statistic<"numLeft", "num-left", "Number of operations left as they were">,
  ];
}

#endif // FUSION_CONVERSION_TOSATOFUSION_PASSES_TD
