// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds and opens cuBLASLt.

#include "fusion/Bench/CublasLt.h"
#include "fusion/Runtime/DynamicLibrary.h"
#include "fusion/Runtime/Toolkit.h"

#include <glob.h>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

static void addMatches(const std::string &pattern, std::vector<std::string> &folders) {
  glob_t found = {};
  if (glob(pattern.c_str(), GLOB_ONLYDIR, nullptr, &found) == 0)
    for (size_t i = 0; i < found.gl_pathc; ++i)
      folders.push_back(found.gl_pathv[i]);
  globfree(&found);
}

/// Roots of Python installations: virtual environments, those on the search path, the usual ones.
static std::vector<std::string> pythonRoots() {
  std::vector<std::string> roots;
  for (const char *variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    for (std::string &root : environmentFolders(variable))
      roots.push_back(std::move(root));
  for (const std::string &home : environmentFolders("HOME"))
    roots.push_back(home + "/.local");
  std::string python = findToolkitProgram("python3"); // looks in $PATH as well
  if (size_t slash = python.rfind("/bin/"); slash != std::string::npos && slash > 0)
    roots.push_back(python.substr(0, slash));
  for (const char *usual : {"/usr/local", "/usr", "/opt/*", "/opt/*/.venv", "/opt/*/venv"})
    roots.push_back(usual);
  return roots;
}

std::vector<std::string> bench::pythonLibraryFolders() {
  std::vector<std::string> folders;
  for (const std::string &root : pythonRoots())
    for (const char *packages :
         {"/lib/python3*/site-packages", "/lib/python3*/dist-packages", "/lib/python3/dist-packages"})
      for (const char *inside : {"/nvidia/cu13/lib", "/nvidia/cublas/lib", "/torch/lib"})
        addMatches(root + packages + inside, folders);
  return folders;
}

Expected<std::shared_ptr<CublasLt>> CublasLt::open(std::shared_ptr<Device> device, const std::string &path) {
  std::vector<std::string> names = {"libcublasLt.so.13", "libcublasLt.so.12"}, folders;
  if (path.empty()) {
    folders = toolkitLibraryFolders();
    for (std::string &folder : pythonLibraryFolders())
      folders.push_back(std::move(folder));
  } else {
    names = {path};
  }
  auto library = DynamicLibrary::open(names, folders);
  if (!library)
    return Error::make("no cuBLASLt: ", library.error().message());
  auto result = std::make_shared<CublasLt>();
#define FUSION_RESOLVE(NAME, SYMBOL, RESULT, PARAMETERS)                                                               \
  if (!library->resolve(SYMBOL, result->functions.NAME))                                                               \
    return Error::make("no cuBLASLt: the library lacks ", SYMBOL);
  using namespace lt;
  FUSION_CUBLASLT_FUNCTIONS(FUSION_RESOLVE)
#undef FUSION_RESOLVE
  auto memory = Buffer::allocate(device, workspaceBytes);
  if (!memory)
    return memory.takeError();
  result->memory = std::move(*memory);
  result->place = device;
  if (Error error = result->check(result->functions.create(&result->library), "cublasLtCreate"))
    return Error::make("no cuBLASLt: ", error.message());
  return result;
}

CublasLt::~CublasLt() {
  if (library)
    functions.destroy(library);
}

std::string CublasLt::version() const {
  size_t version = functions.getVersion(); // 130100 is 13.1.0
  return concat(version / 10000, ".", version / 100 % 100, ".", version % 100);
}

Error CublasLt::check(lt::Status status, const char *what) const {
  if (status == 0)
    return {};
  const char *name = functions.getStatusName(status);
  return Error::make(what, ": ", name ? name : "unknown status");
}
