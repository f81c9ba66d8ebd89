// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Cubins by ptxas.

#include "CubinMakers.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Process.h"
#include "fusion/Runtime/Toolkit.h"

using namespace fusion;
using namespace fusion::runtime;

namespace {
Error available() { return findToolkitProgram("ptxas").empty() ? Error::make("program not found") : Error(); }

/// ptxas optimises kernels, and parts of one, side by side in so many threads. A fixed number: the cubin records the
/// option, and is to be the same on any machine. The instructions do not depend on it (CUDA 13.0).
constexpr const char *threads = "4";

bool says(const CubinResult &result, const char *message) { return result.log.find(message) != std::string::npos; }

/// One run; its exit status.
Expected<int> assemble(std::string_view ptx, const CubinOptions &options, bool split, CubinResult &result) {
  auto source = MemoryFile::create("kernel.ptx", ptx);
  auto cubin = MemoryFile::create("kernel.cubin");
  auto log = MemoryFile::create("kernel.log");
  for (auto *file : {&source, &cubin, &log})
    if (!*file)
      return file->takeError();
  const MemoryFile *const files[] = {&*source, &*cubin};
  std::vector<std::string> command = {findToolkitProgram("ptxas"), "-v", "-arch=" + options.chip,
                                      concat("-O", options.optLevel)};
  if (split)
    command.insert(command.end(), {"-split-compile", threads});
  command.insert(command.end(), {source->path(), "-o", cubin->path()});
  auto status = runProgram(command, {files, 2}, *log, *log);
  if (!status)
    return status.takeError();
  auto text = log->read(), content = cubin->read();
  if (!text || !content)
    return text ? content.takeError() : text.takeError();
  result.log = std::move(*text);
  result.cubin.assign(content->begin(), content->end());
  return *status;
}

Error make(std::string_view ptx, const CubinOptions &options, CubinResult &result, bool &tooOld) {
  auto status = assemble(ptx, options, /*split=*/true, result);
  if (status && *status != 0 && says(result, "Unknown option")) // CUDA before 12.1
    status = assemble(ptx, options, /*split=*/false, result);
  if (!status)
    return status.takeError();
  if (*status == 0)
    return {};
  tooOld = says(result, "nsupported .version") || says(result, "is not defined for option 'gpu-name'");
  return Error::make("ptxas failed with status ", *status, ":\n", result.log);
}

std::string identity() { return fileIdentity(findToolkitProgram("ptxas")); }

CubinMakerPlace place() {
  CubinMakerPlace place{"", findToolkitProgram("ptxas")};
  auto log = MemoryFile::create("version");
  auto status = log ? runProgram({place.file, "--version"}, {}, *log, *log) : log.takeError();
  auto text = status ? log->read() : status.takeError();
  if (!text)
    return place;
  if (size_t at = text->find(", V"); at != std::string::npos)
    place.release = text->substr(at + 3, text->find_first_not_of("0123456789.", at + 3) - at - 3);
  return place;
}
} // namespace

const CubinMaker runtime::ptxasMaker = {"ptxas", /*wholeProgram=*/true, available, make, identity, place};
