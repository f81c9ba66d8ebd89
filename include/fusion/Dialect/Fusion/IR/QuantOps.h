// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Quantisation.

#ifndef FUSION_DIALECT_FUSION_IR_QUANTOPS_H
#define FUSION_DIALECT_FUSION_IR_QUANTOPS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#define GET_OP_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionQuantOps.h.inc"

#endif // FUSION_DIALECT_FUSION_IR_QUANTOPS_H
