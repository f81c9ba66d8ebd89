// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A context to compile in, whose diagnostics are collected.

#ifndef FUSION_LIB_BENCH_COMPILER_H
#define FUSION_LIB_BENCH_COMPILER_H

#include "fusion/Bench/Program.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Driver/Compile.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace fusion::bench {

class Compiler {
public:
  Compiler();

  /// Parses a graph and forms its kernels. Null, with diagnostics, where that fails.
  mlir::OwningOpRef<mlir::ModuleOp> buildKernels(const std::string &graph, const ProgramOptions &options);
  mlir::MLIRContext *getContext() { return &context; }
  /// The diagnostics so far.
  runtime::Error failure() const;

private:
  mlir::MLIRContext context;
  std::string messages;
  mlir::ScopedDiagnosticHandler handler;
};

/// The first kernel with a product; where there is none, the first kernel, or null.
fusion::KernelOp findKernel(mlir::ModuleOp module);

fusion::CompileOptions driverOptions(const ProgramOptions &options);

} // namespace fusion::bench

#endif // FUSION_LIB_BENCH_COMPILER_H
