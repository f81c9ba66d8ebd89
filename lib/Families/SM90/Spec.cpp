// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Derives from a kernel and its schedule what its kernel is made of.

#include "Spec.h"

#include "WgmmaAtom.h"
#include "fusion/Families/SM90/WgmmaLayout.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

WarpgroupTile async::getWarpgroupTile(const SM90Schedule &schedule) {
  return {schedule.warpgroupRows() / schedule.stackedRows(), schedule.columns() / schedule.stackedColumns(),
          schedule.finishedColumns(), schedule.swap};
}

ClusterSum async::getClusterSum(const SM90Schedule &schedule) {
  return {schedule.splitK, schedule.finishers(), schedule.consumers, getWarpgroupTile(schedule), schedule.products};
}

/// The same instructions and sums, with the factors of a product that is added.
static std::shared_ptr<Atom> getAddedAtom(const ProductSum &added, const SM90Schedule &schedule, const Atom &first) {
  auto atom = std::make_shared<WgmmaAtom>(static_cast<const WgmmaAtom &>(first));
  int64_t elementBytes = schedule.type->elementBytes;
  Multiplicand a{!added.isTransposedA(), schedule.tileM, schedule.tileK, elementBytes};
  Multiplicand b{added.isTransposedB(), schedule.tileN, schedule.tileK, elementBytes};
  atom->rows = first.own().ofRows(a, b);
  atom->columns = {first.own().ofColumns(a, b)};
  // What TMA fills with zeros behind a small depth needs no product.
  if (added.k < schedule.tileK)
    atom->multiplied = llvm::alignTo(added.k, atom->format.depth());
  return atom;
}

ProductSpec async::getProductSpec(const ProductSum &product, const ChipInfo &chip, const SM90Schedule &schedule,
                                  const ProductSum *added) {
  ProductSpec spec;
  const ProductType &type = *schedule.type;
  spec.atom = std::make_shared<WgmmaAtom>(ProductFormat::get(type, schedule.swap));
  Atom &atom = *spec.atom;
  atom.sumType = product.getAccumulatorType();
  int64_t elementBytes = type.elementBytes;
  // Copies of elements that wgmma does not transpose are transposed.
  auto isKMajor = [&](bool lies, bool copied) { return lies || (copied && type.crossRead != CrossRead::Instructions); };
  Multiplicand a{isKMajor(!product.isTransposedA(), schedule.copyA), schedule.tileM, schedule.tileK, elementBytes};
  Multiplicand b{isKMajor(product.isTransposedB(), schedule.copyB), schedule.tileN * schedule.products, schedule.tileK,
                 elementBytes};
  atom.stacked = schedule.products;
  WarpgroupTile own = getWarpgroupTile(schedule);
  atom.rows = own.ofRows(a, b);
  atom.columns = {own.ofColumns(a, b)};
  // Only the left factor can come from registers. For split f32 its low half is made there.
  atom.rows.readByThreads = atom.rows.isUnreadable() || schedule.isSplitF32();
  spec.walk = {schedule.tileM,
               schedule.tileN,
               {schedule.tileK, schedule.sumsChains() ? schedule.chain() : 1},
               {schedule.clusterM, schedule.clusterN, schedule.splitK},
               {schedule.order == RasterOrder::Rows || schedule.order == RasterOrder::SnakeRows,
                schedule.order == RasterOrder::SnakeRows || schedule.order == RasterOrder::SnakeColumns},
               schedule.group,
               schedule.streamKTail,
               schedule.grid > 0 ? schedule.grid : chip.sms * schedule.blocksPerSM};
  spec.roles = {schedule.consumers,
                schedule.splitters(),
                schedule.isPingPong(),
                schedule.loadsByThreads(),
                schedule.movesRegisters() ? schedule.consumerRegisters() : 0,
                schedule.movesRegisters() ? schedule.producerRegisters() : 0,
                schedule.readsAhead(),
                schedule.dependents == DependentLaunch::Early,
                schedule.threads(),
                schedule.blocksPerSM};
  spec.stages = schedule.getStages();
  spec.spreadK = schedule.spreadK;
  if (schedule.sumsChains())
    spec.sums.chains = {type.chain, schedule.chain()};
  atom.lowSlots = schedule.lowSlots();
  atom.layout = std::make_shared<WgmmaLayout>(own);
  if (added)
    spec.added = getAddedAtom(*added, schedule, atom);
  spec.sums.cluster = getClusterSum(schedule);
  spec.sums.tile = {schedule.rows(), schedule.columns(), schedule.streamKTail, schedule.consumers,
                    schedule.addsInBlocks()};
  return spec;
}
