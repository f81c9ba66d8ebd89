// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What schedules of attention say beyond those of other families.

#ifndef FUSION_FAMILIES_ATTENTION_OPTIONS_TD
#define FUSION_FAMILIES_ATTENTION_OPTIONS_TD

include "fusion/Dialect/Fusion/IR/FusionBase.td"
include "mlir/IR/EnumAttr.td"

def Fusion_AttentionOrder : I32EnumAttr<"AttentionOrder", "the order in which a grid walks the tiles of attention", [
    I32EnumAttrCase<"Single", 0, "single">, I32EnumAttrCase<"Rows", 1, "rows">, I32EnumAttrCase<"Pairs", 2, "pairs">]> {
  let cppNamespace = "::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_AttentionOptionsAttr : Fusion_Attr<"AttentionOptions", "attention"> {
  let summary = "what a schedule of the family of attention says beyond tile, warps and stages";
  let description = [{
    The tile is [rows of a block, keys of a step, depth]. Each four of the warps consume 64 of the rows; one more warp,
    or four where there are more than four consumers, load. There are `stages` for keys, and as many for values.

    | parameter | meaning |
    |---|---|
    | `blocks_per_sm` | blocks that share a multiprocessor: fewer registers and less shared memory for each |
    | `order` | `single`: a block for each tile. Otherwise a persistent grid: as many blocks as run at once walk over the tiles, of one matrix after the other; `rows`: from the first rows to the last; `pairs`: first and last tile, second and last but one, and so on, which together cost a block the same under a causal mask |
    | `ping_pong` | consumer warpgroups take turns to start their products, so that one's exponentials run beside the other's products |
    | `continuous` | of a persistent grid: the first product of a block's next tile runs beside the last one of a tile. Takes a second buffer of the query |
    | `splits` | parts of a tile's keys, up to 32, with a block for each, for grids of few tiles with many keys. What they come to goes through memory to a second kernel, `NAME_reduce`, which always adds it in the same order |
    | `operand_stages` | buffers in shared memory of the first operand of the score formula that has a 16-bit element for each row and key; 0: threads read it, two elements at a time |

    Example:

    ```mlir
    #s = #fusion.schedule<family = attention, tile = [64, 64, 64], warps = [4, 1], stages = 2,
                          attention = <blocks_per_sm = 3>>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "1">:$blocks_per_sm,
    DefaultValuedParameter<"AttentionOrder", "AttentionOrder::Single">:$order,
    DefaultValuedParameter<"bool", "false">:$ping_pong,
    DefaultValuedParameter<"bool", "false">:$continuous,
    DefaultValuedParameter<"int64_t", "1">:$splits,
    DefaultValuedParameter<"int64_t", "0">:$operand_stages);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Fusion_AttentionSM80OptionsAttr : Fusion_Attr<"AttentionSM80Options", "attention_sm80"> {
  let summary = "what a schedule of attention by mma.sync says beyond tile, warps and stages";
  let description = [{
    The tile is [rows of a block, keys of a step, depth]. Each of the warps has 16 or 32 of the rows, and all of them
    load. There are `stages` for keys, and as many for values.

    | parameter | meaning |
    |---|---|
    | `blocks_per_sm` | blocks that share a multiprocessor: fewer registers and less shared memory for each |
    | `splits` | parts of a tile's keys, up to 32, with a block for each; what they come to is added as that of `#fusion.attention` |
    | `operand_tiles` | the first operand of the score formula that has a 16-bit element for each row and key comes through shared memory, in as many buffers as values; otherwise threads read it, two elements at a time |

    Example:

    ```mlir
    #s = #fusion.schedule<family = attention_sm80, tile = [128, 64, 64], warps = [4, 1], stages = 1,
                          attention_sm80 = <blocks_per_sm = 2>>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "1">:$blocks_per_sm,
    DefaultValuedParameter<"int64_t", "1">:$splits,
    DefaultValuedParameter<"bool", "false">:$operand_tiles);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // FUSION_FAMILIES_ATTENTION_OPTIONS_TD
