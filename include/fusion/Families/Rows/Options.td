// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_FAMILIES_ROWS_OPTIONS_TD
#define FUSION_FAMILIES_ROWS_OPTIONS_TD

include "fusion/Dialect/Fusion/IR/FusionBase.td"
include "mlir/IR/EnumAttr.td" // for the documents

def Fusion_RowsOptionsAttr : Fusion_Attr<"RowsOptions", "rows"> {
  let summary = "what a schedule of the family of rows says beyond tile and warps";
  let description = [{
    The tile is [rows of a block, elements of a row that its threads load at once, elements that one of them does].

    | parameter | meaning |
    |---|---|
    | `reload` | each reduction that waits for another, and the outputs, read the row again; else it stays in registers |
    | `preload` | all operands are loaded before the first reduction: shorter where few blocks run |
    | `cluster` | blocks of a cluster that share a row |
    | `blocks_per_sm` | blocks that must fit a multiprocessor: fewer registers for each. 0: any number |

    Example:

    ```mlir
    #s = #fusion.schedule<family = rows, tile = [1, 1024, 4], warps = [1, 8], rows = <cluster = 4>>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"bool", "false">:$reload,
    DefaultValuedParameter<"bool", "false">:$preload,
    DefaultValuedParameter<"int64_t", "1">:$cluster,
    DefaultValuedParameter<"int64_t", "0">:$blocks_per_sm);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // FUSION_FAMILIES_ROWS_OPTIONS_TD
