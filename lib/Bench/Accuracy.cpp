// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compares errors of ours and of cuBLASLt, by a sample of elements in float64.

#include "fusion/Bench/Accuracy.h"
#include "fusion/Bench/Program.h"
#include "fusion/Bench/Watchdog.h"
#include "fusion/Runtime/Parallel.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <ostream>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

/// Rows and columns that are compared, and batches, among which the rows are divided.
static constexpr int64_t kMostLines = 256, kMostBatches = 16;

static double ratioOf(double ours, double theirs) { return ours == theirs ? 1 : ours / theirs; }

double Accuracy::rmsRatio() const { return ratioOf(ours.rms, theirs.rms); }
double Accuracy::largestRatio() const { return ratioOf(ours.largest, theirs.largest); }
bool Accuracy::good() const { return rmsRatio() <= rmsLimit && largestRatio() <= largestLimit; }

/// At most `most` of `count` indices: the first, the last, and others at steps that are not equal, so that they meet
/// every place in a tile.
static std::vector<int64_t> spread(int64_t count, int64_t most) {
  int64_t lines = std::min(count, most);
  std::vector<int64_t> indices;
  for (int64_t i = 0; i < lines; ++i) {
    int64_t begin = count * i / lines, end = count * (i + 1) / lines;
    indices.push_back(i == 0 ? 0 : i + 1 == lines ? count - 1 : begin + i * 7919 % (end - begin));
  }
  return indices;
}

namespace {
/// Sums squares; NaN stays.
struct Sum {
  double squares = 0, largest = 0;

  void add(double error) {
    squares += error * error;
    largest = std::isnan(error) ? error : std::max(std::fabs(error), largest);
  }
};

/// The compared elements, a row at a time.
class Comparison {
public:
  Comparison(const Problem &problem, const AccuracyTensors &tensors)
      : problem(problem), tensors(tensors), batches(spread(problem.batch, kMostBatches)),
        rows(spread(problem.m, kMostLines / static_cast<int64_t>(batches.size()))),
        columns(spread(problem.n, kMostLines)), results(batches.size() * rows.size()),
        weights(columns.size() * problem.k) {}

  Accuracy run() {
    for (size_t b = 0; b < batches.size(); ++b) {
      runParallel(columns.size(), [&](size_t j) { readColumn(batches[b], j); });
      runParallel(rows.size(), [&](size_t i) { compareRow(batches[b], i, results[b * rows.size() + i]); });
    }
    Accuracy accuracy;
    accuracy.elements = static_cast<int64_t>(results.size() * columns.size());
    Sum ours, theirs;
    for (const auto &[our, their] : results) {
      ours.squares += our.squares, theirs.squares += their.squares;
      ours.largest = std::isnan(our.largest) ? our.largest : std::max(our.largest, ours.largest);
      theirs.largest = std::max(their.largest, theirs.largest);
    }
    auto sizeOf = [&](const Sum &sum) {
      return ErrorSize{std::sqrt(sum.squares / static_cast<double>(accuracy.elements)), sum.largest};
    };
    accuracy.ours = sizeOf(ours), accuracy.theirs = sizeOf(theirs);
    return accuracy;
  }

private:
  void readColumn(int64_t batch, size_t j) {
    for (int64_t l = 0; l < problem.k; ++l)
      weights[j * problem.k + l] = tensors.w.valueAt(
          batch * problem.n * problem.k + (problem.weightKN ? l * problem.n + columns[j] : columns[j] * problem.k + l));
  }

  void compareRow(int64_t batch, size_t i, std::pair<Sum, Sum> &result) {
    std::vector<double> x(problem.k);
    for (int64_t l = 0; l < problem.k; ++l)
      x[l] = tensors.a.valueAt(batch * problem.m * problem.k +
                               (problem.transposedA ? l * problem.m + rows[i] : rows[i] * problem.k + l));
    HostTensor rounded = *HostTensor::allocate(problem.resultType(), {1});
    for (size_t j = 0; j < columns.size(); ++j) {
      const double *w = weights.data() + j * problem.k;
      double sum = 0;
      for (int64_t l = 0; l < problem.k; ++l)
        sum += x[l] * w[l];
      int64_t element = (batch * problem.m + rows[i]) * problem.n + columns[j];
      double exact = applyEpilogue(sum, element, /*inF32=*/false);
      rounded.setValue(0, applyEpilogue(tensors.product.valueAt(element), element, /*inF32=*/true));
      result.first.add(tensors.ours.valueAt(element) - exact);
      result.second.add(rounded.valueAt(0) - exact);
    }
  }

