// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Opens libraries by name, in folders and where the loader looks.

#include "fusion/Runtime/DynamicLibrary.h"
#include "fusion/Runtime/Toolkit.h"

#include <dlfcn.h>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;

Expected<DynamicLibrary> DynamicLibrary::open(const std::vector<std::string> &names,
                                              const std::vector<std::string> &folders) {
  DynamicLibrary library;
  std::string reason;
  auto tryOpen = [&](const std::string &path) {
    library.handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library.handle)
      reason = dlerror();
    return library.handle != nullptr;
  };
  for (const std::string &name : names) {
    if (tryOpen(name))
      return library;
    for (const std::string &folder : folders) {
      if (!isAbsolute(folder))
        continue;
      std::string path = folder + "/" + name;
      if (access(path.c_str(), R_OK) == 0 && tryOpen(path))
        return library;
    }
  }
  // The loader's "cannot open shared object file" says no more than "not found"; anything else is news.
  if (reason.empty() || reason.find("No such file") != std::string::npos)
    return Error::make(names.front(), " not found");
  return Error::make(names.front(), ": ", reason);
}

void *DynamicLibrary::symbol(const char *name) const { return dlsym(handle, name); }
