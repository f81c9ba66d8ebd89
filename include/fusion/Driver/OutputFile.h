// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes results of the compiler to files, whole or not at all.

#ifndef FUSION_DRIVER_OUTPUTFILE_H
#define FUSION_DRIVER_OUTPUTFILE_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Location.h"

namespace fusion {

/// Writes `content` to the file `path`, whole or not at all, or to standard output for "-": fusion::writeFile, which
/// reports problems at `loc`.
LogicalResult writeOutput(StringRef content, StringRef path, Location loc);

} // namespace fusion

#endif // FUSION_DRIVER_OUTPUTFILE_H
