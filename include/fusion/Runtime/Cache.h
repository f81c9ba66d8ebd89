// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A folder of compiled code. docs/Cache.md describes it.

#ifndef FUSION_RUNTIME_CACHE_H
#define FUSION_RUNTIME_CACHE_H

#include "fusion/Runtime/Error.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fusion::runtime {

/// Names an entry by everything that its content follows from.
class CacheKey {
public:
  /// `kind` says what the content is, in at most 31 printable characters: "ptx sm_90a".
  explicit CacheKey(std::string kind);
  CacheKey(CacheKey &&) noexcept;
  ~CacheKey();

  /// Parts are told apart: "ab", "c" is another key than "a", "bc".
  CacheKey &add(std::string_view part) &;
  CacheKey add(std::string_view part) &&;
  /// Of all parts; ends the adding.
  const std::array<unsigned char, 32> &digest() const;
  const std::string &kind() const { return kindText; }

private:
  struct State;
  std::string kindText;
  std::unique_ptr<State> state;
};

/// Entries are files of their own, written whole and renamed into place, and checked with a hash when they are read. So
/// any number of processes may use a folder and be killed at any time: an entry is there and right, or it is not there.
/// Nothing here ever fails a compile.
class Cache {
public:
  static constexpr uint64_t defaultLimit = uint64_t(1) << 30; ///< bytes

  /// Whether a folder that is not there is made, for its user alone.
  enum class Missing { Make, Fail };
  /// Opens the folder. Fails if it belongs to another user or others may write to it.
  static Expected<std::shared_ptr<Cache>> open(const std::string &folder, uint64_t limit = defaultLimit,
                                               Missing missing = Missing::Make);
  /// The place that an option or the variable FUSION_CACHE names: "off", "on" (XDG_CACHE_HOME/fusion or
  /// ~/.cache/fusion) or a folder. Where `option` is empty the variable counts, and where that is not set "off". Empty
  /// for "off".
  static Expected<std::string> chooseFolder(const std::string &option);
  /// The cache in that folder; null for "off".
  static Expected<std::shared_ptr<Cache>> choose(const std::string &option, Missing missing = Missing::Make);
  /// Makes `choose(option)` the process's cache.
  static Error setForProcess(const std::string &option);
  /// The same, for programs: says why not on standard error, as a warning.
  static void enable(const std::string &option);
  /// The cache of the thread's innermost CacheScope, or else the process's, or null. None unless a program asks for
  /// one.
  static Cache *current();

  Cache(const Cache &) = delete;
  ~Cache();

  /// The content stored under the key; nothing if there is none or if it is not as it was stored.
  std::optional<std::string> load(const CacheKey &key);
  /// Stores the content, then removes the entries that were used longest ago while there are too many bytes. Leaves
  /// things as they are where that is not possible (a full disk, a folder that may not be written); the first time
  /// that is a warning of the thread's innermost CacheScope.
  void store(const CacheKey &key, std::string_view content);

  struct Entry {
    std::string name; ///< of the file
    std::string kind; ///< empty if the file is no entry, or is damaged
    uint64_t bytes = 0;
    int64_t age = 0; ///< seconds since it was used last
  };
  /// All files, the most recently used first. With `verify` their contents are checked.
  std::vector<Entry> list(bool verify);
  /// Removes entries, and files that writers left behind; returns their number.
  size_t clear();
  const std::string &folder() const { return path; }

private:
  Cache(std::string path, uint64_t limit) : path(std::move(path)), limit(limit) {}
  Error write(const std::string &name, std::string_view header, std::string_view content);
  void trim();

  std::string path;
  int directory = -1;
  uint64_t limit;
  std::atomic<bool> warned{false};
};

/// While it lives, what this thread compiles is looked up in `cache` and stored there, whatever the process's cache is.
/// Null: the process's cache counts, whatever scope this one is in. Warnings go to `warn`, or to standard error where
/// there is none.
class CacheScope {
public:
  using WarningHandler = std::function<void(const std::string &)>;
  explicit CacheScope(Cache *cache, WarningHandler warn = {});
  ~CacheScope();
  CacheScope(const CacheScope &) = delete;

private:
  friend class Cache;
  static void report(const std::string &warning);

  Cache *cache;
  WarningHandler warn;
  CacheScope *outer;
};

/// The identity of a file as far as a key goes: path, size, time of change. Empty if it is not there.
std::string fileIdentity(const std::string &path);
/// The identity of the program or library in memory that holds `address`: its build ID, or else that of its file.
std::string codeIdentity(const void *address);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_CACHE_H
