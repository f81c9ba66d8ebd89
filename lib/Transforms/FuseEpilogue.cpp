// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Merges kernels in sweeps, the most profitable pair of each consumer first.

#include "ColumnReaders.h"
#include "ProductChain.h"
#include "UnroundedCasts.h"
#include "fusion/Analysis/EpilogueLegality.h"
#include "fusion/Analysis/Explain.h"
#include "fusion/Analysis/FusionProfit.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/Remark.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fusion {
#define GEN_PASS_DEF_FUSEEPILOGUEPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
/// A kernel that another could be merged into, with what that saves.
struct Candidate {
  SmallVector<FusionEdge> edges;
  int64_t bytesSaved = 0;
};

/// Which pairs a sweep looks at.
enum class Phase {
  BehindProducts,  ///< elementwise work into the product that it reads
  BeforeEpilogues, ///< elementwise work into the product whose epilogue reads it
  Rows,            ///< reductions, and work on their rows
  Elementwise,     ///< elementwise work into other elementwise work
  Rest,            ///< what found no better place
  Crossings        ///< reductions across rows into the kernel of the rows, when both are complete
};

bool hasProduct(KernelOp kernel) { return KernelPlan(kernel).hasProduct(); }

/// Where the operations of merged kernels come from. Fused locations are made at the end: each stays in the context for
/// good, and those of all steps of a long chain would take memory that grows with the square of its length.
class MergedLocations {
public:
  /// Those of the kernel that two will become: its product's, else of both.
  SmallVector<Location> take(KernelOp producer, KernelOp consumer) {
    SmallVector<Location> from = take(producer), to = take(consumer);
    if (hasProduct(producer))
      return from;
    if (hasProduct(consumer))
      return to;
    llvm::append_range(from, to);
    return from;
  }

  void set(KernelOp merged, SmallVector<Location> parts) { locations[merged] = std::move(parts); }

  /// Gives each kernel its location.
  void apply() {
    for (auto &[kernel, parts] : locations) {
      Location loc = FusedLoc::get(kernel->getContext(), parts);
      kernel->setLoc(loc);
      cast<KernelOp>(kernel).getYield()->setLoc(loc);
    }
  }

private:
  SmallVector<Location> take(KernelOp kernel) {
    auto it = locations.find(kernel);
    if (it == locations.end())
      return {kernel.getLoc()};
    SmallVector<Location> parts = std::move(it->second);
    locations.erase(it);
    return parts;
  }

  llvm::DenseMap<Operation *, SmallVector<Location>> locations;
};

class EpilogueFuser {
public:
  EpilogueFuser(RewriterBase &rewriter, Operation *root, const ChipInfo &chip, Dependence &dependence)
      : rewriter(rewriter), root(root), takes{chip}, dependence(dependence) {}

  SmallVector<FusedEdge> run() {
    if (hasProductChainFamily(takes.chip))
      joinProducts();
    // Products first: an elementwise kernel that could go to a product must not be drawn elsewhere.
    for (Phase phase : {Phase::BehindProducts, Phase::BeforeEpilogues, Phase::Rows, Phase::Elementwise, Phase::Rest,
                        Phase::Crossings})
      while (sweep(phase)) {
      }
    locations.apply();
    return std::move(fused);
  }

private:
  /// Merges products that read each other, with what stands between them, where a family takes that.
  void joinProducts();
  /// Whether the kernels of a chain may be merged at the place of the last.
  bool mayJoin(const ProductChain &chain);
  /// Offers each kernel, in order, to the kernels that it reads. Returns whether any were merged.
  bool sweep(Phase phase);
  /// The kernel that `consumer` is best merged into; no edges if there is none.
  Candidate pickProducer(KernelOp consumer, Phase phase);
  /// Whether all edges of a pair allow it. must_fuse overrides limits of profit, never legality.
  bool mayFuse(const Candidate &candidate);
  /// Whether a kernel does no more than widen what its producer stores anyway, or what is reduced, for kernels that
  /// cannot follow it there. With these it is not stored a second time, or not wider: behind a product and a residual
  /// sum of bf16, a norm in f32; behind scores of bf16, their softmax in f32.
  bool belongsToUsers(const FusionEdge &edge);
  /// Whether merging into `a` is better than into `b`: it saves more, or as much and the kernel stands later.
  bool isBetter(const Candidate &a, const Candidate &b);
  KernelOp merge(KernelOp producer, KernelOp consumer);
  void record(const FusionEdge &edge, int64_t bytesSaved);

  RewriterBase &rewriter;
  Operation *root;
  FamiliesOf takes;
  Dependence &dependence;
  MergedLocations locations;
  SmallVector<FusedEdge> fused;
};
} // namespace

