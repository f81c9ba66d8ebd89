// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names the file of schedules that were measured on this machine.

#include "fusion/Driver/UserTuning.h"
#include "fusion/Runtime/UserFolder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <cstdlib>

using namespace fusion;

static const char *getNamedFile() { return std::getenv("FUSION_TUNING_DB"); }

runtime::Expected<std::string> fusion::getUserTuningFile(StringRef chip, StringRef device) {
  if (const char *named = getNamedFile())
    return StringRef(named) == "off" ? std::string() : std::string(named);
  auto folder = runtime::getUserFolder("XDG_CONFIG_HOME", ".config");
  if (!folder)
    return folder.takeError();
  std::string name = (chip + "-" + device).str();
  for (char &letter : name)
    if (!llvm::isAlnum(letter) && letter != '_' && letter != '.')
      letter = '-';
  return *folder + "/tuning/" + name + ".json";
}

std::string fusion::findUserTuningFile(StringRef chip, StringRef device) {
  auto file = getUserTuningFile(chip, device);
  return file && (getNamedFile() || llvm::sys::fs::exists(*file)) ? *file : std::string();
}
