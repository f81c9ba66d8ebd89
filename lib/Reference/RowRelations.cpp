// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Narrows intervals of softmax and of what is like it.

#include "RowRelations.h"
#include "FloatFormat.h"
#include "Interval.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include <vector>

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

using arith::AtomicRMWKind;

/// By how much exponents may be above that of the largest score: a kernel takes exp2(x c - m c) with m c rounded, as
/// long as half a unit of it is at most this.
static constexpr double kExponentSlack = 1;

/// The reduction of a kind that gives `value` of `input`, along dimensions that it keeps.
static ReduceOp getReduction(Value value, Value input, AtomicRMWKind kind) {
  auto reduce = value.getDefiningOp<ReduceOp>();
  return reduce && reduce.getKind() == kind && reduce.getInput() == input && reduce.getResult() == value ? reduce
                                                                                                         : ReduceOp();
}

/// Where the elements are, in row-major order, that differ in the dimensions that `along` chooses, of those at 0 in the
/// others.
static std::vector<int64_t> listOffsets(ArrayRef<int64_t> shape, function_ref<bool(int64_t)> along) {
  SmallVector<int64_t> strides = rowMajorStrides(shape);
  std::vector<int64_t> offsets = {0};
  for (int64_t d = 0, rank = shape.size(); d < rank; ++d) {
    if (!along(d))
      continue;
    std::vector<int64_t> next;
    next.reserve(offsets.size() * shape[d]);
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < shape[d]; ++i)
        next.push_back(offset + i * strides[d]);
    offsets = std::move(next);
  }
  return offsets;
}

/// Calls `fn(number of the row, places of its elements)` for the rows of a tensor of this shape, whose elements differ
/// in the reduced dimensions alone.
static void forEachRow(ArrayRef<int64_t> shape, ReduceOp reduce, function_ref<void(int64_t, ArrayRef<int64_t>)> fn) {
  std::vector<int64_t> inRow = listOffsets(shape, [&](int64_t d) { return reduce.isReduced(d); });
  std::vector<int64_t> rows = listOffsets(shape, [&](int64_t d) { return !reduce.isReduced(d); });
  std::vector<int64_t> row(inRow.size());
  for (auto [number, begin] : llvm::enumerate(rows)) {
    llvm::transform(inRow, row.begin(), [begin = begin](int64_t offset) { return begin + offset; });
    fn(static_cast<int64_t>(number), row);
  }
}

namespace {
/// The intervals of a tensor, in row-major order.
class Intervals {
public:
  explicit Intervals(const Tensor &tensor) : tensor(tensor.contiguous()) {}
  Interval operator[](int64_t i) const {
    return Interval::decode(tensor.value()[i].f, tensor.lo()[i].f, tensor.hi()[i].f);
  }

private:
  Tensor tensor;
};

/// The largest number of a list but for one of its members.
class LargestOfOthers {
public:
  void add(int64_t index, double x) {
    if (x > largest)
      second = largest, largest = x, place = index;
    else if (x > second)
      second = x;
  }
  double get() const { return largest; }
  double without(int64_t index) const { return index == place ? second : largest; }

private:
  double largest = -kInfinity, second = -kInfinity;
  int64_t place = -1;
};
} // namespace

/// What is in both. They are bounds of one value, so that nothing is left only of errors of this code.
static Interval intersect(Interval x, double lo, double hi) {
  if (!(lo <= x.hi && hi >= x.lo))
    return x;
  return {x.value, std::max(x.lo, lo), std::min(x.hi, hi), false};
}

static double getMagnitude(double lo, double hi) {
  return std::max(std::isfinite(lo) ? std::abs(lo) : 0, std::isfinite(hi) ? std::abs(hi) : 0);
}

/// x - max(x) of the elements of one row.
static void narrowDifferences(ArrayRef<int64_t> row, const Intervals &x, Tensor &result) {
  LargestOfOthers lows, highs;
  for (int64_t i : row) {
    Interval element = x[i];
    if (element.mayBeNaN() || element.hi == kInfinity)
      return;
    lows.add(i, element.lo);
    highs.add(i, element.hi);
  }
  if (lows.get() == -kInfinity)
    return;
  double ofLargest = getMagnitude(lows.get(), highs.get());
  for (int64_t i : row) {
    Interval element = x[i];
    double error = 0x1p-23 * (getMagnitude(element.lo, element.hi) + ofLargest);
    double slack = std::min(error, kExponentSlack);
    double lo = std::min(-slack, element.lo - highs.without(i) - error);
    double hi = std::min(0.0, element.hi - lows.without(i)) + slack;
    Scalar &first = result.loMut()[i], &second = result.hiMut()[i];
    intersect(Interval::decode(result.valueMut()[i].f, first.f, second.f), lo, hi).encode(first.f, second.f);
  }
}

/// Whether `value` is exp or exp2 of the distance to the largest element along the dimensions of `sum`, or of a
/// multiple of it.
static bool isExponentialOfDifference(Value value, ReduceOp sum) {
  Operation *exponential = value.getDefiningOp();
  if (!isa_and_nonnull<ExpOp, Exp2Op>(exponential))
    return false;
  auto difference = exponential->getOperand(0).getDefiningOp<SubOp>();
  auto largest =
      difference ? getReduction(difference.getRhs(), difference.getLhs(), AtomicRMWKind::maximumf) : ReduceOp();
  return largest && largest.getDimensions() == sum.getDimensions();
}

/// Sums of exp(x - max(x)) have a term of exp(0). Where there is no largest number, terms may be NaN.
static void narrowSum(ArrayRef<int64_t> row, const Intervals &terms, Scalar value, Scalar &first, Scalar &second) {
  if (row.empty() || llvm::any_of(row, [&](int64_t i) { return terms[i].mayBeNaN(); }))
    return;
  Interval sum = Interval::decode(value.f, first.f, second.f);
  intersect(sum, std::exp(-kExponentSlack), kInfinity).encode(first.f, second.f);
}

