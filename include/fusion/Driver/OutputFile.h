// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_DRIVER_OUTPUTFILE_H
#define FUSION_DRIVER_OUTPUTFILE_H

#include "mlir/IR/Location.h"

namespace mlir::fusion {

/// Writes `content` to the file `path`, or to standard output for "-". A regular file is there whole or not at all: it
/// is written beside its place under a new name that nobody can guess, then renamed. `loc` is where problems are
/// reported.
LogicalResult writeOutput(StringRef content, StringRef path, Location loc);

} // namespace mlir::fusion

#endif // FUSION_DRIVER_OUTPUTFILE_H
