// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks and registers the options of the family's schedules.

#include "fusion/Families/SM80/Options.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

#define GET_ATTRDEF_CLASSES
#include "fusion/Families/SM80/Options.cpp.inc"

LogicalResult SM80OptionsAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t splitK) {
  constexpr int64_t most = 32;
  if (splitK < 1 || splitK > most)
    return emitError() << "sm80 options expect split_k of 1 to " << most << ", but have " << splitK;
  return success();
}

void fusion::registerSM80Options(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, FusionDialect *dialect) { dialect->addScheduleOptions<SM80OptionsAttr>(); });
}
