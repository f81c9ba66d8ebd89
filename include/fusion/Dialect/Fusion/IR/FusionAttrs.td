// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Attributes of the dialect: numerics, target, and how a kernel runs.

#ifndef FUSION_ATTRS_TD
#define FUSION_ATTRS_TD

include "fusion/Dialect/Fusion/IR/FusionBase.td"
include "mlir/IR/EnumAttr.td"

/// A case of an enum, as its word in quotes wherever IR is written: in text, in bytecode, and in the keys of tuning
/// files, which print attributes. In C++ it is the enum.
class Fusion_StringEnum<EnumInfo enum, string description>
    : Attr<CPred<"::llvm::isa<::mlir::StringAttr>($_self) && " # enum.cppNamespace # "::" # enum.stringToSymbolFnName #
                 "(::llvm::cast<::mlir::StringAttr>($_self).getValue())">, description> {
  let storageType = "::mlir::StringAttr";
  let returnType = enum.cppNamespace # "::" # enum.className;
  let convertFromStorage = "*" # enum.cppNamespace # "::" # enum.stringToSymbolFnName # "($_self.getValue())";
  let constBuilderCall = "$_builder.getStringAttr(" # enum.cppNamespace # "::" # enum.symbolToStringFnName # "($0))";
  let valueType = NoneType;
}

def Fusion_GeluApproximation : I32EnumAttr<"GeluApproximation", "the function that gelu is made of", [
    I32EnumAttrCase<"Erf", 0, "erf">, I32EnumAttrCase<"Tanh", 1, "tanh">]> {
  let cppNamespace = "::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_Numerics : I32EnumAttr<"Numerics", "how values are rounded inside a kernel", [
    I32EnumAttrCase<"Relaxed", 0, "relaxed">, I32EnumAttrCase<"Strict", 1, "strict">,
    I32EnumAttrCase<"Fast", 2, "fast">]> {
  let cppNamespace = "::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_NumericsAttr : EnumAttr<Fusion_Dialect, Fusion_Numerics, "numerics"> {
  let summary = "numerics contract of a module or function";
  let description = [{
    `relaxed`: values stay in f32 between the operations of a kernel and are rounded once, where they are stored.
    `strict`: a kernel gives bit for bit what its operations give one by one, each rounded to its own result type.
    `fast`: `relaxed`, and where all outputs of a kernel are f16 or bf16, tanh, sigmoid, silu and gelu take the GPU's
    own tanh (`tanh.approx`): an error of up to 2^-11, times the operand for silu and gelu.

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
  let cppNamespace = "::fusion";
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
    Carries the chip's name, and that of a card if one is meant: all that is known of them is in the chip table
    (`fusion/Support/ChipTable.h`), which also says which names are allowed. The code for a chip runs on all its cards;
    a card has its own bandwidth, cache and rates, by which schedules are chosen and times predicted. Without one they
    are those of the table's example.

    Example:

    ```mlir
    module attributes {fusion.target = #fusion.target<"sm_90a">} {
    }
    module attributes {fusion.target = #fusion.target<"sm_90a", card = "H100 80GB HBM3">} {
    }
    ```
  }];
  let parameters = (ins StringRefParameter<"name of a chip, of the chip table">:$chip,
                        StringRefParameter<"card, or empty", [{""}]>:$card);
  let assemblyFormat = "`<` $chip (`,` `card` `=` $card^)? `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// What the chip table says of the chip, or of the card.
    const ::fusion::ChipInfo &getInfo() const;
  }];
}

/// A keyword: the name of a family of kernels (fusion/Schedule/KernelFamily.h).
def Fusion_FamilyName : StringRefParameter<"family of kernels, e.g. elementwise"> {
  let parser = "::fusion::parseFamilyName($_parser)";
  let printer = "$_printer.printKeywordOrString($_self)";
}

def Fusion_ScheduleAttr : Fusion_Attr<"Schedule", "schedule"> {
  let summary = "how one kernel runs on the chip";
  let description = [{
    Written by `fusion-select-schedule`; lowering obeys it and decides nothing again. `tile` is the piece [m, n, k] of
    the product that one thread block computes per step (for elementwise kernels: [1, elements of a block, 1]), `warps`
    how many warps [along m, along n] share it (where some of a block only copy: those that compute), `stages` the depth
    of the asynchronous copy pipeline and `group` how many rows of tiles are walked together, so that the L2 cache is
    reused. What else a family's schedules say is an attribute of that family, whose name is the family's.

    Example:

    ```mlir
    #s = #fusion.schedule<family = sm80, tile = [128, 256, 32], warps = [2, 4], stages = 4, group = 8>
    #t = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, sm90 = <grid = 128>>
    ```
  }];
  let parameters = (ins
    Fusion_FamilyName:$family,
    ArrayRefParameter<"int64_t">:$tile,
    ArrayRefParameter<"int64_t">:$warps,
    DefaultValuedParameter<"int64_t", "1">:$stages,
    DefaultValuedParameter<"int64_t", "1">:$group,
    OptionalParameter<"Attribute", "what the family defines">:$options);
  let assemblyFormat = [{
    `<` `family` `=` $family `,` `tile` `=` `[` $tile `]` `,` `warps` `=` `[` $warps `]`
    `` custom<ScheduleSettings>($stages, $group, $options) `>`
  }];
  let builders = [AttrBuilder<(ins "StringRef":$family, "ArrayRef<int64_t>":$tile, "ArrayRef<int64_t>":$warps,
                                   "int64_t":$stages, "int64_t":$group),
    [{ return $_get($_ctxt, family, tile, warps, stages, group, Attribute()); }]>];
  let genVerifyDecl = 1;
}

