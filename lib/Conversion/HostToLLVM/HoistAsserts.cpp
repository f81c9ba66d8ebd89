// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Moves checks, and what they are computed of, in front of everything else.

#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fusion {
#define GEN_PASS_DEF_HOISTASSERTSPASS
#include "fusion/Conversion/HostToLLVM/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
/// Moves operations of a block to its front.
class Hoister {
public:
  explicit Hoister(Block &block) : block(block) {}

  /// Whether a value is there at the front, or what computes it can be moved there.
  bool isMovable(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != &block)
      return true;
    auto [known, isNew] = movable.try_emplace(op, false);
    if (!isNew)
      return known->second;
    bool result = op->getNumRegions() == 0 && isPure(op) &&
                  llvm::all_of(op->getOperands(), [&](Value operand) { return isMovable(operand); });
    return movable[op] = result;
  }

  /// Moves what computes a movable value.
  void moveSource(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != &block || moved.contains(op))
      return;
    for (Value operand : op->getOperands())
      moveSource(operand);
    move(op);
  }

  void move(Operation *op) {
    if (last)
      op->moveAfter(last);
    else
      op->moveBefore(&block, block.begin());
    last = op;
    moved.insert(op);
  }

private:
  Block &block;
  Operation *last = nullptr; ///< of what was moved
  DenseMap<Operation *, bool> movable;
  DenseSet<Operation *> moved;
};

struct HoistAsserts : fusion::impl::HoistAssertsPassBase<HoistAsserts> {
  void runOnOperation() override {
    if (getOperation().isDeclaration())
      return;
    Block &block = getOperation().front();
    Hoister hoister(block);
    for (cf::AssertOp op : llvm::make_early_inc_range(block.getOps<cf::AssertOp>())) {
      if (!hoister.isMovable(op.getArg()))
        continue;
      hoister.moveSource(op.getArg());
      hoister.move(op);
      ++numHoisted;
    }
  }
};
} // namespace