/// Whether both reduce, and not along the same rows.
static bool areOfDifferentRows(KernelOp producer, KernelOp consumer) {
  auto reducesRows = [](KernelOp kernel) { return isReducing(kernel) && checkRows(KernelPlan(kernel)); };
  return reducesRows(producer) && reducesRows(consumer) &&
         !(getRowSpace(KernelPlan(producer)) == getRowSpace(KernelPlan(consumer)));
}

static bool isInPhase(KernelOp producer, KernelOp consumer, Phase phase) {
  if (phase != Phase::Crossings && areOfDifferentRows(producer, consumer))
    return false;
  switch (phase) {
  case Phase::BehindProducts:
    return hasProduct(producer);
  case Phase::BeforeEpilogues:
    return hasProduct(consumer);
  case Phase::Rows:
  case Phase::Crossings:
    return isReducing(producer) || isReducing(consumer);
  case Phase::Elementwise:
  case Phase::Rest:
    return true;
  }
  llvm_unreachable("unknown phase");
}

static bool isMustFuse(KernelOp kernel) {
  return llvm::any_of(*kernel.getBodyBlock(), [](Operation &op) { return op.hasAttr(kMustFuseAttrName); });
}

bool EpilogueFuser::mayFuse(const Candidate &candidate) {
  // Readers of other columns come when kernels are complete.
  if (looksUpOutput(candidate.edges.front().getConsumerKernel(), candidate.edges.front().producer))
    return false;
  // What stands between the two is asked last, and once: it is the same for all edges.
  return llvm::all_of(candidate.edges,
                      [&](const FusionEdge &edge) {
                        return checkFusionPair(edge, takes) && (checkFusionProfit(edge) || isMustFuse(edge.producer) ||
                                                                isMustFuse(edge.getConsumerKernel()));
                      }) &&
         checkFusionOrder(candidate.edges.front(), dependence);
}

bool EpilogueFuser::belongsToUsers(const FusionEdge &edge) {
  KernelOp kernel = edge.getConsumerKernel();
  auto cast = dyn_cast<CastOp>(kernel.getBodyBlock()->front());
  if (!cast || cast->getNextNode() != kernel.getYield() || isMustFuse(kernel))
    return false;
  auto width = [](Value value) { return mlir::cast<RankedTensorType>(value.getType()).getElementTypeBitWidth(); };
  if (width(cast.getResult()) <= width(cast->getOperand(0)))
    return false;
  auto isBeside = [&](Operation *user) { return user != kernel; };
  bool behindProduct = hasProduct(edge.producer);
  auto isReduction = [](Operation *op) {
    auto reader = dyn_cast<KernelOp>(op);
    return reader && isReducing(reader);
  };
  // Or computes what is reduced: the squares of a norm.
  auto reduces = [&](Operation *user) {
    auto reader = dyn_cast<KernelOp>(user);
    return reader && behindProduct &&
           (isReduction(reader) || (reader.isElementwise() && llvm::any_of(reader->getUsers(), isReduction)));
  };
  auto cannotFollow = [&](Operation *user) {
    if (!isa<KernelOp>(user) || user->getBlock() != kernel->getBlock())
      return false;
    return reduces(user) || dependence.findCycle(edge.producer, user, /*except=*/kernel) ||
           (behindProduct && dependence.findCycle(kernel, user));
  };
  return (llvm::any_of(edge.value.getUsers(), isBeside) || llvm::any_of(kernel->getUsers(), reduces)) &&
         llvm::all_of(kernel->getUsers(), cannotFollow);
}

bool EpilogueFuser::isBetter(const Candidate &a, const Candidate &b) {
  if (b.edges.empty() || a.bytesSaved != b.bytesSaved)
    return b.edges.empty() || a.bytesSaved > b.bytesSaved;
  return dependence.isBefore(b.edges.front().producer, a.edges.front().producer);
}

Candidate EpilogueFuser::pickProducer(KernelOp consumer, Phase phase) {
  llvm::MapVector<Operation *, Candidate> candidates;
  llvm::SmallDenseSet<Value> seen;
  for (Value input : consumer.getInputs()) {
    auto producer = input.getDefiningOp<KernelOp>();
    if (!producer || !isInPhase(producer, consumer, phase) || !seen.insert(input).second)
      continue;
    FusionEdge edge{producer, cast<OpResult>(input), consumer};
    Candidate &candidate = candidates[producer];
    candidate.bytesSaved += getEdgeBytesSaved(edge);
    candidate.edges.push_back(edge);
  }
  Candidate best;
  for (auto &[producer, candidate] : candidates)
    if (mayFuse(candidate) && (phase >= Phase::Rest || !belongsToUsers(candidate.edges.front())) &&
        isBetter(candidate, best))
      best = candidate;
  return best;
}

