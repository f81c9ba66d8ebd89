// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes, column by column, which column of a row a lookup reads.

#include "fusion/Analysis/ColumnReads.h"

#include "fusion/Analysis/KernelPlan.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace mlir;
using namespace fusion;

/// Rows of more columns are not looked at column by column, which takes time and memory.
static constexpr int64_t kMostColumns = 1 << 16;

namespace {
/// Integers of a map's region at each position along the last dimension of its result.
class ColumnValues {
public:
  ColumnValues(MapOp map, int64_t columns) : column(map.getPositions().back()), columns(columns) {}

  /// Null where a value follows from more than the column, or from what is not known here.
  const SmallVector<int64_t> *get(Value value);

private:
  bool compute(Value value, SmallVector<int64_t> &numbers);

  Value column;
  int64_t columns;
  llvm::DenseMap<Value, std::optional<SmallVector<int64_t>>> known;
};
} // namespace

/// Whether an operation takes a number of one bit, which is 0 or 1 here, with its sign: 1 is -1 to it.
static bool takesSignOfBit(Operation *op) {
  if (!op->getOperand(0).getType().isInteger(1))
    return false;
  auto cmp = dyn_cast<arith::CmpIOp>(op);
  using Predicate = arith::CmpIPredicate;
  bool isSigned =
      cmp && llvm::is_contained({Predicate::slt, Predicate::sle, Predicate::sgt, Predicate::sge}, cmp.getPredicate());
  return isSigned || isa<arith::ExtSIOp, arith::IndexCastOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
                         arith::DivSIOp, arith::RemSIOp, arith::FloorDivSIOp>(op);
}

/// What an operation on integers gives; nothing for one that is not known, or that has no result. Numbers are those of
/// positions, which are small: only a difference may be negative, and a quotient is one of numbers that are not.
static std::optional<int64_t> apply(Operation *op, ArrayRef<int64_t> of) {
  bool divides = of.size() == 2 && of[0] >= 0 && of[1] > 0;
  using Number = std::optional<int64_t>;
  if (takesSignOfBit(op))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Number>(op)
      .Case([&](arith::AddIOp) { return llvm::checkedAdd(of[0], of[1]); })
      .Case([&](arith::SubIOp) { return llvm::checkedSub(of[0], of[1]); })
      .Case([&](arith::MulIOp) { return llvm::checkedMul(of[0], of[1]); })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(
          [&](Operation *) { return divides ? Number(of[0] / of[1]) : std::nullopt; })
      .Case<arith::RemUIOp, arith::RemSIOp>([&](Operation *) { return divides ? Number(of[0] % of[1]) : std::nullopt; })
      .Case([&](arith::AndIOp) { return of[0] & of[1]; })
      .Case([&](arith::OrIOp) { return of[0] | of[1]; })
      .Case([&](arith::XOrIOp) { return of[0] ^ of[1]; })
      .Case([&](arith::CmpIOp cmp) {
        return int64_t(arith::applyCmpPredicate(cmp.getPredicate(), APInt(64, of[0], true), APInt(64, of[1], true)));
      })
      .Case([&](arith::SelectOp) { return of[0] ? of[1] : of[2]; })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtUIOp, arith::ExtSIOp, arith::TruncIOp>(
          [&](Operation *) {
            return of[0] >= 0 || isa<arith::IndexCastOp, arith::ExtSIOp>(op) ? Number(of[0]) : std::nullopt;
          })
      .Default(std::nullopt);
}

/// Whether a type holds a number. Of one bit it is 0 or 1.
static bool holds(Type type, int64_t number) {
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return width == 1 ? number == 0 || number == 1 : llvm::isIntN(width, number);
}

bool ColumnValues::compute(Value value, SmallVector<int64_t> &numbers) {
  APInt constant;
  if (!value.getType().isIntOrIndex())
    return false;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    bool isBit = value.getType().isInteger(1);
    numbers.assign(columns, isBit ? int64_t(constant.getZExtValue()) : constant.getSExtValue());
    return true;
  }
  if (value == column) {
    llvm::append_range(numbers, llvm::seq<int64_t>(0, columns));
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || op->getNumRegions() != 0)
    return false;
  SmallVector<SmallVector<int64_t>> operands;
  for (Value operand : op->getOperands()) {
    const SmallVector<int64_t> *own = get(operand);
    if (!own)
      return false;
    operands.push_back(*own);
  }
  SmallVector<int64_t> own(operands.size());
  for (int64_t i = 0; i < columns; ++i) {
    for (auto [number, operand] : llvm::zip_equal(own, operands))
      number = operand[i];
    std::optional<int64_t> result = apply(op, own);
    if (!result || !holds(value.getType(), *result))
      return false;
    numbers.push_back(*result);
  }
  return true;
}

