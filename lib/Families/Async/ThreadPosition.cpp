// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads off a thread's number where it stands.

#include "fusion/Families/Async/ThreadPosition.h"

#include "fusion/Families/Async/Instructions.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

ThreadPosition ThreadPosition::get(KernelBuilder &kb) {
  ThreadPosition position;
  position.thread = kb.create<NVVM::ThreadIdXOp>(kb.getI32Type());
  position.lane = kb.rem(position.thread, 32);
  position.warp = kb.create<NVVM::ShflOp>(kb.getI32Type(), kb.c32(-1), kb.div(position.thread, 32), kb.c32(0),
                                          kb.c32(31), NVVM::ShflKind::idx, UnitAttr());
  position.warpgroup = kb.div(position.warp, 4);
  return position;
}

ConsumerPosition async::getConsumerPosition(KernelBuilder &kb, const ThreadPosition &position) {
  ConsumerPosition consumer;
  consumer.warpgroup = position.warpgroup;
  consumer.thread = kb.rem(position.thread, ConsumerPosition::kThreads);
  consumer.warp = kb.rem(position.warp, 4);
  consumer.lane = position.lane;
  consumer.lead = kb.eq(consumer.thread, 0);
  consumer.namedBarrier = kb.add(position.warpgroup, 1);
  return consumer;
}

void ConsumerPosition::sync(KernelBuilder &kb) const { syncThreads(kb, namedBarrier, kThreads); }

Value async::alignShared(KernelBuilder &kb, Value shared) {
  Value address = kb.create<LLVM::PtrToIntOp>(kb.getI32Type(), shared);
  return kb.create<LLVM::IntToPtrOp>(kb.sharedPtrType(), kb.andI(kb.add(address, 1023), -1024));
}
