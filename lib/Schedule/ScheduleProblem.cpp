// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads off a kernel what its schedule depends on.

#include "fusion/Schedule/ScheduleProblem.h"

#include "fusion/Analysis/ColumnReads.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/OperandKind.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Analysis/StableTensors.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include <numeric>
#include <tuple>

using namespace mlir;
using namespace fusion;

/// Whether rows of a matrix whose contiguous size is `size` are known not to start at multiples of `bytes`.
static bool isUnaligned(int64_t size, int64_t elementBytes, int64_t bytes) {
  return !ShapedType::isDynamic(size) && size % bytes * elementBytes % bytes != 0;
}

/// Bytes of the widest accesses, 16 at most, that rows whose contiguous size is `size` may allow.
static int64_t getAccess(int64_t size, int64_t elementBytes) {
  int64_t access = 16;
  while (access > elementBytes && isUnaligned(size, elementBytes, access))
    access /= 2;
  return access;
}

static int64_t getElementBytes(Type tensorType) {
  return llvm::divideCeil(cast<RankedTensorType>(tensorType).getElementTypeBitWidth(), 8);
}

static auto getFields(const EpilogueProblem &problem) {
  return std::tie(problem.outputBytes, problem.operandBytes, problem.alongNBytes, problem.alongMBytes,
                  problem.scalarCost, problem.preciseCost);
}

bool EpilogueProblem::operator==(const EpilogueProblem &other) const { return getFields(*this) == getFields(other); }

StreamProblem StreamProblem::get(KernelOp kernel) {
  KernelCost cost = getKernelCost(kernel);
  return {double(cost.bytesRead), double(cost.bytesWritten), cost.scalarInstructions};
}

bool StreamProblem::operator==(const StreamProblem &other) const {
  return bytesRead == other.bytesRead && bytesWritten == other.bytesWritten && instructions == other.instructions;
}

static auto getFields(const AddedProblem &problem) {
  return std::tie(problem.k, problem.transposeA, problem.transposeB, problem.accessA, problem.accessB,
                  problem.isScaled);
}

bool AddedProblem::operator==(const AddedProblem &other) const { return getFields(*this) == getFields(other); }

static auto getFields(const ScheduleProblem &problem) {
  return std::tie(problem.m, problem.n, problem.k, problem.batches, problem.products, problem.added,
                  problem.columnsOfEach, problem.type, problem.transposeA, problem.transposeB, problem.accessA,
                  problem.accessB, problem.dynamicM, problem.dynamicN, problem.dynamicK, problem.dynamicBatches,
                  problem.epilogue, problem.columnGroup, problem.columnRun, problem.inOrder, problem.stableA,
                  problem.stableB, problem.scaledRowsA, problem.scaledColumnsB, problem.scaledDepth, problem.stream);
}

bool ScheduleProblem::operator==(const ScheduleProblem &other) const {
  bool isOfFamily = family && other.family ? *family == *other.family : family == other.family;
  return isOfFamily && getFields(*this) == getFields(other);
}

/// What an epilogue costs, to compare two by: instructions of an element, and bytes that it moves.
static int64_t getWeight(const EpilogueProblem &epilogue) {
  int64_t bytes = 0;
  for (int64_t own : llvm::concat<const int64_t>(epilogue.outputBytes, epilogue.operandBytes))
    bytes += own;
  return epilogue.scalarCost + bytes;
}

/// Whether a product may be one of several of a launch.
static FusionVerdict checkMember(const ScheduleProblem &problem) {
  if (!problem.type || problem.family)
    return FusionVerdict::no("one of them is no product by itself");
  if (problem.dynamicN || problem.dynamicK || problem.dynamicBatches)
    return FusionVerdict::no("one of them has columns, a depth or batches of dynamic size");
  if (problem.isBlockScaled())
    return FusionVerdict::no("the factors of one of them have scales of blocks");
  return FusionVerdict::yes();
}

