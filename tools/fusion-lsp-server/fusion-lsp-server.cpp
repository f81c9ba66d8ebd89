// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The language server of MLIR files, for editors: diagnostics, definitions, completion, hover, with this project's
// dialect beside upstream's. MLIR's server runs in a process of its own, and has no hook for what it says of an
// operation; a session stands between it and the editor.

#include "Session.h"
#include "fusion/Driver/CommandLine.h"
#include "fusion/InitAll.h"
#include "fusion/Support/CommandLine.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

using namespace fusion::lsp;

static fusion::runtime::cli::Command declare() {
  fusion::runtime::cli::Command command;
  command.name = "fusion-lsp-server";
  command.usage = "[options]";
  command.summary = "language server of MLIR files with the fusion dialect";
  command.description = {
      "Speaks the Language Server Protocol on standard input and output. An editor that starts it shows diagnostics "
      "while a graph is written, jumps to definitions and uses, completes, and shows what an operation is.",
      "Behind what an operation is stands what becomes of it: its kernel, with family, schedule and predicted time, "
      "and "
      "the edges of that kernel that are not fused, with the reasons. They are for the chip that the module names in "
      "`fusion.target`, else for this machine's GPU, else for sm_80.",
      "In Visual Studio Code, give its path as `mlir.server_path` of the MLIR extension."};
  command.optionsOfLLVM = true;
  command.exitCodes = {{"0", "good"}, {"1", "the input ended without a shutdown, or was no LSP; or wrong usage"}};
  command.seeAlso = {"fusion-opt"};
  return command;
}

/// MLIR's server on standard input and output.
static int serve(int argc, char **argv) {
  mlir::DialectRegistry registry;
  fusion::registerAllDialects(registry);
  fusion::setUpOptions("fusion-lsp-server"); // hides LLVM's; the server adds its own
  return failed(mlir::MlirLspServerMain(argc, argv, registry)) ? 1 : 0;
}

/// Starts the server between two pipes. In the new process this returns nothing.
static std::optional<ServerPipes> startServer(pid_t &process) {
  int input[2], output[2];
  if (pipe(input) || pipe(output) || (process = fork()) < 0) {
    perror("fusion-lsp-server: error: no process for the server");
    exit(1);
  }
  ServerPipes pipes = {input[1], output[0]};
  if (process == 0) {
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    close(pipes.input);
    close(pipes.output);
  }
  close(input[0]);
  close(output[1]);
  return process == 0 ? std::nullopt : std::optional<ServerPipes>(pipes);
}

/// Whether lit writes the messages; the session reads them then, and the server has the protocol's own.
static bool takeTestOption(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    if (llvm::StringRef(argv[i]).ltrim('-') != "lit-test")
      continue;
    static char log[] = "--log=verbose";
    argv[i] = log;
    return true;
  }
  return false;
}

int main(int argc, char **argv) {
  if (fusion::answerDeclaration(declare(), argc, argv))
    return 0;
  signal(SIGPIPE, SIG_IGN);
  bool forTests = takeTestOption(argc, argv);
  pid_t process;
  std::optional<ServerPipes> pipes = startServer(process);
  if (!pipes)
    return serve(argc, argv);
  Session(*pipes, forTests).run();
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
