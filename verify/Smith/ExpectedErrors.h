// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Errors that a valid graph may give. Everything else is a fault.

#ifndef FUSION_VERIFY_SMITH_EXPECTEDERRORS_H
#define FUSION_VERIFY_SMITH_EXPECTEDERRORS_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace fusion::smith {

struct ExpectedError {
  llvm::StringRef name;
  llvm::StringRef text; ///< a part of the message
};

/// The row of the table whose text the message holds, or null.
const ExpectedError *findExpectedError(llvm::StringRef message);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_EXPECTEDERRORS_H
