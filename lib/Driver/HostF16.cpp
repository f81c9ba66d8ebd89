// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Comparisons of f16 become those of f32.

#include "HostTarget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

void fusion::compareF16AsF32(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (Instruction &instruction : llvm::make_early_inc_range(instructions(function))) {
      auto *compare = dyn_cast<FCmpInst>(&instruction);
      if (!compare || !compare->getOperand(0)->getType()->getScalarType()->isHalfTy())
        continue;
      IRBuilder<> builder(compare);
      llvm::Type *wide = compare->getOperand(0)->getType()->getWithNewType(builder.getFloatTy());
      for (Use &operand : compare->operands())
        operand.set(builder.CreateFPExt(operand, wide));
    }
}
