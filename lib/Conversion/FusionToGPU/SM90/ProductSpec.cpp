// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProductSpec.h"

#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/SeededFault.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm90;

ProductSpec ProductSpec::get(KernelOp kernel, const SM90Schedule &schedule) {
  MatmulOp matmul = kernel.getMatmul();
  ProductSpec spec;
  spec.schedule = schedule;
  spec.elementType = matmul.getLhs().getType().getElementType();
  int64_t elementBytes = spec.elementType.getIntOrFloatBitWidth() / 8;
  // wgmma transposes 16-bit elements alone; wider ones that need it come transposed.
  bool kMajor = elementBytes == 4;
  Multiplicand a{kMajor || !matmul.getTransposeA(), schedule.tileM, schedule.tileK, elementBytes};
  Multiplicand b{kMajor || matmul.getTransposeB(), schedule.tileN, schedule.tileK, elementBytes};
  spec.rows = schedule.swap && !seeded("sm90-swapped-factors") ? b : a;
  spec.columns = schedule.swap ? a : b;
  spec.wave = schedule.grid > 0 ? schedule.grid : getTargetChip(kernel).sms * schedule.blocksPerSM;
  return spec;
}
