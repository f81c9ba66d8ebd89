// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Goes through a map's region once and writes each scalar as a base that lanes share and an offset of each.

#include "fusion/Analysis/LaneForms.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace fusion;

/// Offsets stay below it, so that their sums do not wrap.
static constexpr int64_t kLargestOffset = int64_t(1) << 40;

/// The largest power of two that divides a number.
static int64_t getMultiple(int64_t number) {
  return number == 0 ? LaneForm::kAnyMultiple
                     : int64_t(1) << std::min<int64_t>(llvm::countr_zero(static_cast<uint64_t>(number)), 62);
}

/// Of a product, given those of the factors.
static int64_t getMultipleOfProduct(int64_t a, int64_t b) {
  return int64_t(1) << std::min<int64_t>(llvm::Log2_64(a) + llvm::Log2_64(b), 62);
}

/// Bits of a scalar that has more forms than being the same in all lanes; nothing for others.
static std::optional<unsigned> getWidth(Type type) {
  if (type.isIndex())
    return 64;
  if (auto integer = dyn_cast<IntegerType>(type); integer && integer.getWidth() <= 64)
    return integer.getWidth();
  return std::nullopt;
}

/// A number as its type has it: of one bit 0 or 1, of more bits signed.
static int64_t wrap(int64_t number, unsigned width) {
  return width == 1 ? number & 1 : width == 64 ? number : llvm::SignExtend64(number, width);
}

/// The number that is the same in all lanes; nothing if it is not known.
static std::optional<int64_t> getNumber(const LaneForm &form) {
  return form.isKnown() && form.isUniform() ? std::optional(form.offsets.front()) : std::nullopt;
}

LaneForms::LaneForms(MapOp map, int64_t lanes, int64_t multiple) : lanes(lanes) {
  for (auto [argument, element] : llvm::zip_equal(map.getElementArguments(), map.getElements())) {
    auto type = cast<RankedTensorType>(element.getType());
    if (type.getRank() == 0 || type.getShape().back() == 1)
      forms[argument] = makeUniform();
  }
  for (auto [dim, position] : llvm::enumerate(map.getPositions())) {
    RankedTensorType type = map.getResultType();
    LaneForm form = makeUniform();
    if (static_cast<int64_t>(dim) + 1 == type.getRank()) {
      // Where the result is repeated, positions are not those of the lanes.
      if (type.getShape().back() == 1)
        continue;
      form.multiple = multiple;
      std::iota(form.offsets.begin(), form.offsets.end(), 0);
    }
    forms[position] = form;
  }
  for (Operation &op : map.getBodyBlock()->without_terminator())
    visit(op);
}

const LaneForm *LaneForms::get(Value scalar) const {
  auto known = forms.find(scalar);
  return known == forms.end() ? nullptr : &known->second;
}

bool LaneForms::isUniform(Value scalar) const {
  const LaneForm *form = get(scalar);
  return form && form->isUniform();
}

