// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// An embedder's two calls: everything the pipelines of fusion/Pipelines/Pipelines.h need.

#ifndef FUSION_INITALL_H
#define FUSION_INITALL_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace fusion {

/// Adds the fusion dialect, the upstream dialects that inputs may hold or that a pipeline leaves, and the interface
/// implementations that the passes rely on. Call it before the MLIRContext that parses or builds a graph is made, or in
/// getDependentDialects of a pass that runs a pipeline.
void registerAllDialects(DialectRegistry &registry);

/// The part of \c registerAllDialects that is this project's: for a registry that has upstream's dialects and
/// extensions.
void registerDialect(DialectRegistry &registry);

/// Makes this project's passes and pipelines known by name: to a textual pipeline, and to a tool's command line.
/// Nothing of upstream is registered. Call it once.
void registerAllPasses();

} // namespace fusion

#endif // FUSION_INITALL_H
