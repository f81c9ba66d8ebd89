// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether two kernels can be one: a check for each reason against it.

#include "fusion/Analysis/EpilogueLegality.h"
#include "fusion/Analysis/OperandKind.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Analysis/Prologue.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Analysis/ScatterOrder.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

using Code = RemarkCode;

static std::string name(Operation *op) { return op->getName().getStringRef().str(); }

static std::string shape(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleave(
      type.getShape(), os, [&](int64_t size) { ShapedType::isDynamic(size) ? os << '?' : os << size; }, "x");
  os << ']';
  return text;
}

/// Whether an operation computes nothing, but puts elements elsewhere.
static bool isDataMovement(Operation *op) {
  return isa<linalg::TransposeOp, linalg::BroadcastOp, linalg::PackOp, linalg::UnPackOp, tensor::ExtractSliceOp,
             tensor::InsertSliceOp, tensor::ConcatOp, tensor::PadOp>(op);
}

/// Data movement that can come after elementwise operations instead of before them.
static bool commutesWithElementwise(Operation *op) { return isa<linalg::TransposeOp, linalg::BroadcastOp>(op); }

/// Why a value that is reshaped or transposed for scatters is not scattered as it is computed. Yes if it could be, or
/// is for no scatter.
static FusionVerdict checkScattered(const FusionEdge &edge) {
  SmallVector<Operation *> readers = {edge.consumer};
  while (!readers.empty()) {
    Operation *reader = readers.pop_back_val();
    if (isReshape(reader) || isa<linalg::TransposeOp>(reader))
      llvm::append_range(readers, reader->getUsers());
    auto kernel = dyn_cast<KernelOp>(reader);
    if (!kernel)
      continue;
    for (auto scatter : kernel.getBodyBlock()->getOps<ScatterOp>()) {
      if (!isa<BlockArgument>(scatter.getUpdates()) || scatter.getOrder())
        continue;
      ComputedUpdates updates = findComputedUpdates(scatter, kernel.getInputOf(scatter.getUpdates()));
      if (updates.value != edge.value)
        continue;
      if (FusionVerdict order = checkScatterOrder(scatter, updates, /*storesParts=*/!isReducing(edge.producer)); !order)
        return order;
    }
  }
  return FusionVerdict::yes();
}

static FusionVerdict checkLeftover(const FusionEdge &edge) {
  Operation *consumer = edge.consumer;
  if (consumer->hasTrait<OpTrait::IsTerminator>())
    return FusionVerdict::no(Code::DifferentBlock,
                             name(consumer) + " hands the value to the operation around its block");
  if (FusionVerdict scattered = checkScattered(edge); !scattered)
    return scattered;
  if (isDataMovement(consumer))
    return FusionVerdict::no(
        Code::LayoutConsumer, name(consumer) + " puts the value's elements elsewhere, and outputs are stored in place",
        commutesWithElementwise(consumer) ? getRemarkCodeInfo(Code::LayoutConsumer).suggestion : StringRef());
  if (auto linalg = dyn_cast<linalg::LinalgOp>(consumer); linalg && linalg.getNumReductionLoops() > 0) {
    KernelOp producer = edge.producer;
    return FusionVerdict::no(Code::ForeignConsumer,
                             name(consumer) + " reduces over " + Twine(linalg.getNumReductionLoops()) +
                                 " dimension(s), which takes more than " +
                                 (producer.isElementwise() ? "the elements of a block" : "a tile of the product"),
                             /*suggestion=*/"");
  }
  if (isa<AnchorOpInterface>(consumer))
    return FusionVerdict::no(Code::ForeignConsumer, name(consumer) + " is not in a kernel", /*suggestion=*/"");
  if (isa<CallOpInterface>(consumer))
    return FusionVerdict::no(Code::ForeignConsumer, name(consumer) + " computes with the value in another function",
                             "inline the function");
  return FusionVerdict::no(Code::ForeignConsumer, name(consumer) + " is not an operation of the fusion dialect");
}

/// The first output of `producer` that is an operand of one of the consumer's anchors, or that one is computed of, or
/// null. The output may be reshaped in between. The rest of what the consumer reads is for its epilogue.
static Value findContractedOutput(KernelOp producer, KernelOp consumer) {
  KernelPlan plan(consumer);
  auto isContracted = [&](Value input) {
    return isReadForFactor(consumer, input) || llvm::any_of(plan.getAnchors(), [&](AnchorOpInterface anchor) {
             return llvm::any_of(anchor.getFactors(),
                                 [&](Value factor) { return consumer.getInputOf(factor) == input; });
           });
  };
  for (Value input : consumer.getInputs())
    if (Value output = skipReshapes(input); output.getDefiningOp() == producer && isContracted(input))
      return output;
  return {};
}

