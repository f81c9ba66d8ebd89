// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks after a folder of compiled code; see docs/Cache.md.

#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Runtime/Text.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <sys/stat.h>

using namespace fusion;
using namespace fusion::runtime;

namespace {
struct Options {
  std::string command, place;
};
} // namespace

static cli::Command declare(Options &options) {
  cli::Command command;
  command.name = "fusion-cache";
  command.usage = "list|verify|clear [--cache=DIR]";
  command.summary = "looks after the cache of compiled code";
  command.description = {"`fusion-compile`(1), `fusion-run`(1), `fusion-runner`(1) and `fusion-bench`(1) keep compiled "
                         "code in a folder where `--cache` or the variable `FUSION_CACHE` asks for that. This shows "
                         "what is there, checks it, or removes it."};
  command.commands = {{"list", "entries, the most recently used first: kind, bytes, seconds since then, name"},
                      {"verify", "the files that are damaged or no entries; exit code 1 if there are any"},
                      {"clear", "removes all entries"}};
  auto setPlace = [&options](const std::string &value) {
    options.place = value;
    return value == "off" ? Error::make("--cache expects on or a folder") : Error();
  };
  command.groups = {
      {"options",
       {cli::option("--cache", "on|DIR", "the folder; on: ~/.cache/fusion (default: where `FUSION_CACHE` says, or on)",
                    setPlace)
            .suggesting({"on"})}}};
  command.argument = [&options, words = command.commands](const std::string &argument) {
    bool known = std::any_of(words.begin(), words.end(), [&](const cli::Word &word) { return word.name == argument; });
    if (!options.command.empty() || !known)
      return Error::make("unknown argument '", argument, "'", suggest(argument, {"list", "verify", "clear"}));
    options.command = argument;
    return Error();
  };
  command.environment = cacheEnvironment();
  command.exitCodes = cli::exitCodes({{"1", "a file is damaged or no entry, or the folder cannot be used"}});
  command.examples = {
      {"fusion-cache list", ""}, {"fusion-cache verify --cache=build/cache", ""}, {"fusion-cache clear", ""}};
  command.seeAlso = {"fusion-compile", "fusion-run", "fusion-runner"};
  return command;
}

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

static int usage(const std::string &message) {
  std::cerr << "fusion-cache: " << message << " (see --help)\n";
  return 2;
}

static int run(int argc, char **argv) {
  Options options;
  cli::Command declared = declare(options);
  auto given = cli::parse(declared, argc, argv);
  if (!given)
    return usage(given.error().message());
  if (cli::answer(declared, *given, std::cout))
    return 0;
  const std::string &command = options.command;
  if (command.empty())
    return usage("no command given: list, verify or clear");
  auto folder = Cache::chooseFolder(options.place);
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
