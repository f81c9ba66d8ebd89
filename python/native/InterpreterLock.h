// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Work without the global interpreter lock, also while the interpreter ends.

#ifndef FUSION_PYTHON_INTERPRETERLOCK_H
#define FUSION_PYTHON_INTERPRETERLOCK_H

#include "Native.h"

namespace fusion::python {

/// Gives the lock away while it lives.
///
/// Before Python 3.14 an interpreter that ends stops threads that want its lock by unwinding their stacks, and
/// destructors would touch objects without the lock: such a thread sleeps until the process is gone instead, as it does
/// from 3.14 on.
class WithoutLock {
public:
  WithoutLock();
  ~WithoutLock();

private:
  PyThreadState *state;
};

/// The result of `function`, while other threads may run Python code.
template <typename FunctionT> auto withoutLock(FunctionT &&function) {
  WithoutLock scope;
  return function();
}

/// Lets the process end only when no thread is in such a function any more: the libraries' own data go then.
bool waitAtExit();

} // namespace fusion::python

#endif // FUSION_PYTHON_INTERPRETERLOCK_H
