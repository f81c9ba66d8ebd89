// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matrix products, for productions that go on behind one.

#ifndef FUSION_VERIFY_SMITH_PRODUCTIONS_PRODUCTS_H
#define FUSION_VERIFY_SMITH_PRODUCTIONS_PRODUCTS_H

#include "../GraphBuilder.h"

namespace fusion::smith {

/// A product of `lhs`, which is of f8E4M3FN, f8E5M2, f16, bf16, f32 or f64 and has two or three axes, in any layout and
/// spelling. A factor of 8 bits gets one of either format.
Node multiply(GraphBuilder &graph, const Node &lhs);
/// The same of `lhs` of i8, with signs or without, into i32.
Node multiplyBytes(GraphBuilder &graph, const Node &lhs);
/// A product of a new argument of any type that tensor cores multiply.
Node multiplyAny(GraphBuilder &graph);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_PRODUCTIONS_PRODUCTS_H
