// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What programs leave behind: files, whole or not at all, and standard output.

#ifndef FUSION_RUNTIME_OUTPUTFILE_H
#define FUSION_RUNTIME_OUTPUTFILE_H

#include "fusion/Runtime/Error.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace fusion::runtime {

/// Writes `parts`, one after the other, to the file `path`, to the open descriptor N for "/dev/fd/N", or to standard
/// output for "-". A regular file is there whole or not at all: it is written beside its place under a new name, then
/// renamed. Links are followed. Where there was a file the new one has its place and permissions. The error names the
/// path.
Error writeFile(const std::string &path, std::initializer_list<std::string_view> parts);

/// For mains: from here on a file that would be larger than the process may write (`ulimit -f`) is an error of the
/// write, and not a signal that ends the process.
void reportLargeFiles();

/// `exitCode`, if standard output has taken everything that was printed; else 1, and standard error says why.
int finishOutput(int exitCode);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_OUTPUTFILE_H
