// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The host's side of a variant: its grid, its shared memory and its launch.

#include "Variant.h"

#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// What the blocks need, and enough that no more than `blocksPerSM` of them share a multiprocessor. With more room the
/// blocks of a dependent launch would come in beside those of the kernel before it, unevenly (measured: 512^3 takes 3.5
/// us instead of 2.7).
int64_t async::getSharedBytes(const SharedLayout &layout, const ProductSpec &spec, const ChipInfo &chip) {
  int64_t tooMuchForMore = chip.sharedPerSM / (spec.roles.blocksPerSM + 1) - kReservedSharedBytes + 16;
  return std::max(layout.dynamicBytes(), tooMuchForMore);
}

/// Tiles of the output, counted in clusters (index).
Value SM90Variant::emitTiles(OpBuilder &builder, Location loc) {
  HostIndex index{builder, loc};
  auto tiles = [&](Value memref, int64_t dim, int64_t tile) { return index.ceilDiv(index.dim(memref, dim), tile); };
  OutputUnit unit = spec.walk.getOutputUnit();
  Value clusters = index.mul(tiles(a, product.getRowDim(), unit.m), tiles(b.front(), product.getColumnDim(), unit.n));
  for (size_t dim = 0; dim < product.batches.size(); ++dim) {
    OperandDim size = findBatchSize(kernel, product, dim);
    clusters = index.mul(clusters, index.dim(kernel->getOperand(size.operand), size.dim));
  }
  return clusters;
}

/// Those that fill no whole wave.
Value SM90Variant::emitTail(OpBuilder &builder, Location loc) {
  return HostIndex{builder, loc}.rem(emitTiles(builder, loc), spec.walk.wave);
}

/// A block for each tile and partial tile, but no more than run at once: then they walk over them.
Value async::emitWave(OpBuilder &builder, Location loc, Value clusters, const Walk &walk) {
  HostIndex index{builder, loc};
  clusters = index.min(clusters, std::max<int64_t>(walk.wave / walk.cluster.size(), 1));
  return index.mul(clusters, walk.cluster.size());
}

Value SM90Variant::emitGrid(OpBuilder &builder, Location loc) {
  HostIndex index{builder, loc};
  Value clusters = emitTiles(builder, loc);
  if (spec.walk.streamKTail > 1)
    clusters = index.add(clusters, index.mul(emitTail(builder, loc), spec.walk.streamKTail - 1));
  return emitWave(builder, loc, clusters, spec.walk);
}

void SM90Variant::emitLaunch(OpBuilder &builder, SymbolRefAttr function) {
  Location loc = kernel.getLoc();
  IRMapping copies;
  if (!operandCopy->empty()) {
    auto copy = FlatSymbolRefAttr::get(builder.getContext(), getCopyName(function.getLeafReference()));
    copies = operandCopy->emitLaunch(builder, kernel, SymbolRefAttr::get(function.getRootReference(), copy),
                                     hasDependentLaunch());
  }
  Value memory;
  if (partialTileMemory)
    memory = partialTileMemory->get(builder, kernel, [&](OpBuilder &front) {
      return HostIndex{front, loc}.mul(emitTail(front, loc), PartialTiles::bytes(spec.sums.tile));
    });
  Value grid = emitGrid(builder, loc);
  emitKernelLaunch(builder, loc, function, grid, spec.roles.threads, getSharedBytes(layout, spec, chip),
                   parameters.getOperands(builder, loc, copies, memory), hasDependentLaunch());
  if (reductionKernel) {
    auto reduce = FlatSymbolRefAttr::get(builder.getContext(), getReductionName(function.getLeafReference()));
    reductionKernel->emitLaunch(builder, SymbolRefAttr::get(function.getRootReference(), reduce),
                                emitTail(builder, loc), memory, hasDependentLaunch());
  }
}
