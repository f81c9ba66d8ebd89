// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command lines as they are declared (fusion/Runtime/CommandLine.h), for programs that LLVM's parser parses for.

#ifndef FUSION_DRIVER_COMMANDLINE_H
#define FUSION_DRIVER_COMMANDLINE_H

#include "fusion/Runtime/CommandLine.h"
#include "fusion/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace fusion {

/// Parses what is declared with LLVM's parser, which also takes LLVM's own options, "-name" and "--name value". Returns
/// the exit code if the program is to end: help was printed, or an error. `command` must live as long as the program.
std::optional<int> parseCommandLine(const runtime::cli::Command &command, int argc, const char *const *argv);

/// For programs whose options and parser are upstream's: answers --help=json, or adds to LLVM's --help what the
/// declaration has beside options. Returns whether it was answered.
bool answerDeclaration(const runtime::cli::Command &command, int argc, const char *const *argv);

/// The environment of programs that run what they compile: the runtime's variables, and the host's processor.
std::vector<runtime::cli::Word> compileAndRunEnvironment();

/// Prints "PROGRAM: error: MESSAGE (see --help)". Returns the exit code of wrong usage.
int reportUsage(const runtime::cli::Command &command, llvm::StringRef message);

} // namespace fusion

#endif // FUSION_DRIVER_COMMANDLINE_H
