// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Turns a launch's address of memory that the host writes one number to into the number.

#include "fusion/Conversion/FusionToGPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fusion {
#define GEN_PASS_DEF_PASSNUMBERSPASS
#include "fusion/Conversion/FusionToGPU/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// What launches and functions make of an address.
static bool isCast(Operation *op) {
  return isa<memref::ExtractAlignedPointerAsIndexOp, arith::IndexCastOp, LLVM::IntToPtrOp>(op);
}

/// Calls `visit` with each use of an address and of its casts, but for the casts and for what nobody needs.
static void walkUses(Value address, llvm::function_ref<void(OpOperand &)> visit) {
  for (OpOperand &use : address.getUses()) {
    Operation *user = use.getOwner();
    if (isCast(user))
      walkUses(user->getResult(0), visit);
    else if (!isOpTriviallyDead(user))
      visit(use);
  }
}

/// Whether the host computes it: from numbers and sizes, but for what it would have to read from the GPU's memory.
static bool isOfHost(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  Operation *op = value.getDefiningOp();
  if (isa<memref::DimOp>(op))
    return true;
  return isPure(op) && op->getNumRegions() == 0 && llvm::all_of(op->getOperands(), isOfHost);
}

namespace {
/// Memory of one number on the host's side: who writes it, and the launches that take its address.
struct Number {
  memref::AllocOp memory;
  memref::StoreOp store;
  SmallVector<OpOperand *> launches;
};

/// Rewrites the launches and the functions of a module.
class Rewriter {
public:
  explicit Rewriter(ModuleOp module) : module(module) {}

  int64_t run();

private:
  void collect(memref::AllocOp memory);
  /// Whether all launches of the function pass a number there, and its body does nothing but load it.
  bool takesNumber(FunctionOpInterface function, unsigned argument, Type type);
  /// Whether the launch gets the number.
  bool pass(Number &number, OpOperand &use);

  ModuleOp module;
  SymbolTableCollection symbols;
  SmallVector<Number> numbers;
  llvm::DenseMap<Operation *, SmallVector<gpu::LaunchFuncOp>> launches; ///< of a function
  llvm::DenseMap<OpOperand *, Type> passed;                             ///< what operands of launches are addresses of
  llvm::DenseMap<std::pair<Operation *, unsigned>, bool> takes;         ///< arguments of functions that were looked at
};
} // namespace

void Rewriter::collect(memref::AllocOp memory) {
  if (memory.getType().getRank() != 0)
    return;
  Number number{memory, {}, {}};
  bool good = true;
  walkUses(memory, [&](OpOperand &use) {
    if (auto store = dyn_cast<memref::StoreOp>(use.getOwner()); store && store.getMemRef() == use.get()) {
      good &= !number.store && store->getBlock() == memory->getBlock();
      number.store = store;
    } else if (auto launch = dyn_cast<gpu::LaunchFuncOp>(use.getOwner())) {
      number.launches.push_back(&use);
    } else {
      good = false;
    }
  });
  if (!good || !number.store || !isOfHost(number.store.getValueToStore()))
    return;
  for (OpOperand *use : number.launches) {
    // Only behind the store it is that number.
    Operation *user = number.store->getBlock()->findAncestorOpInBlock(*use->getOwner());
    if (!user || !number.store->isBeforeInBlock(user))
      return;
  }
  for (OpOperand *use : number.launches)
    passed[use] = memory.getType().getElementType();
  numbers.push_back(std::move(number));
}

bool Rewriter::takesNumber(FunctionOpInterface function, unsigned argument, Type type) {
  for (gpu::LaunchFuncOp launch : launches[function]) {
    OpOperand &operand = launch.getKernelOperandsMutable()[argument];
    if (passed.lookup(&operand) != type)
      return false;
  }
  bool good = true;
  walkUses(function.getArgument(argument), [&](OpOperand &use) {
    auto load = dyn_cast<LLVM::LoadOp>(use.getOwner());
    good &= load && load.getType() == type && !load.getVolatile_();
  });
  return good;
}

/// Erases what is made of an address and that nobody uses.
static void eraseDead(Value address) {
  for (Operation *user : llvm::make_early_inc_range(address.getUsers())) {
    if (isCast(user))
      eraseDead(user->getResult(0));
    if (isOpTriviallyDead(user))
      user->erase();
  }
}

static Type changeType(FunctionOpInterface function, ArrayRef<Type> arguments) {
  if (auto type = dyn_cast<LLVM::LLVMFunctionType>(function.getFunctionType()))
    return LLVM::LLVMFunctionType::get(type.getReturnType(), arguments, type.isVarArg());
  return FunctionType::get(function.getContext(), arguments, function.getResultTypes());
}

/// The function's argument becomes a number.
static void changeArgument(FunctionOpInterface function, unsigned number, Type type) {
  BlockArgument argument = function.getArgument(number);
  SmallVector<Operation *> loads;
  walkUses(argument, [&](OpOperand &use) { loads.push_back(use.getOwner()); });
  SmallVector<Type> types(function.getArgumentTypes());
  types[number] = type;
  function.setFunctionTypeAttr(TypeAttr::get(changeType(function, types)));
  function.setArgAttrs(number, ArrayRef<NamedAttribute>());
  for (Operation *load : loads) {
    load->getResult(0).replaceAllUsesWith(argument);
    load->erase();
  }
  eraseDead(argument); // before the argument is no address any more
  argument.setType(type);
}

bool Rewriter::pass(Number &number, OpOperand &use) {
  auto launch = cast<gpu::LaunchFuncOp>(use.getOwner());
  auto function = dyn_cast_or_null<FunctionOpInterface>(symbols.lookupSymbolIn(module, launch.getKernelAttr()));
  if (!function)
    return false;
  unsigned argument = use.getOperandNumber() - launch.getKernelOperands().getBeginOperandIndex();
  Type type = number.memory.getType().getElementType();
  auto [place, isNew] = takes.try_emplace({function, argument}, false);
  if (isNew && takesNumber(function, argument, type)) {
    changeArgument(function, argument, type);
    place->second = true;
  }
  if (place->second)
    use.set(number.store.getValueToStore());
  return place->second;
}

int64_t Rewriter::run() {
  module.walk([&](gpu::LaunchFuncOp launch) {
    if (Operation *function = symbols.lookupSymbolIn(module, launch.getKernelAttr()))
      launches[function].push_back(launch);
  });
  module.walk([&](memref::AllocOp memory) { collect(memory); });
  int64_t count = 0;
  for (Number &number : numbers) {
    for (OpOperand *use : number.launches)
      count += pass(number, *use);
    eraseDead(number.memory);
    if (number.memory->hasOneUse()) {
      number.store.erase();
      number.memory.erase();
    }
  }
  return count;
}

namespace {
class PassNumbers : public fusion::impl::PassNumbersPassBase<PassNumbers> {
public:
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

void PassNumbers::runOnOperation() { numNumbers += Rewriter(getOperation()).run(); }
