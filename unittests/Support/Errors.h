// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// GoogleTest for what returns errors of the runtime library.

#ifndef FUSION_UNITTESTS_SUPPORT_ERRORS_H
#define FUSION_UNITTESTS_SUPPORT_ERRORS_H

#include "fusion/Runtime/Error.h"

#include <gtest/gtest.h>
#include <string>

namespace fusion::test {

inline testing::AssertionResult contains(const char *errorText, const char *, const runtime::Error &error,
                                         const std::string &part) {
  if (error.message().find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << errorText << ": expected an error with '" << part << "', got '"
                                     << error.message() << "'";
}

} // namespace fusion::test

/// The error's text contains PART.
#define EXPECT_ERROR(ERROR, PART) EXPECT_PRED_FORMAT2(::fusion::test::contains, ERROR, PART)

#endif // FUSION_UNITTESTS_SUPPORT_ERRORS_H
