// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Schedules of rows and columns, and the order of combination that all of them keep.

#ifndef FUSION_LIB_FAMILIES_ROWS_ROWSSCHEDULE_H
#define FUSION_LIB_FAMILIES_ROWS_ROWSSCHEDULE_H

#include "Problem.h"
#include "fusion/Families/Rows/Options.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include "fusion/Support/Verdict.h"

namespace fusion {
struct ChipInfo;

/// The order in which the elements of a row are combined, a function of their number alone, so that every schedule
/// gives the same bits. A row is cut into pieces of elements side by side, which go round among lanes: piece p is that
/// of lane p mod lanes. A lane combines its elements one by one, from the first; then lanes are combined as a binary
/// tree, each with its neighbour first.
///
///   pieces   0 1 2 3 | 4 5 6 7 | 8 9        lanes 4:   lane 0: 0 4 8, lane 1: 1 5 9, lane 2: 2 6, lane 3: 3 7
///   lanes    (0 + 1) + (2 + 3)
struct RowOrder {
  /// Elements of a piece at most: what one load brings of f32.
  static constexpr int64_t kWidest = 4;
  /// Pieces of a lane, as a thread holds them without loss; but a warp's threads all have one.
  static constexpr int64_t kIterations = 4, kLeastLanes = 32;
  /// More than the threads that a GPU runs would gain nothing.
  static constexpr int64_t kMostLanes = 1 << 17;

  int64_t length; ///< elements of a row
  int64_t piece;  ///< elements of a piece: a power of two, 4 at most, that divides the length
  int64_t lanes;  ///< a power of two

  static RowOrder get(int64_t length);

  int64_t pieces() const { return length / piece; }
  /// Pieces of a lane, of those that have most.
  int64_t iterations() const { return llvm::divideCeil(pieces(), lanes); }
};

/// How a block runs: `rows` at once, each by `threads` threads of it, and as many of the other blocks of its cluster or
/// of the row's other slices.
///
/// Where a row's elements lie side by side (family rows), a thread loads `width` of them, the pieces of as many lanes:
/// the first thread those of the first lanes, and so on through all threads of the row in a block; if they have more
/// lanes, those follow in the same way, and behind the lanes of a block those of the next. Where neighbours in memory
/// are of different rows (family columns), a thread has `rowsOfThread` rows side by side.
struct RowsSchedule {
  bool across = false; ///< family columns
  int64_t rows = 1;
  int64_t threads = 32;
  int64_t width = 4;
  int64_t rowsOfThread = 1;
  int64_t cluster = 1;
  int64_t slices = 1;   ///< blocks that share a row, each step a launch
  bool reload = false;  ///< a row is read again where it is needed, else it stays in registers
  bool preload = false; ///< all operands are loaded before the first reduction
  int64_t blocksPerSM = 0;
  int64_t walk = 0; ///< blocks that go through all rows, where there are crossings; 0: each block has its rows

  /// Threads of a block that have different rows.
  int64_t getRowThreads() const { return rows / rowsOfThread; }
  int64_t getBlockThreads() const { return getRowThreads() * threads; }
  /// Blocks that share a row.
  int64_t getBlocksOfRow() const { return cluster * slices; }
  /// Lanes of a thread whose pieces are side by side.
  int64_t getBeside(const RowOrder &order) const { return width / order.piece; }
  /// How often a thread has so many.
  int64_t getStrides(const RowOrder &order) const {
    return order.lanes / (getBlocksOfRow() * threads * getBeside(order));
  }
  /// Elements of a row that a thread has at most.
  int64_t getHeld(const RowOrder &order) const { return order.iterations() * width * getStrides(order); }
  /// Threads of a warp that share a row, neighbours first, and how far these are apart.
  int64_t getThreadsOfWarp() const;
  int64_t getDistance() const { return across ? getRowThreads() : 1; }

  bool operator==(const RowsSchedule &other) const;

  static RowsSchedule get(ScheduleAttr attr);
  ScheduleAttr toAttr(MLIRContext *context) const;
};

inline constexpr StringRef kRowsFamilyName = "rows", kColumnsFamilyName = "columns";

/// Parts of a row that the threads of a block put together in shared memory, if each has `values` of it.
int64_t getSharedParts(const RowsSchedule &schedule, int64_t values);
/// Bytes of shared memory that one value of each row takes.
int64_t getSharedBytesOfValue(const RowsSchedule &schedule, const RowProblem &problem);
/// Of an mbarrier; and of those by which the blocks of a cluster wait for each other, one for each step.
inline constexpr int64_t kBarrierBytes = 8;
int64_t getSharedBytesOfBarriers(const RowsSchedule &schedule, const RowProblem &problem);
/// Of what the rows of a block that walks come to, where these put it together.
int64_t getSharedBytesOfCrossings(const RowsSchedule &schedule, const RowProblem &problem);
/// Copies of the values' memory: rows that come one after the other and meet once each take two in turn.
int64_t getCopiesOfValues(const RowsSchedule &schedule, const RowProblem &problem);
/// Bytes of shared memory of a block.
int64_t getSharedBytes(const RowsSchedule &schedule, const RowProblem &problem);

/// Whether the lowering takes the schedule, or what is wrong with it.
FusionVerdict checkRowsSchedule(ScheduleAttr attr, const RowProblem &problem, const ChipInfo &chip);

/// All that the lowering takes; the first is the best as far as is known. None for crossings whose sums do not fit the
/// registers of a block.
SmallVector<RowsSchedule> enumerateRowsSchedules(const RowProblem &problem, const StreamProblem &stream,
                                                 const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_ROWSSCHEDULE_H
