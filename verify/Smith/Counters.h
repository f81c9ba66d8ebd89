// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a campaign met, and how often.

#ifndef FUSION_VERIFY_SMITH_COUNTERS_H
#define FUSION_VERIFY_SMITH_COUNTERS_H

#include "fusion/Support/LLVM.h"
#include <cstdint>
#include <map>
#include <string>

namespace fusion::smith {

/// Numbers by name. Names have a group and a member: "op.fusion.add".
using Counters = std::map<std::string, uint64_t>;

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_COUNTERS_H
