// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Problems as graphs of the fusion dialect, in text.

#ifndef FUSION_BENCH_PROBLEMGRAPH_H
#define FUSION_BENCH_PROBLEMGRAPH_H

#include "fusion/Bench/Problem.h"

namespace fusion::bench {

/// @problem(A, W, operands of the epilogue...) -> D. The product is f32, as is everything up to one cast at the end.
std::string problemGraph(const Problem &problem);

/// @tail(P, operands...) -> D: the epilogue from operation `first` on, of a product P that was stored in the problem's
/// type. The operands are those that these operations take.
std::string tailGraph(const Problem &problem, size_t first);

/// @layers(A, W and operands of the first layer..., of the second..., ...) -> D.
std::string layersGraph(const LayerStack &stack);

} // namespace fusion::bench

#endif // FUSION_BENCH_PROBLEMGRAPH_H
