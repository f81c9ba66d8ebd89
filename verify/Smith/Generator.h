// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From a tape to a graph.

#ifndef FUSION_VERIFY_SMITH_GENERATOR_H
#define FUSION_VERIFY_SMITH_GENERATOR_H

#include "GraphBuilder.h"
#include <map>

namespace fusion::smith {

/// The data that a graph runs on.
enum class DataKind {
  Integer,
  Normal,
  Special, ///< normal, and among it NaN, infinities, -0, the smallest and largest numbers
};

/// Other sizes of axes than the tape's, to get the same graph for other shapes.
using Sizes = std::map<int, int64_t>;

struct GeneratedGraph {
  OwningOpRef<ModuleOp> module; ///< verified; one function, "graph"
  SmallVector<Axis> axes;
  SmallVector<Axes> inputs, outputs; ///< axes of the function's arguments and results
  SmallVector<std::string> productions;
  Tape::Values tape;            ///< what it was made from
  std::optional<uint64_t> seed; ///< of a random tape
  DataKind data;
  uint64_t dataSeed;
  /// Scalar operations of one run, about.
  double work;
};

/// Names of all productions.
SmallVector<StringRef> listProductions();
/// Chooses among those of these names alone from now on: for a campaign about one kind of operation.
void restrictProductions(ArrayRef<std::string> names);

/// Fails, with diagnostics, only where the generator is wrong.
FailureOr<GeneratedGraph> generate(MLIRContext *context, Tape &tape, const Sizes &sizes = {});

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_GENERATOR_H
