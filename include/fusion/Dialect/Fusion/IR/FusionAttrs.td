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
    I32EnumAttrCase<"Relaxed", 0, "relaxed">, I32EnumAttrCase<"Strict", 1, "strict">]> {
  let cppNamespace = "::mlir::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_NumericsAttr : EnumAttr<Fusion_Dialect, Fusion_Numerics, "numerics"> {
  let summary = "numerics contract of a module or function";
  let description = [{
    `relaxed`: values stay in f32 between the operations of a kernel and are rounded once, where they are stored.
    `strict`: a kernel gives bit for bit what its operations give one by one, each rounded to its own result type.

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

def Fusion_Family : I32EnumAttr<"KernelFamily", "the lowering that a kernel takes", [
    I32EnumAttrCase<"Elementwise", 0, "elementwise">, I32EnumAttrCase<"SIMT", 1, "simt">,
    I32EnumAttrCase<"SM80", 2, "sm80">]> {
  let cppNamespace = "::mlir::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_FamilyAttr : EnumAttr<Fusion_Dialect, Fusion_Family, "family"> {
  let summary = "kernel family";
  let assemblyFormat = "`<` $value `>`";
}

def Fusion_ScheduleAttr : Fusion_Attr<"Schedule", "schedule"> {
  let summary = "how one kernel runs on the chip";
  let description = [{
    Written by `fusion-select-schedule`; lowering obeys it and decides nothing again. `tile` is the piece [m, n, k] of
    the product that one thread block computes per step (for elementwise kernels: [1, elements of a block, 1]), `warps`
    how many warps [along m, along n] share it, `stages` the depth of the asynchronous copy pipeline and `group` how
    many rows of tiles are walked together, so that the L2 cache is reused.

    Example:

    ```mlir
    #s = #fusion.schedule<family = sm80, tile = [128, 256, 32], warps = [2, 4], stages = 4, group = 8>
    ```
  }];
  let parameters = (ins
    EnumParameter<Fusion_Family>:$family,
    ArrayRefParameter<"int64_t">:$tile,
    ArrayRefParameter<"int64_t">:$warps,
    DefaultValuedParameter<"int64_t", "1">:$stages,
    DefaultValuedParameter<"int64_t", "1">:$group);
  let assemblyFormat = [{
    `<` `family` `=` $family `,` `tile` `=` `[` $tile `]` `,` `warps` `=` `[` $warps `]`
    (`,` `stages` `=` $stages^)? (`,` `group` `=` $group^)? `>`
  }];
  let genVerifyDecl = 1;
}

#endif // FUSION_ATTRS_TD
