// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BlockReduction.h"
#include "Launch.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::fusion;

/// What the thread at `distance` has of `value`. Registers of 32 bits are exchanged: less is widened, more is halved.
static Value exchange(OpBuilder &builder, Location loc, Value value, int32_t distance) {
  auto shuffle = [&](Value sent) -> Value {
    return gpu::ShuffleOp::create(builder, loc, sent, distance, kWarp, gpu::ShuffleMode::XOR).getShuffleResult();
  };
  Type type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 32)
    return shuffle(value);
  auto bits = builder.getIntegerType(width), half = builder.getI32Type();
  Value whole = isa<FloatType>(type) ? arith::BitcastOp::create(builder, loc, bits, value).getResult() : value;
  Value received;
  if (width < 32) {
    received = arith::TruncIOp::create(builder, loc, bits, shuffle(arith::ExtUIOp::create(builder, loc, half, whole)));
  } else {
    Value by = arith::ConstantIntOp::create(builder, loc, bits, 32);
    Value upper = arith::TruncIOp::create(builder, loc, half, arith::ShRUIOp::create(builder, loc, whole, by));
    Value low = arith::ExtUIOp::create(builder, loc, bits, shuffle(arith::TruncIOp::create(builder, loc, half, whole)));
    Value high = arith::ExtUIOp::create(builder, loc, bits, shuffle(upper));
    received = arith::OrIOp::create(builder, loc, low, arith::ShLIOp::create(builder, loc, high, by));
  }
  return isa<FloatType>(type) ? arith::BitcastOp::create(builder, loc, type, received).getResult() : received;
}

SmallVector<Value> mlir::fusion::getLoopSizes(OpBuilder &builder, linalg::GenericOp op) {
  SmallVector<Value> sizes;
  for (Range range : cast<linalg::LinalgOp>(op.getOperation()).createLoopRanges(builder, op.getLoc()))
    sizes.push_back(getValueOrCreateConstantIndexOp(builder, op.getLoc(), range.size));
  return sizes;
}

SmallVector<Value> mlir::fusion::localizeSizes(OpBuilder &builder, Location loc, ValueRange sizes) {
  return llvm::map_to_vector(sizes, [&](Value size) {
    std::optional<int64_t> known = getConstantIntValue(size);
    return known ? indexConstant(builder, loc, *known) : size;
  });
}

Value mlir::fusion::multiplySizes(OpBuilder &builder, Location loc, ValueRange sizes) {
  Value product = indexConstant(builder, loc, 1);
  for (Value size : sizes)
    product = builder.createOrFold<arith::MulIOp>(loc, product, size);
  return product;
}

bool mlir::fusion::areBeside(ValueRange sizes, int64_t count) {
  std::optional<int64_t> last = sizes.empty() ? std::nullopt : getConstantIntValue(sizes.back());
  return last && (*last % count == 0 || seeded("pieces-across-rows"));
}

SmallVector<Value> mlir::fusion::delinearize(OpBuilder &builder, Location loc, Value id, ValueRange sizes) {
  SmallVector<Value> positions(sizes.size());
  for (size_t dim = sizes.size(); dim-- > 1;) {
    positions[dim] = arith::RemUIOp::create(builder, loc, id, sizes[dim]);
    id = arith::DivUIOp::create(builder, loc, id, sizes[dim]);
  }
  if (!positions.empty())
    positions[0] = id;
  return positions;
}

SmallVector<SmallVector<Value>> mlir::fusion::delinearizePiece(OpBuilder &builder, Location loc, Value id,
                                                               int64_t count, ValueRange sizes) {
  auto add = [&](Value a, int64_t b) {
    return builder.createOrFold<arith::AddIOp>(loc, a, indexConstant(builder, loc, b));
  };
  bool beside = areBeside(sizes, count);
  SmallVector<SmallVector<Value>> positions = {delinearize(builder, loc, id, sizes)};
  for (int64_t number = 1; number < count; ++number) {
    positions.push_back(beside ? positions.front() : delinearize(builder, loc, add(id, number), sizes));
    if (beside)
      positions.back().back() = add(positions.front().back(), number);
  }
  return positions;
}

