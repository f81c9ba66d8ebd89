// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// An oracle that finds a fault, or crashes or hangs, where it is told to: for tests of the campaign.

#include "Injected.h"

using namespace mlir;
using namespace fusion::smith;

Injected::Injected(StringRef text) : operation(text.split(':').first.str()), conduct(text.split(':').second.str()) {}

Error Injected::check(Subject &subject) const {
  Operation *found = nullptr;
  subject.getModule().walk([&](Operation *op) {
    if (op->getName().getStringRef() == operation)
      found = op;
  });
  if (!found)
    return {};
  if (conduct == "crash")
    __builtin_trap();
  while (conduct == "hang")
    asm volatile("");
  return Error::make("injected fault\n", operation, " is there");
}
