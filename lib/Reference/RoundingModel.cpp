// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How far a compiled operation may be off, by its type and numerics.

#include "RoundingModel.h"
#include "FloatFormat.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/NarrowOutputs.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

static constexpr double kUnitF32 = 0x1p-24, kUnitF64 = 0x1p-53;

static bool isNarrow(Type type) { return isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32; }

RoundingModel::RoundingModel(Operation *scope, const InterpreterOptions &options)
    : scope(scope), options(options), inRelaxedKernel(false), isFast(false), approximate(false) {
  auto kernel = scope->getParentOfType<KernelOp>();
  if (!kernel)
    return;
  Numerics numerics = getNumerics(kernel);
  inRelaxedKernel = !options.roundInsideKernels && numerics != Numerics::Strict;
  isFast = numerics == Numerics::Fast;
  approximate = hasNarrowOutputs(kernel);
}

Rounding RoundingModel::getStore(Type type) {
  FloatFormat format = FloatFormat::get(cast<FloatType>(type));
  return {format.roundoff,  format.minSubnormal, format.maxFinite,
          format.precision, format.minExponent,  format.hasInfinity};
}

Rounding RoundingModel::get(Type type, FunctionError error, bool rounds) const {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return {};
  if (options.ofFloat64)
    return {error * kUnitF64, 0};
  if (floatType.getWidth() >= 64)
    return {error * 2 * kUnitF64, 0}; // twice the roundoff: the reference has the same error
  if (error == kQuotient && !approximate)
    error = kBasic;
  Rounding f32 = getStore(Float32Type::get(type.getContext()));
  // Relaxed kernels too round to 8 bits.
  bool narrows = rounds && isNarrow(floatType) && (!inRelaxedKernel || floatType.getWidth() == 8);
  Rounding rounding = narrows ? getStore(floatType) : f32;
  if (!rounds && error == kExact)
    return {};
  if (!narrows && error == kExact && isNarrow(floatType))
    return {0, 0, f32.maxFinite}; // stays in f32
  // With fastmath<afn>, functions have a relative error of up to 1e-6, about 2⁻²⁰.
  double units = approximate && error > kBasic ? std::max<double>(20, 5 * error) : static_cast<double>(error);
  if (error != kExact)
    rounding.relative = units * f32.relative + (narrows ? rounding.relative : 0);
  if (error > kBasic)
    rounding.precision = 0;
  return rounding;
}

// 2^-11 is that of tanh.approx.f32 (PTX ISA), of which sigmoid, silu and gelu have half; gelu by erf, as x/2 (1 + tanh
// of a cubic), is off by 1.41e-4 x more, together less than 2^-11 x.
double RoundingModel::getTanhError() const {
  bool approxTanh = isFast && approximate && !options.ofFloat64;
  return approxTanh ? 0x1p-11 : 0;
}

/// Whether nothing but constants goes into `op`, through other operations too. An empty tensor has a size, but no
/// values.
static bool mayBeFolded(Operation *op) {
  SmallVector<Value> work(op->getOperands());
  llvm::SmallPtrSet<Value, 16> visited;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!visited.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (!isa_and_nonnull<linalg::LinalgOp, MapOp>(owner))
        return false;
      // A position has no operand, and is known.
      if (argument.getArgNumber() < owner->getNumOperands())
        work.push_back(owner->getOperand(argument.getArgNumber()));
      continue;
    }
    if (!value.getDefiningOp<tensor::EmptyOp>())
      llvm::append_range(work, value.getDefiningOp()->getOperands());
  }
  return true;
}

Rounding RoundingModel::getOf(Operation *op, Type type, FunctionError error, bool rounds) const {
  if (!options.ofFloat64 || !mayBeFolded(op))
    return get(type, error, rounds);
  RoundingModel compiled = *this;
  compiled.options.ofFloat64 = false;
  return compiled.get(type, error, rounds);
}

Rounding RoundingModel::getOfWide(Operation *op, Type type) const {
  Rounding rounding = getOf(op, type, kExact);
  bool staysInF32 = isNarrow(type) && rounding.relative == 0 && !rounding.isNone();
  if (!staysInF32)
    return rounding;
  rounding = getStore(Float32Type::get(type.getContext()));
  rounding.relative *= 2;
  rounding.absolute *= 2;
  return rounding;
}

/// Whether a factor of a product in a kernel is computed there, and no input of the kernel.
static bool isComputed(Value factor) { return !isa<BlockArgument>(skipViews(factor)); }

static double getLeastNormal(Type type) { return std::ldexp(1.0, FloatFormat::get(cast<FloatType>(type)).minExponent); }