bool fusion::looksUpOutput(KernelOp consumer, KernelOp producer) {
  return llvm::any_of(llvm::zip_equal(consumer.getInputs(), consumer.getBodyBlock()->getArguments()),
                      [&](auto binding) {
                        auto [input, argument] = binding;
                        return skipReshapes(input).getDefiningOp() == producer && KernelOp::isTable(argument);
                      });
}

constexpr StringLiteral kContractedReason =
    "the consumer contracts the value: each of its tiles needs whole rows or columns of it";

/// What is against the anchors of both in one kernel, as long as no family knows better.
static FusionVerdict checkAnchors(const FusionEdge &edge) {
  KernelOp producer = edge.producer, consumer = edge.getConsumerKernel();
  if (consumer.isElementwise() || isReducing(consumer))
    return FusionVerdict::yes();
  if (Value contracted = findContractedOutput(producer, consumer)) {
    StringRef reason = "the value is an operand of the consumer's product, and no family computes it there";
    if (contracted != edge.value)
      reason = "another output of the producer is an operand of the consumer's product";
    else if (!producer.isElementwise())
      reason = kContractedReason;
    return FusionVerdict::no(Code::MatmulOperand, reason);
  }
  if (!producer.isElementwise() && !isReducing(producer)) {
    Code code = Code::TwoProducts;
    std::optional<ProductSum> first = ProductFormula::getPlain(producer), second = ProductFormula::getPlain(consumer);
    bool siblings =
        first && second && producer.getInputOf(first->lhs.getValue()) == consumer.getInputOf(second->lhs.getValue());
    return FusionVerdict::no(code,
                             "the consumer is computed in the kernel of another product, and no family computes both",
                             siblings ? getRemarkCodeInfo(code).suggestion : StringRef());
  }
  return FusionVerdict::yes();
}

/// No if somebody beside the consumer reads what the producer computes in a smaller shape than `to`.
static FusionVerdict checkOnlyReader(const FusionEdge &edge, RankedTensorType from, RankedTensorType to) {
  KernelOp producer = edge.producer;
  for (OpResult result : producer->getResults())
    for (Operation *user : result.getUsers())
      if (user != edge.consumer)
        return FusionVerdict::no(Code::SeveralUses, "the consumer computes " + shape(to) + " from the value's " +
                                                        shape(from) + ", and " + name(user) + " needs that stored");
  return FusionVerdict::yes();
}

/// Where one of the two reduces, the other takes part in the computation of its rows.
static FusionVerdict checkRowsOfPair(const FusionEdge &edge) {
  KernelOp producer = edge.producer, consumer = edge.getConsumerKernel();
  bool behind = isReducing(producer);
  KernelPlan plan(behind ? producer : consumer), other(behind ? consumer : producer);
  if (FusionVerdict rows = checkRows(plan); !rows)
    return rows;
  RowSpace space = getRowSpace(plan);
  RankedTensorType iteration = plan.getIterationType(), own = other.getIterationType();
  if (!other.isElementwise()) {
    if (!isReducing(other.getKernel()))
      return FusionVerdict::no(Code::OtherRows,
                               "the kernel of a product computes tiles, which have parts of the rows that are reduced");
    if (FusionVerdict rows = checkRows(other); !rows)
      return rows;
    if (space == getRowSpace(other))
      return FusionVerdict::yes();
    if (iteration.getShape() == own.getShape())
      return FusionVerdict::no(Code::OtherRows,
                               "the producer reduces other dimensions of " + shape(own) + " than the consumer");
    return FusionVerdict::no(Code::OtherRows, "the producer reduces rows of " + shape(behind ? iteration : own) +
                                                  ", but the consumer rows of " + shape(behind ? own : iteration));
  }
  if (!own)
    return FusionVerdict::no(Code::ShapeChange, "the outputs of one kernel differ in shape");
  if (own.getShape() == iteration.getShape() || own.getShape() == ArrayRef(space.getReducedShape()))
    return FusionVerdict::yes();
  if (behind && !getCrossings(plan.getKernel()).empty() &&
      own.getShape() == ArrayRef(getCrossingSpace(plan.getKernel()).getReducedShape()))
    return FusionVerdict::yes();
  if (behind)
    return FusionVerdict::no(Code::ShapeChange, "the consumer computes " + shape(own) +
                                                    ", but the producer reduces rows of " + shape(iteration));
  if (!classifyOperand(own.getShape(), iteration.getShape()))
    return FusionVerdict::no(Code::ShapeChange, "the producer computes " + shape(own) +
                                                    ", but the consumer reduces rows of " + shape(iteration));
  return checkOnlyReader(edge, own, iteration);
}

