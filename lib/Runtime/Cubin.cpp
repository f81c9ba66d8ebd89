// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lets the makers of cubins have a try in turn, reads their logs, keeps what they made.

#include "fusion/Runtime/Cubin.h"
#include "CubinMakers.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Timeline.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sstream>

using namespace fusion;
using namespace fusion::runtime;

static const CubinMaker *const makers[] = {&nvJitLinkMaker, &ptxasMaker, &driverMaker};

std::vector<std::string> runtime::availableCubinMakers() {
  std::vector<std::string> names;
  for (const CubinMaker *maker : makers)
    if (!maker->available())
      names.push_back(maker->name);
  return names;
}

std::vector<std::string> runtime::describeCubinMakers() {
  std::vector<std::string> texts;
  for (const CubinMaker *maker : makers) {
    if (maker->available())
      continue;
    CubinMakerPlace place = maker->place();
    texts.push_back(concat(maker->name, place.release.empty() ? "" : " ", place.release, " (", place.file, ")"));
  }
  return texts;
}

/// "sm_" and up to four more of [0-9a-z]: the chip goes into an option of the assembler.
static bool isChipName(const std::string &chip) {
  if (chip.size() < 5 || chip.size() > 8 || chip.compare(0, 3, "sm_") != 0)
    return false;
  return chip.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz", 3) == std::string::npos;
}

/// Drops lines that differ from run to run.
static std::string withoutTimes(const std::string &log) {
  std::istringstream lines(log);
  lines.exceptions(std::ios::badbit);
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (line.find("Compile time") == std::string::npos)
      kept += line + "\n";
  return kept;
}

/// Text between the first two quotes after `from`.
static std::string quoted(const std::string &line, size_t from) {
  size_t open = line.find('\'', from);
  size_t close = open == std::string::npos ? open : line.find('\'', open + 1);
  return close == std::string::npos ? "" : line.substr(open + 1, close - open - 1);
}

/// The number before `label`, or `missing`.
static int numberBefore(const std::string &line, const char *label, int missing) {
  size_t at = line.find(label);
  if (at == std::string::npos)
    return missing;
  size_t first = line.find_last_not_of("0123456789", at == 0 ? 0 : at - 1);
  first = first == std::string::npos ? 0 : first + 1;
  int value = missing;
  std::from_chars(line.data() + first, line.data() + line.size(), value);
  return value;
}

static void parseUsage(const std::string &line, KernelUsage &kernel) {
  kernel.stackBytes = numberBefore(line, " bytes stack frame", kernel.stackBytes);
  kernel.spillStores = numberBefore(line, " bytes spill stores", kernel.spillStores);
  kernel.spillLoads = numberBefore(line, " bytes spill loads", kernel.spillLoads);
  kernel.registers = numberBefore(line, " registers", kernel.registers);
  kernel.staticShared = numberBefore(line, " bytes smem", kernel.staticShared);
}

void runtime::parseAssemblerLog(CubinResult &result) {
  result.kernels.clear();
  result.warnings.clear();
  std::istringstream lines(result.log);
  lines.exceptions(std::ios::badbit);
  KernelUsage *kernel = nullptr;
  for (std::string line; std::getline(lines, line);) {
    // A performance loss such as "(C7510) Potential Performance Loss: wgmma.mma_async ..." may come as "info".
    if (line.find("warning") != std::string::npos || line.find("(C75") != std::string::npos ||
        line.find("Potential Performance Loss") != std::string::npos)
      result.warnings.push_back(line);
    if (size_t at = line.find("Compiling entry function"); at != std::string::npos) {
      result.kernels.push_back({quoted(line, at)});
      kernel = &result.kernels.back();
    } else if (line.compare(0, 8, "info    ") == 0) {
      kernel = nullptr; // nvJitLink's own summary repeats what the assembler said
    } else if (kernel) {
      parseUsage(line, *kernel);
    }
  }
}

/// What stands behind "release 13.0, V" in the note that the assembler leaves.
static std::string readRelease(const CubinResult &result) {
  std::string_view bytes(result.cubin.data(), result.cubin.size());
  size_t note = bytes.find("Cuda compilation tools, release ");
  size_t version = note == std::string_view::npos ? note : bytes.find(", V", note);
  if (version == std::string_view::npos)
    return "";
  version += 3;
  return std::string(bytes.substr(version, bytes.find_first_not_of("0123456789.", version) - version));
}

