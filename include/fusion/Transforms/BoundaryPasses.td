// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that keep apart what users marked with fusion.no_fuse.

#ifndef FUSION_TRANSFORMS_BOUNDARYPASSES_TD
#define FUSION_TRANSFORMS_BOUNDARYPASSES_TD

include "mlir/Pass/PassBase.td"

def IsolatePass : Pass<"fusion-isolate", "::mlir::ModuleOp"> {
  let summary = "Put boundaries around operations that are marked with fusion.no_fuse";
  let description = [{
    Each tensor that a marked operation reads enters it through a `fusion.boundary`, and each that it computes leaves
    it so, with a number of the operation's own. Constants, and tensors that begin with one, are read as they are. No
    pass looks through a boundary, so the operation, or what it is converted to, is fused with nothing else, and moves
    of elements are not folded into it. `fusion-fuse-epilogue` takes boundaries away (`fusion-drop-boundaries` where
    nothing is fused), and leaves the number as `fusion.isolated` for the report. An operation without a tensor as its
    result cannot be obeyed, nor can a call or what stands in a kernel with others: these are errors.

    Example:

    ```mlir
    %1 = linalg.exp {fusion.no_fuse} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    // becomes
    %0 = fusion.boundary %x entering 0 : tensor<4x8xf32>
    %1 = linalg.exp ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = fusion.boundary %1 leaving 0 : tensor<4x8xf32>
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect"];
  let statistics = [Statistic<"numIsolated", "num-isolated", "Number of operations that boundaries were put around">];
}

def DropBoundariesPass : Pass<"fusion-drop-boundaries", "::mlir::ModuleOp"> {
  let summary = "Take boundaries away when all is fused that is to be";
  let description = [{
    Kernels between the boundaries of a number, and operations that are in no kernel, get it as `fusion.isolated`:
    nothing is fused with them, and they share no launch. `fusion-fuse-epilogue` does the same before it says why edges
    are not fused, so that this pass is for kernels that are not merged.

    Example:

    ```mlir
    %0 = fusion.boundary %x entering 0 : tensor<4x8xf32>
    %1 = fusion.kernel(%x0 = %0) : (tensor<4x8xf32>) -> tensor<4x8xf32> { ... }
    %2 = fusion.boundary %1 leaving 0 : tensor<4x8xf32>
    // becomes
    %1 = fusion.kernel(%x0 = %x) : (tensor<4x8xf32>) -> tensor<4x8xf32> attributes {fusion.isolated = 0 : i64} { ... }
    ```
  }];
  let dependentDialects = ["::fusion::FusionDialect"];
  let statistics = [Statistic<"numDropped", "num-dropped", "Number of boundaries taken away">];
}

#endif // FUSION_TRANSFORMS_BOUNDARYPASSES_TD
