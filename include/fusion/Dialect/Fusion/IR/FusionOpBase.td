// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What all operations are declared with.

#ifndef FUSION_OP_BASE_TD
#define FUSION_OP_BASE_TD

include "fusion/Dialect/Fusion/IR/FusionAttrs.td"
include "fusion/Dialect/Fusion/IR/FusionInterfaces.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

class Fusion_Op<string mnemonic, list<Trait> traits = []> : Op<Fusion_Dialect, mnemonic, traits>;

// The element types, once.
defvar Fusion_FloatTypes = [F8E4M3FN, F8E5M2, F16, BF16, F32, F64];
defvar Fusion_ElementTypes = !listconcat(Fusion_FloatTypes, [I1, I8, I16, I32, I64]);

def Fusion_Float : AnyTypeOf<Fusion_FloatTypes, "f8E4M3FN, f8E5M2, f16, bf16, f32 or f64">;
def Fusion_Element : AnyTypeOf<Fusion_ElementTypes, "f8E4M3FN, f8E5M2, f16, bf16, f32, f64 or an integer of 1, 8, 16, "
                                                    "32 or 64 bits">;
def Fusion_FloatTensor : RankedTensorOf<Fusion_FloatTypes>;
def Fusion_FactorTensor : RankedTensorOf<!listconcat(Fusion_FloatTypes, [I8])>;
def Fusion_BlockScaleTensor : 2DTensorOf<[F32]>;
def Fusion_ProductTensor : RankedTensorOf<!listconcat(Fusion_FloatTypes, [I32])>;
def Fusion_BoolTensor : RankedTensorOf<[I1]>;
def Fusion_AnyTensor : RankedTensorOf<Fusion_ElementTypes>;

#endif // FUSION_OP_BASE_TD
