// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What was most likely meant by names of operations, passes and options of passes that do not exist.

#ifndef FUSION_TOOLS_FUSION_OPT_SUGGESTNAMES_H
#define FUSION_TOOLS_FUSION_OPT_SUGGESTNAMES_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fusion {

/// What is wrong with an argument that is neither a pass nor an option of the command line.
std::string refuseOption(StringRef argument);

/// While it lives, errors of a context about an unknown pass, or about an unknown option of a pass among `arguments`,
/// get a note with the nearest name.
class PassNameSuggester {
public:
  PassNameSuggester(MLIRContext &context, ArrayRef<StringRef> arguments);

private:
  ScopedDiagnosticHandler handler;
};

/// Parses a text that MLIR refused once more. Where it has an unknown operation and another one was most likely meant,
/// a note on standard error names that.
void suggestOperation(const llvm::MemoryBuffer &text, const DialectRegistry &registry, bool unregisteredDialects);

} // namespace fusion

#endif // FUSION_TOOLS_FUSION_OPT_SUGGESTNAMES_H
