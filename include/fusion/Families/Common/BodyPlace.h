// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a kernel's body asks of the place where it is evaluated: positions, and elements of tables.

#ifndef FUSION_FAMILIES_COMMON_BODYPLACE_H
#define FUSION_FAMILIES_COMMON_BODYPLACE_H

#include "fusion/Families/Common/KernelBuilder.h"
#include "fusion/Families/Common/MemRefArgument.h"

namespace fusion {

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
  /// Of type index: a size of a table, an argument of the body.
  virtual Value getTableSize(KernelBuilder &kb, BlockArgument table, int64_t dim) = 0;
  /// An element of a table as it is stored; `indices` (index) are in range.
  virtual Value loadFromTable(KernelBuilder &kb, BlockArgument table, ValueRange indices) = 0;
};

/// Tables that are arguments of the kernel's function.
class TableArguments {
public:
  void add(BlockArgument table, const MemRefArgument &memory) { tables.try_emplace(table, memory); }
  Value getSize(KernelBuilder &kb, BlockArgument table, int64_t dim) const;
  Value load(KernelBuilder &kb, BlockArgument table, ValueRange indices) const;

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
  Value loadFromTable(KernelBuilder &kb, BlockArgument table, ValueRange indices) override {
    return tables.load(kb, table, indices);
  }

private:
  const TableArguments &tables;
};

/// The element at `indices` of a table at a lane's place, as it is stored: zero where `condition` (i1, may be null)
/// does not hold or the lane is outside. Traps where an index that is asked for is out of range.
Value emitLookup(KernelBuilder &kb, BodyPlace &place, int64_t lane, BlockArgument table, ValueRange indices,
                 Value condition);

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_BODYPLACE_H