FusionVerdict ScheduleProblem::checkShared(const ScheduleProblem &a, const ScheduleProblem &b) {
  for (const ScheduleProblem *problem : {&a, &b})
    if (FusionVerdict member = checkMember(*problem); !member)
      return member;
  if (a.type != b.type)
    return FusionVerdict::no("their products are of different types");
  if (a.transposeA != b.transposeA || a.transposeB != b.transposeB)
    return FusionVerdict::no("their factors lie in different orders of dimensions");
  if (a.accessA != b.accessA || a.accessB != b.accessB)
    return FusionVerdict::no("the rows of their factors are aligned to different numbers of bytes");
  if (a.products != b.products)
    return FusionVerdict::no("one of them is a pair of products");
  if (!(a.added == b.added))
    return FusionVerdict::no("the products that are added to theirs have other depths or layouts");
  // They may differ in their columns, their epilogues, and what ran before them: that makes operands stable.
  ScheduleProblem other = b;
  other.n = a.n;
  other.epilogue = a.epilogue;
  other.columnGroup = a.columnGroup;
  other.columnRun = a.columnRun;
  other.stableA = a.stableA;
  other.stableB = a.stableB;
  if (!(other == a))
    return FusionVerdict::no("their products have other rows, depths or batches");
  return FusionVerdict::yes();
}

std::optional<ScheduleProblem> ScheduleProblem::share(ArrayRef<ScheduleProblem> problems) {
  ScheduleProblem shared = problems.front();
  for (const ScheduleProblem &problem : problems) {
    if (!checkShared(problems.front(), problem))
      return std::nullopt;
    shared.columnsOfEach.push_back(problem.n);
    shared.stableA &= problem.stableA;
    shared.stableB &= problem.stableB;
    // Tiles are those of all kernels: they hold whole groups of each.
    if (problem.columnGroup > 1) {
      shared.columnRun = shared.columnGroup > 1 ? std::min(shared.columnRun, problem.columnRun) : problem.columnRun;
      shared.columnGroup = std::lcm(shared.columnGroup, problem.columnGroup);
    }
    if (getWeight(problem.epilogue) > getWeight(shared.epilogue))
      shared.epilogue = problem.epilogue;
  }
  shared.n = std::accumulate(shared.columnsOfEach.begin(), shared.columnsOfEach.end(), int64_t(0));
  return shared;
}

bool fusion::isStagedOperand(RankedTensorType operand, RankedTensorType iteration) {
  std::optional<OperandKind> kind = classifyOperand(operand.getShape(), iteration.getShape());
  if (kind != OperandKind::Full && kind != OperandKind::BatchBroadcast)
    return false;
  return operand.getElementTypeBitWidth() >= 8 && !isUnaligned(operand.getShape().back(), getElementBytes(operand), 16);
}

/// Whether the operand's dimension `fromEnd` (1: N) has more than one element.
static bool varies(RankedTensorType type, int64_t fromEnd) {
  return type.getRank() >= fromEnd && type.getDimSize(type.getRank() - fromEnd) != 1;
}

/// What a kernel computes for the factors of its products.
static SmallVector<Operation *> getPrologues(const KernelPlan &plan) {
  SmallVector<Operation *> prologues;
  for (const AnchorPlan &anchor : plan.getAnchorPlans())
    for (const FactorPlan &factor : anchor.factors)
      llvm::append_range(prologues, factor.prologue);
  return prologues;
}

/// `prologue` is computed in front of the product.
static EpilogueProblem getEpilogueProblem(KernelOp kernel, const ProductSum &product, ArrayRef<Operation *> prologue) {
  EpilogueProblem epilogue;
  for (auto [number, type] : llvm::enumerate(kernel.getYield().getOperandTypes()))
    if (writesElements(kernel, number))
      epilogue.outputBytes.push_back(getElementBytes(type));
  for (Value read : kernel.getReads()) {
    auto type = cast<RankedTensorType>(read.getType());
    if (!KernelOp::isElementwiseOperand(read) ||
        llvm::all_of(read.getUsers(), [&](Operation *user) { return llvm::is_contained(prologue, user); }))
      continue;
    auto view = read.getDefiningOp<ViewOp>();
    if (isStagedOperand(type, product.getResultType()) && (!view || view.keepsLastDim()))
      epilogue.operandBytes.push_back(getElementBytes(type));
    if (varies(type, 1) && !varies(type, 2))
      epilogue.alongNBytes.push_back(getElementBytes(type));
    if (varies(type, 2) && !varies(type, 1))
      epilogue.alongMBytes.push_back(getElementBytes(type));
  }
  epilogue.scalarCost = getScalarCostPerElement(kernel, prologue);
  epilogue.preciseCost = getPreciseCostPerElement(kernel, prologue);
  return epilogue;
}

/// What the kernel computes from its inputs is not stable.
static bool isStableFactor(KernelOp kernel, const ProductFactor &factor) {
  return factor.argument && isStableTensor(kernel.getInputs()[factor.argument.getArgNumber()], kernel);
}

/// Rows (columns) that share a scale of the factor.
static int64_t getScaledRows(const ProductFactor &factor) {
  if (!factor.scale)
    return 0;
  return factor.scale->isOfAllRows() ? ScheduleProblem::kAllRows : factor.scale->rows;
}

