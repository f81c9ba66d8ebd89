// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What schedules of narrow products say beyond those of other families.

#ifndef FUSION_FAMILIES_NARROW_OPTIONS_TD
#define FUSION_FAMILIES_NARROW_OPTIONS_TD

include "fusion/Dialect/Fusion/IR/FusionBase.td"
include "mlir/IR/EnumAttr.td" // for the documents

def Fusion_NarrowOptionsAttr : Fusion_Attr<"NarrowOptions", "narrow"> {
  let summary = "what a schedule of the family of narrow products says beyond tile, warps and stages";
  let description = [{
    | parameter | meaning |
    |---|---|
    | `warps_k` | warps that share a stage's k. The weight comes straight to registers, a stage ahead of the products, and stages in shared memory hold activations alone. 0: the weight comes through shared memory as well, and of a block's eight warps those that are left share k |
    | `cluster` | blocks of a cluster that share a tile's k, each a part of it, and add up what they have in a fixed order. A block then has a larger tile and reads fewer activations |

    Example:

    ```mlir
    #s = #fusion.schedule<family = narrow, tile = [16, 128, 1024], warps = [1, 8], stages = 2,
                          narrow = <warps_k = 2, cluster = 2>>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "0">:$warps_k,
    DefaultValuedParameter<"int64_t", "1">:$cluster);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // FUSION_FAMILIES_NARROW_OPTIONS_TD
