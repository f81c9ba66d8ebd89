// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Assertions become branches that report to the runtime and return.

#include "RuntimeCalls.h"
#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace fusion {
#define GEN_PASS_DEF_LOWERASSERTSPASS
#include "fusion/Conversion/HostToLLVM/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// `assert` becomes a branch around a block that reports the message and returns.
static void lowerAssert(cf::AssertOp op, Value call, HostBuilder &builder) {
  builder.loc = op.getLoc();
  Block *before = op->getBlock();
  Block *after = before->splitBlock(op);
  Block *fail = builder.createBlock(before->getParent(), before->getParent()->end());
  std::string text = builder.string("fusion.message", describeLocation(op.getLoc()) + op.getMsg().str());
  auto code =
      LLVM::CallOp::create(builder, op.getLoc(), builder.declareFail(), ValueRange{call, builder.addressOf(text)});
  func::ReturnOp::create(builder, op.getLoc(), code.getResults());
  builder.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(builder, op.getLoc(), op.getArg(), after, fail);
  op.erase();
}

namespace {
struct LowerAsserts : fusion::impl::LowerAssertsPassBase<LowerAsserts> {
  void runOnOperation() override {
    HostBuilder builder(getOperation(), getOperation().getLoc());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isDeclaration() || function.getNumArguments() == 0 ||
          !isa<LLVM::LLVMPointerType>(function.getArgument(0).getType()))
        continue;
      SmallVector<cf::AssertOp> asserts;
      function.walk([&](cf::AssertOp op) {
        if (op->getParentOp() == function)
          asserts.push_back(op);
      });
      for (cf::AssertOp op : asserts)
        lowerAssert(op, function.getArgument(0), builder);
      numAsserts += asserts.size();
    }
  }
};
} // namespace
