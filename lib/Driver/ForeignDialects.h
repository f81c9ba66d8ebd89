// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Dialects that frameworks export and this compiler does not read, with the way to what it reads.

#ifndef FUSION_LIB_DRIVER_FOREIGNDIALECTS_H
#define FUSION_LIB_DRIVER_FOREIGNDIALECTS_H

#include "TextLimits.h"

namespace fusion {

struct Source;

/// The first operation, type or attribute of `text` that is of such a dialect. The message says what lowers it.
/// Attributes that only bear such a name (`mhlo.num_partitions = 1`) are allowed: exporters leave them behind.
std::optional<TextProblem> findForeignDialect(StringRef text);

/// The source of MLIR bytecode, in which names of dialects stand as strings that end in zeros; null if it is none of
/// the table's.
const Source *findBytecodeSource(StringRef bytes);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_FOREIGNDIALECTS_H
