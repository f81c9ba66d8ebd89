// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Values of bf16 that are only moved become integers.

#include "HostTarget.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {
/// Finds the bits of bf16 values of one function.
class Bits {
public:
  explicit Bits(Function &function) : integer(Type::getInt16Ty(function.getContext())) {}

  Value *get(Value *value) {
    if (Value *known = bits.lookup(value))
      return known;
    if (auto *cast = dyn_cast<BitCastInst>(value); cast && cast->getSrcTy() == integer)
      return cast->getOperand(0);
    if (auto *constant = dyn_cast<Constant>(value))
      return ConstantExpr::getBitCast(constant, integer);
    if (auto *phi = dyn_cast<PHINode>(value)) {
      // Known before its operands, which may be made of it.
      PHINode *result = PHINode::Create(integer, phi->getNumIncomingValues(), "", phi->getIterator());
      bits[phi] = result;
      for (auto [block, incoming] : llvm::zip_equal(phi->blocks(), phi->incoming_values()))
        result->addIncoming(get(incoming), block);
      return result;
    }
    return bits[value] = make(value);
  }

private:
  Value *make(Value *value) {
    if (auto *load = dyn_cast<LoadInst>(value); load && load->isSimple()) {
      auto *result = new LoadInst(integer, load->getPointerOperand(), "", false, load->getAlign(), load->getIterator());
      result->copyMetadata(*load, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
      return result;
    }
    if (auto *select = dyn_cast<SelectInst>(value))
      return SelectInst::Create(select->getCondition(), get(select->getTrueValue()), get(select->getFalseValue()), "",
                                select->getIterator());
    auto *instruction = dyn_cast<Instruction>(value);
    BasicBlock::iterator behind = instruction ? *instruction->getInsertionPointAfterDef()
                                              : cast<Argument>(value)->getParent()->getEntryBlock().getFirstNonPHIIt();
    return new BitCastInst(value, integer, "", behind);
  }

  Type *integer;
  DenseMap<Value *, Value *> bits;
};

void moveAsIntegers(Function &function) {
  Bits bits(function);
  SmallVector<WeakTrackingVH> dead;
  for (Instruction &instruction : llvm::make_early_inc_range(instructions(function))) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    auto *cast = dyn_cast<BitCastInst>(&instruction);
    Value *value = store && store->isSimple() ? store->getValueOperand() : cast ? cast->getOperand(0) : nullptr;
    if (!value || !value->getType()->isBFloatTy() || (cast && !cast->getType()->isIntegerTy(16)))
      continue;
    if (store)
      store->setOperand(0, bits.get(value));
    else
      cast->replaceAllUsesWith(bits.get(value));
    dead.push_back(value);
    dead.push_back(cast);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
}
} // namespace

void fusion::moveBF16AsIntegers(llvm::Module &module) {
  for (llvm::Function &function : module)
    moveAsIntegers(function);
}
