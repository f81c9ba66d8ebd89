// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that moves loops into functions of their own, equal ones once.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/ForgetOffsets.h"
#include "fusion/Support/RegionHash.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"

#include <unordered_map>

namespace fusion {
#define GEN_PASS_DEF_OUTLINELINALGPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;

/// An assertion returns from the entry, which another function cannot do for it.
static bool asserts(Operation *op) {
  return op->walk([](cf::AssertOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

namespace {
struct OutlineLinalg : fusion::impl::OutlineLinalgPassBase<OutlineLinalg> {
  void runOnOperation() override {
    functions.clear(); // of the module before
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<fusion::KernelOp>(op))
        return WalkResult::skip();
      auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      if (linalgOp && linalgOp.hasPureBufferSemantics() && !asserts(op))
        ops.push_back(linalgOp);
      return linalgOp ? WalkResult::skip() : WalkResult::advance();
    });
    SymbolTable symbols(getOperation());
    for (linalg::LinalgOp op : ops)
      outline(op, symbols);
  }

private:
  /// Replaces `op` by a call of a function that holds it. Constants go along: what depends on them stays known.
  void outline(linalg::LinalgOp op, SymbolTable &symbols) {
    OpBuilder builder(op);
    fusion::forgetOffsets(builder, op);
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    SmallVector<Value> constants, arguments;
    for (Value value : used)
      (isConstant(value) ? constants : arguments).push_back(value);

    Location loc = op.getLoc();
    auto type = builder.getFunctionType(ValueRange(arguments).getTypes(), {});
    std::string name = (op->getParentOfType<func::FuncOp>().getName() + ".loops").str();
    auto function = func::FuncOp::create(loc, name, type);
    function.setPrivate();
    function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"})); // of llvm.func
    Block *body = function.addEntryBlock();
    IRMapping mapping;
    mapping.map(arguments, body->getArguments());
    builder.setInsertionPointToStart(body);
    for (Value constant : constants)
      builder.clone(*constant.getDefiningOp(), mapping);
    builder.clone(*op, mapping);
    func::ReturnOp::create(builder, loc);

    builder.setInsertionPoint(op);
    func::CallOp::create(builder, loc, insert(function, symbols), arguments);
    op->erase();
  }

  /// The function in the module, or one that does the same in its place.
  func::FuncOp insert(func::FuncOp function, SymbolTable &symbols) {
    // Functions that differ in a constant alone differ in this too: there may be thousands.
    llvm::hash_code hash = llvm::hash_combine(function.getFunctionType(), fusion::hashRegion(function.getBody()));
    SmallVector<func::FuncOp, 1> &alike = functions[hash];
    for (func::FuncOp known : alike)
      if (known.getFunctionType() == function.getFunctionType() &&
          OperationEquivalence::isRegionEquivalentTo(&known.getBody(), &function.getBody(),
                                                     OperationEquivalence::IgnoreLocations)) {
        function->erase();
        return known;
      }
    symbols.insert(function);
    alike.push_back(function);
    ++numFunctions;
    return function;
  }

  std::unordered_map<size_t, SmallVector<func::FuncOp, 1>> functions; ///< of this module, by hash
};
} // namespace
