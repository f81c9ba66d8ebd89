// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes by the runtime's writeFile, with problems as diagnostics.

#include "fusion/Driver/OutputFile.h"
#include "fusion/Runtime/OutputFile.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

LogicalResult fusion::writeOutput(StringRef content, StringRef path, Location loc) {
  runtime::Error problem = runtime::writeFile(path.str(), {std::string_view(content.data(), content.size())});
  return problem ? emitError(loc) << problem.message() : success();
}
