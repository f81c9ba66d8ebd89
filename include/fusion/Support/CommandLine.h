// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What --help of a tool shows.

#ifndef FUSION_SUPPORT_COMMANDLINE_H
#define FUSION_SUPPORT_COMMANDLINE_H

#include "llvm/Support/CommandLine.h"

namespace mlir::fusion {

/// Leaves the options that are registered so far, among them all of LLVM's libraries, out of --help, except those of
/// `category`, if there is one, and --help and --version themselves. --help-hidden still lists them, and they work.
void hideOtherOptions(const llvm::cl::OptionCategory *category = nullptr);

} // namespace mlir::fusion

#endif // FUSION_SUPPORT_COMMANDLINE_H
