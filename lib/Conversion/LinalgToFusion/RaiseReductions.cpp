// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reductions in linalg become fusion.reduce.

#include "fusion/Conversion/LinalgToFusion/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_RAISEREDUCTIONSPASS
#include "fusion/Conversion/LinalgToFusion/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

using arith::AtomicRMWKind;

static std::optional<AtomicRMWKind> getKind(Operation *combiner) {
  return llvm::TypeSwitch<Operation *, std::optional<AtomicRMWKind>>(combiner)
      .Case([](arith::AddFOp) { return AtomicRMWKind::addf; })
      .Case([](arith::AddIOp) { return AtomicRMWKind::addi; })
      .Case([](arith::MulFOp) { return AtomicRMWKind::mulf; })
      .Case([](arith::MulIOp) { return AtomicRMWKind::muli; })
      .Case([](arith::MaximumFOp) { return AtomicRMWKind::maximumf; })
      .Case([](arith::MinimumFOp) { return AtomicRMWKind::minimumf; })
      .Case([](arith::MaxNumFOp) { return AtomicRMWKind::maxnumf; })
      .Case([](arith::MinNumFOp) { return AtomicRMWKind::minnumf; })
      .Case([](arith::MaxSIOp) { return AtomicRMWKind::maxs; })
      .Case([](arith::MinSIOp) { return AtomicRMWKind::mins; })
      .Case([](arith::MaxUIOp) { return AtomicRMWKind::maxu; })
      .Case([](arith::MinUIOp) { return AtomicRMWKind::minu; })
      .Case([](arith::AndIOp) { return AtomicRMWKind::andi; })
      .Case([](arith::OrIOp) { return AtomicRMWKind::ori; })
      .Case([](arith::XOrIOp) { return AtomicRMWKind::xori; })
      .Default([](Operation *) { return std::nullopt; });
}

/// Whether a reduction that begins with `value` is one that begins with nothing (docs/Dialect.md, fusion.reduce).
static bool isNeutral(AtomicRMWKind kind, TypedAttr value, OpBuilder &builder, Location loc) {
  if (auto number = dyn_cast<FloatAttr>(value)) {
    const APFloat &initial = number.getValue();
    switch (kind) {
    case AtomicRMWKind::addf:
      // A sum that begins with -0.0 is -0.0 where all terms are.
      return initial.isPosZero() || seeded("raise-sum-of-any-zero");
    case AtomicRMWKind::mulf:
      return initial.isExactlyValue(1.0);
    case AtomicRMWKind::maximumf:
      return initial.isInfinity() && initial.isNegative();
    case AtomicRMWKind::minimumf:
      return initial.isInfinity() && !initial.isNegative();
    case AtomicRMWKind::maxnumf:
    case AtomicRMWKind::minnumf:
      return initial.isNaN();
    default:
      return false;
    }
  }
  return value == arith::getIdentityValueAttr(kind, value.getType(), builder, loc);
}

namespace {
/// A reduction as fusion.reduce has it.
struct Raised {
  AtomicRMWKind kind;
  Value input;
  SmallVector<int64_t> dimensions;
  AffineMap written;
  TypedAttr initial; ///< what it begins with, if that is not neutral
};

/// linalg.generic, linalg.reduce {combiner}  ->  collapse(fusion.reduce)
struct RaiseReduction : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    FailureOr<Raised> raised = match(op, rewriter);
    if (failed(raised))
      return failure();
    Location loc = op.getLoc();
    auto input = cast<RankedTensorType>(raised->input.getType());
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int64_t> shape(input.getShape());
    for (int64_t dim : raised->dimensions)
      shape[dim] = 1;
    Value reduced = ReduceOp::create(rewriter, loc, RankedTensorType::get(shape, result.getElementType()), Type(),
                                     raised->kind, raised->input, rewriter.getDenseI64ArrayAttr(raised->dimensions))
                        .getResult();
    if (raised->initial)
      reduced = combineWith(rewriter, loc, raised->kind, reduced, raised->initial);
    rewriter.replaceOp(op, placeResult(rewriter, loc, reduced, *raised));
    return success();
  }

