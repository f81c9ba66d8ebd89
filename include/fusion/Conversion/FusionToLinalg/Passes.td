// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that lowers fusion operations and kernels to linalg.

#ifndef FUSION_CONVERSION_FUSIONTOLINALG_PASSES_TD
#define FUSION_CONVERSION_FUSIONTOLINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertFusionToLinalgPass : Pass<"convert-fusion-to-linalg"> {
  let summary = "Lower fusion operations and kernels to linalg on tensors";
  let description = [{
    Lowers each operation to `linalg.generic`: products to a zero-filled accumulator (f32, or f64 for f64) and
    multiply-adds whose innermost loop runs along N, elementwise operations by their scalar form, with numpy
    broadcasting as indexing maps. Bodies of `fusion.kernel` are inlined.

    Inside a kernel under `relaxed` numerics tensors are f32 between operations and are rounded once, at the yield.
    Under `strict` each operation rounds to its own result type, so that fused and unfused graphs agree bit for bit.

    Extrema of `arith` get an operation beside them that counts +0.0 as greater than -0.0: `arith.maxnumf` leaves that
    open, and hosts compare.

    With `wide-products` it lowers kernels with a product in f64 alone, before schedules are chosen for a GPU: there is
    no kernel for them, so they become loops with what was fused to them. GPUs have that order of zeros. With
    `reductions` it lowers `fusion.reduce` outside of kernels alone, before kernels are formed.

    Example:

    ```mlir
    %1 = fusion.kernel(%a = %x, %b = %bias) : (tensor<4x8xbf16>, tensor<8xbf16>) -> tensor<4x8xbf16> {
      %s = fusion.add %a, %b : (tensor<4x8xbf16>, tensor<8xbf16>) -> tensor<4x8xbf16>
      fusion.yield %s : tensor<4x8xbf16>
    }
    // becomes
    %0 = linalg.generic {indexing_maps = [(d0, d1) -> (d0, d1), (d0, d1) -> (d1), (d0, d1) -> (d0, d1)], ...}
        ins(%x, %bias : ...) outs(%empty : tensor<4x8xf32>) { extf, extf, addf }
    %1 = linalg.generic ... ins(%0 : tensor<4x8xf32>) outs(... : tensor<4x8xbf16>) { truncf }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
  let options = [
    Option<"wideProducts", "wide-products", "bool", "false",
           "Only kernels with a product in f64, which GPUs compute by loops; nothing else is touched">,
    Option<"reductions", "reductions", "bool", "false",
           "Only fusion.reduce outside of kernels; nothing else is touched">,
  ];
  let statistics = [
    Statistic<"numKernels", "num-kernels", "Number of kernels inlined">,
    Statistic<"numOps", "num-ops", "Number of operations lowered">,
  ];
}

#endif // FUSION_CONVERSION_FUSIONTOLINALG_PASSES_TD
