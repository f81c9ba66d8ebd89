// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Transpositions in front of products and behind them become views in their kernels.

#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Support/Remark.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace fusion {
#define GEN_PASS_DEF_ABSORBTRANSPOSESPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Whether a kernel has a product, or is elementwise work that can come into the kernel of one.
static bool belongsToProduct(KernelOp kernel) {
  // More than any activation takes; the limit keeps the search short in long elementwise chains.
  constexpr size_t limit = 48;
  RankedTensorType type = KernelPlan(kernel).getIterationType();
  llvm::SmallSetVector<Operation *, 8> seen;
  seen.insert(kernel);
  for (size_t i = 0; i < seen.size() && i < limit; ++i) {
    auto next = cast<KernelOp>(seen[i]);
    RankedTensorType own = KernelPlan(next).getIterationType();
    if (!type || !own || own.getShape() != type.getShape())
      continue;
    if (!next.isElementwise())
      return true;
    for (Value input : next.getInputs())
      if (auto producer = input.getDefiningOp<KernelOp>())
        seen.insert(producer);
  }
  return false;
}

/// Whether `dim` is neither of the last two of `rank` dimensions.
static bool isBatchDim(int64_t dim, int64_t rank) { return dim < rank - 2; }

namespace {
/// A tensor as it lies in memory, and the order in which it is read: result dimension i is dimension permutation[i] of
/// the source reshaped by `groups` of its dimensions: split where `sizes` are given, else merged.
struct StridedTensor {
  Value source;
  SmallVector<SmallVector<OpFoldResult>> sizes = {};
  SmallVector<ReassociationIndices> groups = {};
  SmallVector<int64_t> permutation;

  /// Position at which the last dimension of memory is read.
  int64_t lastPosition() const { return invertPermutationVector(permutation).back(); }
  Value materialize(OpBuilder &builder, Location loc) const {
    if (!sizes.empty())
      return expandDims(builder, loc, source, sizes);
    return groups.empty() ? source : collapseDims(builder, loc, source, groups);
  }
};

/// A reader of a transposed tensor: an input of a kernel.
struct Reader {
  OpOperand *use;
  StridedTensor tensor;
  Operation *place; ///< where the tensor that is read by strides is made

  KernelOp getKernel() const { return cast<KernelOp>(use->getOwner()); }
  BlockArgument getArgument() const { return getKernel().getBodyArgument(use->getOperandNumber()); }
};
} // namespace

/// `value`, which is the result of `transpose` or a reshape of it, as its operand lies in memory.
static std::optional<StridedTensor> getStridedTensor(linalg::TransposeOp transpose, Value value) {
  Value source = transpose.getInput();
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>()) {
    ReorderedReshape before = splitBeforeTranspose(permutation, expand.getReassociationIndices());
    SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
    auto own = llvm::map_to_vector(before.groups, [&](const ReassociationIndices &group) {
      return llvm::map_to_vector(group, [&](int64_t dim) { return sizes[dim]; });
    });
    return StridedTensor{source, own, {}, before.permutation};
  }
  if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>()) {
    std::optional<ReorderedReshape> before = mergeBeforeTranspose(permutation, collapse.getReassociationIndices());
    return before ? std::optional(StridedTensor{source, {}, before->groups, before->permutation}) : std::nullopt;
  }
  return StridedTensor{source, {}, {}, llvm::to_vector(permutation)};
}

/// Whether a product reads it for the scales of its operands, whose dimensions keep their order.
static bool isScale(Value argument) {
  return llvm::any_of(argument.getUses(), [](OpOperand &use) {
    auto product = dyn_cast<MatmulOp>(use.getOwner());
    return product && use.getOperandNumber() >= product.getFactors().size();
  });
}

/// Why a kernel cannot read `reader` by strides, or an empty text.
static std::string checkRead(const Reader &reader) {
  KernelOp kernel = reader.getKernel();
  if (!kernel.getOuts().empty())
    return "a kernel in destination style is not changed";
  if (KernelOp::isTable(reader.getArgument()))
    return "the kernel looks up its elements";
  if (isKept(reader.getArgument()))
    return "the kernel writes into it";
  if (isScale(reader.getArgument()) && !cast<RankedTensorType>(reader.getArgument().getType()).hasStaticShape())
    return "scales of a product are viewed in another order where their sizes are known";
  auto rank = static_cast<int64_t>(reader.tensor.permutation.size());
  int64_t last = reader.tensor.lastPosition();
  for (Operation *user : reader.getArgument().getUsers()) {
    if (isa<ViewOp>(user))
      return "the kernel reads it in another order of dimensions already";
    if (isa<MatmulOp>(user) ? isBatchDim(last, rank) : last != rank - 1)
      return isa<MatmulOp>(user) ? "elements that are adjacent in memory would belong to different batches"
                                 : "elements that are adjacent in memory would not be so along the kernel's columns";
    if (!isa<MatmulOp>(user) && !belongsToProduct(kernel))
      return "the kernel has no product";
  }
  return "";
}

