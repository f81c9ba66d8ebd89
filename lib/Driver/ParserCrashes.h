// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operations on which upstream's parser crashes, where it should say what is wrong.

#ifndef FUSION_LIB_DRIVER_PARSERCRASHES_H
#define FUSION_LIB_DRIVER_PARSERCRASHES_H

#include "TextLimits.h"

namespace fusion {

/// The first linalg.elementwise or linalg.batch_matmul whose body upstream cannot build of its element types: the
/// parser of these two goes on without a body. (That of other named operations gives a diagnostic.)
std::optional<TextProblem> findParserCrash(StringRef text);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_PARSERCRASHES_H
