// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names and layout of what an entry's initialise step computes.

#include "fusion/Analysis/Initialization.h"

using namespace mlir;
using namespace fusion;

static constexpr StringLiteral kInitializeSuffix = ".initialize";
/// What kernels may rely on of memory that is allocated for them.
static constexpr int64_t kAlignment = 256;

std::string fusion::getInitializeName(func::FuncOp entry) { return (entry.getName() + kInitializeSuffix).str(); }

bool fusion::isInitialized(func::FuncOp entry, unsigned index) {
  return entry.getArgAttr(index, kInitializedAttrName) != nullptr;
}

bool fusion::isStepInput(func::FuncOp entry, unsigned index) {
  return entry.getArgAttr(index, kConstantAttrName) && !isInitialized(entry, index);
}

static bool takesInitialized(func::FuncOp entry) {
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    if (isInitialized(entry, i))
      return true;
  return false;
}

func::FuncOp fusion::getInitializeStep(func::FuncOp entry) {
  if (!takesInitialized(entry))
    return {};
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      entry, StringAttr::get(entry.getContext(), getInitializeName(entry)));
}

func::FuncOp fusion::getEntryOfStep(func::FuncOp step) {
  StringRef name = step.getName();
  if (!name.consume_back(kInitializeSuffix))
    return {};
  auto entry = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(step, StringAttr::get(step.getContext(), name));
  return entry && takesInitialized(entry) ? entry : func::FuncOp();
}

InitializedLayout fusion::getInitializedLayout(TypeRange types) {
  InitializedLayout layout;
  for (Type type : types) {
    auto shaped = cast<ShapedType>(type);
    int64_t bytes = shaped.getNumElements() * llvm::divideCeil(shaped.getElementTypeBitWidth(), 8);
    layout.offsets.push_back(layout.bytes);
    layout.bytes += static_cast<int64_t>(llvm::alignTo(bytes, kAlignment));
  }
  return layout;
}
