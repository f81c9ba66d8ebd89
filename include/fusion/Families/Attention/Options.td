// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What schedules of attention say beyond those of other families.

#ifndef FUSION_FAMILIES_ATTENTION_OPTIONS_TD
#define FUSION_FAMILIES_ATTENTION_OPTIONS_TD

include "fusion/Dialect/Fusion/IR/FusionBase.td"
include "mlir/IR/EnumAttr.td" // for the documents

def Fusion_AttentionOptionsAttr : Fusion_Attr<"AttentionOptions", "attention"> {
  let summary = "what a schedule of the family of attention says beyond tile, warps and stages";
  let description = [{
    The tile is [rows of a block, keys of a step, depth]. Each four of the warps consume 64 of the rows; one more warp,
    or four where there are more than four consumers, load. There are `stages` for keys, and as many for values.

    | parameter | meaning |
    |---|---|
    | `blocks_per_sm` | blocks that share a multiprocessor: fewer registers and less shared memory for each |

    Example:

    ```mlir
    #s = #fusion.schedule<family = attention, tile = [64, 64, 64], warps = [4, 1], stages = 2,
                          attention = <blocks_per_sm = 3>>
    ```
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "1">:$blocks_per_sm);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // FUSION_FAMILIES_ATTENTION_OPTIONS_TD