KernelOp EpilogueFuser::merge(KernelOp producer, KernelOp consumer) {
  SmallVector<Location> parts = locations.take(producer, consumer);
  KernelOp merged = mergeKernels(rewriter, producer, consumer, consumer.getLoc(), dependence);
  locations.set(merged, std::move(parts));
  return merged;
}

void EpilogueFuser::record(const FusionEdge &edge, int64_t bytesSaved) {
  KernelOp producer = edge.producer;
  Operation *from = producer.getYield().getOperand(edge.value.getResultNumber()).getDefiningOp();
  Operation *reader = edge.getReader();
  if (from && reader != edge.consumer)
    fused.push_back({from, reader, bytesSaved});
}

bool EpilogueFuser::mayJoin(const ProductChain &chain) {
  KernelOp last = chain.last();
  return llvm::none_of(ArrayRef(chain.kernels).drop_back(),
                       [&](KernelOp kernel) { return dependence.findPinned(kernel, last); }) &&
         checkProductChain(chain, takes.chip);
}

void EpilogueFuser::joinProducts() {
  SmallVector<KernelOp> lasts;
  root->walk([&](KernelOp kernel) { lasts.push_back(kernel); });
  llvm::SmallDenseSet<Operation *> merged;
  for (KernelOp last : lasts) {
    // A kernel that became part of another is no operation any more.
    if (merged.contains(last))
      continue;
    for (const ProductChain &chain : findProductChains(last)) {
      if (!mayJoin(chain))
        continue;
      KernelOp all = chain.first();
      merged.insert_range(chain.kernels);
      for (KernelOp kernel : ArrayRef(chain.kernels).drop_front()) {
        for (Value input : kernel.getInputs())
          if (input.getDefiningOp() == all) {
            FusionEdge edge{all, cast<OpResult>(input), kernel};
            record(edge, getEdgeBytesSaved(edge));
          }
        all = merge(all, kernel);
      }
      break;
    }
  }
}