namespace {
class Absorber {
public:
  explicit Absorber(RewriterBase &rewriter) : rewriter(rewriter) {}

  AbsorbedTransposes run(Operation *root) {
    SmallVector<linalg::TransposeOp> transposes;
    root->walk([&](linalg::TransposeOp op) {
      // Kernels take views of sizes that are known (verifyKernel).
      if (op->getNumResults() == 1 && !op->getParentOfType<KernelOp>() &&
          cast<RankedTensorType>(op->getResult(0).getType()).hasStaticShape())
        transposes.push_back(op);
    });
    // What a product reads transposed it reads by strides, rather than that another kernel writes it so.
    SmallVector<std::pair<linalg::TransposeOp, std::string>> rest;
    for (linalg::TransposeOp op : transposes)
      if (std::optional<std::string> missed = absorbIntoReaders(op))
        rest.push_back({op, *missed});
    for (auto &[op, missed] : rest)
      if (!absorbIntoProducer(op) && !missed.empty()) {
        emitMissed(op, RemarkCode::TransposedCopy, missed);
        ++absorbed.missed;
      }
    return absorbed;
  }

private:
  /// Collects all that reads `value`, which is `op`'s result or a reshape of it. Returns why that is not kernels alone.
  std::string findReaders(linalg::TransposeOp op, Value value, SmallVectorImpl<Reader> &readers);
  /// Nothing, if the kernels that read the result read it by strides now. Else why not, if one is a product's; or "".
  std::optional<std::string> absorbIntoReaders(linalg::TransposeOp op);
  void rewriteReader(const Reader &reader);
  /// Whether the kernel that computes the operand writes it in the other order now.
  bool absorbIntoProducer(linalg::TransposeOp op);
  void remark(linalg::TransposeOp op, StringRef what) {
    emitPassed(op, RemarkCode::Strided, what, RemarkMetric{"bytes_saved", 2 * estimateBytes(op.getType(0))});
  }

  RewriterBase &rewriter;
  AbsorbedTransposes absorbed;
};
} // namespace

std::string Absorber::findReaders(linalg::TransposeOp op, Value value, SmallVectorImpl<Reader> &readers) {
  std::optional<StridedTensor> tensor = getStridedTensor(op, value);
  if (!tensor)
    return "dimensions are merged that do not lie side by side in memory";
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (isa<tensor::DimOp>(user))
      continue;
    if (auto kernel = dyn_cast<KernelOp>(user)) {
      readers.push_back({&use, *tensor, value.getDefiningOp()});
      continue;
    }
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user) || value != op->getResult(0))
      return (user->getName().getStringRef() + " needs it in memory").str();
    if (std::string reason = findReaders(op, user->getResult(0), readers); !reason.empty())
      return reason;
  }
  return "";
}

/// matmul(view(%arg)), with a flag for what the last two dimensions exchange.
void Absorber::rewriteReader(const Reader &reader) {
  rewriter.setInsertionPoint(reader.place);
  Value source = reader.tensor.materialize(rewriter, reader.place->getLoc());
  BlockArgument argument = reader.getArgument();
  SmallVector<int64_t> permutation = reader.tensor.permutation, swapped = permutation;
  auto rank = static_cast<int64_t>(permutation.size());
  bool swaps = reader.tensor.lastPosition() == rank - 2 && !isScale(argument);
  if (swaps)
    std::swap(swapped[rank - 1], swapped[rank - 2]);
  SmallVector<OpOperand *> uses = llvm::map_to_vector(argument.getUses(), [](OpOperand &use) { return &use; });
  rewriter.modifyOpInPlace(reader.getKernel(), [&] { reader.use->set(source); });
  argument.setType(source.getType());
  rewriter.setInsertionPointToStart(argument.getOwner());
  Value view = rewriter.createOrFold<ViewOp>(reader.getKernel().getLoc(), argument, swaps ? swapped : permutation);
  for (OpOperand *use : uses) {
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(view); });
    auto matmul = dyn_cast<MatmulOp>(use->getOwner());
    if (!matmul || !swaps)
      continue;
    if (use->getOperandNumber() == 0)
      matmul.setTransposeA(!matmul.getTransposeA());
    else
      matmul.setTransposeB(!matmul.getTransposeB());
  }
}

