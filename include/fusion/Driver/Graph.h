// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A graph that was read from a file, with the context that it lives in.

#ifndef FUSION_DRIVER_GRAPH_H
#define FUSION_DRIVER_GRAPH_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::fusion {

/// Diagnostics go to standard error, with the line of the file.
class Graph {
public:
  Graph();

  /// Reads and checks the file; see fusion/Driver/Input.h.
  LogicalResult read(StringRef path);
  ModuleOp getModule() { return *module; }

private:
  MLIRContext context;
  llvm::SourceMgr sourceManager;
  SourceMgrDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
};

} // namespace mlir::fusion

#endif // FUSION_DRIVER_GRAPH_H
