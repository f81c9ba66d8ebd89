// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What verification found, as text and as JSON.

#ifndef FUSION_LIB_RUNTIME_REPORTVERDICTS_H
#define FUSION_LIB_RUNTIME_REPORTVERDICTS_H

#include "Json.h"
#include "fusion/Runtime/Runner.h"

namespace fusion::runtime {

/// A line for each output, and for each kernel that is not good.
void printVerdicts(std::ostream &out, const RunResult &result);
/// What it comes to, in one sentence.
void printConclusion(std::ostream &out, const RunResult &result);
void writeVerdicts(JsonWriter &json, const RunResult &result);

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_REPORTVERDICTS_H
