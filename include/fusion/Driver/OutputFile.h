// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_DRIVER_OUTPUTFILE_H
#define FUSION_DRIVER_OUTPUTFILE_H

#include "mlir/IR/Location.h"

namespace mlir::fusion {

/// Writes `content` to the file `path`, whole or not at all, or to standard output for "-": fusion::writeFile, which
/// reports problems at `loc`.
LogicalResult writeOutput(StringRef content, StringRef path, Location loc);

} // namespace mlir::fusion

#endif // FUSION_DRIVER_OUTPUTFILE_H
