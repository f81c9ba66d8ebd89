// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The launches of a benchmark, measured beside predicted, as text and as JSON.

#ifndef FUSION_LIB_RUNTIME_REPORTLAUNCHES_H
#define FUSION_LIB_RUNTIME_REPORTLAUNCHES_H

#include "Json.h"
#include "fusion/Runtime/Runner.h"

namespace fusion::runtime {

/// A line for each launch, and one for their sum; nothing where there is none.
void printLaunches(std::ostream &out, const RunResult &result);
/// The field "launches" of the benchmark; not there where there is none.
void writeLaunches(JsonWriter &json, const RunResult &result);

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_REPORTLAUNCHES_H
