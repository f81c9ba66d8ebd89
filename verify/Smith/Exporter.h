// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs as programs for a machine without a compiler, with their data and what they may give there.

#ifndef FUSION_VERIFY_SMITH_EXPORTER_H
#define FUSION_VERIFY_SMITH_EXPORTER_H

#include "Oracle.h"

namespace fusion::smith {

/// Writes each graph that can be run to a folder of its own, FOLDER/SEED:
///
///     graph.so     compiled for the chip
///     arguments    the options of fusion-runner that give its inputs
///     input.K.npy  inputs that no option makes
///     expected.K   of output K "TYPE SIZExSIZE...\n", then the least values, the greatest values, and a byte for each
///                  element: 1 where NaN is possible, 2 where a number is
///
/// exported.py runs them and compares.
class Exporter : public Oracle {
public:
  Exporter(StringRef folder, StringRef chip) : folder(folder.str()), chip(chip.str()) {}
  StringRef getName() const override { return "export"; }
  StringRef getHelp() const override { return "a graph, its data and what it may give are written"; }
  Error check(Subject &subject) const override;

private:
  std::string folder, chip;
};

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_EXPORTER_H
