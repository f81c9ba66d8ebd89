// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.boundary.

#ifndef FUSION_BOUNDARY_OP_TD
#define FUSION_BOUNDARY_OP_TD

include "fusion/Dialect/Fusion/IR/FusionOpBase.td"

def Fusion_BoundaryOp : Fusion_Op<"boundary", [Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "a tensor as it lies in memory between two kernels";
  let description = [{
    The result is the input. It stands around an operation that is marked with `fusion.no_fuse`, for which `number` is
    its own: what enters it, and what leaves it. No pattern looks through a boundary, so nothing on one side is fused
    with anything on the other. `fusion-isolate` sets boundaries, and when kernels are merged `fusion-fuse-epilogue`
    takes them away: no kernel holds one.

    Example: no kernel computes the bias with the product, or relu with the bias.

    ```mlir
    func.func @f(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
      %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
      %1 = fusion.boundary %0 entering 0 : tensor<4x16xf32>
      %2 = fusion.add %1, %b : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
      %3 = fusion.boundary %2 leaving 0 : tensor<4x16xf32>
      %4 = fusion.relu %3 : tensor<4x16xf32>
      return %4 : tensor<4x16xf32>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, UnitAttr:$leaves, I64Attr:$number);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input (`leaving` $leaves^):(`entering`)? $number attr-dict `:` type($input)";
}

#endif // FUSION_BOUNDARY_OP_TD