const SmallVector<int64_t> *ColumnValues::get(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second ? &*it->second : nullptr;
  SmallVector<int64_t> numbers;
  bool isKnown = compute(value, numbers);
  auto &entry = known[value];
  if (isKnown)
    entry = std::move(numbers);
  return entry ? &*entry : nullptr;
}

SmallVector<int64_t> fusion::evaluateColumns(LookupOp lookup, int64_t columns) {
  ColumnValues values(lookup->getParentOfType<MapOp>(), columns);
  SmallVector<int64_t> asked(columns, 1);
  if (Value condition = lookup.getCondition()) {
    const SmallVector<int64_t> *conditions = values.get(condition);
    if (!conditions)
      return {};
    asked = *conditions;
  }
  const SmallVector<int64_t> *indices = values.get(lookup.getIndices().back());
  if (!indices)
    return {};
  return llvm::map_to_vector(llvm::zip_equal(*indices, asked), [](auto pair) {
    auto [index, isAsked] = pair;
    return isAsked ? index : ColumnReads::kNone;
  });
}

SmallVector<Operation *> fusion::getComputation(Value value) {
  SmallVector<Operation *> ops;
  llvm::SmallPtrSet<Operation *, 8> known;
  SmallVector<Value> left = {value};
  while (!left.empty()) {
    Operation *op = left.pop_back_val().getDefiningOp();
    if (!op || !known.insert(op).second)
      continue;
    ops.push_back(op);
    if (!isa<AnchorOpInterface>(op))
      llvm::append_range(left, op->getOperands());
  }
  llvm::sort(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ops;
}

bool fusion::looksUpComputed(KernelOp kernel) {
  return llvm::any_of(kernel.getBodyBlock()->getOps<MapOp>(), [](MapOp map) {
    return llvm::any_of(map.getTables(), [](Value table) { return !isa<BlockArgument>(table); });
  });
}

int64_t fusion::getKnownCost(MapOp map) {
  int64_t cost = 0;
  llvm::SmallPtrSet<Value, 16> ofPositions(map.getPositions().begin(), map.getPositions().end());
  for (Operation &op : map.getBodyBlock()->without_terminator()) {
    auto lookup = dyn_cast<LookupOp>(op);
    bool isComputed = lookup && !isa<BlockArgument>(map->getOperand(lookup.getTableNumber()));
    bool follows = !lookup && op.getResult(0).getType().isIntOrIndex() &&
                   llvm::all_of(op.getOperands(), [&](Value operand) { return ofPositions.contains(operand); });
    if (follows)
      ofPositions.insert(op.getResult(0));
    if (follows || isComputed)
      cost += MapOp::getCost(op);
  }
  return cost;
}

/// Whether all columns read in their group of so many, and all groups alike.
static bool staysInGroups(ArrayRef<int64_t> columns, int64_t group) {
  for (auto [column, source] : llvm::enumerate(columns)) {
    int64_t own = column, inGroup = own % group, first = columns[inGroup];
    if (source == ColumnReads::kNone ? first != source
                                     : source < 0 || source / group != own / group || source % group != first)
      return false;
  }
  return true;
}

/// Whether runs of so many columns read so many, in order.
static bool readsRuns(ArrayRef<int64_t> sources, int64_t run) {
  for (auto [column, source] : llvm::enumerate(sources)) {
    int64_t first = sources[column / run * run], inRun = column % run;
    if (first == ColumnReads::kNone ? source != first : first % run != 0 || source != first + inRun)
      return false;
  }
  return true;
}

/// The lookups of values that the kernel computes.
static SmallVector<LookupOp> findLookups(KernelOp kernel) {
  SmallVector<LookupOp> lookups;
  for (auto map : kernel.getBodyBlock()->getOps<MapOp>())
    for (auto lookup : map.getBodyBlock()->getOps<LookupOp>())
      if (!isa<BlockArgument>(map->getOperand(lookup.getTableNumber())))
        lookups.push_back(lookup);
  return lookups;
}

/// Whether an operand of what is looked up is the same in all rows, as a bias is: it is at hand for each column.
static bool isOfColumn(Value operand, RankedTensorType iteration) {
  auto type = cast<RankedTensorType>(operand.getType());
  int64_t rank = type.getRank();
  return rank < 2 || (type.getDimSize(rank - 2) == 1 && iteration.getRank() == 2);
}

/// Whether an operation may be computed again for another column.
static bool isRepeatable(Operation *op, RankedTensorType iteration) {
  if (isProduct(op) || op->hasTrait<OpTrait::ConstantLike>())
    return true;
  auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
  return elementwise && !elementwise.dependsOnPosition() &&
         elementwise.getElementOperands().size() == op->getNumOperands() &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return !isa<BlockArgument>(operand) || isOfColumn(operand, iteration); });
}

