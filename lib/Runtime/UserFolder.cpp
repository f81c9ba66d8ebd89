// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks up folders of the user in the environment.

#include "fusion/Runtime/UserFolder.h"

#include <cstdlib>

using namespace fusion::runtime;

Expected<std::string> fusion::runtime::getUserFolder(const char *variable, const char *inHome) {
  auto get = [](const char *name) {
    const char *value = std::getenv(name);
    return std::string(value ? value : "");
  };
  std::string base = get(variable), home = get("HOME");
  if (base.empty() || base[0] != '/') // as the specification says
    base = home.empty() ? "" : home + "/" + inHome;
  if (base.empty())
    return Error::make("neither ", variable, " nor HOME is set: name a folder");
  return base + "/fusion";
}
