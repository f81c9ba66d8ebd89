// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The dialects and interface implementations of a compilation, from input to LLVM.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Transforms/BufferizableOpInterfaceImpl.h"
#include "fusion/Families/RegisterFamilies.h"
#include "fusion/InitAll.h"
#include "fusion/Target/PTX/PTX.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

using namespace mlir;

void fusion::registerDialect(DialectRegistry &registry) {
  registerBuiltinFamilies(registry);
  registry.insert<FusionDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
  // A pipeline that a pass runs registers nothing more.
  registerPTXTranslations(registry);
}

void fusion::registerAllDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerDialect(registry);
}
