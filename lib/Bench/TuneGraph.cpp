// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel of a graph as what schedules are searched for.

#include "EntryData.h"
#include "fusion/Bench/TuneSubject.h"

#include <algorithm>
#include <cmath>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

/// What results of two schedules may differ by: relatively, as 16-bit results round, and of their root mean square, as
/// sums of many rounded products do (weights of attention are rounded beside another reference).
static constexpr double kRelative = 0x1p-7, kOfMeanSquare = 0x1p-6;

/// The bytes of results before they are written: NaN, but none that arithmetic makes.
static constexpr int kUnwritten = 0xff;

static bool isWritten(const HostTensor &tensor, int64_t i) {
  size_t bytes = static_cast<size_t>(elementSize(tensor.dtype()));
  const auto *element = static_cast<const unsigned char *>(tensor.data()) + static_cast<size_t>(i) * bytes;
  return !std::all_of(element, element + bytes, [](unsigned char byte) { return byte == kUnwritten; });
}

/// Of the finite elements.
static double getRootMeanSquare(const HostTensor &tensor) {
  double sum = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < tensor.elements(); ++i)
    if (double value = tensor.valueAt(i); std::isfinite(value))
      sum += value * value, ++count;
  return std::sqrt(sum / static_cast<double>(std::max<int64_t>(count, 1)));
}

/// Numbers that are no floats have to be equal, as have infinities, and NaN is where it is in both. Floats that are not
/// written differ.
static int64_t countDifferences(const HostTensor &tensor, const HostTensor &wanted) {
  bool rounds = isFloat(tensor.dtype());
  double absolute = rounds ? kOfMeanSquare * getRootMeanSquare(wanted) : 0;
  int64_t count = 0;
  for (int64_t i = 0; i < tensor.elements(); ++i) {
    double value = tensor.valueAt(i), other = wanted.valueAt(i);
    bool isClose = std::isfinite(value) && std::isfinite(other) &&
                   std::abs(value - other) <= absolute + (rounds ? kRelative * std::abs(other) : 0);
    bool isEqual = value == other || (std::isnan(value) && std::isnan(other));
    count += (!isEqual && !isClose) || (rounds && !isWritten(tensor, i));
  }
  return count;
}

namespace {
class GraphSubject : public TuneSubject {
public:
  GraphSubject(std::string name, std::string graph) : ownName(std::move(name)), text(std::move(graph)) {}

  std::string name() const override { return ownName; }
  std::string graph() const override { return text; }

  Error allocate(Session &session, const BenchmarkOptions &timing,
                 const std::vector<const LoadedProgram *> &programs) override {
    device = session.device();
    return data.create(device, session.deviceKernels(), programs, timing);
  }
  int sets() const override { return data.sets; }
  BenchmarkCall callOf(LoadedProgram &program) override { return data.callOf(program); }

  Error beginCheck() override {
    for (const Tensor &result : data.outputs.front())
      if (Error error =
              device->fill(result.data, kUnwritten, static_cast<size_t>(*byteSize(result.dtype, result.shape))))
        return error;
    return {};
  }
  Error keepResults() override {
    auto results = download();
    if (!results)
      return results.takeError();
    wanted = std::move(*results);
    return {};
  }
  Expected<int64_t> countDifferences() override {
    auto results = download();
    if (!results)
      return results.takeError();
    int64_t count = 0;
    for (size_t i = 0; i < wanted.size(); ++i)
      count += ::countDifferences((*results)[i], wanted[i]);
    return count;
  }

private:
  /// The results of the first set.
  Expected<std::vector<HostTensor>> download() const {
    std::vector<HostTensor> results;
    for (const Tensor &result : data.outputs.front()) {
      auto tensor = HostTensor::allocate(result.dtype, result.shape);
      if (!tensor)
        return tensor.takeError();
      if (Error error = device->download(tensor->data(), result.data, static_cast<size_t>(tensor->bytes())))
        return error;
      results.push_back(std::move(*tensor));
    }
    return results;
  }

  std::string ownName, text;
  std::shared_ptr<Device> device;
  EntryData data;
  std::vector<HostTensor> wanted;
};
} // namespace

std::unique_ptr<TuneSubject> bench::makeTuneSubject(std::string name, std::string kernelGraph) {
  return std::make_unique<GraphSubject>(std::move(name), std::move(kernelGraph));
}
