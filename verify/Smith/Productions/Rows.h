// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reductions of rows, for productions that go on behind them.

#ifndef FUSION_VERIFY_SMITH_PRODUCTIONS_ROWS_H
#define FUSION_VERIFY_SMITH_PRODUCTIONS_ROWS_H

#include "../GraphBuilder.h"

namespace fusion::smith {

enum class RowKind { Sum, Maximum, Minimum };

/// What `input`, of floats, comes to along the axes that `result` lacks. Begins with `start`,
/// or with what is neutral.
Node reduceTo(GraphBuilder &graph, const Node &input, ArrayRef<int> result, RowKind kind,
              std::optional<double> start = std::nullopt);

/// A norm or the like of a value that is there: elements, of which and of whose rows it is computed.
Node reduceAny(GraphBuilder &graph);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_PRODUCTIONS_ROWS_H
