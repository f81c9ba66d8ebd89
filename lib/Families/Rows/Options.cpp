// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks what schedules of rows and columns say, and adds it to the dialect.

#include "fusion/Families/Rows/Options.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

#define GET_ATTRDEF_CLASSES
#include "fusion/Families/Rows/Options.cpp.inc"

static LogicalResult verifySlices(function_ref<InFlightDiagnostic()> emitError, StringRef family, int64_t slices) {
  if (slices < 1 || slices > 1024 || !llvm::isPowerOf2_64(slices))
    return emitError() << family << " options expect slices of a power of two up to 1024, but have " << slices;
  return success();
}

LogicalResult ColumnsOptionsAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t slices) {
  return verifySlices(emitError, "columns", slices);
}

LogicalResult RowsOptionsAttr::verify(function_ref<InFlightDiagnostic()> emitError, bool reload, bool preload,
                                      int64_t cluster, int64_t slices, int64_t blocksPerSM, int64_t walk) {
  if (reload && preload)
    return emitError() << "rows options expect reload or preload, but have both";
  if (cluster < 1 || cluster > 16 || !llvm::isPowerOf2_64(cluster))
    return emitError() << "rows options expect a cluster of 1, 2, 4, 8 or 16 blocks, but have " << cluster;
  if (failed(verifySlices(emitError, "rows", slices)))
    return failure();
  if (blocksPerSM < 0 || blocksPerSM > 32)
    return emitError() << "rows options expect blocks_per_sm of 0 to 32, but have " << blocksPerSM;
  if (walk < 0 || walk > 65536)
    return emitError() << "rows options expect walk of 0 to 65536 blocks, but have " << walk;
  if (walk > 0 && (cluster != 1 || slices != 1 || reload || preload))
    return emitError() << "rows options expect walk without cluster, slices, reload and preload";
  return success();
}

void fusion::registerRowsOptions(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, FusionDialect *dialect) {
    dialect->addScheduleOptions<RowsOptionsAttr>();
    dialect->addScheduleOptions<ColumnsOptionsAttr>();
  });
}
