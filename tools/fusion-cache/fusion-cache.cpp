// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks after a folder of compiled code; see docs/Cache.md.

#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Runtime/Text.h"
#include "fusion/Version.h"

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <sys/stat.h>

using namespace fusion;

static const char *const help =
    "usage: fusion-cache list|verify|clear [--cache=DIR]\n\n"
    "  list     entries, the most recently used first: kind, bytes, seconds since then, name\n"
    "  verify   the files that are damaged or no entries; exit code 1 if there are any\n"
    "  clear    removes all entries\n\n"
    "  --cache=DIR  the folder; on: ~/.cache/fusion (default: where FUSION_CACHE says, or on)\n"
    "  --help       this text\n"
    "  --version    print the version\n";

static void list(Cache &cache) {
  uint64_t total = 0;
  size_t count = 0;
  for (const Cache::Entry &entry : cache.list(/*verify=*/true)) {
    if (entry.kind.empty())
      continue;
    std::printf("%-16s %10llu %8lld  %s\n", printable(entry.kind).c_str(), static_cast<unsigned long long>(entry.bytes),
                static_cast<long long>(entry.age), entry.name.c_str());
    total += entry.bytes;
    ++count;
  }
  std::printf("%zu entries, %llu bytes in %s\n", count, static_cast<unsigned long long>(total), cache.folder().c_str());
}

static int verify(Cache &cache) {
  size_t good = 0, bad = 0;
  for (const Cache::Entry &entry : cache.list(/*verify=*/true)) {
    entry.kind.empty() ? ++bad : ++good;
    if (entry.kind.empty())
      std::printf("bad: %s\n", printable(entry.name).c_str());
  }
  std::printf("%zu good, %zu bad\n", good, bad);
  return bad ? 1 : 0;
}

/// A cache that was never written to is an empty one.
static int sayNothingIsThere(const std::string &command, const std::string &folder) {
  if (command == "list")
    std::printf("0 entries, 0 bytes: there is no folder %s\n", printable(folder).c_str());
  else
    std::printf(command == "verify" ? "0 good, 0 bad\n" : "0 removed\n");
  return 0;
}

static int fail(const Error &error) {
  std::cerr << "error: " << error.message() << "\n";
  return 1;
}

static int run(int argc, char **argv) {
  std::string command, place;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--help" || argument == "-h") {
      std::cout << help;
      return 0;
    }
    if (argument == "--version") {
      std::cout << "fusion-cache " FUSION_VERSION "\n";
      return 0;
    }
    if (argument.compare(0, 8, "--cache=") == 0) {
      place = argument.substr(8);
      if (place.empty() || place == "off")
        return std::cerr << "fusion-cache: --cache expects on or a folder (see --help)\n", 2;
    } else if (command.empty() && (argument == "list" || argument == "verify" || argument == "clear"))
      command = argument;
    else
      return std::cerr << "fusion-cache: unknown argument '" << argument << "'"
                       << suggest(argument.substr(0, argument.find('=')),
                                  {"list", "verify", "clear", "--cache", "--help", "--version"})
                       << " (see --help)\n",
             2;
  }
  if (command.empty())
    return std::cerr << "fusion-cache: no command given (see --help)\n", 2;
  auto folder = Cache::chooseFolder(place);
  if (folder && folder->empty()) // nothing is kept now; what was stands there
    folder = Cache::chooseFolder("on");
  if (!folder)
    return fail(folder.error());
  struct stat status;
  if (stat(folder->c_str(), &status) != 0 && errno == ENOENT)
    return sayNothingIsThere(command, *folder);
  auto cache = Cache::open(*folder, Cache::defaultLimit, Cache::Missing::Fail);
  if (!cache)
    return fail(cache.error());
  if (command == "verify")
    return verify(**cache);
  if (command == "list")
    list(**cache);
  else
    std::printf("%zu removed\n", (*cache)->clear());
  return 0;
}

int main(int argc, char **argv) {
  reportLargeFiles();
  return finishOutput(run(argc, argv));
}
