// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A graph that was read from a file or from memory, with the context that it lives in.

#ifndef FUSION_DRIVER_GRAPH_H
#define FUSION_DRIVER_GRAPH_H

#include "fusion/Driver/Input.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"
#include <functional>
#include <optional>

namespace fusion {

class Graph {
public:
  /// Diagnostics go to standard error, with the line of the file if they have one.
  Graph();
  /// Diagnostics go to the function. No threads are started: all of them come in the thread that compiles.
  explicit Graph(std::function<void(Diagnostic &)> onDiagnostic);

  /// Reads and checks the file; see fusion/Driver/Input.h.
  LogicalResult read(StringRef path);
  /// The same for a buffer.
  LogicalResult read(std::unique_ptr<llvm::MemoryBuffer> buffer, const InputOptions &options);

  MLIRContext &getContext() { return context; }
  ModuleOp getModule() { return *module; }

private:
  MLIRContext context;
  llvm::SourceMgr sourceManager;
  std::optional<SourceMgrDiagnosticHandler> printer;
  std::optional<ScopedDiagnosticHandler> listener; ///< comes before the printer
  OwningOpRef<ModuleOp> module;
};

} // namespace fusion

#endif // FUSION_DRIVER_GRAPH_H
