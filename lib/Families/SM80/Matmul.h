// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a product by mma.sync, or by multiply-adds, is made from.

#ifndef FUSION_LIB_FAMILIES_SM80_MATMUL_H
#define FUSION_LIB_FAMILIES_SM80_MATMUL_H

#include "fusion/Families/Common/BlockScale.h"
#include "fusion/Families/Common/EpilogueEmitter.h"
#include "fusion/Families/SM80/Schedule.h"
#include "fusion/Families/SM80/TileCopy.h"
#include <tuple>

namespace fusion {

/// What is known about a product when its kernel is emitted.
struct MatmulSpec {
  const ProductType *type;
  bool widens = false;     ///< factors, before they are multiplied (widensFactors)
  Type sumType;            ///< of the accumulators, 32 bits
  bool transposeA = false; ///< A is stored [K, M]
  bool transposeB = false; ///< B is stored [N, K]
  /// Bytes that one copy of A or B may move: 16, 8 or 4 where base address and row pitch are multiples of it and
  /// elements of a row are adjacent; else the element size, which promises nothing but element alignment.
  int64_t vectorBytesA = 16, vectorBytesB = 16;
  /// A thread of the epilogue has 8 adjacent columns at a time: N is a multiple of 8 and, but for emitters that access
  /// elements one by one, rows of operands and results start at multiples of 16 bytes. Otherwise it has one.
  bool vectorEpilogue = true;
  SM80Schedule schedule;
  /// The next kernel may start once every block has left its main loop (PTX: griddepcontrol).
  bool launchDependents = false;

  int64_t elementBytes() const { return type->elementBytes; }
  /// Operands have scales of blocks: the sums of chains are multiplied with them.
  bool blockScaled = false;
  int64_t products = 1; ///< of the same A
  /// The epilogue reads sums of other columns of a row of the tile (ColumnReads).
  bool readsColumns = false;
  /// A product that is added: how its factors are stored and copied, as above.
  struct Added {
    bool transposeA = false, transposeB = false;
    int64_t vectorBytesA = 16, vectorBytesB = 16;
    double scale = 1; ///< by which its sums are multiplied
  };
  std::optional<Added> added = {};
  /// The kernel of that product alone.
  MatmulSpec ofAdded() const {
    MatmulSpec spec = *this;
    std::tie(spec.transposeA, spec.transposeB) = std::tie(added->transposeA, added->transposeB);
    std::tie(spec.vectorBytesA, spec.vectorBytesB) = std::tie(added->vectorBytesA, added->vectorBytesB);
    return spec;
  }
  int64_t chain = 0; ///< elements of k whose sum is added to that of all (getSM80Chain); 0: all of k is one sum
};

/// Which part of a tile's K a block has, where several blocks share it (i32), and the memory where their sums meet. The
/// groups of a block have a share each of its part.
struct SplitPart {
  Value number;      ///< of the part
  Value tile, tiles; ///< number of the tile, and how many there are
  Value memory;      ///< address space 1
};

/// The product's run-time part. Sizes are i32; constants among them remove the predicates they make needless.
struct MatmulArguments {
  Value m, n, k;
  MatrixOperand a;
  SmallVector<MatrixOperand, 1> b; ///< of each product
  BlockScale scaleA = {}, scaleB = {};
  std::optional<SplitPart> part = {}; ///< of K that the block has; none has all of it
  /// Of the product that is added (MatmulSpec::added).
  Value addedK = {};
  MatrixOperand addedA = {}, addedB = {};
};

/// The position of a block: its tile of the output, and its batch (i32).
struct TilePosition {
  Value batch, tileRow, tileCol;
};

/// Where block number `block` (i32) stands: tile by tile in groups of rows, batches slowest.
TilePosition getTilePosition(KernelBuilder &kb, const SM80Schedule &schedule, Value block, Value m, Value n);

namespace sm80 {

/// Of an operand with `mn` rows or columns in a tile, which lies along k or across it.
inline SharedTile getSharedTile(const MatmulSpec &spec, int64_t mn, bool alongK) {
  bool crossed = !alongK && spec.type->crossRead == CrossRead::Copy;
  return {mn, spec.schedule.tileK, alongK || crossed, spec.elementBytes(), crossed};
}
inline SharedTile sharedTileA(const MatmulSpec &spec) {
  return getSharedTile(spec, spec.schedule.tileM, !spec.transposeA);
}
inline SharedTile sharedTileB(const MatmulSpec &spec) {
  return getSharedTile(spec, spec.schedule.tileN, spec.transposeB);
}

} // namespace sm80

/// Emits the whole product of one tile at the insertion point, inside a kernel that is launched with
/// `schedule.threads()` threads in x. `shared` is the dynamic shared memory (address space 3), 128-byte aligned.
/// The result goes through `epilogue`.
void emitMatmulSM80(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &problem, const TilePosition &tile,
                    Value shared, EpilogueEmitter &epilogue);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_SM80_MATMUL_H
