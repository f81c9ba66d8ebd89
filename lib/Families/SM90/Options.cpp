// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks what schedules of products by wgmma say, and adds it to the dialect.

#include "fusion/Families/SM90/Options.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

#include "fusion/Families/SM90/OptionsEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "fusion/Families/SM90/Options.cpp.inc"

LogicalResult SM90OptionsAttr::verify(function_ref<InFlightDiagnostic()> emitError, WarpgroupMode mode,
                                      int64_t clusterM, int64_t clusterN, int64_t splitK, bool swap, RasterOrder order,
                                      int64_t grid, int64_t blocksPerSM, int64_t staging, DependentLaunch dependents,
                                      bool copyA, bool copyB, OperandLoad loadA, OperandLoad loadB, bool spreadK,
                                      int64_t streamKTail, TailReduction tailReduction) {
  if (clusterM < 1 || clusterN < 1 || splitK < 1 || blocksPerSM < 1)
    return emitError() << "sm90 options expect cluster_m, cluster_n, split_k and blocks_per_sm of at least 1, but have "
                       << clusterM << ", " << clusterN << ", " << splitK << " and " << blocksPerSM;
  if (streamKTail < 1)
    return emitError() << "sm90 options expect stream_k_tail of at least 1, but have " << streamKTail;
  if (grid < 0)
    return emitError() << "sm90 options expect a grid of 0 or more blocks, but have " << grid;
  if (staging < 0)
    return emitError() << "sm90 options expect staging of 0 or more buffers, but have " << staging;
  return success();
}

void fusion::registerSM90Options(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, FusionDialect *dialect) { dialect->addScheduleOptions<SM90OptionsAttr>(); });
}
