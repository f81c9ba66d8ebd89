// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that recognises activations.

#ifndef FUSION_TRANSFORMS_RAISEACTIVATIONS_PASSES_TD
#define FUSION_TRANSFORMS_RAISEACTIVATIONS_PASSES_TD

include "mlir/Pass/PassBase.td"

def RaiseActivationsPass : Pass<"fusion-raise-activations"> {
  let summary = "Recognise activations that are spelled out";
  let description = [{
    Replaces chains of elementwise operations by the activation that they compute: gelu (erf and tanh form, with the
    graph's own constants where they differ from the exact ones), sigmoid, silu, quick gelu (gelu by tanh with cubic 0),
    softplus, mish, hardswish, leaky_relu, clamp, rsqrt.
    Products and polynomials are matched by what they compute, so the order of factors, where the 0.5 stands and whether
    a division or a multiplication scales the argument make no difference.

    Sums that cancel are written without cancellation, but not under strict numerics: exp(x) - 1,
    ln(1 + x), ln(sigmoid(x)), x - tanh(x) and the derivatives of silu and gelu, which are maps that keep their digits
    near their zero.

    What a chain does with NaN and -0.0 is kept, with one freedom: an activation rounds once where its chain rounds each
    step.

    Example:

    ```mlir
    %0 = fusion.div %x, %sqrt2 : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %1 = fusion.erf %0 : tensor<4x8xf32>
    %2 = fusion.add %1, %one : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %3 = fusion.mul %2, %half : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %4 = fusion.mul %x, %3 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    // becomes
    %4 = fusion.gelu %x : tensor<4x8xf32>
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numRaised", "num-raised",
                              "Number of chains that became an activation or a simpler operation">];
}

#endif // FUSION_TRANSFORMS_RAISEACTIVATIONS_PASSES_TD
