// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Addresses and loads of a thread's units.

#include "WeightRegisters.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::narrow;

WeightRegisters::WeightRegisters(KernelBuilder &kb, const Spec &spec, const Arguments &arguments,
                                 const Position &position)
    : spec(spec) {
  const NarrowSchedule &schedule = spec.schedule;
  first = kb.add(kb.mul(position.warpK, spec.format.bytesOf(schedule.warpTileK())),
                 kb.mul(position.pair, spec.format.unitBytes()));
  if (!hasWholeStages(spec, arguments))
    last = kb.sub(kb.div(arguments.k, 8 / spec.format.bits), spec.format.unitBytes());
  Value lastRow = kb.sub(arguments.n, 1), row = kb.add(position.tileN, kb.add(position.warpN, position.quad));
  for (int64_t i = 0; i < 2 * schedule.blocksN(); ++i) {
    Value address = getRowAddress(kb, arguments.weight, kb.minS(kb.add(row, 8 * i), lastRow));
    rows.push_back(last ? address : kb.offsetPtr(address, kb.toI64(first)));
  }
}

/// By inline PTX, since LLVM would move loads behind the last store of an iteration to the next one. What no warp reads
/// again stays out of the L1.
SmallVector<Value> WeightRegisters::loadUnit(KernelBuilder &kb, Value address) const {
  Type word = kb.getI32Type();
  switch (spec.format.unitBytes()) {
  case 4:
    return {kb.inlineAsm(word, address, "ld.global.L1::no_allocate.b32 $0, [$1];", "=r,l")};
  case 8:
    return kb.extractAll(kb.inlineAsm(LLVM::LLVMStructType::getLiteral(kb.getContext(), {word, word}), address,
                                      "ld.global.L1::no_allocate.v2.b32 {$0, $1}, [$2];", "=r,=r,l"));
  default:
    return kb.extractAll(kb.inlineAsm(LLVM::LLVMStructType::getLiteral(kb.getContext(), {word, word, word, word}),
                                      address, "ld.global.L1::no_allocate.v4.b32 {$0, $1, $2, $3}, [$4];",
                                      "=r,=r,=r,=r,l"));
  }
}

SmallVector<Value> WeightRegisters::load(KernelBuilder &kb, Value iteration, int64_t panel) const {
  int64_t panelBytes = 4 * spec.format.unitBytes();
  Value origin = kb.mul(iteration, spec.format.bytesOf(spec.schedule.tileK));
  SmallVector<Value> words;
  for (Value row : rows) {
    Value address = last ? kb.offsetPtr(row, kb.toI64(kb.minS(kb.add(kb.add(origin, first), panel * panelBytes), last)))
                         : kb.offsetPtr(kb.offsetPtr(row, kb.toI64(origin)), panel * panelBytes);
    llvm::append_range(words, loadUnit(kb, address));
  }
  return words;
}
