// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_ATTRS_TD
#define FUSION_ATTRS_TD

include "fusion/Dialect/Fusion/IR/FusionBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Fusion_Attr<string name, string attrMnemonic, list<Trait> traits = []> : AttrDef<Fusion_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Fusion_Numerics : I32EnumAttr<"Numerics", "how values are rounded inside a kernel", [
    I32EnumAttrCase<"Relaxed", 0, "relaxed">, I32EnumAttrCase<"Strict", 1, "strict">,
    I32EnumAttrCase<"Fast", 2, "fast">]> {
  let cppNamespace = "::mlir::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_NumericsAttr : EnumAttr<Fusion_Dialect, Fusion_Numerics, "numerics"> {
  let summary = "numerics contract of a module or function";
  let description = [{
    `relaxed`: values stay in f32 between the operations of a kernel and are rounded once, where they are stored.
    `strict`: a kernel gives bit for bit what its operations give one by one, each rounded to its own result type.
    `fast`: `relaxed`, and where all outputs of a kernel are f16 or bf16, tanh, sigmoid, silu and gelu take the GPU's own
    tanh (`tanh.approx`): an error of up to 2^-11, times the operand for silu and gelu.

    Example:

    ```mlir
    module attributes {fusion.numerics = #fusion.numerics<strict>} {
    }
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Fusion_F32Precision : I32EnumAttr<"F32Precision", "how products of f32 tensors are computed", [
    I32EnumAttrCase<"TF32x3", 0, "tf32x3">, I32EnumAttrCase<"TF32", 1, "tf32">, I32EnumAttrCase<"IEEE", 2, "ieee">]> {
  let cppNamespace = "::mlir::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_F32PrecisionAttr : EnumAttr<Fusion_Dialect, Fusion_F32Precision, "f32_precision"> {
  let summary = "precision of f32 products on the GPU";
  let description = [{
    `tf32x3` (default) splits each operand into two tf32 parts and adds three tensor-core products: as accurate as f32.
    `tf32` rounds the operands to tf32. `ieee` uses f32 FMA on the ordinary units.

    Example:

    ```mlir
    module attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
    }
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Fusion_TargetAttr : Fusion_Attr<"Target", "target"> {
  let summary = "the chip that a module is compiled for";
  let description = [{
    Carries the chip's name and nothing else; all that is known of a chip is in the chip table
    (`fusion/Support/ChipTable.h`), which also says which names are allowed.

    Example:

    ```mlir
    module attributes {fusion.target = #fusion.target<"sm_90a">} {
    }
    ```
  }];
  let parameters = (ins StringRefParameter<"chip name, e.g. sm_80">:$chip);
  let assemblyFormat = "`<` $chip `>`";
  let genVerifyDecl = 1;
}

/// A keyword: the name of a family of kernels (fusion/Schedule/KernelFamily.h).
def Fusion_FamilyName : StringRefParameter<"family of kernels, e.g. sm80"> {
  let parser = "::mlir::fusion::parseFamilyName($_parser)";
  let printer = "$_printer.printKeywordOrString($_self)";
}

def Fusion_WarpgroupMode : I32EnumAttr<"WarpgroupMode", "how the consumer warpgroups of a block share work", [
    I32EnumAttrCase<"Cooperative", 0, "cooperative">, I32EnumAttrCase<"PingPong", 1, "pingpong">]> {
  let cppNamespace = "::mlir::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_RasterOrder : I32EnumAttr<"RasterOrder", "the order in which a grid walks the tiles of the output", [
    I32EnumAttrCase<"Rows", 0, "rows">, I32EnumAttrCase<"Columns", 1, "columns">,
    I32EnumAttrCase<"SnakeRows", 2, "snake_rows">, I32EnumAttrCase<"SnakeColumns", 3, "snake_columns">]> {
  let cppNamespace = "::mlir::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_DependentLaunch : I32EnumAttr<"DependentLaunch", "when a kernel lets the next one start", [
    I32EnumAttrCase<"Early", 0, "early">, I32EnumAttrCase<"Late", 1, "late">]> {
  let cppNamespace = "::mlir::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_OperandLoad : I32EnumAttr<"OperandLoad", "how an operand gets to shared memory", [
    I32EnumAttrCase<"TMA", 0, "tma">, I32EnumAttrCase<"CpAsync", 1, "cp_async">]> {
  let cppNamespace = "::mlir::fusion";
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
    | `repack_a`, `repack_b` | the operand is copied first, to rows whose pitch TMA can read |
    | `tail_split` | pieces into which K of each tile is split that fills no whole wave of the grid; their sums meet in memory, where a second kernel adds them in a fixed order and runs the epilogue. 1: none is split |
    | `spread_k` | tiles begin at different k blocks and go round, so that blocks do not all read the same part of a shared operand at once |
    | `load_a`, `load_b` | `tma`: the copy engine loads the operand. `cp_async`: a warpgroup of threads does, 16, 8 or 4 bytes each, as the rows' pitch allows; for pitches that cost TMA time, or that it cannot read |

    Example:

    ```mlir
    #s = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, group = 16,
                          sm90 = <order = snake_rows, grid = 128>>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"WarpgroupMode", "WarpgroupMode::Cooperative">:$mode,
    DefaultValuedParameter<"int64_t", "1">:$cluster_m,
    DefaultValuedParameter<"int64_t", "1">:$cluster_n,
    DefaultValuedParameter<"int64_t", "1">:$split_k,
    DefaultValuedParameter<"bool", "false">:$swap,
    DefaultValuedParameter<"RasterOrder", "RasterOrder::Rows">:$order,
    DefaultValuedParameter<"int64_t", "0">:$grid,
    DefaultValuedParameter<"int64_t", "1">:$blocks_per_sm,
    DefaultValuedParameter<"int64_t", "0">:$staging,
    DefaultValuedParameter<"DependentLaunch", "DependentLaunch::Early">:$dependents,
    DefaultValuedParameter<"bool", "false">:$repack_a,
    DefaultValuedParameter<"bool", "false">:$repack_b,
    DefaultValuedParameter<"OperandLoad", "OperandLoad::TMA">:$load_a,
    DefaultValuedParameter<"OperandLoad", "OperandLoad::TMA">:$load_b,
    DefaultValuedParameter<"bool", "false">:$spread_k,
    DefaultValuedParameter<"int64_t", "1">:$tail_split);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Fusion_ScheduleAttr : Fusion_Attr<"Schedule", "schedule"> {
  let summary = "how one kernel runs on the chip";
  let description = [{
    Written by `fusion-select-schedule`; lowering obeys it and decides nothing again. `tile` is the piece [m, n, k] of
    the product that one thread block computes per step (for elementwise kernels: [1, elements of a block, 1]), `warps`
    how many warps [along m, along n] share it (of the wgmma family: those that consume), `stages` the depth of the asynchronous copy pipeline and `group` how
    many rows of tiles are walked together, so that the L2 cache is reused.

    Example:

    ```mlir
    #s = #fusion.schedule<family = sm80, tile = [128, 256, 32], warps = [2, 4], stages = 4, group = 8>
    ```
  }];
  let parameters = (ins
    Fusion_FamilyName:$family,
    ArrayRefParameter<"int64_t">:$tile,
    ArrayRefParameter<"int64_t">:$warps,
    DefaultValuedParameter<"int64_t", "1">:$stages,
    DefaultValuedParameter<"int64_t", "1">:$group,
    OptionalParameter<"SM90OptionsAttr">:$sm90);
  let assemblyFormat = [{
    `<` `family` `=` $family `,` `tile` `=` `[` $tile `]` `,` `warps` `=` `[` $warps `]`
    (`,` struct($stages, $group, $sm90)^)? `>`
  }];
  let builders = [AttrBuilder<(ins "StringRef":$family, "ArrayRef<int64_t>":$tile, "ArrayRef<int64_t>":$warps,
                                   "int64_t":$stages, "int64_t":$group),
    [{ return $_get($_ctxt, family, tile, warps, stages, group, SM90OptionsAttr()); }]>];
  let genVerifyDecl = 1;
}

def Fusion_AlternativeAttr : Fusion_Attr<"Alternative", "alternative"> {
  let summary = "another schedule of a kernel, for small M";
  let description = [{
    A kernel whose M is known at launch alone has several: the first of `alternatives` whose `most_m` is not below M, else
    `schedule`.

    Example:

    ```mlir
    #small = #fusion.alternative<most_m = 64, schedule = <family = sm90, tile = [64, 64, 64], warps = [1, 4], stages = 6,
                                                          sm90 = <swap = true>>>
    ```
  }];
  let parameters = (ins "int64_t":$most_m, "ScheduleAttr":$schedule);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Fusion_AlternativesAttr : TypedArrayAttrBase<Fusion_AlternativeAttr, "schedules for small M, in order of it">;

#endif // FUSION_ATTRS_TD
