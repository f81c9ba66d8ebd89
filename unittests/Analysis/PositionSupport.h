// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs of masks as text.

#ifndef FUSION_UNITTESTS_ANALYSIS_POSITIONSUPPORT_H
#define FUSION_UNITTESTS_ANALYSIS_POSITIONSUPPORT_H

#include "../Support/Printing.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

namespace fusion {

class MaskTest : public testing::Test {
protected:
  MaskTest() { context.loadDialect<FusionDialect, func::FuncDialect, arith::ArithDialect, math::MathDialect>(); }

  /// The last tensor of a function of `operations` and `arguments`.
  Value parse(const std::string &operations, const std::string &arguments = "") {
    modules.push_back(
        parseSourceString<ModuleOp>("func.func @f(" + arguments + ") { " + operations + " return }", &context));
    if (!modules.back()) {
      ADD_FAILURE() << operations;
      std::abort();
    }
    auto function = *modules.back()->getOps<func::FuncOp>().begin();
    return function.front().getTerminator()->getPrevNode()->getResult(0);
  }

  MLIRContext context;
  SmallVector<OwningOpRef<ModuleOp>> modules;
};

} // namespace fusion

#endif // FUSION_UNITTESTS_ANALYSIS_POSITIONSUPPORT_H
