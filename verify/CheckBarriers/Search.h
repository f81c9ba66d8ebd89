// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two ways through the interleavings of a program.

#ifndef FUSION_VERIFY_CHECKBARRIERS_SEARCH_H
#define FUSION_VERIFY_CHECKBARRIERS_SEARCH_H

#include "Interpreter.h"
#include "Machine.h"

namespace fusion::protocol {

/// Executes the program once, in an order that depends on nothing, and reports what the barriers leave unordered (see
/// HappensBefore.h). Returns the number of states passed.
uint64_t checkOnce(const Program &program, const Launch &launch, std::vector<Finding> &findings);

/// Visits the states that interleavings reach, and finds threads that are stuck and accesses that collide: two are
/// under way in one state. Uses no clocks. Returns the number of states; stops, with `complete` false, at `maxStates`.
///
/// Always: an event that others could notice only through what is under way belongs to the step before it, and the
/// loads of a phase complete together, at any time after the last of them is issued, which is the latest and so the
/// most dangerous moment for each. With `reduce` an agent also goes on at once wherever that ends no access, and loads
/// complete only when somebody waits for them: that leaves the choices which decide what is under way together.
uint64_t checkAll(const Program &program, bool reduce, uint64_t maxStates, bool &complete,
                  std::vector<Finding> &findings);

} // namespace fusion::protocol

#endif // FUSION_VERIFY_CHECKBARRIERS_SEARCH_H
