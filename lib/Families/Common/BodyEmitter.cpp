// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads operands, evaluates the body and stores outputs, a site at a time.

#include "fusion/Families/Common/BodyEmitter.h"

#include "fusion/Dialect/Fusion/IR/StoreOps.h"

using namespace mlir;
using namespace fusion;

BodyEmitter::BodyEmitter(KernelBuilder &kb, KernelOp kernel, ArrayRef<MemRefArgument> inputs,
                         ArrayRef<MemRefArgument> outputs, ArrayRef<int64_t> iteration, bool narrow)
    : kernel(kernel), inputArguments(inputs), outputArguments(outputs), iteration(iteration), narrow(narrow),
      evaluator(kernel), scattered(getScatterStores(kernel, outputs, iteration.size())) {
  for (auto [argument, body] : llvm::zip(inputArguments, kernel.getBodyBlock()->getArguments()))
    if (KernelOp::isTable(body))
      tables.add(body, argument);
  for (unsigned output = 0; output < outputArguments.size(); ++output)
    if (auto amax = kernel.getYield().getOperand(output).getDefiningOp<AmaxOp>())
      maxima.emplace_back(output, AmaxStore(kb, amax.getInput().getType().getElementType()));
}

/// The operation by which an output is bits; null if it is none.
static PackBitsOp getBitsStored(KernelOp kernel, unsigned output) {
  return kernel.getYield().getOperand(output).getDefiningOp<PackBitsOp>();
}

namespace {
/// The places of a site: adjacent columns of adjacent rows.
class SitePlace : public ArgumentPlace {
public:
  /// `load` gives one element of an argument in a column (i32), as it is stored.
  SitePlace(const EpilogueSite &site, ValueRange outer, const TableArguments &tables,
            function_ref<Value(Value argument, Value column)> load)
      : ArgumentPlace(tables), site(site), outer(outer), load(load) {}

  Value getPosition(KernelBuilder &kb, int64_t fromLast, int64_t lane) override {
    Value place = fromLast == 0   ? kb.add(site.col, lane / site.rows)
                  : fromLast == 1 ? site.row
                                  : outer[outer.size() + 1 - fromLast];
    Value position = kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), place);
    // Behind the cast, where it is one number with what maps add, so that one element of two windows is found to be
    // one.
    return fromLast == 1 ? kb.add(position, lane % site.rows) : position;
  }
  Value isInside(KernelBuilder &kb, int64_t) override {
    return KernelBuilder::asConstant(site.inBounds) == 1 ? Value() : site.inBounds;
  }
  AdjacentLanes getAdjacent() const override { return {site.rows, site.colMultiple}; }
  Value getSum(KernelBuilder &kb, LookupOp, int64_t lane, Value column, Value asked) override {
    return site.sumAt(kb, getAsked(kb, lane, column, asked));
  }
  Value getElement(KernelBuilder &kb, BlockArgument argument, LookupOp, int64_t lane, Value column,
                   Value asked) override {
    return load(argument, getAsked(kb, lane, column, asked));
  }

private:
  /// A column that is looked up; else that of the lane itself, which is in the tile.
  Value getAsked(KernelBuilder &kb, int64_t lane, Value column, Value asked) {
    Value other = kb.createOrFold<arith::IndexCastOp>(kb.getI32Type(), column);
    return asked ? kb.select(asked, other, kb.add(site.col, lane / site.rows)) : other;
  }

  const EpilogueSite &site;
  ValueRange outer;
  function_ref<Value(Value argument, Value column)> load;
};
} // namespace

void BodyEmitter::enterOuter(KernelBuilder &kb, ValueRange outer) {
  this->outer = llvm::to_vector(outer);
  inputs.clear();
  outputs.clear();
  auto add = [&](SmallVector<Access> &list, const MemRefArgument &argument, Value body) {
    Access access{OperandAccess::get(kb, argument, iteration.size()), body, {}};
    access.enterOuter(kb, outer);
    list.push_back(access);
  };
  for (auto [argument, body] : llvm::zip(inputArguments, kernel.getBodyBlock()->getArguments()))
    if (isReadByEpilogue(kernel, body))
      add(inputs, argument, body);
  for (const MemRefArgument &argument : outputArguments)
    add(outputs, argument, Value());
}

