// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product of batches of which each has as many rows as memory says: a walk over the tiles of ragged groups.

#include "Draft.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

namespace {
/// Walks over the tiles of groups, one after the other, whose numbers of rows are read on the device.
class GroupScheduler : public TileScheduler {
public:
  GroupScheduler(KernelBuilder &kb, const Walk &walk, const ProductSizes &sizes, const ClusterPosition &position,
                 const MemRefArgument &rows)
      : walk(walk), rows(rows), tilesN(kb.ceilDiv(sizes.n, walk.tileN)) {
    shareOut(kb, walk, sizes, position);
  }

  bool readsMemory() const override { return true; }

  void begin(KernelBuilder &kb) override {
    units = kb.c32(0);
    int64_t groups = *KernelBuilder::asConstant(rows.sizes.front());
    for (int64_t group = 0; group < groups; ++group) {
      Value address = kb.offsetPtr(rows.pointer, kb.mul(rows.strides.front(), 4 * group));
      limits.push_back(kb.load(kb.getI32Type(), address));
      firsts.push_back(units);
      units = kb.add(units, kb.mul(kb.ceilDiv(limits.back(), walk.tileM), tilesN));
    }
  }

  Tile locate(KernelBuilder &kb, Value index) const override {
    Tile tile{kb.c32(0), Value(), Value(), wholeShare};
    Value first = kb.c32(0);
    tile.rowEnd = limits.front();
    for (size_t group = 1; group < firsts.size(); ++group) {
      Value isIn = kb.lt(kb.sub(firsts[group], 1), index);
      tile.batch = kb.select(isIn, kb.c32(group), tile.batch);
      tile.rowEnd = kb.select(isIn, limits[group], tile.rowEnd);
      first = kb.select(isIn, firsts[group], first);
    }
    Value inGroup = kb.sub(index, first), row = kb.createOrFold<arith::DivUIOp>(inGroup, tilesN);
    tile.row = kb.mul(row, walk.tileM);
    tile.col = kb.mul(kb.sub(inGroup, kb.mul(row, tilesN)), walk.tileN);
    return tile;
  }

private:
  const Walk &walk;
  const MemRefArgument rows;
  Value tilesN;
  SmallVector<Value> limits, firsts; ///< of each group: its rows, and the tiles in front of it
};

class GroupVariant : public DraftVariant {
public:
  using DraftVariant::DraftVariant;

private:
  /// The last input: the rows of each group.
  void addParameters() override {
    DraftVariant::addParameters();
    rows = parameters.addMemRef(kernel.getInputs().back());
  }
  KernelArguments getArguments(KernelBuilder &kb, Block::BlockArgListType arguments) const override {
    KernelArguments result = DraftVariant::getArguments(kb, arguments);
    MemRefArgument memory = parameters.getMemRef(kb, arguments, rows);
    result.createScheduler = [memory](KernelBuilder &kb, const Walk &walk, const ProductSizes &sizes,
                                      const ClusterPosition &position) -> std::unique_ptr<TileScheduler> {
      return std::make_unique<GroupScheduler>(kb, walk, sizes, position, memory);
    };
    return result;
  }

  unsigned rows = 0;
};
} // namespace

/// One product with one dimension of batches, whose kernel's last input has an i32 for each of them.
static bool hasGroups(const KernelPlan &plan) {
  const ProductSum *product = plan.getPlainProduct();
  if (!product || product->batches.size() != 1 || product->type->elementBytes != 2)
    return false;
  KernelOp kernel = plan.getKernel();
  auto last = cast<ShapedType>(kernel.getInputs().back().getType());
  return last.getElementType().isInteger(32) && last.hasStaticShape() &&
         last.getNumElements() == product->batches.front() && last.getDimSize(0) == product->batches.front();
}

const Draft fusion::kGroups = {"groups", hasGroups, [](const KernelPlan &plan, SM90Schedule schedule) {
                                 return std::unique_ptr<KernelVariant>(std::make_unique<GroupVariant>(plan, schedule));
                               }};
