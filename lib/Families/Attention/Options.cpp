// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks and registers the options of the family's schedules.

#include "fusion/Families/Attention/Options.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

#include "fusion/Families/Attention/OptionsEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "fusion/Families/Attention/Options.cpp.inc"

/// Of options named `name`.
static LogicalResult verifyGrid(function_ref<InFlightDiagnostic()> emitError, StringRef name, int64_t blocksPerSM,
                                int64_t splits) {
  if (blocksPerSM < 1 || blocksPerSM > 8)
    return emitError() << name << " options expect blocks_per_sm of 1 to 8, but have " << blocksPerSM;
  if (splits < 1 || splits > 32)
    return emitError() << name << " options expect splits of 1 to 32, but have " << splits;
  return success();
}

LogicalResult AttentionSM80OptionsAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t blocksPerSM,
                                               int64_t splits, bool) {
  return verifyGrid(emitError, getMnemonic(), blocksPerSM, splits);
}

LogicalResult AttentionOptionsAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t blocksPerSM,
                                           AttentionOrder order, bool, bool continuous, int64_t splits,
                                           int64_t operandStages) {
  if (failed(verifyGrid(emitError, getMnemonic(), blocksPerSM, splits)))
    return failure();
  if (continuous && order == AttentionOrder::Single)
    return emitError() << "attention options that are continuous expect a persistent grid: order = rows or pairs";
  if (splits > 1 && order != AttentionOrder::Single)
    return emitError() << "attention options with splits expect a block for each: order = single";
  if (operandStages < 0 || operandStages > 4)
    return emitError() << "attention options expect operand_stages of 0 to 4, but have " << operandStages;
  return success();
}

void fusion::registerAttentionOptions(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, FusionDialect *dialect) {
    dialect->addScheduleOptions<AttentionOptionsAttr>();
    dialect->addScheduleOptions<AttentionSM80OptionsAttr>();
  });
}
