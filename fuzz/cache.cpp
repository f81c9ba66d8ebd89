// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Cache.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace fusion;

static const char content[] = "the only content";
static CacheKey key() { return CacheKey("fuzz").add("key"); }

/// Puts the bytes in the place of an entry: a load gives what was stored or nothing, and a store makes it good again.
extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  static const std::string folder = [] {
    std::string pattern = (std::filesystem::temp_directory_path() / "fusion-fuzz-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      std::abort();
    return pattern;
  }();
  auto cache = Cache::open(folder);
  if (!cache)
    std::abort();
  static const std::string name = [&] {
    (*cache)->store(key(), content);
    return (*cache)->list(/*verify=*/true).at(0).name;
  }();
  FILE *file = std::fopen((folder + "/" + name).c_str(), "wb");
  if (!file || std::fwrite(data, 1, size, file) != size || std::fclose(file) != 0)
    std::abort();
  if (auto found = (*cache)->load(key()); found && *found != content)
    std::abort();
  for (const Cache::Entry &entry : (*cache)->list(/*verify=*/true))
    if (!entry.kind.empty() && entry.kind != "fuzz")
      std::abort();
  return 0;
}
