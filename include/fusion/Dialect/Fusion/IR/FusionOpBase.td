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

def Fusion_Float : AnyTypeOf<[F16, BF16, F32, F64], "f16, bf16, f32 or f64">;
def Fusion_Element : AnyTypeOf<[F16, BF16, F32, F64, I1, I8, I16, I32, I64],
                               "f16, bf16, f32, f64 or an integer of 1, 8, 16, 32 or 64 bits">;
def Fusion_FloatTensor : RankedTensorOf<[F16, BF16, F32, F64]>;
def Fusion_BoolTensor : RankedTensorOf<[I1]>;
def Fusion_AnyTensor : RankedTensorOf<[F16, BF16, F32, F64, I1, I8, I16, I32, I64]>;

#endif // FUSION_OP_BASE_TD