/// Whether all indices but the last are those of the position. Along a dimension of size 1 both are 0.
static bool readsOwnRow(LookupOp lookup, MapOp map) {
  return llvm::all_of(llvm::zip(lookup.getIndices().drop_back(), map.getPositions(), map.getResultType().getShape()),
                      [](auto entry) {
                        auto [index, position, size] = entry;
                        return index == position || (size == 1 && matchPattern(index, m_Zero()));
                      });
}

/// Whether a lookup reads the row of its own position, of a product's result and what is added to all rows alike.
static FusionVerdict checkLookup(LookupOp lookup) {
  auto map = lookup->getParentOfType<MapOp>();
  Value table = map->getOperand(lookup.getTableNumber());
  auto refuse = [](const Twine &reason) { return FusionVerdict::no(RemarkCode::LookupTable, reason); };
  SmallVector<Operation *> ops = getComputation(table);
  if (llvm::count_if(ops, isProduct) != 1 ||
      !llvm::all_of(ops, [&](Operation *op) { return isRepeatable(op, cast<RankedTensorType>(table.getType())); }))
    return refuse("what is looked up in other columns is more than a product and what is the same in all rows");
  auto type = cast<RankedTensorType>(table.getType());
  if (map.getResultType().getShape() != type.getShape() || map.getPositions().empty() || !readsOwnRow(lookup, map))
    return refuse("another row of the product is looked up, which another tile may have");
  if (type.isDynamicDim(type.getRank() - 1))
    return refuse("columns are looked up in rows whose length is not known");
  if (type.getShape().back() > kMostColumns)
    return refuse("columns are looked up in rows of more than " + Twine(kMostColumns));
  return FusionVerdict::yes();
}

ColumnReads ColumnReads::get(KernelOp kernel, FusionVerdict &why) {
  ColumnReads reads;
  why = FusionVerdict::yes();
  SmallVector<SmallVector<int64_t>> all;
  SmallVector<LookupOp> lookups = findLookups(kernel);
  for (LookupOp lookup : lookups) {
    if (why = checkLookup(lookup); !why)
      return ColumnReads();
    auto map = lookup->getParentOfType<MapOp>();
    all.push_back(evaluateColumns(lookup, map.getResultType().getShape().back()));
    if (all.back().empty()) {
      why = FusionVerdict::no(RemarkCode::LookupTable, "which column is looked up follows from more than the column");
      return ColumnReads();
    }
  }
  if (all.empty())
    return reads;
  int64_t columns = all.front().size(), group = 1;
  auto isGroup = [&](int64_t size) {
    return columns % size == 0 && llvm::all_of(all, [&](ArrayRef<int64_t> own) {
             return own.size() == size_t(columns) && staysInGroups(own, size);
           });
  };
  while (group < columns && !isGroup(group))
    ++group;
  if (!isGroup(group)) {
    why = FusionVerdict::no(RemarkCode::LookupTable, "a column is looked up that the product does not have");
    return ColumnReads();
  }
  reads.group = group;
  for (auto [lookup, own] : llvm::zip_equal(lookups, all))
    reads.sources[lookup] = SmallVector<int64_t>(ArrayRef(own).take_front(group));
  auto isRun = [&](int64_t size) {
    return group % size == 0 && llvm::all_of(reads.sources, [&](auto &entry) { return readsRuns(entry.second, size); });
  };
  while (reads.run < group && isRun(2 * reads.run))
    reads.run *= 2;
  return reads;
}
