// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Schedules of products by wgmma, and the choice among them.

#ifndef FUSION_FAMILIES_SM90_SCHEDULE_H
#define FUSION_FAMILIES_SM90_SCHEDULE_H

#include "fusion/Analysis/ProductType.h"
#include "fusion/Families/Product/Stages.h"
#include "fusion/Families/SM90/Options.h"

namespace fusion {
struct ScheduleProblem;

/// Of kernels by wgmma and TMA.
inline constexpr llvm::StringLiteral kSM90FamilyName = "sm90";

/// How a product runs in the wgmma family: `#fusion.schedule<family = sm90, ...>` as numbers. Sizes are in elements.
///
/// A block computes one tile (cooperative) or two at a time, one by each of two consumer warpgroups (ping-pong). In the
/// frame of wgmma a tile has `rows()` rows, which its warpgroups share, and `columns()` columns, which each of them has
/// whole; with `swap` rows lie along N.
struct SM90Schedule {
  int64_t tileM = 128, tileN = 256, tileK = 64;
  int64_t consumers = 2; ///< consumer warpgroups of a block, 1 to 3; 2 for ping-pong
  int64_t stages = 4;
  int64_t group = 8;
  WarpgroupMode mode = WarpgroupMode::Cooperative;
  int64_t clusterM = 1, clusterN = 1, splitK = 1;
  bool swap = false;
  RasterOrder order = RasterOrder::Rows;
  int64_t grid = 0, blocksPerSM = 1, staging = 0;
  DependentLaunch dependents = DependentLaunch::Early;
  bool copyA = false, copyB = false;
  OperandLoad loadA = OperandLoad::TMA, loadB = OperandLoad::TMA;
  bool spreadK = false;
  int64_t streamKTail = 1; ///< partial tiles of each tile that fills no whole wave
  TailReduction tailReduction = TailReduction::Kernel;
  /// No more of them: twice as many are slower (64 x 64 x 65536: 32 7.78 us, 64 7.98, 128 9.17), and the number of k
  /// blocks of any K, times them, stays below 2^32.
  static constexpr int64_t kMostPartialTiles = 32;
  /// ScheduleProblem::type, no part of the attribute.
  const ProductType *type = &getProductTypes().front();
  /// ScheduleProblem::products, likewise. A tile has `tileN` columns of N of each product.
  int64_t products = 1;

  /// Whether the blocks that make the partial tiles of a stream-K tail also add them.
  bool addsInBlocks() const { return streamKTail > 1 && tailReduction == TailReduction::Blocks; }
  bool hasReductionKernel() const { return streamKTail > 1 && !addsInBlocks(); }
  bool isPingPong() const { return mode == WarpgroupMode::PingPong; }
  /// Of all products: those along N, of one product behind those of the other.
  int64_t rows() const { return swap ? tileN * products : tileM; }
  int64_t columns() const { return swap ? tileM : tileN * products; }
  /// Products that rows, or columns, are of.
  int64_t stackedRows() const { return swap ? products : 1; }
  int64_t stackedColumns() const { return swap ? 1 : products; }
  /// Rows of one warpgroup's accumulators, a multiple of 64 of each product.
  int64_t warpgroupRows() const { return isPingPong() ? rows() : rows() / consumers; }
  Stages getStages() const { return {stages}; }
  bool isSplitF32() const { return type->isSplit(); }
  /// Whether sums are made of chains (ProductType::chain), and the k blocks of one.
  bool sumsChains() const { return type->chain > 0; }
  int64_t chain() const { return type->chain / tileK; }
  /// Of split f32, the k blocks of a chain, whose low halves lie in shared memory at once.
  int64_t lowSlots() const { return isSplitF32() ? chain() : 0; }
  /// Registers of a thread that hold accumulators: of the chain, and of the chains before.
  int64_t accumulators() const { return warpgroupRows() * columns() / 128 * (sumsChains() ? 2 : 1); }
  /// Whether threads load an operand (cp.async), which takes a whole producer warpgroup.
  bool loadsByThreads() const { return loadA == OperandLoad::CpAsync || loadB == OperandLoad::CpAsync; }
  /// Whether warpgroups pass registers to each other, which takes a whole producer warpgroup. For split f32 a thread
  /// also holds both parts of its rows: with 64 accumulators and 128 registers it spills 48 bytes.
  bool movesRegisters() const { return consumers > 2 || (consumers > 1 && accumulators() > (isSplitF32() ? 32 : 64)); }
  /// Registers of a consumer's thread, and of all others, where they do: threads that copy hold addresses.
  int64_t consumerRegisters() const {
    int64_t most = consumers > 2 ? 160 : isSplitF32() ? 216 : accumulators() > 128 ? 240 : 232;
    return most - (loadsByThreads() ? 8 : 0);
  }
  int64_t producerRegisters() const {
    if (loadsByThreads())
      return isSplitF32() ? 48 : 56;
    if (consumers > 2)
      return 32;
    return !isSplitF32() && accumulators() > 128 ? 24 : 40;
  }
  /// Warpgroups that split operands into parts; they come after the consumers, before the producer.
  int64_t splitters() const { return isSplitF32() ? 1 : 0; }
  int64_t threads() const {
    return 128 * (consumers + splitters()) + (movesRegisters() || loadsByThreads() ? 128 : 32);
  }
  /// Of the blocks that share a tile's K, those that finish it, a share of its columns each: as many as can have
  /// columns in whole units of the epilogue.
  int64_t finishers() const;
  int64_t finishedColumns() const { return columns() / stackedColumns() / finishers(); }
  /// Columns that a block of the kernel finishes which adds partial tiles: where there are many of a tile, that
  /// is few tiles, as few as can be, so that many blocks read them.
  int64_t getReductionColumns() const;
  /// The schedule of a tile as large as what such a block finishes.
  SM90Schedule getReductionShare() const;
  /// What it has in common with those that differ in the order of their tiles, and how many blocks take them, alone.
  SM90Schedule withoutRaster() const;
  int64_t clusterSize() const { return clusterM * clusterN * splitK; }
  /// Whether blocks load stable operands ahead of the wait for the kernel before. Those that come in beside blocks of
  /// that kernel would only take turns with them (measured: 0 to 0.6 % slower).
  bool readsAhead() const { return !loadsByThreads() && blocksPerSM == 1; }
  /// From and to the attribute. `get` expects family sm90 and a verified attribute.
  static SM90Schedule get(ScheduleAttr attr, const ProductType &type = getProductTypes().front(), int64_t products = 1);
  static SM90Schedule get(ScheduleAttr attr, const ScheduleProblem &problem);
  /// What the options alone say, with the defaults of the rest.
  static SM90Schedule getOptions(SM90OptionsAttr options);
  ScheduleAttr toAttr(MLIRContext *context) const;
};

} // namespace fusion

#endif // FUSION_FAMILIES_SM90_SCHEDULE_H
