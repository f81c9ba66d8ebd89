// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits maxima of threads, warps and blocks, and raises outputs to them.

#include "fusion/Families/Common/AmaxStore.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fusion;

static constexpr int64_t kWarp = 32;

AmaxStore::AmaxStore(KernelBuilder &kb, Type elementType) : elementType(elementType) {
  OpBuilder::InsertionGuard guard(kb);
  auto function = kb.getInsertionBlock()->getParentOp()->getParentOfType<FunctionOpInterface>();
  if (!function)
    function = cast<FunctionOpInterface>(kb.getInsertionBlock()->getParentOp());
  kb.setInsertionPointToStart(&function.getFunctionBody().front());
  slot = kb.create<LLVM::AllocaOp>(LLVM::LLVMPointerType::get(kb.getContext()), kb.getF32Type(), kb.c32(1));
  kb.store(kb.cF32(-std::numeric_limits<double>::infinity()), slot);
}

void AmaxStore::add(KernelBuilder &kb, ArrayRef<Value> magnitudes, Value inside) const {
  Value largest = magnitudes.front();
  for (Value magnitude : magnitudes.drop_front())
    largest = kb.create<arith::MaximumFOp>(largest, magnitude);
  if (inside)
    largest = kb.select(inside, largest, kb.cF32(-std::numeric_limits<double>::infinity()));
  kb.store(kb.create<arith::MaximumFOp>(kb.load(kb.getF32Type(), slot), largest), slot);
}

/// The largest of a warp's threads, in all of them.
static Value shuffle(KernelBuilder &kb, Value largest) {
  for (int64_t distance = kWarp / 2; distance > 0; distance /= 2) {
    Value other = kb.create<NVVM::ShflOp>(largest.getType(), kb.c32(-1), largest, kb.c32(distance), kb.c32(kWarp - 1),
                                          NVVM::ShflKind::bfly, UnitAttr());
    largest = kb.create<arith::MaximumFOp>(largest, other);
  }
  return largest;
}

Value AmaxStore::reduceWarp(KernelBuilder &kb) const {
  Value largest = shuffle(kb, kb.load(kb.getF32Type(), slot));
  return convertFloat(kb, kb.getLoc(), convertFloat(kb, kb.getLoc(), largest, elementType), kb.getF32Type());
}

/// By one thread.
static void raise(KernelBuilder &kb, Value pointer, Value largest) {
  Value bits = kb.create<arith::BitcastOp>(kb.getI32Type(), largest);
  Value seen = kb.inlineAsm(kb.getI32Type(), pointer, "ld.relaxed.gpu.global.b32 $0, [$1];", "=r,l,~{memory}");
  kb.ifThen(kb.lt(seen, bits),
            [&] { kb.inlineAsm(Type(), {pointer, bits}, "red.global.max.s32 [$0], $1;", "l,r,~{memory}"); });
}

void AmaxStore::finishWarp(KernelBuilder &kb, Value pointer, Value thread) const {
  Value largest = reduceWarp(kb);
  kb.ifThen(kb.eq(kb.rem(thread, kWarp), 0), [&] { raise(kb, pointer, largest); });
}

void AmaxStore::finishBlock(KernelBuilder &kb, Value pointer, Value thread, int64_t warps, Value shared) const {
  Value largest = reduceWarp(kb);
  Value lane = kb.rem(thread, kWarp);
  auto placeOf = [&](Value warp) { return kb.offsetPtr(shared, kb.mul(warp, 4)); };
  kb.ifThen(kb.eq(lane, 0), [&] { kb.store(largest, placeOf(kb.div(thread, kWarp))); });
  kb.create<NVVM::Barrier0Op>();
  kb.ifThen(kb.lt(thread, kb.c32(kWarp)), [&] {
    Value all = shuffle(kb, kb.load(kb.getF32Type(), placeOf(kb.rem(lane, warps))));
    kb.ifThen(kb.eq(lane, 0), [&] { raise(kb, pointer, all); });
  });
}
