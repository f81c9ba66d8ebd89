// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What --help and --version of a tool show.

#ifndef FUSION_SUPPORT_COMMANDLINE_H
#define FUSION_SUPPORT_COMMANDLINE_H

#include "fusion/Support/LLVM.h"
#include "llvm/Support/CommandLine.h"
#include <string>
#include <vector>

namespace fusion {

/// Makes --version print "`program` VERSION", the version of LLVM, and what `printMore` prints, and leaves the options
/// that are registered so far, among them all of LLVM's libraries, out of --help, except those of `category`, if there
/// is one, and --help and
/// --version themselves. --help-hidden still lists them, and they work.
void setUpOptions(llvm::StringRef program, const llvm::cl::OptionCategory *category = nullptr,
                  llvm::cl::VersionPrinterTy printMore = nullptr);

/// The first argument that looks like an option and is none that is registered, nor one of `later`, which are
/// registered when LLVM's parser runs; null if there is none. That parser would suggest options of its own libraries.
const char *findUnknownOption(int argc, const char *const *argv, llvm::ArrayRef<llvm::StringRef> later = {});

/// The options that --help lists, with their dashes.
std::vector<std::string> listVisibleOptions();

} // namespace fusion

#endif // FUSION_SUPPORT_COMMANDLINE_H
