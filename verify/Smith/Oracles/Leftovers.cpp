// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Nothing elementwise is left over.

#include "../Oracle.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

/// Whether `op` follows a product of f64, which is computed by plain loops with what is computed of it.
static bool followsWideProduct(linalg::LinalgOp op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    auto producer = operand.getDefiningOp<linalg::LinalgOp>();
    if (!producer || !getElementTypeOrSelf(operand.getType()).isF64())
      return false;
    return producer.getNumReductionLoops() > 0 || followsWideProduct(producer);
  });
}

/// Whether `op` computes elements of tensors one by one, and not in a kernel.
static bool isElementwiseLeftover(Operation *op) {
  if (op->getParentOfType<KernelOp>() || op->hasTrait<OpTrait::ConstantLike>())
    return false;
  if (auto loops = dyn_cast<linalg::LinalgOp>(op))
    return loops.getNumParallelLoops() == loops.getNumLoops() && !loops.getBlock()->without_terminator().empty() &&
           !followsWideProduct(loops);
  return isa_and_present<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
}

namespace {
/// With what the report would say of it.
struct NoLeftovers : Oracle {
  StringRef getName() const override { return "no-leftovers"; }
  StringRef getHelp() const override { return "everything elementwise is in a kernel"; }

  Error check(Subject &subject) const override {
    CompileOptions options;
    options.verifyEach = true;
    const auto &chips = subject.getEnvironment().chips;
    options.target = chips[subject.getGraph().dataSeed % chips.size()];
    OwningOpRef<ModuleOp> module = subject.getModule().clone();
    Error error = runCompiler(*module, subject.getCounters(), [&] { return buildKernels(*module, options); });
    if (error)
      return isRefusal(error) ? Error() : std::move(error);
    std::string left;
    llvm::raw_string_ostream os(left);
    module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isElementwiseLeftover(op))
        return WalkResult::advance();
      os << "\n" << *op;
      return WalkResult::skip();
    });
    return left.empty() ? Error() : Error::make("elementwise leftover", left);
  }
};
} // namespace

ArrayRef<const Oracle *> fusion::smith::getLeftoverOracles() {
  static const NoLeftovers noLeftovers;
  static const Oracle *const oracles[] = {&noLeftovers};
  return oracles;
}
