// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What schedules of products by mma.sync say beyond tile, warps, stages and group.

#ifndef FUSION_FAMILIES_SM80_OPTIONS_TD
#define FUSION_FAMILIES_SM80_OPTIONS_TD

include "fusion/Dialect/Fusion/IR/FusionBase.td"
include "mlir/IR/EnumAttr.td" // for the documents

def Fusion_SM80OptionsAttr : Fusion_Attr<"SM80Options", "sm80"> {
  let summary = "what a schedule of the mma.sync family says beyond tile, warps, stages and group";
  let description = [{
    | parameter | meaning |
    |---|---|
    | `split_k` | blocks that share the K dimension of a tile, 32 at most; their sums meet in memory, where they are added in a fixed order |
    | `warps_k` | groups of warps that share the K dimension of a block's tile, 16 at most; `warps` are those of one group, and the groups' sums are added in a fixed order in shared memory |

    Example:

    ```mlir
    #s = #fusion.schedule<family = sm80, tile = [16, 64, 64], warps = [1, 2], stages = 3,
                          sm80 = <split_k = 2, warps_k = 4>>
    ```
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "1">:$split_k,
                        DefaultValuedParameter<"int64_t", "1">:$warps_k);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // FUSION_FAMILIES_SM80_OPTIONS_TD