static int64_t getScaledDepth(const ProductFactor &factor) {
  return factor.scale && !factor.scale->isOfAllK() ? factor.scale->depth : 0;
}

ScheduleProblem ScheduleProblem::withoutEpilogue() const {
  ScheduleProblem problem = *this;
  problem.epilogue = EpilogueProblem{{type->elementBytes}, {}, {}, {}, 0};
  problem.columnGroup = problem.columnRun = 1;
  return problem;
}

/// What the first family of the kernel's chip that has something to say adds. None reads by any access map.
static std::shared_ptr<const FamilyProblem> describeByFamily(const KernelPlan &plan) {
  if (plan.getKernel().getGeneralView())
    return nullptr;
  for (StringRef name : getTargetChip(plan.getKernel()).families)
    if (const KernelFamily *family = lookupKernelFamily(name))
      if (std::shared_ptr<const FamilyProblem> own = family->describeProblem(plan))
        return own;
  return nullptr;
}

static AddedProblem getAddedProblem(const ProductFormula &formula) {
  AddedProblem problem;
  const ProductSum *added = formula.getAdded();
  if (!added)
    return problem;
  problem.k = added->k;
  problem.transposeA = added->isTransposedA();
  problem.transposeB = added->isTransposedB();
  int64_t bytes = added->type->elementBytes;
  problem.accessA = getAccess(problem.transposeA ? added->rows : added->k, bytes);
  problem.accessB = getAccess(problem.transposeB ? added->k : added->columns, bytes);
  problem.isScaled = formula.getAddition()->scale != 1;
  return problem;
}

ScheduleProblem ScheduleProblem::get(KernelOp kernel) { return get(KernelPlan(kernel)); }

ScheduleProblem ScheduleProblem::get(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  ScheduleProblem problem;
  problem.family = describeByFamily(plan);
  ArrayRef<ProductSum> sums = problem.family ? ArrayRef(plan.getFormula().getSums()) : plan.getAccumulatedProducts();
  if (sums.empty()) {
    problem.stream = StreamProblem::get(kernel);
    return problem;
  }
  const ProductSum &product = sums.front(), &last = sums.back();
  int64_t m = product.rows, n = product.columns, k = product.k;
  problem.m = estimateSize(m);
  problem.n = estimateSize(n);
  problem.k = estimateSize(k);
  problem.dynamicM = ShapedType::isDynamic(m);
  problem.dynamicN = ShapedType::isDynamic(n);
  problem.dynamicK = ShapedType::isDynamic(k);
  problem.dynamicBatches = ShapedType::isDynamicShape(product.batches);
  problem.products = problem.family ? 1 : sums.size();
  problem.batches = 1;
  for (int64_t size : product.batches)
    problem.batches = std::min<int64_t>(problem.batches * estimateSize(size), int64_t(1) << 31);
  problem.type = product.type;
  problem.transposeA = product.isTransposedA();
  problem.transposeB = product.isTransposedB();
  int64_t contiguousA = problem.transposeA ? m : k, contiguousB = problem.transposeB ? k : n;
  problem.accessA = getAccess(contiguousA, problem.type->elementBytes);
  problem.accessB = getAccess(contiguousB, problem.type->elementBytes);
  if (!problem.family)
    problem.added = getAddedProblem(plan.getFormula());
  problem.scaledRowsA = getScaledRows(product.lhs);
  problem.scaledColumnsB = getScaledRows(product.rhs);
  problem.scaledDepth = std::gcd(getScaledDepth(product.lhs), getScaledDepth(product.rhs));
  problem.epilogue = getEpilogueProblem(kernel, last, getPrologues(plan));
  FusionVerdict why;
  if (ColumnReads reads = ColumnReads::get(kernel, why); reads.exist()) {
    problem.columnGroup = reads.group;
    problem.columnRun = reads.run;
    for (auto map : kernel.getBodyBlock()->getOps<MapOp>()) {
      problem.epilogue.scalarCost -= getKnownCost(map);
      problem.epilogue.preciseCost -= getKnownCost(map);
    }
  }
  problem.inOrder = getNumerics(kernel) == Numerics::Strict;
  // The k blocks of what is added come first, and wait.
  if (getTargetChip(kernel).dependentLaunch && !problem.added.exists()) {
    problem.stableA = isStableFactor(kernel, product.lhs);
    problem.stableB = isStableFactor(kernel, product.rhs);
  }
  return problem;
}
