// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds the chip's instructions, as operations of NVVM or as inline PTX.

#include "fusion/Families/Async/Instructions.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

void async::initBarrier(KernelBuilder &kb, Value barrier, int64_t arrivals) {
  kb.create<NVVM::MBarrierInitOp>(barrier, kb.c32(arrivals), /*predicate=*/Value());
}

void async::fenceBarrierInit(KernelBuilder &kb) { kb.create<NVVM::FenceMbarrierInitOp>(); }

// The scope of the block is enough in a cluster too: what an arrival orders are reads by products, which have ended.
// Cluster scope costs a memory barrier per k block (measured: 25 to 50 %).
void async::arrive(KernelBuilder &kb, Value barrier, bool cluster) {
  bool remote = cast<LLVM::LLVMPointerType>(barrier.getType()).getAddressSpace() != 3;
  Type state = remote ? Type() : Type(kb.getI64Type());
  kb.create<NVVM::MBarrierArriveOp>(state, barrier, /*count=*/Value(),
                                    cluster ? NVVM::MemScopeKind::CLUSTER : NVVM::MemScopeKind::CTA);
}

void async::arriveExpect(KernelBuilder &kb, Value barrier, Value bytes) {
  kb.create<NVVM::MBarrierArriveExpectTxOp>(Type(), barrier, bytes, NVVM::MemScopeKind::CTA, /*relaxed=*/false,
                                            /*predicate=*/Value());
}

void async::expectBytes(KernelBuilder &kb, Value barrier, Value bytes) {
  kb.create<NVVM::MBarrierExpectTxOp>(barrier, bytes, NVVM::MemScopeKind::CTA);
}

