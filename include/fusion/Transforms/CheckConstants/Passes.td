// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_TRANSFORMS_CHECKCONSTANTS_PASSES_TD
#define FUSION_TRANSFORMS_CHECKCONSTANTS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckConstantsPass : Pass<"fusion-check-constants"> {
  let summary = "Refuse constants whose data is missing";
  let description = [{
    Graphs are often printed without their weights: `dense_resource<__elided__>` parses, but has no data. Each such
    constant is an error here, with its location and what to do about it, rather than a crash or garbage later.

    Example:

    ```mlir
    // error: 'arith.constant' op holds the weight '__elided__', whose data is not in the file; ...
    %w = arith.constant dense_resource<__elided__> : tensor<128x128xf32>
    ```
  }];
}

#endif // FUSION_TRANSFORMS_CHECKCONSTANTS_PASSES_TD
