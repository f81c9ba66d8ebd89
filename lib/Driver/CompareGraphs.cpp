// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Evaluates a graph and its kernels in float64, and judges by how far they are apart.

#include "CompareGraphs.h"
#include "InterpretEntry.h"
#include "RunValues.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Reference/Constants.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace fusion;
using reference::Tensor;
using runtime::Error;
using runtime::HostTensor;
using runtime::RunResult;
using runtime::Span;
using runtime::Verdict;

//===----------------------------------------------------------------------===//
// Roundoff
//===----------------------------------------------------------------------===//

static constexpr int kPrecisionOfF32 = 24;

/// Bits of the type if it is a float type narrower than `precision`.
static int narrow(int precision, Type type) {
  auto floatType = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return floatType ? std::min<int>(precision, APFloat::semanticsPrecision(floatType.getFloatSemantics())) : precision;
}

static double getRoundoff(int precision) { return std::ldexp(1.0, -precision); }

/// Half an ULP of the narrowest float type, of f32 at least.
static double getRoundoffOfValues(ModuleOp module) {
  int precision = kPrecisionOfF32;
  module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      precision = narrow(precision, type);
  });
  return getRoundoff(precision);
}

/// Whether `op` gives elements of its operands as they are, or in another type.
static bool movesElements(Operation *op) {
  if (isa<CastOpInterface>(op))
    return true;
  if (isa<linalg::LinalgOp>(op))
    return llvm::hasSingleElement(op->getRegion(0).front());
  return isa<tensor::TensorDialect>(op->getDialect()) && op->getNumRegions() == 0;
}

/// The same of what depends on no input: the compiler may compute it, and know a formula by its constants. Numbers that
/// no type rounds, such as 1 or 0.5, do not count.
static double getRoundoffOfConstants(ModuleOp module) {
  int precision = kPrecisionOfF32;
  reference::ConstantValues constants;
  DenseSet<Value> plain;
  auto isPlain = [&](Operation *op) {
    if (APFloat value(0.0); matchPattern(op, m_ConstantFloat(&value)))
      return reference::isPlainNumber(value.convertToDouble());
    return reference::givesSizesAlone(op) ||
           (movesElements(op) && llvm::all_of(op->getOperands(), [&](Value value) { return plain.contains(value); }));
  };
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!constants.add(op))
      return;
    if (isPlain(op))
      plain.insert_range(op->getResults());
    else
      for (Type type : op->getResultTypes())
        precision = narrow(precision, type);
  });
  return getRoundoff(precision);
}

