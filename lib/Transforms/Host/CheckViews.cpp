// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conditions under which views and windows stay inside of what they are taken of.

#include "CheckViews.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Index arithmetic in front of an operation, and assertions of what comes of it.
class ViewChecks {
public:
  explicit ViewChecks(Operation *op) : op(op), builder(op), loc(op->getLoc()) {}

  Value constant(int64_t value) { return arith::ConstantIndexOp::create(builder, loc, value); }
  Value get(OpFoldResult size) { return getValueOrCreateConstantIndexOp(builder, loc, size); }
  Value dim(Value tensor, int64_t dim) { return get(tensor::getMixedSize(builder, loc, tensor, dim)); }
  Value add(Value x, Value y) { return builder.createOrFold<arith::AddIOp>(loc, x, y); }
  Value sub(Value x, Value y) { return builder.createOrFold<arith::SubIOp>(loc, x, y); }
  Value mul(Value x, Value y) { return builder.createOrFold<arith::MulIOp>(loc, x, y); }
  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, x, y);
  }
  Value isEqual(Value x, Value y) { return compare(arith::CmpIPredicate::eq, x, y); }
  Value isAtMost(Value x, Value y) { return compare(arith::CmpIPredicate::sle, x, y); }
  Value both(Value x, Value y) { return builder.createOrFold<arith::AndIOp>(loc, x, y); }
  Value either(Value x, Value y) { return builder.createOrFold<arith::OrIOp>(loc, x, y); }
  Value select(Value condition, Value x, Value y) {
    return builder.createOrFold<arith::SelectOp>(loc, condition, x, y);
  }

  /// Asserts it, unless it is known to hold.
  void require(Value condition, const Twine &what) {
    APInt known;
    if (matchPattern(condition, m_ConstantInt(&known)) && known.isOne())
      return;
    cf::AssertOp::create(builder, loc, condition, ("'" + op->getName().getStringRef() + "' " + what).str());
    ++count;
  }

  int64_t count = 0; ///< of assertions

private:
  Operation *op;
  OpBuilder builder;
  Location loc;
};
} // namespace

static void checkExpand(tensor::ExpandShapeOp op, ViewChecks &checks) {
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    Value product = checks.constant(1);
    for (int64_t part : group)
      product = checks.mul(product, checks.get(sizes[part]));
    checks.require(checks.isEqual(product, checks.dim(op.getSrc(), dim)),
                   "expects sizes whose product is that of dimension " + Twine(dim) + " of its operand");
  }
}

/// Elements offset, offset + stride, ... of each dimension of `tensor` must be there.
static void checkSlice(Value tensor, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                       ArrayRef<OpFoldResult> strides, ViewChecks &checks) {
  Value zero = checks.constant(0), one = checks.constant(1);
  for (auto [dim, part] : llvm::enumerate(llvm::zip_equal(offsets, sizes, strides))) {
    Value offset = checks.get(std::get<0>(part)), size = checks.get(std::get<1>(part));
    Value last = checks.add(checks.mul(checks.sub(size, one), checks.get(std::get<2>(part))), one);
    Value end = checks.add(offset, checks.select(checks.isEqual(size, zero), zero, last));
    Value inside = checks.both(checks.isAtMost(zero, offset), checks.isAtMost(zero, size));
    checks.require(checks.both(inside, checks.isAtMost(end, checks.dim(tensor, dim))),
                   "expects a part that lies inside of dimension " + Twine(dim));
  }
}

static void checkInsert(tensor::InsertSliceOp op, ViewChecks &checks) {
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  checkSlice(op.getDest(), op.getMixedOffsets(), sizes, op.getMixedStrides(), checks);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  int64_t own = 0;
  for (int64_t dim = 0; dim < int64_t(sizes.size()); ++dim) {
    if (dropped[dim])
      continue;
    checks.require(checks.isEqual(checks.dim(op.getSource(), own), checks.get(sizes[dim])),
                   "expects a source of the part's size in dimension " + Twine(own));
    ++own;
  }
}

static void checkConcat(tensor::ConcatOp op, ViewChecks &checks) {
  for (int64_t dim = 0; dim < op.getResultType().getRank(); ++dim)
    for (unsigned i = 1; i < op.getInputs().size() && dim != int64_t(op.getDim()); ++i)
      checks.require(checks.isEqual(checks.dim(op.getInputs()[0], dim), checks.dim(op.getInputs()[i], dim)),
                     "expects equal sizes in dimension " + Twine(dim) + " of operands 0 and " + Twine(i));
}

