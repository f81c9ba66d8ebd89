// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fuzzes the cache: any bytes may be in the place of an entry.

#include "fusion/Runtime/Cache.h"
#include "../../lib/Runtime/SHA256.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>

using namespace fusion;
using namespace fusion::runtime;

static const char content[] = "the only content";
static CacheKey key() { return CacheKey("fuzz").add("key"); }

/// The content, if the bytes are a whole entry: 80 bytes of header, the SHA-256 of all the rest, the content. The
/// fuzzer sees the hash that its bytes are compared with, and learns to write entries: no hash is a signature.
static std::optional<std::string_view> getContent(std::string_view bytes) {
  constexpr size_t hashAt = 80, hashBytes = 32;
  if (bytes.size() < hashAt + hashBytes)
    return std::nullopt;
  SHA256 hash;
  hash.update(bytes.substr(0, hashAt));
  hash.update(bytes.substr(hashAt + hashBytes));
  if (std::memcmp(bytes.data() + hashAt, hash.finish().data(), hashBytes) != 0)
    return std::nullopt;
  return bytes.substr(hashAt + hashBytes);
}

/// Puts the bytes in the place of an entry: a load gives what was stored, or what the bytes are a whole entry of, or
/// nothing, and a store makes it good again.
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
  std::optional<std::string_view> own = getContent({data, size});
  if (auto found = (*cache)->load(key()); found && *found != content && *found != own)
    std::abort();
  for (const Cache::Entry &entry : (*cache)->list(/*verify=*/true))
    if (!own && !entry.kind.empty() && entry.kind != "fuzz")
      std::abort();
  return 0;
}
