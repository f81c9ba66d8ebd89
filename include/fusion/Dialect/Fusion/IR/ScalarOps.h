// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operations on scalars in the regions of maps that are many of arith each.

#ifndef FUSION_DIALECT_FUSION_IR_SCALAROPS_H
#define FUSION_DIALECT_FUSION_IR_SCALAROPS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

#include "fusion/Dialect/Fusion/IR/FusionScalarInterfaces.h.inc"

#define GET_OP_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionScalarOps.h.inc"

#endif // FUSION_DIALECT_FUSION_IR_SCALAROPS_H