namespace {
struct ShareError {
  double relative, absolute;
};
} // namespace

/// Roundings of the share, the terms and the sum, which are added in any order.
static ShareError getShareError(DivOp op, int64_t terms) {
  ShareError error{0x1p-22 * static_cast<double>(terms + 64), 0};
  for (Value value : {op.getLhs(), op.getRhs(), op.getResult()}) {
    FloatFormat format = FloatFormat::get(cast<FloatType>(getElementTypeOrSelf(value.getType())));
    error.relative += 2 * format.roundoff;
    error.absolute += format.minSubnormal;
  }
  return error;
}

/// e / Σ e of the elements of one row; of a row of which not all terms are held (`!whole`), less is known. Terms that
/// are not negative may be below 0 by the rounding of what underflows.
static void narrowShares(ArrayRef<int64_t> row, const Intervals &terms, bool whole, ShareError error, Tensor &result) {
  size_t count = row.size();
  if (llvm::any_of(row, [&](int64_t i) { return terms[i].mayBeNaN() || terms[i].lo < -error.absolute; }))
    return;
  auto getLow = [&](int64_t i) { return std::max(terms[i].lo, 0.0); };
  std::vector<double> lowBehind(count + 1, 0.0), highBehind(count + 1, 0.0); // sums of the terms from here on
  for (size_t k = count; k-- > 0;) {
    lowBehind[k] = lowBehind[k + 1] + getLow(row[k]);
    highBehind[k] = highBehind[k + 1] + terms[row[k]].hi;
  }
  double lowBefore = 0, highBefore = 0;
  for (size_t k = 0; k < count; ++k) {
    double low = getLow(row[k]), high = terms[row[k]].hi, lo = 0, hi = 1;
    if (whole) {
      double least = low / (low + highBefore + highBehind[k + 1]);
      double most = high / (high + lowBefore + lowBehind[k + 1]);
      lo = least >= 0 ? least : 0; // not NaN
      hi = most <= 1 ? most : 1;
    }
    Scalar &first = result.loMut()[row[k]], &second = result.hiMut()[row[k]];
    Interval share = Interval::decode(result.valueMut()[row[k]].f, first.f, second.f);
    if (!share.isNaN())
      intersect(share, lo * (1 - error.relative) - error.absolute, hi * (1 + error.relative) + error.absolute)
          .encode(first.f, second.f);
    lowBefore += low;
    highBefore += high;
  }
}

static void narrowSub(Evaluator &evaluator, SubOp op) {
  ReduceOp reduce = getReduction(op.getRhs(), op.getLhs(), AtomicRMWKind::maximumf);
  Tensor x = evaluator.get(op.getLhs()), result = evaluator.get(op.getResult());
  // Of a part of a row the largest element is not known.
  if (!reduce || result.isExact() || x.getShape() != result.getShape() || !evaluator.isWholeRow(reduce, x))
    return;
  result = result.copy(/*bounds=*/true);
  Intervals elements(x);
  forEachRow(x.getShape(), reduce, [&](int64_t, ArrayRef<int64_t> row) { narrowDifferences(row, elements, result); });
  evaluator.set(op.getResult(), result);
}

static void narrowReduce(Evaluator &evaluator, ReduceOp op) {
  evaluator.noteRows(op);
  Tensor result = evaluator.get(op.getResult());
  if (op.getKind() != AtomicRMWKind::addf || result.isExact() || !isExponentialOfDifference(op.getInput(), op))
    return;
  result = result.copy(/*bounds=*/true);
  Tensor input = evaluator.get(op.getInput());
  Intervals terms(input);
  forEachRow(input.getShape(), op, [&](int64_t i, ArrayRef<int64_t> row) {
    narrowSum(row, terms, result.valueMut()[i], result.loMut()[i], result.hiMut()[i]);
  });
  evaluator.set(op.getResult(), result);
}

static void narrowDiv(Evaluator &evaluator, DivOp op) {
  ReduceOp reduce = getReduction(op.getRhs(), op.getLhs(), AtomicRMWKind::addf);
  Tensor e = evaluator.get(op.getLhs()), sum = evaluator.get(op.getRhs()), result = evaluator.get(op.getResult());
  if (!reduce || result.isExact() || e.getShape() != result.getShape())
    return;
  // A sum that may be 0 or infinite gives NaN, or no share.
  Intervals sums(sum);
  result = result.copy(/*bounds=*/true);
  Intervals terms(e);
  int64_t length = evaluator.getRowLength(reduce);
  if (sum.getNumElements() * std::max<int64_t>(evaluator.countRow(reduce, e), 1) != e.getNumElements())
    return;
  ShareError error = getShareError(op, length);
  bool whole = evaluator.isWholeRow(reduce, e);
  forEachRow(e.getShape(), reduce, [&](int64_t i, ArrayRef<int64_t> row) {
    if (Interval ofRow = sums[i]; ofRow.lo > 0 && ofRow.hi < kInfinity && !ofRow.nan)
      narrowShares(row, terms, whole, error, result);
  });
  evaluator.set(op.getResult(), result);
}

void fusion::reference::narrowByRow(Evaluator &evaluator, Operation *op) {
  if (auto sub = dyn_cast<SubOp>(op))
    narrowSub(evaluator, sub);
  else if (auto reduce = dyn_cast<ReduceOp>(op))
    narrowReduce(evaluator, reduce);
  else if (auto div = dyn_cast<DivOp>(op))
    narrowDiv(evaluator, div);
}
