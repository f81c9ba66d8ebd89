// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Four threads compute a call each, and hand its words to each other.

#include "fusion/Families/Common/QuadDraws.h"

#include "fusion/Analysis/SharedDraws.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

QuadDraws::QuadDraws(KernelOp kernel) {
  for (auto map : kernel.getBodyBlock()->getOps<MapOp>())
    if (findSharedDraw(map))
      maps.insert(map);
}

Value QuadGroup::getWord(KernelBuilder &kb, MapOp map, ValueRange operands, int64_t row) {
  if (!draws.isShared(map))
    return {};
  auto [place, isNew] = words.try_emplace(map);
  if (isNew)
    place->second = exchange(kb, drawOwn(kb, map, operands));
  return place->second[row];
}

std::array<Value, 4> QuadGroup::drawOwn(KernelBuilder &kb, MapOp map, ValueRange operands) {
  // What differs from element to element no call depends on: nothing uses what is made of these zeros.
  SmallVector<Value> scalars = llvm::map_to_vector(llvm::enumerate(operands), [&](auto operand) -> Value {
    auto type = cast<RankedTensorType>(map->getOperand(operand.index()).getType());
    if (!operand.value() || (type.hasStaticShape() && type.getNumElements() == 1))
      return operand.value();
    return kb.create<arith::ConstantOp>(cast<TypedAttr>(kb.getZeroAttr(operand.value().getType())));
  });
  std::array<Value, 4> own;
  int64_t rank = map.getResultType().getRank();
  auto position = [&](int64_t dim) { return getPosition(rank - 1 - dim); };
  auto find = [](Value) { return Value(); };
  auto note = [&](Value result, Value scalar) {
    if (result.getDefiningOp<PhiloxOp>())
      own[cast<OpResult>(result).getResultNumber()] = scalar;
  };
  map.buildScalar(kb, kb.getLoc(), scalars, {position, nullptr, /*strict=*/false, find, note});
  return own;
}

std::array<Value, 4> QuadGroup::exchange(KernelBuilder &kb, const std::array<Value, 4> &own) {
  auto choose = [&](Value condition, Value x, Value y) { return kb.create<arith::SelectOp>(condition, x, y); };
  auto swap = [&](Value value, int64_t distance) -> Value {
    return kb.create<NVVM::ShflOp>(kb.getI32Type(), kb.c32(-1), value, kb.c32(distance), kb.c32(31),
                                   NVVM::ShflKind::bfly, UnitAttr());
  };
  // With its neighbour: words `odd` and 2 + `odd` of the calls of both, that of the even thread first.
  Value odd = kb.eq(kb.rem(thread, 2), 1);
  std::array<std::array<Value, 2>, 2> halves;
  for (int high : {0, 1}) {
    Value even = own[2 * high], other = own[2 * high + 1], got = swap(choose(odd, even, other), 1);
    halves[high] = {choose(odd, got, even), choose(odd, other, got)};
  }
  // With the other two: the thread's own word of theirs.
  Value late = kb.eq(kb.div(thread, 2), 1);
  std::array<Value, 4> words;
  for (int call : {0, 1}) {
    Value got = swap(choose(late, halves[0][call], halves[1][call]), 2);
    Value kept = choose(late, halves[1][call], halves[0][call]);
    words[call] = choose(late, got, kept);
    words[2 + call] = choose(late, kept, got);
  }
  return words;
}
