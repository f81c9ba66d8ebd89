// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a kernel's body asks of the place where it is evaluated: positions, and elements of tables.

#ifndef FUSION_FAMILIES_COMMON_BODYPLACE_H
#define FUSION_FAMILIES_COMMON_BODYPLACE_H

#include "fusion/Analysis/LaneForms.h"
#include "fusion/Families/Common/KernelBuilder.h"
#include "fusion/Families/Common/MemRefArgument.h"

namespace fusion {

class QuadGroup;

/// Lanes that lie side by side.
struct AdjacentLanes {
  int64_t stride = 0;   ///< lanes i, i + stride, i + 2 * stride ... do; 0: it is not known which
  int64_t multiple = 1; ///< a power of two of which the last position of each first lane is a multiple
};

/// Which of the four rows of a quad of threads two lanes are in.
struct QuadRow {
  QuadGroup *group = nullptr; ///< null: they are no such lanes
  int64_t number = 0;
};

/// Where the lanes of an evaluation are, for operations of a kernel's body that ask for their position or look up
/// elements of tables. Emitters implement it; they are asked only where something depends on it.
class BodyPlace {
public:
  virtual ~BodyPlace() = default;

  /// Of type index: the position of a lane along a dimension of the kernel's iteration space, counted from the last
  /// (0).
  virtual Value getPosition(KernelBuilder &kb, int64_t fromLast, int64_t lane) = 0;
  /// i1: whether a lane is in the iteration space. Null: it is.
  virtual Value isInside(KernelBuilder &kb, int64_t lane) { return {}; }
  /// Which lanes are at adjacent positions along the last dimension and at one position along all others, all inside or
  /// all outside.
  virtual AdjacentLanes getAdjacent() const { return {}; }
  /// The quad of threads that the two lanes are in, which may draw random words for each other.
  virtual QuadRow getQuadRow() const { return {}; }
  /// Of type index: a size of a table, an argument of the body.
  virtual Value getTableSize(KernelBuilder &kb, BlockArgument table, int64_t dim) = 0;
  /// How many elements of a row of a table, from a multiple of so many on, one load can have: a power of two.
  virtual int64_t getTableWidth(BlockArgument table) const { return 1; }
  /// The sum (f32 or i32) of the kernel's product in another column of a lane's row, for a lookup of its result
  /// (ColumnReads). `column` (index) is that column where `asked` (i1, null: always) holds; else the sum is any.
  virtual Value getSum(KernelBuilder &kb, LookupOp lookup, int64_t lane, Value column, Value asked) {
    llvm_unreachable("an epilogue that reads other columns is one of a product");
  }
  /// The element there, as it is stored, of an argument of the body that is the same in all rows.
  virtual Value getElement(KernelBuilder &kb, BlockArgument argument, LookupOp lookup, int64_t lane, Value column,
                           Value asked) {
    llvm_unreachable("an epilogue that reads other columns is one of a product");
  }
  /// `count` elements of a row of a table as they are stored, in a vector if it is more than one; at most
  /// getTableWidth(). `indices` (index) are those of the first, and in range; but where `asked` (i1, may be null) does
  /// not hold they are any, and so are the elements.
  virtual Value loadFromTable(KernelBuilder &kb, BlockArgument table, ValueRange indices, int64_t count,
                              Value asked) = 0;
};

/// Tables that are arguments of the kernel's function.
class TableArguments {
public:
  void add(BlockArgument table, const MemRefArgument &memory) { tables.try_emplace(table, memory); }
  Value getSize(KernelBuilder &kb, BlockArgument table, int64_t dim) const;
  int64_t getWidth(BlockArgument table) const;
  Value load(KernelBuilder &kb, BlockArgument table, ValueRange indices, int64_t count, Value asked) const;

private:
  llvm::DenseMap<Value, MemRefArgument> tables;
};

/// A place whose tables are such.
class ArgumentPlace : public BodyPlace {
public:
  explicit ArgumentPlace(const TableArguments &tables) : tables(tables) {}

  Value getTableSize(KernelBuilder &kb, BlockArgument table, int64_t dim) override {
    return tables.getSize(kb, table, dim);
  }
  int64_t getTableWidth(BlockArgument table) const override { return tables.getWidth(table); }
  Value loadFromTable(KernelBuilder &kb, BlockArgument table, ValueRange indices, int64_t count, Value asked) override {
    return tables.load(kb, table, indices, count, asked);
  }

private:
  const TableArguments &tables;
};

/// The element at `indices` of a table at a lane's place, as it is stored: zero where `condition` (i1, may be null)
/// does not hold or the lane is outside. Traps where an index that is asked for is out of range, unless none is
/// (`inRange`).
Value emitLookup(KernelBuilder &kb, BodyPlace &place, int64_t lane, BlockArgument table, ValueRange indices,
                 Value condition, bool inRange);
/// The same of adjacent lanes that read one row, for all of them: one test, and loads as wide as they may be. `indices`
/// and `condition` are those of the first of them, `lane`.
SmallVector<Value> emitRowLookup(KernelBuilder &kb, BodyPlace &place, int64_t lane, BlockArgument table,
                                 ValueRange indices, Value condition, bool inRange, const RowLookup &row);

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_BODYPLACE_H
