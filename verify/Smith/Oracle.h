// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Something that must hold for every graph.

#ifndef FUSION_VERIFY_SMITH_ORACLE_H
#define FUSION_VERIFY_SMITH_ORACLE_H

#include "Subject.h"

namespace fusion::smith {

class Oracle {
public:
  virtual ~Oracle() = default;
  virtual StringRef getName() const = 0;
  virtual StringRef getHelp() const = 0;
  /// One graph in so many is checked, unless the command line says otherwise: what costs much is checked less. 0: none.
  virtual unsigned getPeriod() const { return 1; }
  /// The fault, if there is one.
  virtual Error check(Subject &subject) const = 0;
};

/// Runs the program on its inputs and checks every element against its bound, with the subject's graph as read as the
/// reference.
Error verifyProgram(Subject &subject, const Program &program, const Tensors &inputs);

/// All oracles, cheap ones first.
ArrayRef<const Oracle *> getOracles();

// The families, each in its file in Oracles/.
ArrayRef<const Oracle *> getCompileOracles();
ArrayRef<const Oracle *> getLeftoverOracles();
ArrayRef<const Oracle *> getReferenceOracles();
ArrayRef<const Oracle *> getTextOracles();
ArrayRef<const Oracle *> getPartOracles();
ArrayRef<const Oracle *> getRewriteOracles();
ArrayRef<const Oracle *> getFaultOracles();

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_ORACLE_H
