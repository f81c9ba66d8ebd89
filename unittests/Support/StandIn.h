// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Libraries of the build folder that stand in for foreign ones.

#ifndef FUSION_UNITTESTS_SUPPORT_STANDIN_H
#define FUSION_UNITTESTS_SUPPORT_STANDIN_H

#include <dlfcn.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

namespace fusion::test {

/// A place in the build folder, given from build/unittests: the program is in a folder of that.
inline std::string inBuild(const std::string &place) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / place;
}

/// Loads the libcuda.so.1 of that folder. Whoever loads a library of that name from now on gets this one, as the loader
/// knows libraries by what they call themselves; LD_LIBRARY_PATH would have to be there when the program starts.
inline void loadDriver(const std::string &folder) {
  std::string path = inBuild(folder) + "/libcuda.so.1";
  ASSERT_TRUE(dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL)) << dlerror();
}

} // namespace fusion::test

#endif // FUSION_UNITTESTS_SUPPORT_STANDIN_H
