// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Unit.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include <random>

using namespace mlir;
using namespace fusion::reference;

MLIRContext &getTestContext() {
  static MLIRContext context = [] {
    DialectRegistry registry;
    registry.insert<fusion::FusionDialect, arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                    math::MathDialect, tensor::TensorDialect>();
    return MLIRContext(registry);
  }();
  return context;
}

OwningOpRef<ModuleOp> parseTestModule(llvm::StringRef text) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &getTestContext());
  EXPECT_TRUE(module);
  return module;
}

Type parseTestType(llvm::StringRef text) { return parseType(text, &getTestContext()); }

Tensor makeGaussian(Type type, llvm::ArrayRef<int64_t> shape, int seed, double sigma) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> gauss(0, sigma);
  Tensor tensor = Tensor::allocate(type, shape, /*bounds=*/false);
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    tensor.valueMut()[i].f = gauss(generator);
  return *Tensor::fromBytes(type, shape, tensor.toBytes());
}
