// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Folders of the user's own files, by the XDG Base Directory Specification.

#ifndef FUSION_RUNTIME_USERFOLDER_H
#define FUSION_RUNTIME_USERFOLDER_H

#include "fusion/Runtime/Error.h"

#include <string>

namespace fusion::runtime {

/// The folder `fusion` in the one that the environment's `variable` names by an absolute path ("XDG_CACHE_HOME"), or
/// else in `inHome` of the home folder (".cache"). It may not exist. Fails where there is neither.
Expected<std::string> getUserFolder(const char *variable, const char *inHome);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_USERFOLDER_H
