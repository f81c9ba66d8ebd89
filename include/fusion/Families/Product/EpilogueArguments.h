// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the kernel's function gives to the epilogue.

#ifndef FUSION_FAMILIES_PRODUCT_EPILOGUEARGUMENTS_H
#define FUSION_FAMILIES_PRODUCT_EPILOGUEARGUMENTS_H

#include "fusion/Families/Common/MemRefArgument.h"

namespace fusion::async {

/// What the kernel's function gives to the epilogue: memory, and tensor maps where the plan stages.
struct EpilogueArguments {
  SmallVector<MemRefArgument> inputs, outputs; ///< of the plan's inputs and outputs, in its order
  SmallVector<MemRefArgument> tables;          ///< of the plan's tables
  SmallVector<Value> inputMaps, outputMaps;    ///< null where not staged
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_EPILOGUEARGUMENTS_H
