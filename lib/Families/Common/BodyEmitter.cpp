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
/// The places of a site: adjacent columns of a row.
class SitePlace : public ArgumentPlace {
public:
  SitePlace(const EpilogueSite &site, ValueRange outer, const TableArguments &tables)
      : ArgumentPlace(tables), site(site), outer(outer) {}

  Value getPosition(KernelBuilder &kb, int64_t fromLast, int64_t lane) override {
    Value place = fromLast == 0   ? kb.add(site.col, lane)
                  : fromLast == 1 ? site.row
                                  : outer[outer.size() + 1 - fromLast];
    return kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), place);
  }
  Value isInside(KernelBuilder &kb, int64_t) override {
    return KernelBuilder::asConstant(site.inBounds) == 1 ? Value() : site.inBounds;
  }
  AdjacentLanes getAdjacent() const override { return {1, site.colMultiple}; }

private:
  const EpilogueSite &site;
  ValueRange outer;
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
      llvm::append_range(loaded, load(kb, access, site.row, site.col, site.width));
  return loaded;
}

void BodyEmitter::finish(KernelBuilder &kb, const EpilogueSite &site, ArrayRef<Value> loaded) {
  SmallVector<std::pair<Value, Lanes>> stored;
  for (const Access &access : inputs) {
    stored.push_back({access.body, access.rowStride ? Lanes(loaded.take_front(site.width)) : access.perColumn});
    if (access.rowStride)
      loaded = loaded.drop_front(site.width);
  }
  SitePlace place(site, outer, tables);
  BodyEvaluator::Results results = evaluator.evaluate(kb, stored, site.accumulators, site.width, place);
  kb.ifThen(site.inBounds, [&] {
    for (auto [output, maximum] : maxima)
      maximum.add(kb, results.values[output]);
    for (auto [output, access] : llvm::enumerate(outputs)) {
      ArrayRef<Value> lanes = results.values[output], conditions = results.conditions[output];
      if (getBitsStored(kernel, output))
        storeBits(kb, access, site, lanes);
      else if (scattered[output])
        storeScattered(kb, output, site, lanes, results.indices[output]);
      else if (!conditions.empty())
        storeKept(kb, access, site, lanes, conditions);
      else if (storesElements(kernel, output))
        store(kb, access, site, lanes);
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
