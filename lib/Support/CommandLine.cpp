// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Support/CommandLine.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

void mlir::fusion::hideOtherOptions(const cl::OptionCategory *category) {
  for (auto &entry : cl::getRegisteredOptions()) {
    cl::Option &option = *entry.second;
    bool keep = llvm::any_of(option.Categories, [&](cl::OptionCategory *other) {
      return other == category || other->getName() == "Generic Options";
    });
    if (!keep && option.getOptionHiddenFlag() == cl::NotHidden)
      option.setHiddenFlag(cl::Hidden);
  }
}