/// Whether `from`, which broadcasts to `to`, is repeated along some dimension.
static bool isRepeated(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  if (from.size() != to.size())
    return true;
  return llvm::any_of(llvm::zip_equal(from, to),
                      [](auto sizes) { return std::get<0>(sizes) == 1 && std::get<1>(sizes) != 1; });
}

/// The inputs into whose memory a kernel stores elements where indices say.
static SmallVector<Value> getScatteredInto(KernelOp kernel) {
  SmallVector<Value> inputs;
  for (auto store : kernel.getBodyBlock()->getOps<StoreOpInterface>())
    if (Value kept = store.getKept(); kept && store.getIndexedDim())
      inputs.push_back(kernel.getInputOf(kept));
  return inputs;
}

/// Whether a kernel reads any of `tensors`, at whatever place.
static bool readsAny(KernelOp kernel, ArrayRef<Value> tensors) {
  return llvm::any_of(llvm::zip_equal(kernel.getInputs(), kernel.getBodyBlock()->getArguments()), [&](auto binding) {
    auto [input, argument] = binding;
    return llvm::is_contained(tensors, input) && !(argument.hasOneUse() && isKept(argument));
  });
}

/// What a kernel keeps elements of is memory, which nothing else of it reads where it may have been written.
static FusionVerdict checkKept(KernelOp producer, KernelOp consumer) {
  for (auto [input, argument] : llvm::zip_equal(consumer.getInputs(), consumer.getBodyBlock()->getArguments()))
    if (input.getDefiningOp() == producer && isKept(argument))
      return FusionVerdict::no(Code::ForeignConsumer,
                               "the consumer keeps elements of what the producer computes, which is memory by then",
                               /*suggestion=*/"");
  if (readsAny(producer, getScatteredInto(consumer)) || readsAny(consumer, getScatteredInto(producer)))
    return FusionVerdict::no(Code::ForeignConsumer,
                             "one of the two reads what the other scatters elements into, and would need a copy of it",
                             /*suggestion=*/"");
  return FusionVerdict::yes();
}

/// A value that leaves its kernel, or enters another, in another order of dimensions is not handed on in registers.
static FusionVerdict checkViews(const FusionEdge &edge) {
  KernelOp producer = edge.producer, consumer = edge.getConsumerKernel();
  unsigned number = edge.value.getResultNumber();
  // Kernels beside each other do not read each other.
  bool reads = llvm::is_contained(consumer.getInputs(), edge.value);
  if (StoreOpInterface store = getStoreOp(producer, number); store && reads)
    return FusionVerdict::no(Code::ForeignConsumer,
                             name(store) +
                                 " is known when all of the producer has run, and its consumer comes after it",
                             /*suggestion=*/"");
  if (producer.getYield().getOperand(number) != producer.getComputed()[number])
    return FusionVerdict::no(Code::LayoutConsumer, "the producer stores the value in another order of dimensions");
  for (Value read : consumer.getReads())
    if (read.getDefiningOp<ViewOp>() && consumer.getInputOf(read) == edge.value)
      return FusionVerdict::no(Code::LayoutConsumer, "the consumer reads the value in another order of dimensions");
  return FusionVerdict::yes();
}

/// A kernel stores tensors of one shape, that of its consumer part; smaller values may be computed on the way.
static FusionVerdict checkShapes(const FusionEdge &edge) {
  KernelOp producer = edge.producer, consumer = edge.getConsumerKernel();
  RankedTensorType from = KernelPlan(producer).getIterationType(), to = KernelPlan(consumer).getIterationType();
  if (!from || !to)
    return FusionVerdict::no(Code::ShapeChange, "the outputs of one kernel differ in shape");
  if (from.getShape() == to.getShape())
    return FusionVerdict::yes();
  bool broadcasts = classifyOperand(from.getShape(), to.getShape()).has_value();
  bool repeats = broadcasts && isRepeated(from.getShape(), to.getShape());
  if (!producer.isElementwise() && repeats)
    return FusionVerdict::no(Code::BroadcastUp, "the consumer broadcasts the product from " + shape(from) + " to " +
                                                    shape(to) + ", and each of its elements would be computed again");
  if (!producer.isElementwise() || !broadcasts)
    return FusionVerdict::no(Code::ShapeChange,
                             "the producer computes " + shape(from) + ", but the consumer " + shape(to));
  return checkOnlyReader(edge, from, to);
}

