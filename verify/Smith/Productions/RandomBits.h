// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is drawn at random where an element is: docs/Random.md.

#ifndef FUSION_VERIFY_SMITH_PRODUCTIONS_RANDOMBITS_H
#define FUSION_VERIFY_SMITH_PRODUCTIONS_RANDOMBITS_H

#include "../GraphBuilder.h"

namespace fusion::smith {

/// Dropout of a float, its mask, the bits themselves, rounding or quantisation at random, as the tape says: a map that
/// draws by Philox. It has the axes of `input`.
Node addRandomMap(GraphBuilder &graph, const Node &input);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_PRODUCTIONS_RANDOMBITS_H
