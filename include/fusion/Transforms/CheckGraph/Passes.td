// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that checks what came in.

#ifndef FUSION_TRANSFORMS_CHECKGRAPH_PASSES_TD
#define FUSION_TRANSFORMS_CHECKGRAPH_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckGraphPass : Pass<"fusion-check-graph", "::mlir::ModuleOp"> {
  let summary = "Refuse, or rewrite, what the verifier lets pass and no later stage can take";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect", "::fusion::FusionDialect"];
  let description = [{
    Each of these is an error here, with its location and what to do about it, rather than a crash or garbage later:

    - discardable attributes of modules, functions, arguments, results and operations that are neither this compiler's
      own nor among those that exporters write: later stages copy them to operations that read them, as `passthrough` of
      `llvm.func` is;
    - the mark of a size or offset that an operand gives (-2^63) without such an operand;
    - constant indices out of range, where the operation surely runs;
    - functions that call themselves, and calls that make more than 2^20 operations once they are written out;
    - constants whose data is missing, or of another size: graphs are often printed without their weights, and
      `dense_resource<__elided__>` parses, but has no data;
    - `arith.truncf` in another rounding mode than to the nearest even number, which is what all kernels do;
    - `tensor.dim` of a dimension that the tensor does not have, and reshapes that group such dimensions;
    - operations of TOSA and linalg on element types that they are not defined for and upstream's lowerings make invalid
      IR of, or crash on: extrema of booleans, `tosa.rescale` of i64, `linalg.softmax` of integers;
    - modules in the module;
    - functions and globals named like a function of the runtime, or with a zero in the name.

    Attributes that exporters write and nothing reads (`torch.debug_module_name`, `mhlo.num_partitions`) are removed, as
    is `no_inline`: a graph is one program. The rounding mode `to_nearest_even` is dropped: it is what is meant without
    one. Flags that promise what no one checks are dropped too (`overflow<nsw, nuw>`, `exact`, `fastmath<nnan, ninf>`):
    LLVM takes a result that breaks them for poison, and every operation has one result for every operand. Operations of
    the index dialect become arith's. Resources of booleans become `dense<...>`, which LLVM's translation takes. What is
    loaded of a global that keeps its value is a constant. Numbers that an entry returns become tensors of rank 0.
    Tensors of i4, arguments and constants, become bytes of two neighbours along the last dimension, which a map takes
    apart for `fusion.dequantize`; elsewhere i4 is an error.

    Example:

    ```mlir
    // error: 'arith.constant' op holds the weight '__elided__', whose data is not in the file; ...
    %w = arith.constant dense_resource<__elided__> : tensor<128x128xf32>
    ```
  }];
  let statistics = [
    Statistic<"numRemoved", "num-removed", "Number of attributes of exporters removed">,
    Statistic<"numNoInline", "num-no-inline", "Number of calls and functions that no longer ask not to be inlined">,
    Statistic<"numRoundingModes", "num-rounding-modes", "Number of rounding modes dropped">,
    Statistic<"numPromises", "num-promises", "Number of operations whose flags promised something, and were dropped">,
    Statistic<"numIndexOps", "num-index-ops", "Number of operations of the index dialect that became arith's">,
    Statistic<"numBooleans", "num-booleans", "Number of operations whose resources of booleans became dense">,
    Statistic<"numLoads", "num-loads", "Number of loads of globals that became constants">,
    Statistic<"numPacked", "num-packed", "Number of tensors of i4 that became bytes">,
    Statistic<"numResults", "num-results", "Number of results that became tensors of rank 0">,
  ];
}

#endif // FUSION_TRANSFORMS_CHECKGRAPH_PASSES_TD
