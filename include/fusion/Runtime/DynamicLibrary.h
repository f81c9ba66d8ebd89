// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A shared library loaded by name.

#ifndef FUSION_RUNTIME_DYNAMICLIBRARY_H
#define FUSION_RUNTIME_DYNAMICLIBRARY_H

#include "fusion/Runtime/Error.h"

#include <string>
#include <vector>

namespace fusion::runtime {

/// Loaded libraries stay loaded: the driver and nvJitLink keep threads and exit handlers.
class DynamicLibrary {
public:
  /// Loads the first of `names` that is there, by the system's search and then in `folders`, of which relative ones are
  /// left out: what is in the current folder is whoever's.
  static Expected<DynamicLibrary> open(const std::vector<std::string> &names,
                                       const std::vector<std::string> &folders = {});

  void *symbol(const char *name) const;
  template <typename Function> bool resolve(const char *name, Function *&function) const {
    function = reinterpret_cast<Function *>(symbol(name));
    return function != nullptr;
  }

private:
  void *handle = nullptr;
};

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_DYNAMICLIBRARY_H