static void checkPad(tensor::PadOp op, ViewChecks &checks) {
  SmallVector<OpFoldResult> low = op.getMixedLowPad(), high = op.getMixedHighPad();
  Value zero = checks.constant(0);
  for (int64_t dim = 0; dim < op.getResultType().getRank(); ++dim) {
    Value before = checks.get(low[dim]), behind = checks.get(high[dim]);
    checks.require(checks.both(checks.isAtMost(zero, before), checks.isAtMost(zero, behind)),
                   "expects no negative padding in dimension " + Twine(dim));
    int64_t known = op.getResultType().getDimSize(dim);
    Value padded = checks.add(checks.add(before, checks.dim(op.getSource(), dim)), behind);
    if (!ShapedType::isDynamic(known))
      checks.require(checks.isEqual(padded, checks.constant(known)),
                     "expects size " + Twine(known) + " with its padding in dimension " + Twine(dim));
  }
}

/// Factors of the loops in `expr`, of which it is the sum, and a constant; false if it is no such sum.
static bool addFactors(AffineExpr expr, int64_t scale, SmallVectorImpl<int64_t> &factors, int64_t &constant) {
  if (auto loop = dyn_cast<AffineDimExpr>(expr))
    return factors[loop.getPosition()] += scale, true;
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return constant += scale * number.getValue(), true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::Add)
    return addFactors(binary.getLHS(), scale, factors, constant) &&
           addFactors(binary.getRHS(), scale, factors, constant);
  auto factor = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS()) : AffineConstantExpr();
  return factor && binary.getKind() == AffineExprKind::Mul &&
         addFactors(binary.getLHS(), scale * factor.getValue(), factors, constant);
}

/// A dimension of an operand that is indexed by a sum of loops, as in a convolution.
static void checkWindow(OpOperand &operand, int64_t dim, AffineExpr expr, ArrayRef<Value> loopSizes,
                        ViewChecks &checks) {
  SmallVector<int64_t> factors(loopSizes.size(), 0);
  int64_t constant = 0;
  if (!addFactors(expr, 1, factors, constant))
    return;
  Value zero = checks.constant(0), first = checks.constant(constant), last = first, empty;
  for (auto [factor, size] : llvm::zip_equal(factors, loopSizes)) {
    if (factor == 0)
      continue;
    if (!size)
      return; // told by no operand
    Value reach = checks.mul(checks.sub(size, checks.constant(1)), checks.constant(factor));
    (factor > 0 ? last : first) = checks.add(factor > 0 ? last : first, reach);
    Value none = checks.isEqual(size, zero);
    empty = empty ? checks.either(empty, none) : none;
  }
  Value inside = checks.both(checks.isAtMost(zero, first),
                             checks.isAtMost(checks.add(last, checks.constant(1)), checks.dim(operand.get(), dim)));
  checks.require(empty ? checks.either(empty, inside) : inside, "reads behind the end of dimension " + Twine(dim) +
                                                                    " of operand " + Twine(operand.getOperandNumber()));
}

static void checkWindows(linalg::LinalgOp op, ViewChecks &checks) {
  auto isWindow = [](AffineExpr expr) { return !isa<AffineDimExpr, AffineConstantExpr>(expr); };
  SmallVector<Value> loopSizes(op.getNumLoops());
  bool anyWindow = false;
  for (AffineMap map : op.getIndexingMapsArray())
    anyWindow |= llvm::any_of(map.getResults(), isWindow);
  if (!anyWindow)
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (auto loop = dyn_cast<AffineDimExpr>(expr); loop && !loopSizes[loop.getPosition()])
          loopSizes[loop.getPosition()] = checks.dim(operand.get(), dim);
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (isWindow(expr))
          checkWindow(operand, dim, expr, loopSizes, checks);
}

int64_t fusion::insertViewChecks(Operation *op) {
  ViewChecks checks(op);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    checkExpand(expand, checks);
  else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    checkSlice(slice.getSource(), slice.getMixedOffsets(), slice.getMixedSizes(), slice.getMixedStrides(), checks);
  else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    checkInsert(insert, checks);
  else if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    checkConcat(concat, checks);
  else if (auto pad = dyn_cast<tensor::PadOp>(op))
    checkPad(pad, checks);
  else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    checkWindows(linalgOp, checks);
  return checks.count;
}