/// Of 8-bit floats tensor cores may add 32 products and the sum before, and cut each of them below 2^-13 of the
/// largest, and the sum after 14 bits (DeepSeek-V3 Technical Report, 2024, sections 3.3.2 and 3.5.2). Such sums are of
/// 128 products at most, and added in f32, but not in fast numerics. What is cut is never added: errors do not grow.
static void truncateSums(ContractionError &error, bool fast) {
  constexpr double ofStep = 34 * 0x1p-13, steps = 128.0 / 32;
  error.mostExact = 0x1p13;
  error.ofOperand = fast ? ofStep : steps * ofStep;
  if (fast) // 34 * 2^-13 for 32 terms
    error.perTerm = 0x1p-12;
}

/// Sums of 8-bit floats, each multiplied with a product of two scales as it is added: these, and the operands that the
/// interpreter multiplied with them, are rounded once each. Whether sums of the 8-bit floats are exact is not known.
static ContractionError getBlockScaledContraction() {
  ContractionError error{2 * kUnitF32, 0, std::numeric_limits<float>::max(), false, /*underflow=*/0x1p-149};
  truncateSums(error, /*fast=*/false);
  error.ofOperand += 4 * kUnitF32;
  error.mostExact = 0;
  return error;
}

/// Products take factors of 16 bits, wherever a relaxed kernel rounds what it computes for them.
static void roundFactors(ContractionError &error, Operation *scope, Type operandType) {
  auto product = dyn_cast<MatmulOp>(scope);
  if (!product || !llvm::any_of(product->getOperands(), isComputed))
    return;
  FloatFormat format = FloatFormat::get(cast<FloatType>(operandType));
  error.ofOperand += format.roundoff;
  error.lostPart = format.minSubnormal;
}

ContractionError RoundingModel::getContraction(Type lhsType, Type rhsType) const {
  Type operandType = lhsType; // 8-bit floats alone may be of two types
  if (options.ofFloat64)
    return {kUnitF64, 0};
  if (operandType.getIntOrFloatBitWidth() >= 64)
    return {2 * kUnitF64, 0, std::numeric_limits<double>::max()};
  constexpr double maxFinite = std::numeric_limits<float>::max();
  constexpr double etaF32 = 0x1p-149, etaTF32 = 0x1p-136;
  ContractionError fma{kUnitF32, 0, maxFinite, false, etaF32 / 2};
  if (options.accumulator == Accumulator::FMA) {
    if (isNarrow(operandType) && inRelaxedKernel)
      roundFactors(fma, scope, operandType);
    return fma;
  }
  if (isNarrow(operandType)) {
    double leastNormal = std::max(getLeastNormal(lhsType), getLeastNormal(rhsType));
    ContractionError error{2 * kUnitF32, 0, maxFinite, false, etaF32, 0, leastNormal};
    if (operandType.getIntOrFloatBitWidth() == 8)
      truncateSums(error, getNumerics(scope) == Numerics::Fast);
    if (inRelaxedKernel)
      roundFactors(error, scope, operandType);
    return error;
  }
  if (scope->hasAttr(kBlockScaledAttrName) && getNumerics(scope) != Numerics::Strict &&
      getF32Precision(scope) != F32Precision::IEEE)
    return getBlockScaledContraction();
  switch (getF32Precision(scope)) {
  case F32Precision::IEEE:
    return fma;
  case F32Precision::TF32x3: {
    // High halves are truncated to 11 bits: low halves are less than 2⁻¹⁰ and their product, left out, less than 2⁻²⁰.
    // Tensor cores truncate each low half to 11 bits in turn: ¾·2⁻²¹ for each operand. In all 3.5·2⁻²¹. Low halves of
    // small numbers have fewer bits than 11, or none.
    double ofOperand = 3.5 * 0x1p-21;
    return {2 * kUnitF32, ofOperand, maxFinite, /*splits=*/true, 3 * etaF32, etaTF32};
  }
  case F32Precision::TF32: { // 2⁻¹¹ for each operand
    ContractionError error{2 * kUnitF32, 0x1p-10 + 0x1p-22, maxFinite, false, etaF32, etaTF32 / 2};
    error.infinite = 0x1.ffep127; // half way from the largest number of tf32 to 2¹²⁸
    return error;
  }
  }
  return {kInfinity, 0};
}

double RoundingModel::getSum(Type type) const {
  if (options.ofFloat64)
    return kUnitF64;
  if (type.getIntOrFloatBitWidth() >= 64)
    return 2 * kUnitF64;
  bool inKernel = scope->getParentOfType<KernelOp>() != nullptr;
  if (isNarrow(type) && !inKernel && !options.roundInsideKernels)
    return FloatFormat::get(cast<FloatType>(type)).roundoff;
  return kUnitF32;
}