void async::waitBarrier(KernelBuilder &kb, Value barrier, Value parity, bool cluster) {
  auto loop = kb.create<scf::WhileOp>(TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(kb);
  kb.createBlock(&loop.getBefore());
  Value done = kb.create<NVVM::MBarrierTryWaitOp>(kb.getI1Type(), barrier, parity, /*ticks=*/Value(),
                                                  cluster ? NVVM::MemScopeKind::CLUSTER : NVVM::MemScopeKind::CTA);
  Value again = kb.create<arith::XOrIOp>(done, kb.cBool(true));
  kb.create<scf::ConditionOp>(again, ValueRange());
  kb.createBlock(&loop.getAfter());
  kb.create<scf::YieldOp>();
}

void async::prefetchTensorMap(KernelBuilder &kb, Value map) {
  kb.create<NVVM::PrefetchOp>(NVVM::PrefetchCacheLevelAttr(), NVVM::CacheEvictionPriorityAttr(), map,
                              /*predicate=*/Value(), /*tensormap=*/kb.getUnitAttr());
}

void async::loadBox(KernelBuilder &kb, Value destination, Value map, ValueRange coordinates, Value barrier,
                    Value mask) {
  auto clusterPtr = LLVM::LLVMPointerType::get(kb.getContext(), /*addressSpace=*/7);
  Value address = kb.create<LLVM::AddrSpaceCastOp>(clusterPtr, destination);
  kb.create<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(
      address, map, coordinates, barrier, /*im2colOffsets=*/ValueRange(), mask, /*l2CacheHint=*/Value(),
      NVVM::TMALoadMode::TILE, /*isCTAOnly=*/false, NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
}

void async::storeBox(KernelBuilder &kb, Value map, Value source, ValueRange coordinates) {
  kb.create<NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>(map, source, coordinates, /*l2CacheHint=*/Value(),
                                                        NVVM::TMAStoreMode::TILE, /*predicate=*/Value());
}

void async::commitStores(KernelBuilder &kb) { kb.create<NVVM::CpAsyncBulkCommitGroupOp>(); }

void async::waitStoresRead(KernelBuilder &kb, int64_t pending) {
  kb.create<NVVM::CpAsyncBulkWaitGroupOp>(static_cast<uint32_t>(pending), kb.getUnitAttr());
}

// What is read once by a block passes the L1 by, which copies of 16 bytes alone can.
void async::copyAsync(KernelBuilder &kb, Value target, Value source, int64_t width, Value bytes) {
  auto cache = width == 16 ? NVVM::LoadCacheModifierKind::CG : NVVM::LoadCacheModifierKind::CA;
  kb.create<NVVM::CpAsyncOp>(target, source, static_cast<uint32_t>(width), cache, bytes);
}

void async::waitCopies(KernelBuilder &kb) {
  kb.create<NVVM::CpAsyncCommitGroupOp>();
  kb.create<NVVM::CpAsyncWaitGroupOp>(0);
}

void async::fenceAsyncShared(KernelBuilder &kb) {
  kb.create<NVVM::FenceProxyOp>(NVVM::ProxyKind::async_shared,
                                NVVM::SharedSpaceAttr::get(kb.getContext(), NVVM::SharedSpace::shared_cta));
}

void async::syncWarp(KernelBuilder &kb) { kb.create<NVVM::SyncWarpOp>(kb.c32(-1)); }

void async::syncBlock(KernelBuilder &kb) { kb.create<NVVM::Barrier0Op>(); }

void async::syncThreads(KernelBuilder &kb, Value id, int64_t threads) {
  kb.create<NVVM::BarrierOp>(TypeRange(), id, kb.c32(threads), NVVM::BarrierReductionAttr(), Value());
}

Value async::voteAny(KernelBuilder &kb, Value id, int64_t threads, Value vote) {
  return kb
      .create<LLVM::CallIntrinsicOp>(kb.getI1Type(), kb.getStringAttr("llvm.nvvm.barrier.cta.red.or.aligned.count"),
                                     ValueRange{id, kb.c32(threads), vote})
      .getResult(0);
}

void async::arriveThreads(KernelBuilder &kb, Value id, int64_t threads) {
  kb.create<NVVM::BarrierArriveOp>(id, kb.c32(threads));
}

void async::arriveCluster(KernelBuilder &kb) { kb.create<NVVM::ClusterArriveRelaxedOp>(UnitAttr()); }
void async::waitCluster(KernelBuilder &kb) { kb.create<NVVM::ClusterWaitOp>(UnitAttr()); }

Value async::mapToCluster(KernelBuilder &kb, Value shared, Value rank) {
  return kb.create<NVVM::MapaOp>(LLVM::LLVMPointerType::get(kb.getContext(), /*addressSpace=*/7), shared, rank);
}

void async::storeToCluster(KernelBuilder &kb, Value values, Value address, Value barrier) {
  SmallVector<Value> operands = {address, barrier};
  for (int64_t i = 0; i < 4; ++i) {
    Value value = kb.create<LLVM::ExtractElementOp>(values, kb.c32(i));
    // 32 bits, whatever they mean.
    operands.push_back(value.getType().isF32() ? value : kb.create<arith::BitcastOp>(kb.getF32Type(), value));
  }
  kb.inlineAsm(Type(), operands,
               "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [$0], {$2, $3, $4, $5}, [$1];",
               "r,r,f,f,f,f,~{memory}");
}

Value async::electOne(KernelBuilder &kb) {
  return kb.create<NVVM::ElectSyncOp>(kb.getI1Type(), /*membermask=*/Value());
}

void async::setMaxRegisters(KernelBuilder &kb, int64_t count, bool increase) {
  kb.create<NVVM::SetMaxRegisterOp>(static_cast<uint32_t>(count), increase ? NVVM::SetMaxRegisterAction::increase
                                                                           : NVVM::SetMaxRegisterAction::decrease);
}

void async::launchDependents(KernelBuilder &kb) {
  kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
}

void async::waitForDependencies(KernelBuilder &kb) { kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::wait); }

Value async::loadAcquire(KernelBuilder &kb, Value address) {
  return kb.inlineAsm(kb.getI64Type(), address, "ld.acquire.gpu.global.b64 $0, [$1];", "=l,l,~{memory}");
}

Value async::exchange(KernelBuilder &kb, Value address, Value value) {
  return kb.inlineAsm(kb.getI64Type(), {address, value}, "atom.acq_rel.gpu.global.exch.b64 $0, [$1], $2;",
                      "=l,l,l,~{memory}");
}

SmallVector<Value> async::loadWords(KernelBuilder &kb, Value address) {
  SmallVector<Type> types(4, kb.getI32Type());
  return kb.extractAll(kb.inlineAsm(LLVM::LLVMStructType::getLiteral(kb.getContext(), types), address,
                                    "ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,~{memory}"));
}

void async::storeWords(KernelBuilder &kb, ValueRange words, Value address) {
  SmallVector<Value> operands = {address};
  llvm::append_range(operands, words);
  kb.inlineAsm(Type(), operands, "st.global.v4.b32 [$0], {$1, $2, $3, $4};", "l,r,r,r,r,~{memory}");
}

void async::storeMatrices(KernelBuilder &kb, Value address, ValueRange registers, bool transpose) {
  kb.create<NVVM::StMatrixOp>(address, registers, transpose ? NVVM::MMALayout::col : NVVM::MMALayout::row,
                              NVVM::LdStMatrixShapeAttr::get(kb.getContext(), 8, 8), NVVM::LdStMatrixEltType::B16);
}

SmallVector<Value> async::loadMatrices(KernelBuilder &kb, Value address, int64_t count, bool transpose) {
  SmallVector<Type> types(count, kb.getI32Type());
  Value loaded =
      kb.create<NVVM::LdMatrixOp>(LLVM::LLVMStructType::getLiteral(kb.getContext(), types), address,
                                  static_cast<uint32_t>(count), transpose ? NVVM::MMALayout::col : NVVM::MMALayout::row,
                                  NVVM::LdStMatrixShapeAttr::get(kb.getContext(), 8, 8), NVVM::LdStMatrixEltType::B16);
  return kb.extractAll(loaded);
}
