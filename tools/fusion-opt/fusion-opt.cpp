// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs passes on .mlir files: any MlirOptMain tool's conduct, with this project's dialect, passes and pipelines beside
// upstream's.

#include "fusion/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::fusion::registerAllDialects(registry);
  mlir::fusion::registerAllPasses();
  mlir::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "fusion graph compiler\n", registry));
}