  double applyEpilogue(double value, int64_t element, bool inF32) const {
    size_t operand = 0;
    for (const EpilogueOp *op : problem.epilogue.ops()) {
      double other = 0;
      if (op->operand != EpilogueOp::None)
        other = tensors.operands[operand++].valueAt(op->operand == EpilogueOp::Row ? element % problem.n : element);
      value = op->apply(value, other);
      if (inF32)
        value = static_cast<float>(value);
    }
    return value;
  }

  const Problem &problem;
  const AccuracyTensors &tensors;
  std::vector<int64_t> batches, rows, columns;
  std::vector<std::pair<Sum, Sum>> results; ///< ours and theirs, of each row
  std::vector<double> weights;              ///< [columns, K], of one batch
};
} // namespace

Accuracy bench::compareAccuracy(const Problem &problem, const AccuracyTensors &tensors) {
  return Comparison(problem, tensors).run();
}

static Error download(Device &device, const void *data, FusionDType type, Shape shape, HostTensor &tensor) {
  auto made = HostTensor::allocate(type, std::move(shape));
  if (!made)
    return made.takeError();
  tensor = *made;
  return device.download(tensor.data(), data, static_cast<size_t>(tensor.bytes()));
}

Expected<Accuracy> bench::measureAccuracy(Session &session, const Problem &problem, LoadedProgram &ours) {
  Watchdog watchdog(problem.name(), 180);
  if (!session.cublasLt())
    return Error::make("there is no cuBLASLt to compare with");
  Device &device = *session.device();
  auto data = ProblemData::create(session.device(), session.deviceKernels(), problem, session.settings().timing);
  if (!data)
    return data.takeError();
  Workspaces workspaces;
  if (Error error = workspaces.allocate(session.device(), workspaceBytes(ours, *data), data->sets()))
    return error;
  BenchmarkCall call = makeCall(ours, *data, workspaces);
  FusionDType sumType = problem.wholeSumType();
  auto product = LtProduct::create(session.cublasLt(), problem, {}, sumType, problem.typeName() == "tf32", 1);
  if (!product)
    return product.takeError();
  Shape shape = problem.resultShape();
  auto room = Buffer::allocate(session.device(), static_cast<size_t>(problem.resultElements() * 4));
  if (!room)
    return room.takeError();
  // 0xff in every byte is NaN in every type.
  auto resultBytes = static_cast<size_t>(problem.resultBytes());
  AccuracyTensors tensors;
  tensors.operands.resize(problem.epilogue.operandCount());
  for (Error error :
       {data->fill(session.deviceKernels(), RandomData::Normal, 0), device.fill(data->result(0), 0xff, resultBytes),
        (*product)->call(0, data->ltOperands({}, 0, room->data()), nullptr), call(0, nullptr), device.synchronize(),
        download(device, data->result(0), problem.resultType(), shape, tensors.ours),
        download(device, room->data(), sumType, shape, tensors.product),
        download(device, data->a(0), problem.typeA(), problem.shapeA(), tensors.a),
        download(device, data->weight(0), problem.factorType(), problem.shapeW(), tensors.w)})
    if (error)
      return error;
  auto kinds = problem.epilogue.operands();
  for (size_t i = 0; i < tensors.operands.size(); ++i)
    if (Error error = download(device, data->operand(i, 0), problem.resultType(), problem.operandShape(kinds[i]),
                               tensors.operands[i]))
      return error;
  return compareAccuracy(problem, tensors);
}

void bench::printAccuracy(std::ostream &out, const Problem &problem, const Accuracy &accuracy) {
  out << llvm::formatv(
             "{0,-40} rms {1:e3}, cuBLASLt {2:e3}, ratio {3:f4}; largest {4:e3}, cuBLASLt {5:e3}, ratio {6:f3}{7}",
             problem.name(), accuracy.ours.rms, accuracy.theirs.rms, accuracy.rmsRatio(), accuracy.ours.largest,
             accuracy.theirs.largest, accuracy.largestRatio(), accuracy.good() ? "" : "  WORSE")
             .str()
      << std::endl;
}