static bool isCubin(const CubinResult &result) {
  constexpr char elfMagic[] = "\x7f"
                              "ELF";
  return result.cubin.size() >= 64 && std::memcmp(result.cubin.data(), elfMagic, 4) == 0;
}

namespace {
/// What a maker made of PTX before, if the process has a cache. An entry's content: the size of the log, the log, the
/// cubin.
class CubinCache {
public:
  CubinCache(std::string_view ptx, const CubinOptions &options, const CubinMaker &maker) {
    std::string assembler = Cache::current() ? maker.identity() : "";
    if (assembler.empty())
      return;
    key.emplace("cubin " + options.chip);
    key->add(maker.name).add(assembler).add(codeIdentity(reinterpret_cast<const void *>(&makeCubin)));
    key->add(options.chip).add(std::to_string(options.optLevel)).add(ptx);
  }

  bool load(CubinResult &result) {
    std::optional<std::string> content = key ? Cache::current()->load(*key) : std::nullopt;
    uint64_t logSize = 0;
    if (!content || content->size() < sizeof(logSize))
      return false;
    std::memcpy(&logSize, content->data(), sizeof(logSize));
    if (logSize > content->size() - sizeof(logSize))
      return false;
    result.log = content->substr(sizeof(logSize), logSize);
    result.cubin.assign(content->begin() + static_cast<ptrdiff_t>(sizeof(logSize) + logSize), content->end());
    parseAssemblerLog(result);
    return true;
  }

  void store(const CubinResult &result) {
    if (!key)
      return;
    uint64_t logSize = result.log.size();
    std::string content(reinterpret_cast<const char *>(&logSize), sizeof(logSize));
    content += result.log;
    content.append(result.cubin.data(), result.cubin.size());
    Cache::current()->store(*key, content);
  }

private:
  std::optional<CacheKey> key;
};
} // namespace

/// The makers in the order in which they suit the PTX.
static std::vector<const CubinMaker *> preferredMakers(std::string_view ptx) {
  bool wholeProgram = ptx.find("setmaxnreg") != std::string_view::npos || ptx.find("wgmma") != std::string_view::npos;
  std::vector<const CubinMaker *> first, rest;
  for (const CubinMaker *maker : makers)
    (wholeProgram && maker->wholeProgram ? first : rest).push_back(maker);
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

/// The name of the one maker that may be used; empty if any may.
static std::string wantedMaker(const CubinOptions &options) {
  const char *variable = std::getenv("FUSION_ASSEMBLER");
  return variable && *variable ? variable : options.maker;
}

Expected<CubinResult> runtime::makeCubin(std::string_view ptx, const CubinOptions &options) {
  if (!isChipName(options.chip))
    return Error::make("'", options.chip, "' is not the name of a chip");
  std::string wanted = wantedMaker(options);
  std::string unavailable, rejected;
  for (const CubinMaker *maker : preferredMakers(ptx)) {
    if (!wanted.empty() && wanted != maker->name)
      continue;
    if (Error error = maker->available()) {
      unavailable += concat(unavailable.empty() ? "" : "; ", maker->name, ": ", error.message());
      continue;
    }
    Phase phase("assemble", maker->name);
    CubinResult result;
    result.maker = maker->name;
    CubinCache cache(ptx, options, *maker);
    if (cache.load(result) && isCubin(result)) {
      phase.note("found", "in the cache");
      result.release = readRelease(result);
      return result;
    }
    bool tooOld = false;
    Error error = maker->make(ptx, options, result, tooOld);
    if (error) {
      if (!tooOld)
        return error;
      rejected += concat(rejected.empty() ? "" : "; ", error.message());
      continue;
    }
    if (!isCubin(result))
      return Error::make(maker->name, " returned no cubin");
    result.log = withoutTimes(result.log);
    parseAssemblerLog(result);
    result.release = readRelease(result);
    cache.store(result);
    return result;
  }
  if (!rejected.empty())
    return Error::make(rejected);
  if (unavailable.empty())
    return Error::make("'", wanted, "' is not a cubin maker (nvjitlink, ptxas, driver)");
  return Error::make("nothing here can assemble PTX: ", unavailable);
}