// Wide accesses are cut into 16 bytes each.
BodyEmitter::Lanes BodyEmitter::load(KernelBuilder &kb, const Access &access, Value row, Value col, int64_t width) {
  Value address = access.address(kb, row, col);
  Type type = storedType(access.elementType);
  if (width == 1 || !access.colStride)
    return Lanes(width, kb.load(type, address));
  Lanes lanes;
  int64_t perAccess = narrow ? 1 : std::min<int64_t>(width, 16 / storedBytes(type));
  for (int64_t first = 0; first < width; first += perAccess) {
    if (perAccess == 1) {
      lanes.push_back(kb.load(type, access.address(kb, row, kb.add(col, first))));
      continue;
    }
    Value loaded = kb.load(VectorType::get(perAccess, type), kb.offsetPtr(address, first * storedBytes(type)));
    for (int64_t i = 0; i < perAccess; ++i)
      lanes.push_back(kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(i)));
  }
  return lanes;
}

void BodyEmitter::loadColumns(KernelBuilder &kb, Value col, int64_t width) {
  for (Access &access : inputs)
    if (!access.rowStride)
      access.perColumn = load(kb, access, Value(), col, width);
}

SmallVector<Value> BodyEmitter::loadSite(KernelBuilder &kb, const EpilogueSite &site) {
  SmallVector<Value> loaded;
  for (const Access &access : inputs)
    if (access.rowStride)
      for (int64_t row = 0; row < site.rows; ++row)
        llvm::append_range(loaded, load(kb, access, kb.add(site.row, row), site.col, site.width));
  return loaded;
}

/// The lanes of a row of a site among all of them, which are none where there is nothing.
static SmallVector<Value> getRow(ArrayRef<Value> lanes, const EpilogueSite &site, int64_t row) {
  SmallVector<Value> own;
  for (size_t lane = row; lane < lanes.size(); lane += site.rows)
    own.push_back(lanes[lane]);
  return own;
}

/// The lanes of a site of those of its rows, one row behind the other.
static SmallVector<Value> joinRows(ArrayRef<Value> rows, const EpilogueSite &site) {
  SmallVector<Value> lanes;
  for (int64_t col = 0; col < site.width; ++col)
    for (int64_t row = 0; row < site.rows; ++row)
      lanes.push_back(rows[row * site.width + col]);
  return lanes;
}

void BodyEmitter::finish(KernelBuilder &kb, const EpilogueSite &site, ArrayRef<Value> loaded) {
  SmallVector<std::pair<Value, Lanes>> stored;
  int64_t width = site.width * site.rows;
  for (const Access &access : inputs) {
    if (!access.rowStride) {
      Lanes lanes;
      for (Value column : access.perColumn)
        lanes.append(site.rows, column);
      stored.push_back({access.body, lanes});
      continue;
    }
    stored.push_back({access.body, joinRows(loaded.take_front(width), site)});
    loaded = loaded.drop_front(width);
  }
  auto loadAt = [&](Value argument, Value column) {
    const Access *access = llvm::find_if(inputs, [&](const Access &input) { return input.body == argument; });
    return load(kb, *access, site.row, column, /*width=*/1).front();
  };
  SitePlace place(site, outer, tables, loadAt);
  BodyEvaluator::Results results = evaluator.evaluate(kb, stored, site.accumulators, width, place);
  kb.ifThen(site.inBounds, [&] {
    for (auto [output, maximum] : maxima)
      maximum.add(kb, results.values[output]);
    for (int64_t row = 0; row < site.rows; ++row) {
      EpilogueSite own = site;
      own.row = kb.add(site.row, row);
      for (auto [output, access] : llvm::enumerate(outputs)) {
        SmallVector<Value> lanes = getRow(results.values[output], site, row);
        SmallVector<Value> conditions = getRow(results.conditions[output], site, row);
        if (getBitsStored(kernel, output))
          storeBits(kb, access, own, lanes);
        else if (scattered[output])
          storeScattered(kb, output, own, lanes, getRow(results.indices[output], site, row));
        else if (!conditions.empty())
          storeKept(kb, access, own, lanes, conditions);
        else if (storesElements(kernel, output))
          store(kb, access, own, lanes);
      }
    }
  });
}

void BodyEmitter::end(KernelBuilder &kb, Value thread) {
  for (auto [output, maximum] : maxima)
    maximum.finishWarp(kb, outputArguments[output].pointer, thread);
}

