// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Cubins by nvJitLink.

#include "CubinMakers.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/DynamicLibrary.h"
#include "fusion/Runtime/Toolkit.h"

#include <cstdint>
#include <dlfcn.h>
#include <memory>

using namespace fusion;
using namespace fusion::runtime;

namespace {
using Handle = struct nvJitLink *;
constexpr int inputPtx = 2; // NVJITLINK_INPUT_PTX

/// nvJitLink's API. Every call's result must be looked at: after AddData failed on bad PTX, Complete still returns
/// success, with a cubin of nothing.
struct NvJitLink {
  int (*create)(Handle *, uint32_t count, const char **options);
  int (*destroy)(Handle *);
  int (*addData)(Handle, int type, const void *data, size_t size, const char *name);
  int (*complete)(Handle);
  int (*cubinSize)(Handle, size_t *);
  int (*cubin)(Handle, void *);
  int (*errorLogSize)(Handle, size_t *);
  int (*errorLog)(Handle, char *);
  int (*infoLogSize)(Handle, size_t *);
  int (*infoLog)(Handle, char *);
  int (*version)(unsigned *major, unsigned *minor);
};

/// Codes that mean "I am too old for this": unrecognized option, outdated library, unrecognized or unsupported arch.
bool isTooOld(int code) { return code == 1 || code == 14 || code == 16 || code == 17; }

Error load(NvJitLink &api) {
  auto library = DynamicLibrary::open({"libnvJitLink.so.13", "libnvJitLink.so.12"}, toolkitLibraryFolders());
  if (!library)
    return library.takeError();
  bool complete =
      library->resolve("nvJitLinkCreate", api.create) && library->resolve("nvJitLinkDestroy", api.destroy) &&
      library->resolve("nvJitLinkAddData", api.addData) && library->resolve("nvJitLinkComplete", api.complete) &&
      library->resolve("nvJitLinkGetLinkedCubinSize", api.cubinSize) &&
      library->resolve("nvJitLinkGetLinkedCubin", api.cubin) &&
      library->resolve("nvJitLinkGetErrorLogSize", api.errorLogSize) &&
      library->resolve("nvJitLinkGetErrorLog", api.errorLog) &&
      library->resolve("nvJitLinkGetInfoLogSize", api.infoLogSize) &&
      library->resolve("nvJitLinkGetInfoLog", api.infoLog);
  if (!library->resolve("nvJitLinkVersion", api.version)) // before CUDA 12.4
    api.version = nullptr;
  return complete ? Error() : Error::make("libnvJitLink lacks an expected function");
}

Expected<const NvJitLink *> nvJitLink() {
  static NvJitLink api;
  static const Error failure = load(api);
  if (failure)
    return failure;
  return &api;
}

std::string readLog(Handle handle, int (*size)(Handle, size_t *), int (*read)(Handle, char *)) {
  size_t bytes = 0;
  if (size(handle, &bytes) || bytes == 0)
    return "";
  std::string text(bytes + 1, '\0');
  if (read(handle, text.data()))
    return "";
  text.resize(text.find('\0'));
  return text;
}

Error available() {
  auto api = nvJitLink();
  return api ? Error() : api.takeError();
}

Error link(const NvJitLink &api, Handle handle, std::string_view ptx, CubinResult &result, bool &tooOld) {
  auto fail = [&](const char *step, int code) {
    std::string log = readLog(handle, api.errorLogSize, api.errorLog);
    tooOld = isTooOld(code) || log.find("nsupported .version") != std::string::npos;
    return Error::make("nvJitLink ", step, " failed with code ", code, log.empty() ? "" : ":\n", log);
  };
  if (int code = api.addData(handle, inputPtx, ptx.data(), ptx.size(), "kernel.ptx"))
    return fail("on the PTX", code);
  if (int code = api.complete(handle))
    return fail("complete", code);
  size_t size = 0;
  if (int code = api.cubinSize(handle, &size))
    return fail("cubin size", code);
  result.cubin.resize(size);
  if (int code = api.cubin(handle, result.cubin.data()))
    return fail("cubin", code);
  result.log = readLog(handle, api.infoLogSize, api.infoLog) + readLog(handle, api.errorLogSize, api.errorLog);
  return {};
}

Error make(std::string_view ptx, const CubinOptions &options, CubinResult &result, bool &tooOld) {
  auto api = nvJitLink();
  if (!api)
    return api.takeError();
  std::string arch = "-arch=" + options.chip, level = concat("-O", options.optLevel);
  const char *arguments[] = {arch.c_str(), level.c_str(), "-verbose"};
  Handle handle = nullptr;
  int code = (*api)->create(&handle, 3, arguments);
  std::unique_ptr<Handle, int (*)(Handle *)> owner(handle ? &handle : nullptr, (*api)->destroy); // also where it failed
  if (code) {
    tooOld = isTooOld(code);
    return Error::make("nvJitLink does not accept ", arch, " ", level, " (code ", code, ")");
  }
  return link(**api, handle, ptx, result, tooOld);
}

std::string identity() {
  auto api = nvJitLink();
  return api ? codeIdentity(reinterpret_cast<const void *>((*api)->create)) : "";
}

CubinMakerPlace place() {
  auto api = nvJitLink();
  unsigned major = 0, minor = 0;
  if (!api)
    return {};
  bool isKnown = (*api)->version && (*api)->version(&major, &minor) == 0;
  Dl_info info;
  bool isPlaced = dladdr(reinterpret_cast<const void *>((*api)->create), &info) && info.dli_fname;
  return {isKnown ? concat(major, ".", minor) : "", isPlaced ? info.dli_fname : "libnvJitLink"};
}
} // namespace

const CubinMaker runtime::nvJitLinkMaker = {"nvjitlink", /*wholeProgram=*/false, available, make, identity, place};