BlockPlace mlir::fusion::launchBlocks(OpBuilder &builder, Location loc, ValueRange sizes, BlockShape shape) {
  BlockPlace place;
  place.shape = shape;
  auto index = [&](int64_t value) { return indexConstant(builder, loc, value); };
  auto divide = [&](Value a, int64_t by) { return builder.createOrFold<arith::DivUIOp>(loc, a, index(by)); };
  auto modulo = [&](Value a, int64_t by) { return builder.createOrFold<arith::RemUIOp>(loc, a, index(by)); };
  auto multiply = [&](Value a, int64_t by) { return builder.createOrFold<arith::MulIOp>(loc, a, index(by)); };
  Value blocks = builder.createOrFold<arith::CeilDivUIOp>(loc, multiplySizes(builder, loc, sizes), index(shape.points));
  place.launch = createLaunch(builder, loc, multiply(blocks, shape.slices), shape.threads());
  SmallVector<Value> outer = localizeSizes(builder, loc, sizes);

  place.lane = place.launch.getThreadIds().x, place.place = index(0);
  if (shape.points > 1) {
    Value thread = place.lane;
    int64_t divisor = shape.pointsBeside ? shape.points : shape.lanes;
    place.lane = modulo(thread, divisor), place.place = divide(thread, divisor);
    if (shape.pointsBeside)
      std::swap(place.lane, place.place);
  }
  Value block = place.launch.getBlockIds().x;
  place.slice = index(0);
  if (shape.slices > 1) {
    place.slice = modulo(block, shape.slices);
    block = divide(block, shape.slices);
  }
  place.number = builder.createOrFold<arith::AddIOp>(loc, multiply(block, shape.points), place.place);
  place.ivs = delinearize(builder, loc, place.number, outer);
  Value total = multiplySizes(builder, loc, outer);
  std::optional<int64_t> known = getConstantIntValue(total);
  if (shape.points > 1 && (!known || *known % shape.points != 0))
    place.inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, place.number, total);
  return place;
}

namespace {
class BlockReduction {
public:
  BlockReduction(OpBuilder &builder, BlockPlace &at, linalg::GenericOp op, const Reduction &reduction, ValueRange inner,
                 const ElementMemory &memory, ReductionResult result)
      : builder(builder), loc(op.getLoc()), at(at), shape(at.shape), op(op), reduction(reduction),
        inner(localizeSizes(builder, loc, inner)), memory(memory), result(result) {}

