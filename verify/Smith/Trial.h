// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One check of one graph, in the process that calls.

#ifndef FUSION_VERIFY_SMITH_TRIAL_H
#define FUSION_VERIFY_SMITH_TRIAL_H

#include "Oracle.h"

namespace fusion::smith {

/// The context in which graphs are made and compiled. No threads: children are forked from it.
std::unique_ptr<MLIRContext> createContext();

/// The options of fusion-run and fusion-runner that make the graph's data, but for special values.
std::string getDataOptions(const GeneratedGraph &graph);

/// The graph of a tape as a file, with comment lines in front; empty where it is not valid.
std::string printGraph(MLIRContext *context, Tape tape, StringRef comment);

/// Generates the tape's graph, counts what is in it, and prepares it for oracles.
Expected<std::unique_ptr<Subject>> prepare(MLIRContext *context, Tape &tape, const Environment &environment,
                                           Counters &counters);

/// The first line of an error's message.
std::string getKind(const Error &error);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_TRIAL_H
