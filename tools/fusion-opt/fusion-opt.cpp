// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs passes on .mlir files: any MlirOptMain tool's conduct, with this project's dialect and passes.

#include "fusion/Conversion/MathExpand/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<mlir::fusion::FusionDialect>();
  mlir::registerAllPasses();
  mlir::fusion::registerMathExpandPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "fusion graph compiler\n", registry));
}