  void emit() {
    Value neutral = arith::ConstantOp::create(builder, loc, reduction.neutral);
    Value own = at.inside ? choose(at.inside, [&] { return reduceOwn(neutral); }, neutral) : reduceOwn(neutral);
    Value shared = shareOwn(own);
    Value writes = isFirst(at.lane);
    if (at.inside)
      writes = arith::AndIOp::create(builder, loc, writes, at.inside);
    runIf(writes, [&] { finish(own, shared); });
  }

private:
  Value index(int64_t value) { return indexConstant(builder, loc, value); }
  Value add(Value a, Value b) { return builder.createOrFold<arith::AddIOp>(loc, a, b); }
  Value mul(Value a, Value b) { return builder.createOrFold<arith::MulIOp>(loc, a, b); }
  template <typename Op> Value divide(Value a, int64_t by) { return builder.createOrFold<Op>(loc, a, index(by)); }
  Value isFirst(Value number) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, number, index(0));
  }
  void runIf(Value condition, function_ref<void()> body) {
    auto guard = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard back(builder);
    builder.setInsertionPointToStart(guard.thenBlock());
    body();
  }
  /// What `value` makes where `condition` holds, else `other`.
  Value choose(Value condition, function_ref<Value()> value, Value other) {
    auto yield = [&](function_ref<Value()> make) {
      return [&, make](OpBuilder &inside, Location) {
        OpBuilder::InsertionGuard back(builder);
        builder.restoreInsertionPoint(inside.saveInsertionPoint());
        scf::YieldOp::create(builder, loc, make());
      };
    };
    auto same = [&] { return other; };
    return scf::IfOp::create(builder, loc, condition, yield(value), yield(same)).getResult(0);
  }

  /// The place in an operand where the loops that reduce are at `reducing`.
  SmallVector<Value> getIndices(OpOperand &operand, ValueRange reducing) {
    SmallVector<OpFoldResult> positions(at.ivs.begin(), at.ivs.end());
    positions.append(reducing.begin(), reducing.end());
    return llvm::map_to_vector(op.getMatchingIndexingMap(&operand).getResults(), [&](AffineExpr expr) {
      return getValueOrCreateConstantIndexOp(builder, loc,
                                             affine::makeComposedFoldedAffineApply(builder, loc, expr, positions));
    });
  }

  /// Of an operand, the elements of the terms `reducing`; `beside`: these lie side by side in the last loop.
  SmallVector<Value> loadOperand(OpOperand &operand, ArrayRef<SmallVector<Value>> reducing, bool beside) {
    if (op.isScalar(&operand))
      return SmallVector<Value>(reducing.size(), operand.get());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    unsigned last = op.getNumLoops() - 1;
    if (beside && !map.isFunctionOfDim(last))
      return SmallVector<Value>(reducing.size(),
                                memory.load(builder, loc, operand.get(), getIndices(operand, reducing.front())));
    if (beside && map.getNumResults() > 0 && map.getResults().back() == getAffineDimExpr(last, op.getContext()) &&
        !map.dropResult(map.getNumResults() - 1).isFunctionOfDim(last))
      return memory.loadPiece(builder, loc, operand.get(), getIndices(operand, reducing.front()), reducing.size());
    return llvm::map_to_vector(reducing, [&](ArrayRef<Value> position) {
      return memory.load(builder, loc, operand.get(), getIndices(operand, position));
    });
  }

  /// `result` with the terms of a piece, the first of which has the number `id`, in order.
  Value addPiece(Value result, Value id) {
    SmallVector<SmallVector<Value>> reducing = delinearizePiece(builder, loc, id, shape.piece, inner);
    bool beside = areBeside(inner, shape.piece);
    SmallVector<std::pair<BlockArgument, SmallVector<Value>>> loaded;
    for (OpOperand *input : op.getDpsInputOperands())
      loaded.push_back({op.getMatchingBlockArgument(input), loadOperand(*input, reducing, beside)});
    for (int64_t number = 0; number < shape.piece; ++number) {
      IRMapping mapping;
      for (auto &[argument, elements] : loaded)
        mapping.map(argument, elements[number]);
      result = addTerm(result, reducing[number], mapping);
    }
    return result;
  }

  /// `result` with the term at `reducing`, of the inputs that `mapping` has; `spelled`: by the body's own operations.
  Value addTerm(Value result, ArrayRef<Value> reducing, IRMapping &mapping, bool spelled = false) {
    mapping.map(reduction.carried, result);
    for (Operation &each : op.getBlock()->without_terminator()) {
      if (auto position = dyn_cast<linalg::IndexOp>(each))
        mapping.map(position.getResult(), position.getDim() < at.ivs.size()
                                              ? at.ivs[position.getDim()]
                                              : reducing[position.getDim() - at.ivs.size()]);
      else if (spelled || (&each != reduction.combiner && &each != reduction.comparison))
        builder.clone(each, mapping);
    }
    if (spelled)
      return mapping.lookup(reduction.combiner->getResult(0));
    return combine(result, mapping.lookupOrDefault(reduction.getTerm()));
  }

  Value combine(Value result, Value term) { return fusion::combine(builder, loc, reduction, result, term); }

  /// Of the thread's own terms: a piece in each turn of all lanes, of all slices, and one of the rest.
  Value reduceOwn(Value neutral) {
    Value reduced = multiplySizes(builder, loc, inner), turn = index(shape.lanes * shape.slices * shape.piece);
    Value number = seeded("foreign-reduction-slices-alike") ? at.lane : add(mul(at.slice, index(shape.lanes)), at.lane);
    Value first = mul(number, index(shape.piece));
    Value rest = builder.createOrFold<arith::RemUIOp>(loc, reduced, turn);
    Value whole = builder.createOrFold<arith::SubIOp>(loc, reduced, rest);
    auto loop = scf::ForOp::create(builder, loc, index(0), whole, turn, neutral);
    {
      OpBuilder::InsertionGuard back(builder);
      builder.setInsertionPointToStart(loop.getBody());
      scf::YieldOp::create(builder, loc,
                           addPiece(loop.getRegionIterArgs().front(), add(loop.getInductionVar(), first)));
    }
    Value own = loop.getResult(0);
    if (getConstantIntValue(rest) == 0 || seeded("foreign-reduction-drops-rest"))
      return own;
    Value has = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, first, rest);
    return choose(has, [&] { return addPiece(own, add(whole, first)); }, own);
  }

  /// In each thread, the values of all threads of its warp put together, or of those of its point if they are fewer.
  Value reduceWarp(Value value) {
    for (int32_t distance = std::min(shape.lanes, kWarp) / 2; distance > 0; distance /= 2)
      value = combine(value, exchange(builder, loc, value, distance));
    return value;
  }

  /// Brings together what the lanes of a point have: `own` becomes that of a warp, where adjacent threads are of one
  /// point; what is left to add is in memory, if anything: [part, point of the block].
  Value shareOwn(Value &own) {
    if (!shape.pointsBeside)
      own = reduceWarp(own);
    int64_t parts = getParts();
    if (parts == 1)
      return {};
    auto space = gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
    Value shared = at.launch.addWorkgroupAttribution(
        MemRefType::get({parts, shape.points}, own.getType(), MemRefLayoutAttrInterface(), space), loc);
    auto store = [&](Value part) { memref::StoreOp::create(builder, loc, own, shared, ValueRange{part, at.place}); };
    if (shape.pointsBeside)
      store(at.lane);
    else
      runIf(isFirst(divide<arith::RemUIOp>(at.lane, kWarp)), [&] { store(divide<arith::DivUIOp>(at.lane, kWarp)); });
    if (!seeded("foreign-reduction-not-awaited"))
      gpu::BarrierOp::create(builder, loc);
    return shared;
  }
  int64_t getParts() const { return shape.pointsBeside ? shape.lanes : llvm::divideCeil(shape.lanes, kWarp); }

  /// By a point's first thread: adds the parts in order, and at last the result's element.
  void finish(Value own, Value shared) {
    if (shared) {
      auto load = [&](int64_t part) -> Value {
        return memref::LoadOp::create(builder, loc, shared, ValueRange{index(part), at.place});
      };
      own = load(0);
      for (int64_t part = 1; part < getParts() - seeded("foreign-reduction-drops-part"); ++part)
        own = combine(own, load(part));
    }
    if (result.parts) {
      SmallVector<Value> indices(at.ivs);
      indices.push_back(at.slice);
      memref::StoreOp::create(builder, loc, own, result.parts, indices);
      return;
    }
    // The element's place depends on no loop that reduces.
    OpOperand &output = op.getDpsInitsMutable()[0];
    SmallVector<Value> anywhere(inner.size(), at.lane);
    SmallVector<Value> indices = getIndices(output, anywhere);
    Value old = result.initial ? result.initial : memory.load(builder, loc, output.get(), indices);
    Value all = combine(old, own);
    memory.store(builder, loc, reduction.isOrdered() ? spellOut(old, all) : all, output.get(), indices);
  }

  /// Of a chain of comparisons, `most` is the result if it is a number other than zero: then it is one value. A NaN
  /// would give way to what comes after it, and of two zeros the order decides: there the terms are compared one by
  /// one.
  Value spellOut(Value old, Value most) {
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(most.getType()));
    Value unclear = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UEQ, most, zero);
    auto compareAll = [&]() -> Value {
      auto loop = scf::ForOp::create(builder, loc, index(0), multiplySizes(builder, loc, inner), index(1), old);
      OpBuilder::InsertionGuard back(builder);
      builder.setInsertionPointToStart(loop.getBody());
      SmallVector<SmallVector<Value>> reducing = {delinearize(builder, loc, loop.getInductionVar(), inner)};
      IRMapping mapping;
      for (OpOperand *input : op.getDpsInputOperands())
        mapping.map(op.getMatchingBlockArgument(input), loadOperand(*input, reducing, /*beside=*/false).front());
      scf::YieldOp::create(builder, loc,
                           addTerm(loop.getRegionIterArgs().front(), reducing.front(), mapping, /*spelled=*/true));
      return loop.getResult(0);
    };
    return choose(unclear, compareAll, most);
  }

  OpBuilder &builder;
  Location loc;
  BlockPlace &at;
  BlockShape shape;
  linalg::GenericOp op;
  const Reduction &reduction;
  SmallVector<Value> inner; ///< sizes of the loops that reduce
  const ElementMemory &memory;
  ReductionResult result;
};
} // namespace

void mlir::fusion::emitReduction(OpBuilder &builder, BlockPlace &place, linalg::GenericOp op,
                                 const Reduction &reduction, ValueRange inner, const ElementMemory &memory,
                                 ReductionResult result) {
  BlockReduction(builder, place, op, reduction, inner, memory, result).emit();
}
