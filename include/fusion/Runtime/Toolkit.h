// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where programs and NVIDIA's libraries may be.

#ifndef FUSION_RUNTIME_TOOLKIT_H
#define FUSION_RUNTIME_TOOLKIT_H

#include <string>
#include <vector>

namespace fusion::runtime {

/// Whether a path begins at the root. No other names a library or a program here: in the current folder lies what was
/// downloaded with a graph.
bool isAbsolute(const std::string &path);

/// The absolute elements of an environment variable that holds paths (`PATH`). Empty and relative ones are left out.
std::vector<std::string> environmentFolders(const char *variable);

/// Path of a program in $PATH; empty if there is none.
std::string findProgram(const std::string &name);

/// Folders to search for a toolkit's shared libraries, most specific first. A toolkit is looked for beside this library
/// (a `.cuda` folder of NVIDIA's PyPI wheels in one of the folders above it), in FUSION_CUDA_FOLDERS as the build was
/// configured, in $CUDA_HOME and $CUDA_PATH, in NVIDIA's wheels beside the Python package that has this library, and in
/// /usr/local/cuda.
std::vector<std::string> toolkitLibraryFolders();

/// Path of a toolkit's program ("ptxas"), also looked for in $PATH; empty if there is none.
std::string findToolkitProgram(const std::string &name);

/// Path of the shared library (or program) that contains this code; empty where that is not known.
std::string runtimeLibraryPath();

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_TOOLKIT_H
