// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Text that MLIR's parser must not see.

#ifndef FUSION_LIB_DRIVER_TEXTLIMITS_H
#define FUSION_LIB_DRIVER_TEXTLIMITS_H

#include "fusion/Driver/Input.h"
#include <optional>
#include <string>

namespace fusion {

struct TextProblem {
  size_t offset; ///< bytes from the start of the text
  std::string message;
};

/// The first place where `text` exceeds what the parser can be trusted with.
std::optional<TextProblem> findTextProblem(StringRef text, const InputLimits &limits);

/// The first location of `text` ("file":line:column) that names a file that is there, other than `path`.
std::optional<TextProblem> findNamedFile(StringRef text, StringRef path);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_TEXTLIMITS_H
