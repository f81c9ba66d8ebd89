// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The list of errors that are no fault.

#include "ExpectedErrors.h"
#include "llvm/ADT/STLExtras.h"

using namespace fusion::smith;

/// README.md gives the reasons.
static constexpr ExpectedError kErrors[] = {
    {"too-large", "is larger than the limit of"},
};

const ExpectedError *fusion::smith::findExpectedError(llvm::StringRef message) {
  const ExpectedError *found =
      llvm::find_if(kErrors, [&](const ExpectedError &error) { return message.contains(error.text); });
  return found == std::end(kErrors) ? nullptr : found;
}