/// A copy of the module with operations in place of kernels, and constants in place of casts of constants.
static OwningOpRef<ModuleOp> exposeConstants(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  SmallVector<KernelOp> kernels;
  copy->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
  IRRewriter rewriter(copy->getContext());
  for (KernelOp kernel : kernels)
    inlineKernel(rewriter, kernel);
  SmallVector<CastOpInterface> casts;
  copy->walk([&](CastOpInterface cast) { casts.push_back(cast); });
  OperationFolder folder(copy->getContext());
  for (CastOpInterface cast : casts)
    if (llvm::all_of(cast->getOperands(), [](Value value) { return matchPattern(value, m_Constant()); }))
      (void)folder.tryToFold(cast);
  return copy;
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

/// Roundings of the narrowest type, and of f32, that may come together.
static constexpr double kRoundings = 8, kRoundingsOfF32 = 64;
/// How often the difference of two forms of a formula may be what roundoff alone does to one of them.
static constexpr double kMoves = 8;
/// Elements that may differ, of a hundred, before something is wrong: a value just at an edge decides anything.
static constexpr int64_t kAtEdges = 1;

/// As a share of the largest value.
static double getTolerance(double roundoff) {
  return std::max(kRoundings * roundoff, kRoundingsOfF32 * getRoundoff(kPrecisionOfF32));
}

namespace {
/// How far two tensors of one shape are apart.
struct Difference {
  double largest = 0; ///< difference of two elements
  double limit = 0;   ///< what a difference may be: none of integers
  int64_t beyond = 0; ///< elements that differ by more
  int64_t apart = 0;  ///< of those, elements that are NaN or infinite in one alone, or infinite in both ways
  int64_t moving = 0; ///< of those, others that roundoff alone moves as far

  /// `directed`: what else roundoff may make of the first tensor.
  Difference(const Tensor &first, const Tensor &second, double tolerance, ArrayRef<Tensor> directed = {}) {
    Tensor x = first.contiguous(), y = second.contiguous();
    auto get = [](const Tensor &tensor, int64_t i) {
      return tensor.isFloat() ? tensor.value()[i].f : static_cast<double>(tensor.value()[i].i);
    };
    SmallVector<Tensor> others = llvm::map_to_vector(directed, [](const Tensor &other) { return other.contiguous(); });
    auto moves = [&](int64_t i, double difference) {
      return llvm::any_of(
          others, [&](const Tensor &other) { return !(difference > kMoves * std::abs(get(other, i) - get(x, i))); });
    };
    for (int64_t i = 0; x.isFloat() && i < x.getNumElements(); ++i)
      if (double value = std::abs(get(x, i)); std::isfinite(value))
        limit = std::max(limit, tolerance * value);
    for (int64_t i = 0; i < x.getNumElements(); ++i) {
      double a = get(x, i), b = get(y, i), difference = std::abs(a - b);
      if (a == b || (std::isnan(a) && std::isnan(b)))
        continue;
      if (std::isfinite(difference))
        largest = std::max(largest, difference);
      else
        ++apart;
      if (difference <= limit)
        continue;
      ++beyond;
      moving += std::isfinite(difference) && moves(i, difference);
    }
  }

  /// `open`: elements beyond that are no more than open.
  Verdict::Kind getKind(int64_t elements, int64_t open = 0) const {
    if (beyond == 0)
      return Verdict::Good;
    return 100 * (beyond - open) > kAtEdges * elements ? Verdict::Mismatch : Verdict::Inconclusive;
  }
};
} // namespace

/// What both together say: what is wrong counts before what is open.
static Verdict::Kind worse(Verdict::Kind a, Verdict::Kind b) {
  return a == Verdict::Mismatch || b == Verdict::Good ? a : b;
}

/// How far the run came from the graph's values, whoever is to blame: it may be much where each kernel is right. A run
/// that is NaN or infinite where the graph is not does not show that it is right.
static void addDistance(Verdict &verdict, const Tensor &values, const HostTensor &output) {
  FailureOr<Tensor> actual = RunValues::decode(output, values.getElementType());
  if (failed(actual) || actual->getShape() != values.getShape())
    return;
  verdict.note += runtime::concat("; the run is off by up to ", Difference(values, *actual, /*tolerance=*/0).largest);
  // What the output's type rounds to infinity is infinite.
  FailureOr<Tensor> rounded = Tensor::fromBytes(values.getElementType(), values.getShape(), values.toBytes());
  verdict.apart = succeeded(rounded) ? Difference(*rounded, *actual, /*tolerance=*/0).apart : 0;
  if (verdict.apart == 0)
    return;
  verdict.note +=
      runtime::concat(", and ", verdict.apart, " of ", verdict.elements, " elements are NaN or infinite in one alone");
  verdict.kind = worse(verdict.kind, Verdict::Inconclusive);
}

/// The values of the graph as it was read, and with kernels.
static FailureOr<std::pair<SmallVector<Tensor>, SmallVector<Tensor>>>
interpretBoth(ModuleOp original, ModuleOp fused, StringRef entry, Span<const HostTensor> inputs, bool roundConstants) {
  reference::InterpreterOptions options;
  options.bounds = false;
  options.roundConstants = roundConstants;
  auto values = interpretEntry(original, entry, inputs, options);
  auto ofKernels = interpretEntry(fused, entry, inputs, options);
  if (failed(values) || failed(ofKernels))
    return failure();
  return std::make_pair(std::move(*values), std::move(*ofKernels));
}

/// `directed`: the values of the graph as it was read in other directions of rounding.
static void addVerdicts(ArrayRef<Tensor> values, ArrayRef<Tensor> ofKernels, double tolerance,
                        ArrayRef<SmallVector<Tensor>> directed, RunResult &result) {
  for (auto [index, value, ofKernel] : llvm::enumerate(values, ofKernels)) {
    Verdict verdict;
    verdict.output = index;
    verdict.elements = verdict.bounded = value.getNumElements();
    if (value.getShape() != ofKernel.getShape()) {
      verdict.kind = Verdict::Mismatch;
      verdict.note = "the graph with kernels " + describeShapes(ofKernel.getShape(), value.getShape());
      result.verdicts.push_back(std::move(verdict));
      continue;
    }
    auto others = llvm::map_to_vector(directed, [&](ArrayRef<Tensor> outputs) { return outputs[index]; });
    Difference difference(value, ofKernel, tolerance, others);
    // Of two forms of one formula float64 may overflow in one alone.
    verdict.kind = difference.getKind(verdict.elements, difference.apart + difference.moving);
    verdict.error = difference.largest;
    verdict.bound = difference.limit;
    verdict.note =
        runtime::concat("the graph with kernels beside the graph as read, both in float64: ", difference.beyond, " of ",
                        verdict.elements, " elements differ too much");
    if (difference.moving)
      verdict.note += runtime::concat(", ", difference.moving, " of them no more than roundoff alone moves the graph");
    addDistance(verdict, value, result.outputs[index]);
    result.verdicts.push_back(std::move(verdict));
  }
}

/// Whether an output differs by more than is open.
static bool isMismatch(const RunResult &result) {
  return llvm::any_of(result.verdicts, [](const Verdict &verdict) { return verdict.kind == Verdict::Mismatch; });
}

// Where a graph loses all digits, two forms of one formula differ by anything: log(1 + exp(x)) is 0 for small exp(x),
// where softplus is not, and pow(0, y) is 0 or 1. Cosines of large numbers do the same to the roundoff of a constant.
// So where float64 that rounds another way moves the graph as far, the difference shows no fault, and no rightness
// either. Verdicts that are no mismatch stay.
static void compareWithRoundoff(ModuleOp original, ArrayRef<Tensor> values, ArrayRef<Tensor> ofKernels, StringRef entry,
                                Span<const HostTensor> inputs, double tolerance, RunResult &result) {
  using reference::Direction;
  // A position that moves may be outside of its tensor.
  ScopedDiagnosticHandler quiet(original.getContext(), [](Diagnostic &) { return success(); });
  auto haveSameShape = [](const Tensor &a, const Tensor &b) { return a.getShape() == b.getShape(); };
  std::vector<Verdict> before = result.verdicts;
  SmallVector<SmallVector<Tensor>> directed;
  for (Direction direction : {Direction::Up, Direction::Down, Direction::TowardZero}) {
    reference::InterpreterOptions options;
    options.bounds = false;
    options.direction = direction;
    auto outputs = interpretEntry(original, entry, inputs, options);
    if (failed(outputs) || !llvm::equal(*outputs, values, haveSameShape))
      continue;
    directed.push_back(std::move(*outputs));
    result.verdicts.clear();
    addVerdicts(values, ofKernels, tolerance, directed, result);
    for (auto [verdict, other] : llvm::zip_equal(result.verdicts, before))
      if (other.kind != Verdict::Mismatch)
        verdict = other;
    if (!isMismatch(result))
      break;
  }
}

// What a constant decides at an edge may be decided otherwise once the compiler rounds another constant on the way:
//
//   fptosi of 8 * log(2) / truncf 2.7725887222397811 (the bucket of a position in T5)
//
// is 2 of the float64 constant, and 1 of the f32 one. Where all that depends on no input is rounded to its type, both
// graphs take the side that programs take.
Error fusion::compareGraphs(ModuleOp original, ModuleOp fused, StringRef entry, Span<const HostTensor> inputs,
                            RunResult &result) {
  double tolerance = getTolerance(getRoundoffOfConstants(original));
  auto isWrong = [](const Verdict &verdict) { return verdict.kind != Verdict::Good; };
  std::pair<SmallVector<Tensor>, SmallVector<Tensor>> first;
  for (bool roundConstants : {false, true}) {
    auto both = roundConstants ? interpretBoth(*exposeConstants(original), *exposeConstants(fused), entry, inputs, true)
                               : interpretBoth(original, fused, entry, inputs, false);
    if (failed(both))
      return Error::make("the reference interpreter cannot run this graph");
    result.verdicts.clear();
    addVerdicts(both->first, both->second, tolerance, /*directed=*/{}, result);
    if (!llvm::any_of(result.verdicts, isWrong))
      return {};
    if (!roundConstants)
      first = std::move(*both);
  }
  if (isMismatch(result))
    compareWithRoundoff(original, first.first, first.second, entry, inputs, tolerance, result);
  return {};
}

Error fusion::compareRuns(ModuleOp fused, StringRef entry, const std::vector<HostTensor> &outputs, RunResult &result) {
  double tolerance = getTolerance(getRoundoffOfValues(fused));
  auto function = fused.lookupSymbol<func::FuncOp>(entry);
  for (Verdict &verdict : result.verdicts) {
    const HostTensor &first = result.outputs[verdict.output], &second = outputs[verdict.output];
    Type type = function.getResultTypes()[verdict.output];
    FailureOr<Tensor> x = RunValues::decode(first, type), y = RunValues::decode(second, type);
    if (failed(x) || failed(y))
      return Error::make("output ", verdict.output, " cannot be read");
    if (x->getShape() != y->getShape()) {
      verdict.kind = Verdict::Mismatch;
      verdict.note += "; the run that returns all values gives another shape";
      continue;
    }
    if (!std::memcmp(first.data(), second.data(), first.bytes()))
      continue;
    Difference difference(*x, *y, tolerance);
    verdict.note += runtime::concat("; the run that returns all values differs by up to ", difference.largest, ", in ",
                                    difference.beyond, " elements too much");
    verdict.kind = worse(verdict.kind, difference.getKind(verdict.elements));
  }
  return {};
}
