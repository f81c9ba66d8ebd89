// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds floats of which bits are cut off, and moves them.

#include "StoredBits.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Whether some of the bits may be cut off, here or behind operations that the back end may see through, as it does
/// through a mask of the bits that are stored.
static bool isCut(BitCastInst &bits) {
  SmallVector<Value *> work = {&bits};
  SmallPtrSet<Value *, 16> visited;
  while (!work.empty()) {
    Value *value = work.pop_back_val();
    if (!visited.insert(value).second)
      continue;
    for (User *user : value->users()) {
      if (isa<TruncInst, ExtractElementInst, ShuffleVectorInst>(user))
        return true;
      if (isa<Instruction>(user) && user->getType()->isIntOrIntVectorTy() && !isa<CmpInst>(user))
        work.push_back(user);
    }
  }
  return false;
}

/// The bits of a scalar float, in another register.
static Value *moveBits(IRBuilder<> &builder, Value *number) {
  unsigned width = number->getType()->getPrimitiveSizeInBits();
  IntegerType *type = builder.getIntNTy(width);
  auto *function = FunctionType::get(type, {type}, /*isVarArg=*/false);
  StringRef constraints = width == 16 ? "=h,h" : width == 32 ? "=r,r" : "=l,l";
  InlineAsm *move =
      InlineAsm::get(function, ("mov.b" + Twine(width) + " $0, $1;").str(), constraints, /*hasSideEffects=*/false);
  return builder.CreateCall(move, builder.CreateBitCast(number, type));
}

static Value *moveAllBits(IRBuilder<> &builder, Value *numbers, Type *to) {
  auto *vector = dyn_cast<FixedVectorType>(numbers->getType());
  if (!vector)
    return builder.CreateBitCast(moveBits(builder, numbers), to);
  Value *bits = PoisonValue::get(FixedVectorType::getInteger(vector));
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    bits = builder.CreateInsertElement(bits, moveBits(builder, builder.CreateExtractElement(numbers, i)), i);
  return builder.CreateBitCast(bits, to);
}

void fusion::moveStoredBits(Module &module) {
  SmallVector<BitCastInst *> casts;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *cast = dyn_cast<BitCastInst>(&instruction))
        if (cast->getSrcTy()->isFPOrFPVectorTy() && cast->getDestTy()->isIntOrIntVectorTy() && isCut(*cast))
          casts.push_back(cast);
  for (BitCastInst *cast : casts) {
    IRBuilder<> builder(cast);
    cast->replaceAllUsesWith(moveAllBits(builder, cast->getOperand(0), cast->getDestTy()));
    cast->eraseFromParent();
  }
}
