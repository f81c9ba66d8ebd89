// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What schedules of products by wgmma say beyond tile, warps, stages and group.

#ifndef FUSION_FAMILIES_SM90_OPTIONS_TD
#define FUSION_FAMILIES_SM90_OPTIONS_TD

include "fusion/Dialect/Fusion/IR/FusionBase.td"
include "mlir/IR/EnumAttr.td"

def Fusion_WarpgroupMode : I32EnumAttr<"WarpgroupMode", "how the consumer warpgroups of a block share work", [
    I32EnumAttrCase<"Cooperative", 0, "cooperative">, I32EnumAttrCase<"PingPong", 1, "pingpong">]> {
  let cppNamespace = "::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_RasterOrder : I32EnumAttr<"RasterOrder", "the order in which a grid walks the tiles of the output", [
    I32EnumAttrCase<"Rows", 0, "rows">, I32EnumAttrCase<"Columns", 1, "columns">,
    I32EnumAttrCase<"SnakeRows", 2, "snake_rows">, I32EnumAttrCase<"SnakeColumns", 3, "snake_columns">]> {
  let cppNamespace = "::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_DependentLaunch : I32EnumAttr<"DependentLaunch", "when a kernel lets the next one start", [
    I32EnumAttrCase<"Early", 0, "early">, I32EnumAttrCase<"Late", 1, "late">]> {
  let cppNamespace = "::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_OperandLoad : I32EnumAttr<"OperandLoad", "how an operand gets to shared memory", [
    I32EnumAttrCase<"TMA", 0, "tma">, I32EnumAttrCase<"CpAsync", 1, "cp_async">]> {
  let cppNamespace = "::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_TailReduction : I32EnumAttr<"TailReduction", "who adds the partial tiles of a stream-K tail", [
    I32EnumAttrCase<"Kernel", 0, "kernel">, I32EnumAttrCase<"Blocks", 1, "blocks">]> {
  let cppNamespace = "::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_SM90OptionsAttr : Fusion_Attr<"SM90Options", "sm90"> {
  let summary = "what a schedule of the wgmma family says beyond tile, warps, stages and group";
  let description = [{
    Warpgroups of four warps consume (wgmma and the epilogue), one more warp or warpgroup produces (TMA, cp.async).

    | parameter | meaning |
    |---|---|
    | `mode` | `cooperative`: the consumers share each tile. `pingpong`: two consumers, each with tiles of its own, take turns on the tensor cores, so that one's epilogue runs beside the other's products |
    | `cluster_m`, `cluster_n` | blocks of a cluster along M and N; they share the loads of B and A by multicast |
    | `split_k` | blocks that share the K dimension of a tile, 16 at most; their sums are added in a fixed order. More than 8 are a cluster that not every GPU of the architecture runs |
    | `swap` | the product is computed transposed, so that M lies on the side of wgmma that has narrow tiles. `tile` is still [m, n, k] of the output |
    | `order` | tiles in groups of `group` rows (columns); `snake` walks every other group backwards |
    | `grid` | blocks of a persistent grid at most; 0: as many as run at once |
    | `blocks_per_sm` | blocks that share a multiprocessor |
    | `staging` | buffers through which a warpgroup's chunks of each output leave; 0: two, or one if there is one chunk |
    | `dependents` | when a dependent launch may start: `early`, once the kernel has itself waited for those before it, or `late`, after the main loop |
    | `copy_a`, `copy_b` | the operand is copied first, to rows whose pitch TMA can read |
    | `stream_k_tail` | partial tiles into which K of each tile is split that fills no whole wave of the grid; they meet in memory, where they are added in a fixed order. 1: none is split |
    | `tail_reduction` | who adds them. `kernel`: a second kernel, which also runs the epilogue. `blocks`: those that made them, two and two, whoever comes second; the last one runs the epilogue |
    | `spread_k` | tiles begin at different k blocks and go round, so that blocks do not all read the same part of a shared operand at once |
    | `load_a`, `load_b` | `tma`: the copy engine loads the operand. `cp_async`: a warpgroup of threads does, 16, 8 or 4 bytes each, as the rows' pitch allows; for pitches that cost TMA time, or that it cannot read |

    A parameter that is left out has its default. Older words are read, with a warning: `repack_a`,
    `repack_b` and `tail_split` for `copy_a`, `copy_b` and `stream_k_tail`.

    Example:

    ```mlir
    #s = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, group = 16,
                          sm90 = <order = snake_rows, grid = 128>>
    ```
  }];
  let parameters = (ins
    "WarpgroupMode":$mode,
    "int64_t":$cluster_m,
    "int64_t":$cluster_n,
    "int64_t":$split_k,
    "bool":$swap,
    "RasterOrder":$order,
    "int64_t":$grid,
    "int64_t":$blocks_per_sm,
    "int64_t":$staging,
    "DependentLaunch":$dependents,
    "bool":$copy_a,
    "bool":$copy_b,
    "OperandLoad":$load_a,
    "OperandLoad":$load_b,
    "bool":$spread_k,
    "int64_t":$stream_k_tail,
    "TailReduction":$tail_reduction);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // FUSION_FAMILIES_SM90_OPTIONS_TD
