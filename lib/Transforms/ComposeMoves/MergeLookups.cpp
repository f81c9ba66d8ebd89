// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses where a map looks up, in the place of among what it looks up.
//
//   %a = fusion.lookup %t[%i, %j] if %c   |   %l = arith.select %c, %j, %k
//   %b = fusion.lookup %t[%i, %k]         |   %r = fusion.lookup %t[%i, %l]
//   %r = arith.select %c, %a, %b          |
//
// Where lanes load rows of both at once, that stays; and what is zero where a lookup's condition fails is the lookup.

#include "fusion/Analysis/LaneForms.h"
#include "fusion/Analysis/LookupRange.h"
#include "fusion/Transforms/ComposeMoves/ElementReader.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Conditions that all hold.
using Conjuncts = llvm::SmallSetVector<Value, 8>;

class LookupMerger {
public:
  LookupMerger(RewriterBase &rewriter, MapOp map) : rewriter(rewriter), map(map) {}

  void run() {
    for (Operation &op : llvm::make_early_inc_range(*map.getBodyBlock()))
      if (auto select = dyn_cast<arith::SelectOp>(op); select && select.getCondition().getType().isInteger(1))
        visit(select);
    for (auto lookup : map.getBodyBlock()->getOps<LookupOp>())
      if (merged.contains(lookup) && lookup.getCondition())
        dropTruths(lookup);
  }

private:
  static constexpr int64_t kLanes = 8; ///< of the threads that read rows

  void visit(arith::SelectOp select) {
    auto lookup = select.getTrueValue().getDefiningOp<LookupOp>();
    auto other = select.getFalseValue().getDefiningOp<LookupOp>();
    bool isZero =
        matchPattern(select.getFalseValue(), m_PosZeroFloat()) || matchPattern(select.getFalseValue(), m_Zero());
    if (lookup && isZero) {
      Conjuncts asked = getConjuncts(lookup.getCondition());
      if (llvm::all_of(getConjuncts(select.getCondition()), [&](Value conjunct) { return asked.contains(conjunct); }))
        return rewriter.replaceOp(select, lookup);
    }
    if (lookup && other && lookup != other && lookup.getTable() == other.getTable() && lookup->hasOneUse() &&
        other->hasOneUse() && !areRows(select.getCondition(), lookup, other))
      merge(select, lookup, other);
  }

  /// Whether lanes load whole rows of both, which they would not where each lane had a place of its own.
  bool areRows(Value condition, LookupOp lookup, LookupOp other) {
    int64_t size = map.getResultType().getRank() == 0 ? 1 : map.getResultType().getShape().back();
    if (!ShapedType::isDynamic(size) && size % kLanes != 0)
      return false;
    if (!forms)
      forms.emplace(map, kLanes, kLanes);
    return !forms->isUniform(condition) && forms->getRowLookup(lookup) && forms->getRowLookup(other);
  }

  void merge(arith::SelectOp select, LookupOp lookup, LookupOp other) {
    rewriter.setInsertionPoint(select);
    Value condition = select.getCondition();
    // What has been chosen before is the same value, so that conditions are found to be the same.
    auto choose = [&](Value own, Value another) {
      if (own == another)
        return own;
      Value &result = chosen[{condition, own, another}];
      if (!result)
        result = arith::SelectOp::create(rewriter, select.getLoc(), condition, own, another);
      return result;
    };
    SmallVector<Value> indices;
    for (auto [own, another] : llvm::zip_equal(lookup.getIndices(), other.getIndices()))
      indices.push_back(choose(own, another));
    Conjuncts own = getConjuncts(lookup.getCondition()), another = getConjuncts(other.getCondition()), both;
    own.set_subtract(getConjuncts(condition));
    for (Value conjunct : own)
      if (another.contains(conjunct))
        both.insert(conjunct);
    own.set_subtract(both);
    another.set_subtract(both);
    if (!own.empty() || !another.empty())
      both.insert(choose(conjoin(own, select.getLoc()), conjoin(another, select.getLoc())));
    Value asked = both.empty() ? Value() : conjoin(both, select.getLoc());
    merged.insert(rewriter.replaceOpWithNewOp<LookupOp>(select, lookup.getTable(), indices, asked));
    for (LookupOp op : {lookup, other}) {
      merged.erase(op);
      rewriter.eraseOp(op);
    }
    forms.reset();
  }

  /// What may fail one by one may always hold where all parts are together.
  void dropTruths(LookupOp lookup) {
    Conjuncts conjuncts = getConjuncts(lookup.getCondition());
    if (!conjuncts.remove_if([&](Value conjunct) { return isSurelyTrue(conjunct, lookup); }))
      return;
    rewriter.setInsertionPoint(lookup);
    if (conjuncts.empty())
      lookup.getConditionMutable().clear();
    else
      lookup.getConditionMutable().assign(conjoin(conjuncts, lookup.getLoc()));
  }

  Value conjoin(const Conjuncts &conjuncts, Location loc) {
    if (conjuncts.empty())
      return arith::ConstantOp::create(rewriter, loc, rewriter.getBoolAttr(true));
    Value all = conjuncts.front();
    for (Value conjunct : llvm::drop_begin(conjuncts))
      all = arith::AndIOp::create(rewriter, loc, all, conjunct);
    return all;
  }

  /// None where `condition` is null: it always holds.
  static Conjuncts getConjuncts(Value condition) {
    Conjuncts found;
    SmallVector<Value> left;
    if (condition)
      left.push_back(condition);
    while (!left.empty()) {
      Value value = left.pop_back_val();
      if (auto both = value.getDefiningOp<arith::AndIOp>())
        left.append({both.getRhs(), both.getLhs()});
      else
        found.insert(value);
    }
    return found;
  }

  RewriterBase &rewriter;
  MapOp map;
  std::optional<LaneForms> forms;
  llvm::SmallPtrSet<Operation *, 8> merged;
  llvm::DenseMap<std::tuple<Value, Value, Value>, Value> chosen;
};
} // namespace

void fusion::simplifyRegion(MapOp map) {
  IRRewriter rewriter(map);
  DominanceInfo dominance(map);
  eliminateCommonSubExpressions(rewriter, dominance, map);
  LookupMerger(rewriter, map).run();
  eliminateCommonSubExpressions(rewriter, dominance, map);
}
