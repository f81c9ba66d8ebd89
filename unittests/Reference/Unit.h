// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the reference's unit tests share.

#ifndef FUSION_UNITTESTS_REFERENCE_UNIT_H
#define FUSION_UNITTESTS_REFERENCE_UNIT_H

#include "../Support/Printing.h"
#include "fusion/Reference/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

mlir::MLIRContext &getTestContext();
mlir::OwningOpRef<mlir::ModuleOp> parseTestModule(llvm::StringRef text);
mlir::Type parseTestType(llvm::StringRef text);
/// Gaussian values of standard deviation `sigma`, rounded to the type.
fusion::reference::Tensor makeGaussian(mlir::Type type, llvm::ArrayRef<int64_t> shape, int seed, double sigma);

#endif // FUSION_UNITTESTS_REFERENCE_UNIT_H
