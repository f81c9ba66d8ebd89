// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The language server of MLIR files, for editors: diagnostics, definitions, completion, hover, with this project's
// dialect beside upstream's.

#include "fusion/Driver/CommandLine.h"
#include "fusion/InitAll.h"
#include "fusion/Support/CommandLine.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

static fusion::runtime::cli::Command declare() {
  fusion::runtime::cli::Command command;
  command.name = "fusion-lsp-server";
  command.usage = "[options]";
  command.summary = "language server of MLIR files with the fusion dialect";
  command.description = {
      "Speaks the Language Server Protocol on standard input and output. An editor that starts it shows diagnostics "
      "while a graph is written, jumps to definitions and uses, completes, and shows what an operation is. In Visual "
      "Studio Code, give its path as `mlir.server_path` of the MLIR extension."};
  command.optionsOfLLVM = true;
  command.exitCodes = {{"0", "good"}, {"1", "the input ended without a shutdown, or was no LSP; or wrong usage"}};
  command.seeAlso = {"fusion-opt"};
  return command;
}

int main(int argc, char **argv) {
  if (fusion::answerDeclaration(declare(), argc, argv))
    return 0;
  mlir::DialectRegistry registry;
  fusion::registerAllDialects(registry);
  fusion::setUpOptions("fusion-lsp-server"); // hides LLVM's; the server adds its own
  return failed(mlir::MlirLspServerMain(argc, argv, registry)) ? 1 : 0;
}
