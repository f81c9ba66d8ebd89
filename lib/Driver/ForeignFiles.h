// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Files of frameworks, and of MLIR itself, that are no MLIR text.

#ifndef FUSION_LIB_DRIVER_FOREIGNFILES_H
#define FUSION_LIB_DRIVER_FOREIGNFILES_H

#include "fusion/Support/LLVM.h"
#include <string>

namespace fusion {

/// What a file is that begins, or is named, like one of these, and what makes a graph of it. Empty if it is none.
std::string explainFile(StringRef bytes, StringRef path);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_FOREIGNFILES_H
