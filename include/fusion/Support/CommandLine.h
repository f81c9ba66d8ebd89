// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What --help and --version of a tool show.

#ifndef FUSION_SUPPORT_COMMANDLINE_H
#define FUSION_SUPPORT_COMMANDLINE_H

#include "llvm/Support/CommandLine.h"

namespace mlir::fusion {

/// Makes --version print "`program` VERSION" and the version of LLVM, and leaves the options that are registered so
/// far, among them all of LLVM's libraries, out of --help, except those of `category`, if there is one, and --help and
/// --version themselves. --help-hidden still lists them, and they work.
void setUpOptions(llvm::StringRef program, const llvm::cl::OptionCategory *category = nullptr);

} // namespace mlir::fusion

#endif // FUSION_SUPPORT_COMMANDLINE_H
