// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A fault that is not there: for tests of what finds, contains and shrinks faults, and to get the smallest graph that
// holds an operation.

#ifndef FUSION_VERIFY_SMITH_INJECTED_H
#define FUSION_VERIFY_SMITH_INJECTED_H

#include "Oracle.h"

namespace fusion::smith {

/// An oracle that finds a fault in each graph that holds the operation: `text` is its name, then perhaps ":crash" or
/// ":hang" for that in place of an error.
class Injected : public Oracle {
public:
  explicit Injected(StringRef text);
  StringRef getName() const override { return "injected"; }
  StringRef getHelp() const override { return "no graph holds the operation"; }
  Error check(Subject &subject) const override;

private:
  std::string operation, conduct;
};

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_INJECTED_H