/// Whether a kernel's product has other loops than what stands beside it: another product that reads it, or a
/// reduction.
static bool hasProductOfOtherShape(KernelOp kernel) {
  KernelPlan plan(kernel);
  return plan.hasProductAndReductions() || plan.chainsProducts();
}

/// What users marked is fused with nothing else.
static FusionVerdict checkMarks(const FusionEdge &edge) {
  KernelOp producer = edge.producer;
  if (!areKeptApart(producer, edge.consumer))
    return FusionVerdict::yes();
  bool marksProducer = producer->hasAttr(kIsolatedAttrName), marksConsumer = edge.consumer->hasAttr(kIsolatedAttrName);
  StringRef who = marksProducer && marksConsumer ? "both are" : marksProducer ? "the producer is" : "the consumer is";
  return FusionVerdict::no(Code::NoFuse, who + " marked " + kNoFuseAttrName);
}

/// A reshape stands in between. A product that attention reads stays apart from it with or without that.
static FusionVerdict checkReshaped(const FusionEdge &edge) {
  KernelOp producer = edge.producer, consumer = edge.getConsumerKernel();
  bool isProduct = !producer.isElementwise() && !isReducing(producer);
  if (isProduct && findContractedOutput(producer, consumer) == edge.value)
    return FusionVerdict::no(Code::MatmulOperand, kContractedReason);
  return FusionVerdict::no(Code::LayoutConsumer, name(edge.layout) + " stands between producer and consumer");
}

FusionVerdict fusion::checkFusionPair(const FusionEdge &edge, FormulaCheck takes) {
  KernelOp producer = edge.producer, consumer = edge.getConsumerKernel();
  if (FusionVerdict marks = checkMarks(edge); !marks)
    return marks;
  if (!consumer)
    return checkLeftover(edge);
  if (looksUpOutput(consumer, producer)) {
    FusionVerdict taken = takes(edge);
    return taken ? FusionVerdict::no(Code::LookupTable,
                                     "the consumer looks up elements of the value at indices that it computes")
                 : taken;
  }
  FusionVerdict anchors = checkAnchors(edge);
  if (!anchors)
    if (FusionVerdict taken = takes(edge); !taken) {
      // What was said of all that stands between two products tells more than the edge's own reason.
      if (taken.code == Code::MatmulOperand)
        anchors.reason += "; " + taken.reason;
      // Families say more of two products than that there are two.
      return taken.code == Code::TwoProducts && anchors.code == taken.code ? taken : anchors;
    }
  if (FusionVerdict scattered = edge.layout ? checkScattered(edge) : FusionVerdict::yes(); !scattered)
    return scattered;
  if (edge.layout)
    return checkReshaped(edge);
  if (!producer.getOuts().empty() || !consumer.getOuts().empty())
    return FusionVerdict::no(Code::NotGraphForm, "a kernel in destination style is not merged");
  if (producer->getBlock() != consumer->getBlock())
    return FusionVerdict::no(Code::DifferentBlock, "the consumer is in another block");
  if (FusionVerdict kept = checkKept(producer, consumer); !kept)
    return kept;
  if (FusionVerdict views = checkViews(edge); !views)
    return views;
  // A family that takes several anchors has said yes to their shapes too.
  if (!anchors)
    return FusionVerdict::yes();
  if (hasProductOfOtherShape(producer) || hasProductOfOtherShape(consumer))
    return takes(edge);
  FusionVerdict shapes = isReducing(producer) || isReducing(consumer) ? checkRowsOfPair(edge) : checkShapes(edge);
  if (!shapes && shapes.code != Code::OtherRows)
    return shapes;
  FusionVerdict taken = takes(edge);
  // Families say more of rows and what crosses them than that these are not the same.
  return shapes || taken || taken.code == Code::OtherRows ? taken : shapes;
}

FusionVerdict fusion::checkFusionOrder(const FusionEdge &edge, Dependence &dependence) {
  if (Operation *cyclic = dependence.findCycle(edge.producer, edge.consumer))
    return FusionVerdict::no(Code::Cycle,
                             "the consumer also reads " + name(cyclic) + ", which depends on the producer");
  if (Operation *pinned = dependence.findPinned(edge.producer, edge.consumer))
    return FusionVerdict::no(Code::SideEffects,
                             name(pinned) +
                                 " depends on the producer and must keep its place among operations with side effects");
  return FusionVerdict::yes();
}

FusionVerdict fusion::checkFusionLegality(const FusionEdge &edge, FormulaCheck takes, Dependence &dependence) {
  FusionVerdict pair = checkFusionPair(edge, takes);
  return pair ? checkFusionOrder(edge, dependence) : pair;
}
