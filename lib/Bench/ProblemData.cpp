// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory of a problem's tensors on the device, filled at random, in several sets.

#include "fusion/Bench/ProblemData.h"

#include <cmath>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

Expected<ProblemData> ProblemData::create(std::shared_ptr<Device> device, DeviceKernels &kernels,
                                          const Problem &problem, const BenchmarkOptions &options) {
  ProblemData data;
  data.problem = problem;
  std::vector<int64_t> elements = {problem.batch * problem.m * problem.k, problem.batch * problem.n * problem.k};
  for (EpilogueOp::Operand operand : problem.epilogue.operands())
    elements.push_back(operand == EpilogueOp::Row ? problem.n : problem.resultElements());
  size_t inputs = elements.size();
  elements.push_back(problem.resultElements());
  elements.push_back(problem.resultElements());
  data.count = std::max(2, chooseSets(problem.bytes(), options));
  for (int64_t size : elements) {
    Piece piece;
    piece.elements = size;
    piece.bytes = size * problem.elementBytes();
    piece.stride = (piece.bytes + 255) / 256 * 256;
    auto buffer = Buffer::allocate(device, static_cast<size_t>(piece.stride * data.count));
    if (!buffer)
      return buffer.takeError();
    piece.buffer = std::move(*buffer);
    // Results are NaN until they are written. (initcheck does not see what TMA writes.)
    if (data.pieces.size() >= inputs)
      if (Error error = device->fill(piece.buffer.data(), 0xff, piece.buffer.bytes()))
        return error;
    data.pieces.push_back(std::move(piece));
  }
  for (int set = 0; set < data.count; ++set)
    if (Error error = data.fill(kernels, RandomData::Normal, set))
      return error;
  if (Error error = device->synchronize())
    return error;
  return data;
}

float ProblemData::scaleOf(size_t piece, RandomData kind) const {
  if (kind == RandomData::Normal)
    return piece == 1 ? 1.0f / 16 : 1.0f;
  if (piece == 0)
    return 1;
  if (piece > 1)
    return 0.25f;
  // Elements of the product have a deviation of 20/3·sqrt(K) before the scale, about 2 after it.
  double deviation = 20.0 / 3 * std::sqrt(static_cast<double>(problem.k)) / 2;
  return static_cast<float>(std::exp2(-std::round(std::log2(deviation))));
}

/// Whole numbers from -4 to 4 have the variance 20/3.
static double deviationOf(RandomData kind) { return kind == RandomData::Normal ? 1 : std::sqrt(20.0 / 3); }
double ProblemData::deviationA(RandomData kind) const { return scaleOf(0, kind) * deviationOf(kind); }
double ProblemData::deviationW(RandomData kind) const { return scaleOf(1, kind) * deviationOf(kind); }

Error ProblemData::fill(DeviceKernels &kernels, RandomData kind, int set) const {
  size_t inputs = 2 + problem.epilogue.operandCount();
  int64_t inCopy = 16 / problem.elementBytes();
  for (size_t piece = 0; piece < inputs; ++piece) {
    // To the end of the last 16 bytes: initcheck takes a cp.async that reads fewer for one that reads them all.
    int64_t filled = (pieces[piece].elements + inCopy - 1) / inCopy * inCopy;
    if (Error error = kernels.fill(at(piece, set), filled, problem.type, kind,
                                   static_cast<unsigned>(set * inputs + piece + 1), scaleOf(piece, kind)))
      return error;
  }
  return {};
}

Tensor ProblemData::operandView(size_t index, int set) const {
  return view(operand(index, set), problem.operandShape(problem.epilogue.operands()[index]));
}

Tensor ProblemData::resultView(int set) const { return view(result(set), problem.resultShape()); }

std::vector<Tensor> ProblemData::problemInputs(int set) const {
  std::vector<Tensor> inputs = {view(a(set), problem.shapeA()), view(w(set), problem.shapeW())};
  for (size_t i = 0; i < problem.epilogue.operandCount(); ++i)
    inputs.push_back(operandView(i, set));
  return inputs;
}

std::vector<Tensor> ProblemData::tailInputs(size_t first, int set) const {
  std::vector<Tensor> inputs = {view(product(set), problem.resultShape())};
  for (size_t i = problem.epilogue.operandsBefore(first); i < problem.epilogue.operandCount(); ++i)
    inputs.push_back(operandView(i, set));
  return inputs;
}

LtOperands ProblemData::ltOperands(const LtEpilogue &epilogue, int set, void *d) const {
  LtOperands operands;
  operands.a = a(set);
  operands.w = w(set);
  operands.bias = epilogue.bias ? operand(0, set) : nullptr;
  operands.residual = epilogue.residual ? operand(epilogue.bias ? 1 : 0, set) : nullptr;
  operands.d = d;
  return operands;
}
