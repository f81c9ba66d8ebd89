// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory of a problem's tensors on the device, filled at random, in several sets.

#include "fusion/Bench/ProblemData.h"

#include <cmath>
#include <functional>
#include <numeric>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

std::vector<ProblemData::Piece> ProblemData::listPieces() const {
  auto countOf = [](const std::vector<int64_t> &shape) {
    return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
  };
  FusionDType type = problem.resultType();
  std::vector<Piece> list;
  auto add = [&](FusionDType type, const std::vector<int64_t> &shape, bool isInput) {
    list.push_back({type, countOf(shape), isInput, {}});
  };
  add(problem.typeA(), problem.shapeA(), true);
  add(problem.typeW(), problem.storedShapeW(), true);
  for (EpilogueOp::Operand operand : problem.epilogue.operands())
    add(type, problem.operandShape(operand), true);
  add(type, problem.resultShape(), false);
  add(problem.sumType(), problem.resultShape(), false);
  if (problem.integers) {
    add(type, problem.scaleShape(), true);
    add(problem.factorType(), problem.shapeW(), false);
  }
  return list;
}

Expected<ProblemData> ProblemData::create(std::shared_ptr<Device> device, DeviceKernels &kernels,
                                          const Problem &problem, const BenchmarkOptions &options) {
  ProblemData data;
  data.problem = problem;
  data.pieces = data.listPieces();
  data.count = std::max(2, chooseSets(problem.bytes(), options));
  for (Piece &piece : data.pieces) {
    piece.bytes = piece.elements * elementSize(piece.type);
    piece.stride = (piece.bytes + 255) / 256 * 256;
    auto buffer = Buffer::allocate(device, static_cast<size_t>(piece.stride * data.count));
    if (!buffer)
      return buffer.takeError();
    piece.buffer = std::move(*buffer);
    // Results are NaN until they are written. (initcheck does not see what TMA writes.)
    if (!piece.isInput)
      if (Error error = device->fill(piece.buffer.data(), 0xff, piece.buffer.bytes()))
        return error;
  }
  for (int set = 0; set < data.count; ++set)
    if (Error error = data.fill(kernels, RandomData::Normal, set))
      return error;
  if (Error error = device->synchronize())
    return error;
  return data;
}

/// Of bytes of normal random numbers.
static constexpr float kByteScale = 32;

float ProblemData::scaleOf(size_t piece, RandomData kind) const {
  bool isWeight = piece == 1 || piece == scalesAt();
  if (pieces[piece].type == FUSION_I8)
    return kind == RandomData::Normal ? kByteScale : 1;
  if (kind == RandomData::Normal)
    return piece == 1 ? 1.0f / 16 : piece == scalesAt() ? 1.0f / 16 / kByteScale : 1.0f;
  if (piece == 0)
    return 1;
  if (!isWeight)
    return 0.25f;
  // Elements of the product have a deviation of 20/3·sqrt(K) before the scale, about 2 after it; of a weight's bytes
  // more.
  double deviation = 20.0 / 3 * std::sqrt(static_cast<double>(problem.k)) / 2;
  if (problem.integers)
    deviation *= kByteScale / 2;
  return static_cast<float>(std::exp2(-std::round(std::log2(deviation))));
}

/// Whole numbers from -4 to 4 have the variance 20/3.
static double deviationOf(RandomData kind) { return kind == RandomData::Normal ? 1 : std::sqrt(20.0 / 3); }
double ProblemData::deviationA(RandomData kind) const { return scaleOf(0, kind) * deviationOf(kind); }
double ProblemData::deviationW(RandomData kind) const {
  double scale = problem.integers ? scaleOf(scalesAt(), kind) : 1;
  return scale * scaleOf(1, kind) * deviationOf(kind);
}

Error ProblemData::fill(DeviceKernels &kernels, RandomData kind, int set) const {
  size_t inputs = 2 + problem.epilogue.operandCount();
  for (size_t piece = 0; piece < pieces.size(); ++piece) {
    if (!pieces[piece].isInput)
      continue;
    // To the end of the last 16 bytes: initcheck takes a cp.async that reads fewer for one that reads them all.
    FusionDType type = pieces[piece].type;
    int64_t inCopy = 16 / elementSize(type), filled = (pieces[piece].elements + inCopy - 1) / inCopy * inCopy;
    // Integers of a weight are any; where sums are exact, their scales are one power of two.
    RandomData own = kind;
    if (problem.integers && kind == RandomData::Integer && (piece == 1 || piece == scalesAt()))
      own = piece == 1 ? RandomData::Normal : RandomData::One;
    if (Error error = kernels.fill(at(piece, set), filled, type, own, static_cast<unsigned>(set * inputs + piece + 1),
                                   scaleOf(piece, kind)))
      return error;
  }
  if (!problem.integers)
    return {};
  int64_t group = problem.integers->group ? problem.integers->group : problem.k;
  return kernels.dequantize(weight(set), problem.factorType(),
                            {w(set), at(scalesAt(), set), problem.n, problem.k, group, problem.integers->bits});
}

Tensor ProblemData::operandView(size_t index, int set) const {
  Shape shape = problem.operandShape(problem.epilogue.operands()[index]);
  return {operand(index, set), problem.resultType(), std::move(shape), {}};
}

Tensor ProblemData::resultView(int set) const { return {result(set), problem.resultType(), problem.resultShape(), {}}; }

std::vector<Tensor> ProblemData::problemInputs(int set) const {
  std::vector<Tensor> inputs = {{a(set), problem.typeA(), problem.shapeA(), {}},
                                {w(set), problem.typeW(), problem.storedShapeW(), {}}};
  if (problem.integers)
    inputs.push_back({at(scalesAt(), set), problem.resultType(), problem.scaleShape(), {}});
  for (size_t i = 0; i < problem.epilogue.operandCount(); ++i)
    inputs.push_back(operandView(i, set));
  return inputs;
}

std::vector<Tensor> ProblemData::tailInputs(size_t first, int set) const {
  std::vector<Tensor> inputs = {{product(set), problem.sumType(), problem.resultShape(), {}}};
  for (size_t i = problem.epilogue.operandsBefore(first); i < problem.epilogue.operandCount(); ++i)
    inputs.push_back(operandView(i, set));
  return inputs;
}

LtOperands ProblemData::ltOperands(const LtEpilogue &epilogue, int set, void *d) const {
  LtOperands operands;
  operands.a = a(set);
  operands.w = weight(set);
  operands.bias = epilogue.bias ? operand(0, set) : nullptr;
  operands.residual = epilogue.residual ? operand(epilogue.bias ? 1 : 0, set) : nullptr;
  operands.d = d;
  return operands;
}
