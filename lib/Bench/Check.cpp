// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks all elements of a result: cuBLASLt's product and the epilogue in float64, within bounds.

#include "fusion/Bench/Check.h"
#include "fusion/Runtime/Parallel.h"
#include "fusion/Runtime/Tensor.h"

#include <algorithm>
#include <cmath>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

namespace {
/// Unit roundoff and smallest subnormal of a type.
struct Format {
  double roundoff, subnormal;
};
Format formatOf(FusionDType type) {
  if (type == FUSION_F32)
    return {0x1p-24, 0x1p-149};
  return type == FUSION_F16 ? Format{0x1p-11, 0x1p-24} : Format{0x1p-8, 0x1p-133};
}

/// No activation here is steeper: gelu's slope reaches 1.129.
constexpr double kSlope = 1.13;
/// f32 roundings of one operation of the epilogue, composite activations included.
constexpr double kOperationError = 8 * 0x1p-24;
/// Error of an activation under fast numerics, times its operand where that is more than 1 (docs/Numerics.md).
constexpr double kFastError = 0x1p-11;

struct Finding {
  double largest = 0;
  int64_t bad = 0;
};

Finding compareRange(const Problem &problem, const CheckTensors &tensors, ProductError error, int64_t begin,
                     int64_t end) {
  Finding finding;
  FusionDType type = problem.resultType();
  Format format = formatOf(type);
  const auto &ops = problem.epilogue.ops();
  for (int64_t i = begin; i < end; ++i) {
    double value = tensors.product.valueAt(i), magnitude = error.magnitude, rounding = 0;
    size_t operand = 0;
    for (const EpilogueOp *op : ops) {
      double other = 0;
      if (op->operand != EpilogueOp::None) {
        const HostTensor &tensor = tensors.operands[operand++];
        other = tensor.valueAt(op->operand == EpilogueOp::Row ? i % problem.n : i);
        magnitude += std::abs(other);
      }
      if (problem.fast && op->ofTanh && type != FUSION_F32)
        rounding += kFastError * std::max(1.0, std::abs(value)) / kSlope;
      value = op->apply(value, other);
      rounding = kSlope * rounding + kOperationError * std::abs(value);
    }
    double bound =
        kSlope * error.perMagnitude * magnitude + rounding + format.roundoff * std::abs(value) + format.subnormal;
    double ratio = std::abs(tensors.ours.valueAt(i) - value) / bound;
    if (!(ratio <= 1)) // NaN is bad too
      ++finding.bad;
    finding.largest = std::isnan(ratio) ? 1e30 : std::max(finding.largest, ratio);
  }
  return finding;
}
} // namespace

double bench::compareWithReference(const Problem &problem, const CheckTensors &tensors, ProductError error,
                                   int64_t &bad) {
  int64_t count = tensors.ours.elements();
  constexpr int64_t parts = 16;
  Finding findings[parts];
  runParallel(parts, [&](size_t part) {
    auto p = static_cast<int64_t>(part);
    findings[part] = compareRange(problem, tensors, error, count * p / parts, count * (p + 1) / parts);
  });
  double largest = 0;
  for (const Finding &finding : findings) {
    largest = std::max(largest, finding.largest);
    bad += finding.bad;
  }
  return largest;
}

static Expected<HostTensor> download(Device &device, const void *data, FusionDType type, Shape shape) {
  auto tensor = HostTensor::allocate(type, std::move(shape));
  if (!tensor)
    return tensor;
  if (Error error = device.download(tensor->data(), data, static_cast<size_t>(tensor->bytes())))
    return error;
  return tensor;
}

/// The error of a product of 8-bit floats of so many k, relative to the sum of magnitudes (docs/Float8.md): each
/// instruction of 32 of them cuts off what it adds.
static double float8Error(int64_t k) { return static_cast<double>((k + 31) / 32) * 34 * 0x1p-13; }

static bool isFloat8(const Problem &problem) {
  return elementSize(problem.typeA()) == 1 && problem.sumType() != FUSION_I32;
}

/// Whole numbers of 8-bit floats are summed exactly where all that is summed at once stays small, which fast numerics
/// do not see to.
static bool isExactInIntegers(const Problem &problem) { return !isFloat8(problem) || !problem.fast; }

/// Products of both kernels are off by this, relative to the sum of magnitudes: sums on tensor cores (or in f32),
/// operands rounded to tf32 where that is asked for, and a weight that cuBLASLt has rounded and our kernel has not.
static double productError(const Problem &problem) {
  double error = 2 * (static_cast<double>(problem.k) + 2) * 0x1p-23;
  if (isFloat8(problem))
    error += 2 * float8Error(problem.fast ? problem.k : std::min<int64_t>(problem.k, 128));
  if (problem.integers)
    error += formatOf(problem.factorType()).roundoff;
  return problem.typeName() == "tf32" ? error + 4 * 0x1p-11 : error;
}

Expected<Check> bench::checkProblem(Device &device, DeviceKernels &kernels, std::shared_ptr<CublasLt> library,
                                    const Problem &problem, const ProblemData &data, const BenchmarkCall &ours) {
  FusionDType sumType = problem.wholeSumType(), type = problem.resultType();
  auto product = LtProduct::create(library, problem, {}, sumType, problem.typeName() == "tf32", 1);
  if (!product)
    return product.takeError();
  Shape shape = problem.resultShape();
  auto room = Buffer::allocate(library->device(), static_cast<size_t>(problem.resultElements() * 4));
  if (!room)
    return room.takeError();
  Check check;
  for (RandomData kind : {RandomData::Integer, RandomData::Normal}) {
    auto resultBytes = static_cast<size_t>(problem.resultBytes());
    // 0xff in every byte is NaN in every type.
    for (Error error :
         {data.fill(kernels, kind, 0), device.fill(data.result(0), 0xff, resultBytes),
          (*product)->call(0, data.ltOperands({}, 0, room->data()), nullptr), ours(0, nullptr), device.synchronize()})
      if (error)
        return error;
    CheckTensors tensors;
    auto result = download(device, data.result(0), type, shape);
    auto reference = download(device, room->data(), sumType, shape);
    if (!result || !reference)
      return result ? reference.takeError() : result.takeError();
    tensors.ours = *result;
    tensors.product = *reference;
    auto kinds = problem.epilogue.operands();
    for (size_t i = 0; i < kinds.size(); ++i) {
      auto operand = download(device, data.operand(i, 0), type, problem.operandShape(kinds[i]));
      if (!operand)
        return operand.takeError();
      tensors.operands.push_back(*operand);
    }
    ProductError error;
    if (kind == RandomData::Normal || !isExactInIntegers(problem)) {
      error.perMagnitude = productError(problem);
      // E|x| of a normal variable is its deviation times sqrt(2/pi).
      error.magnitude = static_cast<double>(problem.k) * data.deviationA(kind) * data.deviationW(kind) * 2 / M_PI;
    }
    double largest = compareWithReference(problem, tensors, error, check.bad);
    (kind == RandomData::Normal ? check.normal : check.exact) = largest;
  }
  return check;
}
