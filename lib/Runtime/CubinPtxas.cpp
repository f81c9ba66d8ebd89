// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CubinMakers.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Places.h"
#include "fusion/Runtime/Process.h"

using namespace fusion;

namespace {
Error available() { return findToolkitProgram("ptxas").empty() ? Error::make("program not found") : Error(); }

Error make(std::string_view ptx, const CubinOptions &options, CubinResult &result, bool &tooOld) {
  auto source = MemoryFile::create("kernel.ptx", ptx);
  auto cubin = MemoryFile::create("kernel.cubin");
  auto log = MemoryFile::create("kernel.log");
  for (auto *file : {&source, &cubin, &log})
    if (!*file)
      return file->takeError();
  const MemoryFile *const files[] = {&*source, &*cubin};
  auto status = runProgram({findToolkitProgram("ptxas"), "-v", "-arch=" + options.chip, concat("-O", options.optLevel),
                            source->path(), "-o", cubin->path()},
                           {files, 2}, *log, *log);
  if (!status)
    return status.takeError();
  auto text = log->read(), content = cubin->read();
  if (!text || !content)
    return text ? content.takeError() : text.takeError();
  result.log = std::move(*text);
  if (*status != 0) {
    tooOld = result.log.find("nsupported .version") != std::string::npos ||
             result.log.find("is not defined for option 'gpu-name'") != std::string::npos;
    return Error::make("ptxas failed with status ", *status, ":\n", result.log);
  }
  result.cubin.assign(content->begin(), content->end());
  return {};
}

std::string identity() { return fileIdentity(findToolkitProgram("ptxas")); }
} // namespace

const CubinMaker fusion::ptxasMaker = {"ptxas", /*wholeProgram=*/true, available, make, identity};
