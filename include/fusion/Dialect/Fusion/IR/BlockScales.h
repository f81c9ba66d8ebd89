// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Products whose operands have a scale per block along K, as products without.

#ifndef FUSION_DIALECT_FUSION_IR_BLOCKSCALES_H
#define FUSION_DIALECT_FUSION_IR_BLOCKSCALES_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// What `product`, which has scales, stands for: the product in f32 of operands whose elements are multiplied with
/// their scales, each rounded once, cast to the result's type. The product is not changed.
///
///   %0 = fusion.matmul %a, %b lhs_scale %s {lhs_block = array<i64: 1, 128>} : (f8, f8, f32) -> f32
///     ->
///   %1 = fusion.map(%x = %a) tables(%t = %s) at(%m, %k) { yield extf %x * lookup %t[%m, %k / 128] } : (f8, f32) -> f32
///   %2 = fusion.map(%x = %b) { yield extf %x } : (f8) -> f32
///   %0 = fusion.matmul %1, %2 : (f32, f32) -> f32
Value expandBlockScales(OpBuilder &builder, MatmulOp product);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_IR_BLOCKSCALES_H
