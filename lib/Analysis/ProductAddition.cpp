// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows what is computed of each of two products up to the addition in which they meet.

#include "ProductAddition.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace fusion;

/// Ratios of scales between this and its reciprocal leave sums in the range of f32.
static constexpr double kLeastRatio = 0x1p-32;

static FusionVerdict refuse(const Twine &reason) { return FusionVerdict::no(RemarkCode::TwoProducts, reason); }

static Type getElementType(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

/// Whether a value of that type stays in f32 inside a kernel.
static bool isKeptInF32(Value value) {
  Type type = getElementType(value);
  return type.isF32() || type.isF16() || type.isBF16();
}

static std::optional<double> getNumber(Value value) {
  SplatElementsAttr splat;
  if (!matchPattern(value, m_Constant(&splat)) || !isa<FloatType>(splat.getElementType()))
    return std::nullopt;
  return splat.getSplatValue<APFloat>().convertToDouble();
}

/// By what `op` multiplies its operand `value`, if it does no more than that, a cast or an addition.
static std::optional<double> getFactor(Operation *op, Value value) {
  if (isa<CastOp, AddOp>(op))
    return 1;
  if (auto mul = dyn_cast<MulOp>(op))
    return getNumber(mul.getLhs() == value ? mul.getRhs() : mul.getLhs());
  if (auto div = dyn_cast<DivOp>(op); div && div.getLhs() == value)
    if (std::optional<double> number = getNumber(div.getRhs()))
      return 1 / *number;
  return std::nullopt;
}

namespace {
/// What is computed of one product alone, step by step: scale * product + what does not depend on it.
struct Path {
  llvm::SmallSetVector<Operation *, 8> steps;
  SmallVector<double> scales; ///< in front of each step

  /// As far as each value is read once.
  static Path get(const ProductSum &sum) {
    Path path;
    double scale = 1;
    for (Value value = sum.getResult(); value.hasOneUse();) {
      Operation *user = *value.user_begin();
      std::optional<double> factor = getFactor(user, value);
      if (!factor || !keepsShape(user, value) || !isKeptInF32(user->getResult(0)))
        break;
      path.steps.insert(user);
      path.scales.push_back(scale);
      scale *= *factor;
      value = user->getResult(0);
    }
    return path;
  }

  double getScale(Operation *step) const { return scales[llvm::find(steps, step) - steps.begin()]; }

private:
  static bool keepsShape(Operation *user, Value value) {
    return cast<RankedTensorType>(user->getResult(0).getType()).getShape() ==
           cast<RankedTensorType>(value.getType()).getShape();
  }
};
} // namespace

/// Whether the two differ in their factors alone.
static FusionVerdict checkAlike(const ProductSum &a, const ProductSum &b) {
  if (a.type != b.type || a.getAccumulatorType() != b.getAccumulatorType())
    return refuse("the two products that are added are of different types");
  if (!isKeptInF32(a.getResult()) || !isKeptInF32(b.getResult()) || !a.getAccumulatorType().isF32())
    return refuse("the sums of the two products that are added are not of f32");
  if (a.isBlockScaled() || b.isBlockScaled())
    return refuse("the factors of products that are added have scales of blocks");
  if (a.batches != b.batches || a.getResultType().getShape() != b.getResultType().getShape())
    return refuse("the two products that are added have different rows, columns or batches");
  return FusionVerdict::yes();
}

/// By which number f32 can multiply the other product's sums, so that `main` and `other` times their scales become one
/// sum times main's scale; nothing if there is none, or it may leave the range.
static std::optional<double> getRatio(double main, double other) {
  double ratio = static_cast<float>(other / main), magnitude = std::abs(ratio);
  bool isInRange = magnitude >= kLeastRatio && magnitude <= 1 / kLeastRatio;
  return isInRange && ratio * main == other ? std::optional(ratio) : std::nullopt;
}

static int64_t getDepth(const ProductSum &sum) {
  return ShapedType::isDynamic(sum.k) ? std::numeric_limits<int64_t>::max() : sum.k;
}

FusionVerdict fusion::findProductAddition(KernelOp kernel, ArrayRef<ProductSum> sums, ProductAddition &addition) {
  const Path paths[] = {Path::get(sums[0]), Path::get(sums[1])};
  auto *meeting = llvm::find_if(paths[0].steps, [&](Operation *op) { return paths[1].steps.contains(op); });
  if (meeting == paths[0].steps.end())
    return FusionVerdict::no("");
  if (getNumerics(kernel) == Numerics::Strict)
    return refuse("strict numerics round each of the two products before they are added");
  if (FusionVerdict alike = checkAlike(sums[0], sums[1]); !alike)
    return alike;
  // The deeper one is the main product if it can be.
  const unsigned deeper = getDepth(sums[0]) >= getDepth(sums[1]) ? 0 : 1;
  for (unsigned main : {deeper, 1 - deeper}) {
    const ProductSum &added = sums[1 - main];
    if (ShapedType::isDynamic(added.k) || added.k == 0)
      continue;
    if (std::optional<double> ratio = getRatio(paths[main].getScale(*meeting), paths[1 - main].getScale(*meeting))) {
      addition = {main, *ratio};
      return FusionVerdict::yes();
    }
  }
  if (llvm::all_of(sums, [](const ProductSum &sum) { return ShapedType::isDynamic(sum.k) || sum.k == 0; }))
    return refuse("the depths of the two products that are added are dynamic, or 0");
  return refuse("the two products that are added are multiplied with numbers whose ratio f32 does not have");
}