private:
  static FailureOr<Raised> match(linalg::LinalgOp op, PatternRewriter &rewriter) {
    if (!isa<linalg::GenericOp, linalg::ReduceOp>(op) || op.getNumReductionLoops() == 0)
      return rewriter.notifyMatchFailure(op, "it is no reduction, or one of a form of its own");
    if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 || op.hasIndexSemantics())
      return rewriter.notifyMatchFailure(op, "it has several operands or results, or asks where it is");
    OpOperand *input = op.getDpsInputOperand(0), *init = op.getDpsInitOperand(0);
    AffineMap read = op.getMatchingIndexingMap(input), written = op.getMatchingIndexingMap(init);
    if (!read.isPermutation() || !written.isProjectedPermutation(/*allowZeroInResults=*/true))
      return rewriter.notifyMatchFailure(op, "it reads or writes some elements again, or not all");
    Raised raised;
    raised.input = input->get();
    SmallVector<AffineExpr> kept;
    SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
    for (auto [dim, expr] : llvm::enumerate(read.getResults()))
      if (types[cast<AffineDimExpr>(expr).getPosition()] == utils::IteratorType::reduction)
        raised.dimensions.push_back(dim);
      else
        kept.push_back(expr);
    raised.written = written;
    if (kept != llvm::filter_to_vector(written.getResults(), llvm::IsaPred<AffineDimExpr>))
      return rewriter.notifyMatchFailure(op, "it transposes");
    if (failed(matchBody(op, raised, rewriter)))
      return failure();
    TypedAttr initial = getInitial(init->get());
    if (!initial)
      return rewriter.notifyMatchFailure(op, "it begins with what is not known");
    if (isNeutral(raised.kind, initial, rewriter, op.getLoc()))
      return raised;
    // A sum of -0.0 is known by its sign.
    auto number = dyn_cast<FloatAttr>(initial);
    if (number && number.getValue().isNegZero())
      return rewriter.notifyMatchFailure(op, "it begins with -0.0");
    raised.initial = initial;
    return raised;
  }

  /// out = combine(out, in), where `in` may be widened to the result's type.
  static LogicalResult matchBody(linalg::LinalgOp op, Raised &raised, PatternRewriter &rewriter) {
    BlockArgument carried = op.getRegionOutputArgs().front(), element = op.getRegionInputArgs().front();
    Operation *combiner = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
    std::optional<AtomicRMWKind> kind =
        combiner && combiner->getBlock() == op.getBlock() ? getKind(combiner) : std::nullopt;
    if (!kind || !carried.hasOneUse() || *carried.user_begin() != combiner)
      return rewriter.notifyMatchFailure(op, "its body does not combine each element with the result");
    Value term = combiner->getOperand(combiner->getOperand(0) == carried ? 1 : 0);
    Operation *widening = term == element ? nullptr : term.getDefiningOp();
    if (widening && (!isa<arith::ExtFOp>(widening) || widening->getOperand(0) != element))
      return rewriter.notifyMatchFailure(op, "it computes more than what it combines");
    if (!ReduceOp::isElementType(element.getType()) || !ReduceOp::isElementType(carried.getType()))
      return rewriter.notifyMatchFailure(op, "there is no fusion.reduce of this type");
    raised.kind = *kind;
    return success();
  }

  /// What all elements of `init` are, or null.
  static TypedAttr getInitial(Value init) {
    if (auto fill = init.getDefiningOp<linalg::FillOp>()) {
      TypedAttr value;
      return matchPattern(fill.value(), m_Constant(&value)) ? value : TypedAttr();
    }
    SplatElementsAttr splat;
    return matchPattern(init, m_Constant(&splat)) ? splat.getSplatValue<TypedAttr>() : TypedAttr();
  }

  /// What comes of it where it begins with `initial`.
  static Value combineWith(PatternRewriter &rewriter, Location loc, AtomicRMWKind kind, Value reduced,
                           TypedAttr initial) {
    auto map = MapOp::create(rewriter, loc, cast<RankedTensorType>(reduced.getType()), reduced, ValueRange(),
                             /*positions=*/false);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(map.getBodyBlock());
    Value first = arith::ConstantOp::create(rewriter, loc, initial);
    Value both = arith::getReductionOp(kind, rewriter, loc, first, map.getElementArguments().front());
    YieldOp::create(rewriter, loc, both);
    return map.getResult();
  }

  /// The result as the operation had it: without the dimensions that were reduced, with others of size 1.
  static Value placeResult(PatternRewriter &rewriter, Location loc, Value reduced, const Raised &raised) {
    ArrayRef<AffineExpr> written = raised.written.getResults();
    llvm::SmallBitVector units(written.size());
    for (auto [dim, expr] : llvm::enumerate(written))
      units[dim] = isa<AffineConstantExpr>(expr);
    // Most often they are the same.
    bool kept = cast<RankedTensorType>(reduced.getType()).getRank() == static_cast<int64_t>(written.size()) &&
                llvm::all_of(llvm::enumerate(written), [&](auto dim) {
                  return units[dim.index()] == llvm::is_contained(raised.dimensions, int64_t(dim.index()));
                });
    if (kept)
      return reduced;
    Value dropped = dropReduced(rewriter, loc, reduced, raised.dimensions);
    return units.any() ? insertUnitDims(rewriter, loc, dropped, units) : dropped;
  }

  /// Takes out the dimensions that were reduced.
  static Value dropReduced(PatternRewriter &rewriter, Location loc, Value value, ArrayRef<int64_t> dimensions) {
    int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
    SmallVector<ReassociationIndices> groups;
    ReassociationIndices group;
    bool hasKept = false;
    for (int64_t dim = 0; dim < rank; ++dim) {
      bool kept = !llvm::is_contained(dimensions, dim);
      if (kept && hasKept) {
        groups.push_back(group);
        group.clear();
      }
      hasKept |= kept;
      group.push_back(dim);
    }
    if (hasKept)
      groups.push_back(group);
    return tensor::CollapseShapeOp::create(rewriter, loc, value, groups);
  }
};

struct RaiseReductionsPass : fusion::impl::RaiseReductionsPassBase<RaiseReductionsPass> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RaiseReduction>(&getContext());
    SmallVector<Operation *> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingOps);
    if (failed(applyOpPatternsGreedily(ops, std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
