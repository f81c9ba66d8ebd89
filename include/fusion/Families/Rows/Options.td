// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What schedules of rows and columns say beyond tile and warps.

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
    | `slices` | blocks that share a row; each reduction that waits for another, and the outputs, are a launch |
    | `blocks_per_sm` | blocks that must fit a multiprocessor: fewer registers for each. 0: any number |
    | `walk` | blocks of a kernel that also reduces across its rows: each goes through many rows, and leaves what these came to; a second launch puts that together. 0: each block has its rows |

    Examples:

    ```mlir
    #s = #fusion.schedule<family = rows, tile = [1, 1024, 4], warps = [1, 8], rows = <cluster = 4>>
    #w = #fusion.schedule<family = rows, tile = [1, 1024, 4], warps = [1, 8], rows = <blocks_per_sm = 2, walk = 264>>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"bool", "false">:$reload,
    DefaultValuedParameter<"bool", "false">:$preload,
    DefaultValuedParameter<"int64_t", "1">:$cluster,
    DefaultValuedParameter<"int64_t", "1">:$slices,
    DefaultValuedParameter<"int64_t", "0">:$blocks_per_sm,
    DefaultValuedParameter<"int64_t", "0">:$walk);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Fusion_ColumnsOptionsAttr : Fusion_Attr<"ColumnsOptions", "columns"> {
  let summary = "what a schedule of the family of columns says beyond tile and warps";
  let description = [{
    The tile is [columns of a block, threads that share a column, columns of a thread].

    | parameter | meaning |
    |---|---|
    | `slices` | blocks that share a column; each reduction that waits for another, and the outputs, are a launch |

    Example:

    ```mlir
    #s = #fusion.schedule<family = columns, tile = [256, 8, 8], warps = [8, 1], columns = <slices = 4>>
    ```
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "1">:$slices);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // FUSION_FAMILIES_ROWS_OPTIONS_TD