def Fusion_AlternativeAttr : Fusion_Attr<"Alternative", "alternative"> {
  let summary = "another schedule of a kernel, for small M";
  let description = [{
    A kernel whose M is known at launch alone has several: the first of `alternatives` whose `most_m` is not below M,
    else `schedule`.

    Example:

    ```mlir
    #small = #fusion.alternative<most_m = 64,
      schedule = <family = sm90, tile = [64, 64, 64], warps = [1, 4], stages = 6, sm90 = <swap = true>>>
    ```
  }];
  let parameters = (ins "int64_t":$most_m, "ScheduleAttr":$schedule);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Fusion_AlternativesAttr : TypedArrayAttrBase<Fusion_AlternativeAttr, "schedules for small M, in order of it">;

def Fusion_GuardKind : I32EnumAttr<"GuardKind", "what a guard asks", [
    I32EnumAttrCase<"Aligned", 0, "aligned">, I32EnumAttrCase<"Multiple", 1, "multiple">,
    I32EnumAttrCase<"AtMost", 2, "at_most">, I32EnumAttrCase<"Positive", 3, "positive">]> {
  let cppNamespace = "::fusion";
  let genSpecializedAttr = 0;
}

def Fusion_GuardAttr : Fusion_Attr<"Guard", "guard"> {
  let summary = "what a variant of a kernel asks of an operand";
  let description = [{
    Operands are numbered as the lowering sees them: the inputs that the body reads as they lie, then its views of
    inputs, then the outputs (`KernelOp::getAccesses`). `N[D]` is dimension D of operand N, with the dimensions in the
    order in which the body sees them.

    | guard | what it asks |
    |---|---|
    | `aligned N to B` | rows of operand N start at multiples of B bytes, a power of two; its elements are adjacent |
    | `aligned N[D] to B` | the same of rows along dimension D, where those behind it have size 1 |
    | `multiple N[D] of F` | the size, or the product of several (`0[1] * 0[2]`), is a multiple of F, a power of two |
    | `at_most N[D] is S` | the size is S or less |
    | `positive N[D]` | the size is not 0 |

    Example:

    ```mlir
    #a = #fusion.guard<aligned 0 to 16>
    #b = #fusion.guard<multiple 0[1] of 8>
    ```
  }];
  let parameters = (ins "GuardKind":$kind, ArrayRefParameter<"int64_t">:$operands, ArrayRefParameter<"int64_t">:$dims,
                        "int64_t":$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fusion_VariantAttr : Fusion_Attr<"Variant", "variant"> {
  let summary = "one way to run a kernel, and when it may";
  let description = [{
    A kernel has one variant or several, the fastest first; a launch runs the first whose guards all hold, and the last
    asks for nothing. Its function has the kernel's name, and `suffix`. A variant accesses operands as widely as its
    guards allow. It runs by the kernel's `schedule`, or by its own, which may be of another family, or copy operands
    first. With `any_address` the epilogue of a product takes its operands element by element, in few instructions.

    Example: accesses of 16 bytes, or of any element.

    ```mlir
    #vectors = #fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 16>, <multiple 1[1] of 8>]>
    #general = #fusion.variant<"_general">
    #small = #fusion.variant<"_general", schedule = <family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3>>
    ```
  }];
  let parameters = (ins StringRefParameter<"what its function's name ends with">:$suffix,
                        OptionalArrayRefParameter<"GuardAttr">:$guards,
                        OptionalParameter<"ScheduleAttr">:$schedule,
                        DefaultValuedParameter<"bool", "false">:$any_address);
  let assemblyFormat = "`<` $suffix `` custom<VariantSettings>($guards, $schedule, $any_address) `>`";
  let genVerifyDecl = 1;
}

def Fusion_VariantsAttr : TypedArrayAttrBase<Fusion_VariantAttr, "variants of a kernel, the fastest first">;

def Fusion_AccessAttr : Fusion_Attr<"Access", "access"> {
  let summary = "which element of memory each point of some loops reads";
  let description = [{
    Loops with their sizes, then the element that a point reads, an expression for each dimension of memory: sums,
    products with numbers, `floordiv` and `mod` by numbers. `X in N` stands for 0 <= X < N, and `s0` for the size of
    dimension 0 of memory, so that loops along dynamic dimensions have sizes too. The size `?` says nothing.

    Where points may lie outside of memory, `if` guards them and `else` says the value there: a point reads memory if
    each guarded expression is at least 0 and less than its limit.

    | | example |
    |---|---|
    | permutation | `(d0 in s1, d1 in s0) -> (d1, d0)` |
    | slice, with a step | `(d0 in 4) -> (d0 * 2 + 1)` |
    | reversal | `(d0 in s0) -> (-d0 + s0 - 1)` |
    | split of a dimension | `(d0 in s0 floordiv 8, d1 in 8) -> (d0 * 8 + d1)` |
    | merge of two | `(d0 in s0 * 8) -> (d0 floordiv 8, d0 mod 8)` |
    | repetition | `(d0 in 4, d1 in s0) -> (d1)` |
    | pad | `(d0 in s0 + 2) -> (d0 - 1) if (d0 - 1 in s0) else 0.0 : f32` |
    | roll | `(d0 in 8) -> ((d0 + 3) mod 8)` |

    Example: windows of three elements, two apart, over eight elements with a zero in front of them.

    ```mlir
    #a = #fusion.access<(d0 in 4, d1 in 3) -> (d0 * 2 + d1 - 1) if (d0 * 2 + d1 - 1 in 8) else 0.000000e+00 : f32>
    ```
  }];
  let parameters = (ins "::fusion::AccessMap":$map);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [AttrBuilderWithInferredContext<(ins "::fusion::AccessMap":$map),
                                                 [{ return $_get(map.getContext(), map); }]>];
}

#endif // FUSION_ATTRS_TD