void BodyEmitter::endBlock(KernelBuilder &kb, Value thread, int64_t warps, function_ref<Value()> getShared) {
  for (auto [number, entry] : llvm::enumerate(maxima)) {
    auto &[output, maximum] = entry;
    Value shared = kb.offsetPtr(getShared(), number * AmaxStore::sharedBytes(warps));
    maximum.finishBlock(kb, outputArguments[output].pointer, thread, warps, shared);
  }
}

void BodyEmitter::store(KernelBuilder &kb, const Access &access, const EpilogueSite &site, ArrayRef<Value> lanes) {
  storeRow(kb, access, lanes, [&](int64_t lane) { return access.address(kb, site.row, kb.add(site.col, lane)); });
}

void BodyEmitter::storeRow(KernelBuilder &kb, const Access &access, ArrayRef<Value> lanes,
                           function_ref<Value(int64_t)> getAddress) {
  Value address = getAddress(0);
  Type stored = storedType(access.elementType), computed = lanes[0].getType();
  auto round = [&](Value value) { return toStored(kb, value, access.elementType); };
  auto width = static_cast<int64_t>(lanes.size());
  int64_t perAccess = std::min<int64_t>(width, 16 / storedBytes(stored));
  if (narrow || perAccess == 1) {
    for (auto [i, lane] : llvm::enumerate(lanes))
      kb.store(round(lane), narrow ? getAddress(i) : kb.offsetPtr(address, i * storedBytes(stored)));
    return;
  }
  for (int64_t first = 0; first < width; first += perAccess) {
    Value packed = kb.create<LLVM::PoisonOp>(VectorType::get(perAccess, computed));
    for (int64_t i = 0; i < perAccess; ++i)
      packed = kb.create<LLVM::InsertElementOp>(packed, lanes[first + i], kb.c32(i));
    kb.store(round(packed), kb.offsetPtr(address, first * storedBytes(stored)));
  }
}

void BodyEmitter::storeKept(KernelBuilder &kb, const Access &access, const EpilogueSite &site, ArrayRef<Value> lanes,
                            ArrayRef<Value> conditions) {
  auto storeEach = [&] {
    for (auto [i, lane] : llvm::enumerate(lanes))
      kb.ifThen(conditions[i], [&, i = i, lane = lane] {
        kb.store(toStored(kb, lane, access.elementType), access.address(kb, site.row, kb.add(site.col, i)));
      });
    return SmallVector<Value>();
  };
  if (lanes.size() == 1) {
    storeEach();
    return;
  }
  Value all = conditions.front();
  for (Value condition : conditions.drop_front())
    all = kb.andI(all, condition);
  auto storeAll = [&] {
    store(kb, access, site, lanes);
    return SmallVector<Value>();
  };
  kb.ifElse(all, TypeRange(), storeAll, storeEach);
}

void BodyEmitter::storeScattered(KernelBuilder &kb, unsigned output, const EpilogueSite &site, ArrayRef<Value> lanes,
                                 ArrayRef<Value> indices) {
  const ScatterStore &scatter = *scattered[output];
  const Access &access = outputs[output];
  auto address = [&](int64_t lane, Value index) {
    return scatter.address(kb, access, {outer, site.row, kb.add(site.col, lane)}, index);
  };
  if (scatter.keepsRows()) {
    kb.ifThen(scatter.isInside(kb, indices[0]),
              [&] { storeRow(kb, access, lanes, [&](int64_t lane) { return address(lane, indices[0]); }); });
    return;
  }
  for (auto [i, lane] : llvm::enumerate(lanes))
    kb.ifThen(scatter.isInside(kb, indices[i]),
              [&, i = i, lane = lane] { kb.store(toStored(kb, lane, access.elementType), address(i, indices[i])); });
}

void BodyEmitter::storeBits(KernelBuilder &kb, const Access &access, const EpilogueSite &site, ArrayRef<Value> lanes) {
  Value byte;
  for (auto [i, lane] : llvm::enumerate(lanes)) {
    Value bit = kb.shl(kb.fromBool(lane), kb.c32(i));
    byte = byte ? kb.orI(byte, bit) : bit;
  }
  kb.store(kb.create<arith::TruncIOp>(kb.getI8Type(), byte),
           access.address(kb, site.row, kb.div(site.col, lanes.size())));
}
