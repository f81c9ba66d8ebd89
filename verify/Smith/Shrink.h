// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes a tape small while it keeps a property.

#ifndef FUSION_VERIFY_SMITH_SHRINK_H
#define FUSION_VERIFY_SMITH_SHRINK_H

#include "Tape.h"
#include <functional>
#include <optional>

namespace fusion::smith {

/// Generates from the tape; gives back the tape as it was read if the result has the property.
using Attempt = std::function<std::optional<Tape>(Tape)>;

/// Cuts out pieces and lowers values of `tape`, which has the property, until nothing more can go or `limit` attempts
/// were made.
Tape shrink(Tape tape, unsigned limit, const Attempt &attempt);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_SHRINK_H
