// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Forms of a graph beside each other, as text and as JSON.

#ifndef FUSION_LIB_RUNTIME_REPORTCOMPARED_H
#define FUSION_LIB_RUNTIME_REPORTCOMPARED_H

#include "Json.h"
#include "fusion/Runtime/Runner.h"

namespace fusion::runtime {

/// A line for each form, then its launches; nothing where nothing is compared.
void printCompared(std::ostream &out, const RunResult &result);
/// The field "compare"; not there where nothing is compared.
void writeCompared(JsonWriter &json, const RunResult &result);

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_REPORTCOMPARED_H