std::optional<std::string> Absorber::absorbIntoReaders(linalg::TransposeOp op) {
  SmallVector<Reader> readers;
  std::string reason = findReaders(op, op->getResult(0), readers);
  for (const Reader &reader : readers)
    if (reason.empty())
      reason = checkRead(reader);
  if (!reason.empty() || readers.empty()) {
    bool isFactor = llvm::any_of(readers, [](const Reader &reader) {
      return llvm::any_of(reader.getArgument().getUsers(), llvm::IsaPred<MatmulOp>);
    });
    return isFactor ? reason : "";
  }
  for (const Reader &reader : readers)
    rewriteReader(reader);
  remark(op, "linalg.transpose is how its readers see the operand in memory, by strides");
  ++absorbed.reads;
  return std::nullopt;
}

/// The same kernel, whose result `number` leaves it behind a view.
static KernelOp viewResult(RewriterBase &rewriter, KernelOp kernel, unsigned number, ArrayRef<int64_t> permutation) {
  YieldOp yield = kernel.getYield();
  rewriter.setInsertionPoint(yield);
  Value view = rewriter.createOrFold<ViewOp>(kernel.getLoc(), yield.getOperand(number), permutation);
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(number, view); });
  SmallVector<Type> types(kernel.getResultTypes());
  types[number] = view.getType();
  rewriter.setInsertionPoint(kernel);
  auto changed = KernelOp::create(rewriter, kernel.getLoc(), types, kernel.getInputs());
  changed->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  changed.copySchedules(kernel);
  rewriter.mergeBlocks(kernel.getBodyBlock(), changed.getBodyBlock(), changed.getBodyBlock()->getArguments());
  return changed;
}

bool Absorber::absorbIntoProducer(linalg::TransposeOp op) {
  Value value = op.getInput();
  ReorderedReshape order{{}, llvm::to_vector(op.getPermutation())};
  // transpose(collapse(x)) = collapse(transpose(x))
  if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>(); collapse && collapse->hasOneUse()) {
    order = transposeBeforeMerge(op.getPermutation(), collapse.getReassociationIndices());
    value = collapse.getSrc();
  }
  auto kernel = value.getDefiningOp<KernelOp>();
  auto rank = static_cast<int64_t>(order.permutation.size());
  if (!kernel || !kernel.getOuts().empty() || !value.hasOneUse() || rank == 0 || order.permutation.back() != rank - 1 ||
      !belongsToProduct(kernel))
    return false;
  unsigned number = cast<OpResult>(value).getResultNumber();
  remark(op, "linalg.transpose is the order in which its producer writes the result, by strides");
  KernelOp changed = viewResult(rewriter, kernel, number, order.permutation);
  rewriter.setInsertionPoint(op);
  Value result = changed.getResult(number);
  if (!order.groups.empty())
    result = collapseDims(rewriter, op.getLoc(), result, order.groups);
  Operation *reshape = op.getInput().getDefiningOp();
  rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), result, getTensorType(op->getResult(0))));
  if (reshape != kernel)
    rewriter.eraseOp(reshape);
  // The use that is gone was the only one of the result itself.
  for (auto [before, after] : llvm::zip_equal(kernel->getResults(), changed->getResults()))
    rewriter.replaceAllUsesWith(before, after);
  rewriter.eraseOp(kernel);
  ++absorbed.writes;
  return true;
}

AbsorbedTransposes fusion::absorbTransposes(RewriterBase &rewriter, Operation *root) {
  return Absorber(rewriter).run(root);
}

namespace {
struct AbsorbTransposesPass : fusion::impl::AbsorbTransposesPassBase<AbsorbTransposesPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    AbsorbedTransposes absorbed = absorbTransposes(rewriter, getOperation());
    numReads += absorbed.reads;
    numWrites += absorbed.writes;
    numMissed += absorbed.missed;
  }
};
} // namespace
