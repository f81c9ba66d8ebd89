// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes a function outside of every module, which says what holds at a place of a graph.

#include "fusion/Analysis/DetachedFunction.h"

#include "fusion/Analysis/StableTensors.h"

using namespace mlir;
using namespace fusion;

/// The attribute `name` of the nearest operation around `site`; null if none has it.
static Attribute getAttrAround(Operation *site, StringRef name) {
  for (Operation *op = site->getParentOp(); op; op = op->getParentOp())
    if (Attribute attr = op->getAttr(name))
      return attr;
  return {};
}

DetachedFunction::DetachedFunction(Operation *site, TypeRange types, ArrayRef<Value> origins)
    : function(func::FuncOp::create(site->getLoc(), "detached", FunctionType::get(site->getContext(), types, {}))) {
  function->addEntryBlock();
  for (StringRef name : {kTargetAttrName, kNumericsAttrName, kF32PrecisionAttrName})
    if (Attribute attr = getAttrAround(site, name))
      (*function)->setAttr(name, attr);
  for (auto [number, origin] : llvm::enumerate(origins))
    if (isConstantTensor(origin))
      function->setArgAttr(number, kConstantAttrName, UnitAttr::get(site->getContext()));
}
