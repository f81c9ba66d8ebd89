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

LogicalResult SM80OptionsAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t splitK, int64_t warpsK) {
  auto isWithin = [&](StringRef name, int64_t value, int64_t most) -> LogicalResult {
    if (value >= 1 && value <= most)
      return success();
    return emitError() << "sm80 options expect " << name << " of 1 to " << most << ", but have " << value;
  };
  return success(succeeded(isWithin("split_k", splitK, 32)) && succeeded(isWithin("warps_k", warpsK, 16)));
}

void fusion::registerSM80Options(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, FusionDialect *dialect) { dialect->addScheduleOptions<SM80OptionsAttr>(); });
}
