// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The dialect, passes and pipelines as a plugin of upstream's tools:
//   mlir-opt-22 --load-dialect-plugin=FusionPlugin.so --load-pass-plugin=FusionPlugin.so --pass-pipeline='...'

#include "fusion/InitAll.h"
#include "fusion/Version.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Fusion", FUSION_VERSION,
          [](mlir::DialectRegistry *registry) { fusion::registerDialect(*registry); }};
}

extern "C" mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Fusion", FUSION_VERSION, [] { fusion::registerAllPasses(); }};
}
