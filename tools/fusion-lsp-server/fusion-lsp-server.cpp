// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The language server of MLIR files, for editors: diagnostics, definitions, completion, hover, with this project's
// dialect beside upstream's.

#include "fusion/InitAll.h"
#include "fusion/Support/CommandLine.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::fusion::registerAllDialects(registry);
  mlir::fusion::setUpOptions("fusion-lsp-server"); // hides LLVM's; the server adds its own
  return failed(mlir::MlirLspServerMain(argc, argv, registry)) ? 1 : 0;
}
