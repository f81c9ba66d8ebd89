// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From a tape to a graph.

#ifndef FUSION_SMITH_GENERATOR_H
#define FUSION_SMITH_GENERATOR_H

#include "GraphBuilder.h"

namespace mlir::fusion::smith {

/// The data that a graph runs on.
enum class DataKind { Integer, Normal };

struct GeneratedGraph {
  OwningOpRef<ModuleOp> module; ///< verified; one function, "graph"
  SmallVector<Axis> axes;
  SmallVector<Axes> inputs, outputs; ///< axes of the function's arguments and results
  SmallVector<std::string> productions;
  DataKind data;
  uint64_t dataSeed;
  /// Scalar operations of one run, about.
  double work;
};

/// Fails, with diagnostics, only where the generator is wrong.
FailureOr<GeneratedGraph> generate(MLIRContext *context, Tape &tape);

} // namespace mlir::fusion::smith

#endif // FUSION_SMITH_GENERATOR_H
