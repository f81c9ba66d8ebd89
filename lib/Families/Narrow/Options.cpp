// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks and registers the options of the family's schedules.

#include "fusion/Families/Narrow/Options.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

#define GET_ATTRDEF_CLASSES
#include "fusion/Families/Narrow/Options.cpp.inc"

LogicalResult NarrowOptionsAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t warpsK, int64_t cluster) {
  if (warpsK < 0 || warpsK > 16 || (warpsK > 0 && !llvm::isPowerOf2_64(warpsK)))
    return emitError() << "narrow options expect warps_k of 0, 1, 2, 4, 8 or 16, but have " << warpsK;
  if (cluster < 1 || cluster > 8 || !llvm::isPowerOf2_64(cluster))
    return emitError() << "narrow options expect a cluster of 1, 2, 4 or 8 blocks, but have " << cluster;
  return success();
}

void fusion::registerNarrowOptions(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *, FusionDialect *dialect) { dialect->addScheduleOptions<NarrowOptionsAttr>(); });
}