bool EpilogueFuser::sweep(Phase phase) {
  SmallVector<KernelOp> kernels;
  root->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
  bool changed = false;
  for (KernelOp consumer : kernels) {
    while (true) {
      Candidate best = pickProducer(consumer, phase);
      if (best.edges.empty())
        break;
      for (const FusionEdge &edge : best.edges)
        record(edge, getEdgeBytesSaved(edge));
      consumer = merge(best.edges.front().producer, consumer);
      changed = true;
    }
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Readers of other columns
//===----------------------------------------------------------------------===//

/// Whether the consumer also depends on the producer through more than reshapes of the value, or what depends on it
/// must keep its place.
static bool dependsOtherwise(const FusionEdge &edge, Dependence &dependence) {
  KernelOp producer = edge.producer;
  auto depends = [&](Value input) {
    Operation *op = input.getDefiningOp();
    while (op && isReshape(op) && input != edge.value) {
      input = op->getOperand(0);
      op = input.getDefiningOp();
    }
    if (!op || input == edge.value || op->getBlock() != producer->getBlock())
      return false;
    auto isOfProducer = [&](Value operand) { return operand.getDefiningOp() == producer; };
    return op == producer || llvm::any_of(op->getOperands(), isOfProducer) || dependence.findCycle(producer, op);
  };
  return llvm::any_of(edge.getConsumerKernel().getInputs(), depends) || dependence.findPinned(producer, edge.consumer);
}

/// The product whose result a kernel looks up, if the product's kernel takes it; no consumer if none does.
static FusionEdge pickLookedUp(KernelOp consumer, const ChipInfo &chip, Dependence &dependence) {
  for (auto [input, argument] : llvm::zip_equal(consumer.getInputs(), consumer.getBodyBlock()->getArguments())) {
    auto producer = input.getDefiningOp<KernelOp>();
    if (!producer || !KernelOp::isTable(argument) || !hasProduct(producer) ||
        producer->getBlock() != consumer->getBlock())
      continue;
    FusionEdge edge{producer, cast<OpResult>(input), consumer};
    if (checkColumnReader(edge, chip) && !dependsOtherwise(edge, dependence))
      return edge;
  }
  return {};
}

int64_t fusion::fuseColumnReaders(RewriterBase &rewriter, Operation *root, const ChipInfo &chip,
                                  SmallVectorImpl<FusedEdge> &fused) {
  int64_t count = 0;
  SmallVector<KernelOp> kernels;
  root->walk([&](KernelOp kernel) {
    if (kernel.isElementwise() && kernel.getOuts().empty())
      kernels.push_back(kernel);
  });
  for (KernelOp kernel : kernels) {
    Dependence dependence;
    FusionEdge edge = pickLookedUp(kernel, chip, dependence);
    if (!edge.consumer)
      continue;
    int64_t bytesSaved = getEdgeBytesSaved(edge);
    llvm::DenseMap<Operation *, Operation *> rebuilt;
    KernelOp producer = edge.producer, flat = ColumnReader(kernel, edge.value).flatten(rewriter, &rebuilt);
    for (FusedEdge &known : fused)
      for (Operation **op : {&known.producer, &known.consumer})
        if (auto it = rebuilt.find(*op); it != rebuilt.end())
          *op = it->second;
    edge.consumer = flat;
    Operation *from = producer.getYield().getOperand(edge.value.getResultNumber()).getDefiningOp();
    if (from && edge.getReader() != flat)
      fused.push_back({from, edge.getReader(), bytesSaved});
    Dependence ofFlat;
    mergeKernels(rewriter, producer, flat, producer.getLoc(), ofFlat);
    ++count;
  }
  return count;
}

SmallVector<FusedEdge> fusion::fuseEpilogues(RewriterBase &rewriter, Operation *root, const ChipInfo &chip,
                                             Dependence &dependence) {
  return EpilogueFuser(rewriter, root, chip, dependence).run();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static StringRef spell(Operation *op) { return op->getName().getStringRef(); }

static void remarkFused(const FusedEdge &edge, const llvm::DenseMap<Operation *, std::string> &names) {
  std::string text = (Twine(spell(edge.consumer)) + " is computed in " + names.lookup(edge.consumer->getParentOp()) +
                      " behind " + spell(edge.producer))
                         .str();
  emitPassed(edge.consumer, RemarkCode::Fused, text, RemarkMetric{"bytes_saved", edge.bytesSaved});
}

static void remarkMissed(const MissedEdge &missed, const llvm::DenseMap<Operation *, std::string> &names) {
  Operation *consumer = missed.edge.consumer;
  auto name = names.find(consumer);
  std::string reader = name == names.end() ? spell(consumer).str() : name->second;
  emitMissed(missed.edge.getReader(), missed.verdict.code,
             names.lookup(missed.edge.producer) + " -> " + reader + ": " + missed.verdict.reason,
             missed.verdict.suggestion);
}

/// Fails where a mark would change nothing, as no boundaries were set around it.
static LogicalResult checkIsolated(Operation *root) {
  WalkResult result = root->walk([](Operation *op) -> WalkResult {
    if (!op->hasAttr(kNoFuseAttrName))
      return WalkResult::advance();
    return op->emitOpError() << "carries '" << kNoFuseAttrName
                             << "', and no boundaries stand around it; run fusion-isolate before kernels are formed";
  });
  return failure(result.wasInterrupted());
}

namespace {
struct FuseEpiloguePass : fusion::impl::FuseEpiloguePassBase<FuseEpiloguePass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(checkIsolated(getOperation())))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    Dependence dependence;
    const ChipInfo &chip = getTargetChip(getOperation());
    SmallVector<FusedEdge> fused = fuseEpilogues(rewriter, getOperation(), chip, dependence);
    // Where fewer outputs are stored, more kernels may be merged.
    auto moveToReaders = [&] {
      int64_t recomputed = recomputeOutputs(rewriter, getOperation(), chip);
      return recomputed + widenInReaders(rewriter, getOperation(), chip);
    };
    while (int64_t recomputed = moveToReaders()) {
      numRecomputed += recomputed;
      dependence = Dependence();
      llvm::append_range(fused, fuseEpilogues(rewriter, getOperation(), chip, dependence));
    }
    if (fuseColumnReaders(rewriter, getOperation(), chip, fused) > 0)
      dependence = Dependence();
    numJoined += joinSiblings(rewriter, getOperation(), chip, dependence);
    if (dropBoundaries(getOperation()) > 0)
      dependence = Dependence();
    SmallVector<MissedEdge> missed = collectMissedEdges(getOperation(), FamiliesOf{chip}, dependence);
    numVisited += dependence.getNumVisited();
    numFused += fused.size();
    numMissed += missed.size();
    auto names = nameKernels(getOperation());
    for (const FusedEdge &edge : fused)
      remarkFused(edge, names);
    for (const MissedEdge &edge : missed)
      remarkMissed(edge, names);
    remarkUnroundedCasts(getOperation());
    if (failed(checkMustFuse(getOperation(), chip)) || failed(dropUnusedOutputs()))
      signalPassFailure();
  }

private:
  /// After the remarks, which are about operations that become useless too.
  LogicalResult dropUnusedOutputs() {
    SmallVector<Operation *> kernels;
    getOperation().walk([&](KernelOp kernel) {
      if (llvm::any_of(kernel->getResults(), [](Value result) { return result.use_empty(); }))
        kernels.push_back(kernel);
    });
    RewritePatternSet patterns(&getContext());
    KernelOp::getCanonicalizationPatterns(patterns, &getContext());
    return applyOpPatternsGreedily(kernels, std::move(patterns));
  }
};
} // namespace