std::optional<RowLookup> LaneForms::getRowLookup(LookupOp op) const {
  auto isSame = [&](Value scalar) { return isUniform(scalar); };
  if (op.getIndices().empty() || !llvm::all_of(op.getIndices().drop_back(), isSame))
    return std::nullopt;
  const LaneForm *index = get(op.getIndices().back());
  if (!index)
    return std::nullopt;
  RowLookup lookup{*index, SmallVector<bool, 8>(lanes, true)};
  if (Value condition = op.getCondition()) {
    const LaneForm *form = get(condition);
    if (!form || !(form->isUniform() || form->isKnown()))
      return std::nullopt;
    if (form->isKnown())
      lookup.asked = llvm::map_to_vector<8>(form->offsets, [](int64_t truth) { return truth != 0; });
  }
  return lookup;
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

unsigned LaneForms::getBase(Step step, unsigned a, unsigned b, int64_t number) {
  auto [known, isNew] = bases.try_emplace({step, a, b, number}, numBases + 1);
  numBases += isNew;
  return known->second;
}

LaneForm LaneForms::makeUniform(int64_t multiple) { return {++numBases, multiple, SmallVector<int64_t, 8>(lanes, 0)}; }

LaneForm LaneForms::makeNumber(const APInt &number) {
  if (number.getBitWidth() > 64)
    return makeUniform();
  int64_t value = wrap(number.getSExtValue(), number.getBitWidth());
  if (value > -kLargestOffset && value < kLargestOffset)
    return {0, LaneForm::kAnyMultiple, SmallVector<int64_t, 8>(lanes, value)};
  LaneForm form = makeUniform(getMultiple(value));
  form.base = getBase(Step::Plus, 0, 0, value);
  return form;
}

LaneForms::Result LaneForms::toBlock(const LaneForm &form, int64_t m) {
  auto getBlock = [&](int64_t offset) { return llvm::divideFloorSigned(offset, m); };
  int64_t block = getBlock(form.offsets.front());
  if (form.multiple % m != 0 || llvm::any_of(form.offsets, [&](int64_t offset) { return getBlock(offset) != block; }))
    return std::nullopt;
  LaneForm result = form;
  if (block == 0)
    return result;
  result.base = getBase(Step::Plus, form.base, 0, block * m);
  result.multiple = std::min(form.multiple, getMultiple(block * m));
  for (int64_t &offset : result.offsets)
    offset -= block * m;
  return result;
}

/// The largest power of two, of those that toBlock() takes, that the base is a multiple of.
static int64_t getBlockSize(const LaneForm &form, unsigned width) {
  return std::min(form.multiple, int64_t(1) << std::min(width - 1, 62u));
}

void LaneForms::visit(Operation &op) {
  APInt number;
  if (matchPattern(&op, m_ConstantInt(&number))) {
    forms[op.getResult(0)] = makeNumber(number);
    return;
  }
  if (Result form = compute(op)) {
    Value result = op.getResult(0);
    std::optional<unsigned> width = getWidth(result.getType());
    bool small = llvm::all_of(form->offsets, [](int64_t offset) { return std::abs(offset) < kLargestOffset; });
    if (width && small) {
      if (form->isKnown())
        for (int64_t &offset : form->offsets)
          offset = wrap(offset, *width);
      forms[result] = *form;
      return;
    }
  }
  // Of what is the same in all lanes, the same follows.
  auto isSame = [&](Value operand) { return isa<RankedTensorType>(operand.getType()) || isUniform(operand); };
  if (llvm::all_of(op.getOperands(), isSame))
    for (Value result : op.getResults())
      forms[result] = makeUniform();
}

LaneForms::Result LaneForms::compute(Operation &op) {
  SmallVector<LaneForm> operands;
  for (Value operand : op.getOperands()) {
    const LaneForm *form = get(operand);
    if (!form || op.getNumResults() != 1 || !getWidth(operand.getType()))
      return std::nullopt;
    operands.push_back(*form);
  }
  if (operands.empty() || isa<LookupOp>(op))
    return std::nullopt;
  unsigned width = *getWidth(op.getOperand(0).getType());
  const LaneForm &a = operands.front(), &b = operands.back();
  std::optional<int64_t> number = getNumber(b);
  auto resizeBy = [&](Step widen) { return resize(a, width, *getWidth(op.getResult(0).getType()), widen); };
  auto shiftBy = [&](auto apply) -> Result {
    return number && *number >= 0 && *number < std::min<int64_t>(width, 40) ? apply(int64_t(1) << *number)
                                                                            : std::nullopt;
  };
  auto bitsBy = [&](Step step) { return combineBits(a.isKnown() ? b : a, a.isKnown() ? a : b, width, step); };
  if (!getWidth(op.getResult(0).getType()))
    return std::nullopt;
  return TypeSwitch<Operation *, Result>(&op)
      .Case([&](arith::AddIOp) { return add(a, b); })
      .Case([&](arith::SubIOp) { return subtract(a, b); })
      .Case([&](arith::MulIOp) { return multiply(a, b); })
      .Case([&](arith::DivUIOp) { return number ? divide(a, *number, width, Step::Quotient) : std::nullopt; })
      .Case([&](arith::FloorDivSIOp) { return number ? divide(a, *number, width, Step::Floor) : std::nullopt; })
      .Case([&](arith::RemUIOp) { return number ? remainder(a, *number, width) : std::nullopt; })
      .Case([&](arith::ShLIOp) { return shiftBy([&](int64_t power) { return scale(a, power); }); })
      .Case([&](arith::ShRUIOp) {
        return shiftBy([&](int64_t power) { return divide(a, power, width, Step::Quotient); });
      })
      .Case(
          [&](arith::ShRSIOp) { return shiftBy([&](int64_t power) { return divide(a, power, width, Step::Floor); }); })
      .Case([&](arith::AndIOp) { return bitsBy(Step::And); })
      .Case([&](arith::OrIOp) { return bitsBy(Step::Or); })
      .Case([&](arith::XOrIOp) { return bitsBy(Step::Xor); })
      .Case([&](arith::CmpIOp cmp) { return compare(cmp.getPredicate(), a, b, width); })
      .Case([&](arith::SelectOp) { return select(a, operands[1], b); })
      .Case<arith::IndexCastOp, arith::ExtSIOp>([&](auto) { return resizeBy(Step::Sign); })
      .Case<arith::IndexCastUIOp, arith::ExtUIOp>([&](auto) { return resizeBy(Step::Zero); })
      .Case([&](arith::TruncIOp) { return resizeBy(Step::Sign); })
      .Default([](Operation *) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

LaneForms::Result LaneForms::add(const LaneForm &a, const LaneForm &b) {
  LaneForm sum = a;
  if (!a.base || !b.base)
    sum.base = a.base | b.base;
  else
    sum.base = getBase(Step::Sum, std::min(a.base, b.base), std::max(a.base, b.base), 0);
  sum.multiple = std::min(a.multiple, b.multiple);
  for (auto [offset, other] : llvm::zip_equal(sum.offsets, b.offsets))
    offset += other;
  return sum;
}

LaneForms::Result LaneForms::subtract(const LaneForm &a, const LaneForm &b) {
  LaneForm difference = a;
  difference.multiple = std::min(a.multiple, b.multiple);
  if (a.base == b.base) {
    difference.base = 0;
    difference.multiple = LaneForm::kAnyMultiple;
  } else if (b.base) {
    difference.base = getBase(Step::Difference, a.base, b.base, 0);
  }
  for (auto [offset, other] : llvm::zip_equal(difference.offsets, b.offsets))
    offset -= other;
  return difference;
}

LaneForms::Result LaneForms::multiply(const LaneForm &a, const LaneForm &b) {
  if (std::optional<int64_t> factor = getNumber(b))
    return scale(a, *factor);
  if (std::optional<int64_t> factor = getNumber(a))
    return scale(b, *factor);
  if (!a.isUniform() || !b.isUniform())
    return std::nullopt;
  auto multipleOf = [](const LaneForm &form) { return std::min(form.multiple, getMultiple(form.offsets.front())); };
  return makeUniform(getMultipleOfProduct(multipleOf(a), multipleOf(b)));
}

LaneForms::Result LaneForms::scale(const LaneForm &form, int64_t factor) {
  LaneForm product = form;
  product.base = factor == 0 ? 0 : applyToBase(Step::Times, form.base, factor);
  product.multiple = product.base ? getMultipleOfProduct(form.multiple, getMultiple(factor)) : LaneForm::kAnyMultiple;
  for (int64_t &offset : product.offsets)
    if (llvm::MulOverflow(offset, factor, offset))
      return std::nullopt;
  return product;
}

LaneForms::Result LaneForms::divide(const LaneForm &form, int64_t divisor, unsigned width, Step step) {
  int64_t m = getBlockSize(form, width);
  Result block = toBlock(form, m);
  if (divisor <= 0 || !block || (form.isKnown() && block->base))
    return std::nullopt; // a negative number
  bool divides = block->multiple % divisor == 0;
  if (!divides && divisor % m != 0 && block->base)
    return std::nullopt;
  LaneForm quotient = *block;
  quotient.base = applyToBase(step, block->base, divisor);
  quotient.multiple = !quotient.base ? LaneForm::kAnyMultiple : divides ? block->multiple / divisor : 1;
  for (int64_t &offset : quotient.offsets)
    offset /= divisor;
  return quotient;
}

LaneForms::Result LaneForms::remainder(const LaneForm &form, int64_t divisor, unsigned width) {
  int64_t m = getBlockSize(form, width);
  Result block = toBlock(form, m);
  if (divisor <= 0 || !block || (form.isKnown() && block->base))
    return std::nullopt;
  LaneForm rest = *block;
  if (!block->base || block->multiple % divisor == 0) {
    rest.base = 0;
    rest.multiple = LaneForm::kAnyMultiple;
    for (int64_t &offset : rest.offsets)
      offset %= divisor;
    return rest;
  }
  if (divisor % m != 0)
    return std::nullopt;
  rest.base = applyToBase(Step::Remainder, block->base, divisor);
  rest.multiple = m;
  return rest;
}

LaneForms::Result LaneForms::combineBits(const LaneForm &form, const LaneForm &bits, unsigned width, Step step) {
  auto combine = [&](int64_t a, int64_t b) { return step == Step::And ? a & b : step == Step::Or ? a | b : a ^ b; };
  if (form.isKnown() && bits.isKnown()) {
    LaneForm result = form;
    for (auto [offset, other] : llvm::zip_equal(result.offsets, bits.offsets))
      offset = combine(offset, other);
    return result;
  }
  std::optional<int64_t> number = getNumber(bits);
  int64_t m = getBlockSize(form, width);
  Result block = toBlock(form, m);
  if (!number || !block)
    return std::nullopt;
  // The low bits are those of the offsets, the others those of the base.
  LaneForm result = *block;
  int64_t high = *number & ~(m - 1);
  if (step == Step::And && high == 0)
    result.base = 0;
  else if (step == Step::And ? high != ~(m - 1) : high != 0)
    result.base = getBase(step, block->base, 0, high);
  result.multiple = result.base ? m : LaneForm::kAnyMultiple;
  for (int64_t &offset : result.offsets)
    offset = combine(offset, *number & (m - 1));
  return result;
}

/// The order of numbers as a type has them.
static bool holds(arith::CmpIPredicate predicate, int64_t a, int64_t b) {
  return arith::applyCmpPredicate(predicate, APInt(64, a, /*isSigned=*/true), APInt(64, b, /*isSigned=*/true));
}

LaneForms::Result LaneForms::compare(arith::CmpIPredicate predicate, const LaneForm &a, const LaneForm &b,
                                     unsigned width) {
  LaneForm truth;
  auto compareOffsets = [&](const LaneForm &a, const LaneForm &b) {
    for (auto [left, right] : llvm::zip_equal(a.offsets, b.offsets))
      truth.offsets.push_back(holds(predicate, left, right));
  };
  if (a.isKnown() && b.isKnown()) {
    // Of one bit, 1 is -1 to a signed comparison.
    if (width == 1)
      return std::nullopt;
    compareOffsets(a, b);
    return truth;
  }
  int64_t m = std::min(getBlockSize(a, width), getBlockSize(b, width));
  Result left = toBlock(a, m), right = toBlock(b, m);
  if (!left || !right)
    return std::nullopt;
  compareOffsets(*left, *right);
  if (left->base == right->base)
    return truth;
  // Where bases differ they decide, else offsets.
  return truth.isUniform() ? Result(makeUniform()) : std::nullopt;
}

LaneForms::Result LaneForms::select(const LaneForm &condition, const LaneForm &a, const LaneForm &b) {
  if (condition.isKnown() && a.base == b.base) {
    LaneForm result = a;
    result.multiple = std::max(a.multiple, b.multiple);
    for (auto [offset, other, truth] : llvm::zip_equal(result.offsets, b.offsets, condition.offsets))
      offset = truth ? offset : other;
    return result;
  }
  if (!condition.isUniform())
    return std::nullopt;
  if (std::optional<int64_t> truth = getNumber(condition))
    return *truth ? a : b;
  // One of two bases, where lanes have the same distances from each.
  LaneForm result = makeUniform();
  int64_t first = a.offsets.front(), otherFirst = b.offsets.front();
  for (auto [offset, own, other] : llvm::zip_equal(result.offsets, a.offsets, b.offsets)) {
    if (own - first != other - otherFirst)
      return std::nullopt;
    offset = own - first;
  }
  result.multiple = std::min({a.multiple, b.multiple, getMultiple(first), getMultiple(otherFirst)});
  return result;
}

LaneForms::Result LaneForms::resize(const LaneForm &form, unsigned from, unsigned to, Step widen) {
  LaneForm result = form;
  if (from == to)
    return result;
  if (to < from) {
    result.base = applyToBase(Step::Narrow, form.base, to);
    return result;
  }
  if (form.isKnown()) {
    for (int64_t &offset : result.offsets)
      offset = widen == Step::Sign ? llvm::SignExtend64(offset, from) : offset & llvm::maskTrailingOnes<uint64_t>(from);
    return result;
  }
  Result block = toBlock(form, getBlockSize(form, from));
  if (!block)
    return std::nullopt;
  result = *block;
  result.base = applyToBase(widen, block->base, from);
  result.multiple = getBlockSize(*block, from);
  return result;
}
