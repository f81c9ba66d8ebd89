// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where this library and CUDA toolkits are installed.

#include "fusion/Runtime/Toolkit.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#ifndef FUSION_CUDA_FOLDERS
#define FUSION_CUDA_FOLDERS ""
#endif

using namespace fusion;
using namespace fusion::runtime;

bool runtime::isAbsolute(const std::string &path) { return !path.empty() && path[0] == '/'; }

static std::vector<std::string> split(const char *text, char separator) {
  std::vector<std::string> parts;
  for (std::string_view rest = text ? text : ""; !rest.empty();) {
    std::string_view part = rest.substr(0, rest.find(separator));
    if (!part.empty())
      parts.emplace_back(part);
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  }
  return parts;
}

std::string runtime::runtimeLibraryPath() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&runtimeLibraryPath), &info) || !info.dli_fname)
    return "";
  std::unique_ptr<char, void (*)(void *)> real(realpath(info.dli_fname, nullptr), std::free);
  return real ? real.get() : "";
}

std::vector<std::string> runtime::environmentFolders(const char *variable) {
  std::vector<std::string> folders = split(std::getenv(variable), ':');
  folders.erase(std::remove_if(folders.begin(), folders.end(), [](const auto &folder) { return !isAbsolute(folder); }),
                folders.end());
  return folders;
}

static bool isProgram(const std::string &path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

/// The first of these folders' programs of that name; empty if there is none.
static std::string findIn(const std::vector<std::string> &folders, const std::string &name) {
  for (const std::string &folder : folders)
    if (std::string path = folder + "/" + name; isProgram(path))
      return path;
  return "";
}

std::string runtime::findProgram(const std::string &name) { return findIn(environmentFolders("PATH"), name); }

/// The three folders above this library: those of a build in its checkout, of an installation, or of a Python package.
static std::vector<std::string> foldersAbove() {
  std::vector<std::string> folders;
  std::string folder = runtimeLibraryPath();
  for (int i = 0; i < 3; ++i) {
    size_t slash = folder.rfind('/');
    if (slash == std::string::npos || slash == 0)
      break;
    folder.resize(slash);
    folders.push_back(folder);
  }
  return folders;
}

/// Folders that may hold a toolkit.
static std::vector<std::string> toolkitRoots() {
  std::vector<std::string> roots;
  const std::vector<std::string> above = foldersAbove();
  roots.reserve(above.size());
  for (const std::string &folder : above)
    roots.push_back(folder + "/.cuda");
  for (std::string &place : split(FUSION_CUDA_FOLDERS, ':'))
    roots.push_back(place);
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    for (std::string &place : environmentFolders(variable))
      roots.push_back(std::move(place));
  // NVIDIA's wheels, which PyTorch's needs, beside ours in site-packages.
  for (const std::string &folder : above)
    roots.push_back(folder + "/nvidia/cu13");
  roots.push_back("/usr/local/cuda");
  return roots;
}

std::vector<std::string> runtime::toolkitLibraryFolders() {
  std::vector<std::string> folders;
  for (const std::string &root : toolkitRoots())
    for (const char *inside : {"/lib64", "/lib", "/nvidia/cu13/lib", "/nvidia/nvjitlink/lib"})
      if (access((root + inside).c_str(), X_OK) == 0)
        folders.push_back(root + inside);
  return folders;
}

std::string runtime::findToolkitProgram(const std::string &name) {
  std::vector<std::string> folders;
  for (const std::string &root : toolkitRoots())
    for (const char *inside : {"/bin", "/nvidia/cu13/bin", "/nvidia/cuda_nvcc/bin"})
      folders.push_back(root + inside);
  std::string path = findIn(folders, name);
  return path.empty() ? findProgram(name) : path;
}
