// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lets loops that poll barriers count, and give up.

#include "BoundedWaits.h"

#include "fusion/Families/Common/KernelBuilder.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

/// The loop again, with the number of polls that failed (i32) carried round it.
static void boundLoop(scf::WhileOp loop, int64_t polls) {
  assert(loop.getNumResults() == 0 && loop.getInits().empty() && "waits carry nothing");
  KernelBuilder kb(loop.getLoc(), loop);
  Type i32 = kb.getI32Type();
  auto counting = kb.create<scf::WhileOp>(TypeRange(i32), ValueRange(kb.c32(0)));
  Region &before = counting.getBefore();
  before.takeBody(loop.getBefore());
  Value failedBefore = before.addArgument(i32, loop.getLoc());
  counting.getConditionOp().getArgsMutable().assign(failedBefore);

  kb.createBlock(&counting.getAfter(), {}, i32, loop.getLoc());
  Value failed = kb.add(counting.getAfterArguments().front(), 1);
  kb.ifThen(kb.eq(failed, polls), [&] { kb.create<LLVM::Trap>(); });
  kb.create<scf::YieldOp>(failed);
  loop.erase();
}

/// Where roles wait for the blocks of their cluster one by one, when they need them, all threads do so at once instead:
/// racecheck lets no thread leave such a wait before all have come to one, and so would hang.
static void meetAtOnce(NVVM::ClusterArriveRelaxedOp arrive) {
  if (isa_and_present<NVVM::ClusterWaitOp>(arrive->getNextNode()))
    return;
  SmallVector<NVVM::ClusterWaitOp> waits;
  arrive->getParentOfType<FunctionOpInterface>().walk([&](NVVM::ClusterWaitOp wait) {
    if (!isa_and_present<NVVM::ClusterArriveRelaxedOp>(wait->getPrevNode()))
      waits.push_back(wait);
  });
  for (NVVM::ClusterWaitOp wait : waits)
    wait.erase();
  KernelBuilder kb(arrive.getLoc(), arrive->getNextNode());
  kb.create<NVVM::ClusterWaitOp>(UnitAttr());
}

void fusion::boundWaits(Operation *root, int64_t polls) {
  SmallVector<NVVM::ClusterArriveRelaxedOp> arrivals;
  root->walk([&](NVVM::ClusterArriveRelaxedOp arrive) { arrivals.push_back(arrive); });
  llvm::for_each(arrivals, meetAtOnce);
  SmallVector<scf::WhileOp> loops;
  root->walk([&](NVVM::MBarrierTryWaitOp wait) {
    if (auto loop = dyn_cast<scf::WhileOp>(wait->getParentOp()))
      loops.push_back(loop);
  });
  for (scf::WhileOp loop : loops)
    boundLoop(loop, polls);
}
