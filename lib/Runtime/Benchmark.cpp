// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Times calls on sets of tensors that take turns, so that no cache holds them.

#include "fusion/Runtime/Benchmark.h"
#include "CudaBenchmark.h"
#include "fusion/Runtime/Runner.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

using namespace fusion;
using namespace fusion::runtime;

double runtime::median(std::vector<double> &values) {
  std::sort(values.begin(), values.end());
  size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double runtime::spread(std::vector<double> &values) {
  double middle = median(values);
  return middle > 0 ? (values.back() - values.front()) / middle : 0;
}

/// Median of single calls: at least `replays`, then for about half a second.
static Expected<BenchmarkResult> benchmarkCpu(int sets, const BenchmarkCall &call, const BenchmarkOptions &options) {
  using Clock = std::chrono::steady_clock;
  if (Error error = call(0, nullptr)) // warms caches up
    return error;
  std::vector<double> times;
  auto start = Clock::now();
  while (times.size() < static_cast<size_t>(options.replays) ||
         (Clock::now() - start < std::chrono::milliseconds(500) && times.size() < 10000)) {
    auto before = Clock::now();
    if (Error error = call(static_cast<int>(times.size()) % sets, nullptr))
      return error;
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - before).count());
  }
  BenchmarkResult result;
  result.calls = static_cast<int>(times.size());
  result.sets = sets;
  result.burstMicroseconds = result.steadyMicroseconds = result.hostMicroseconds = median(times);
  result.burstSpread = result.steadySpread = spread(times);
  return result;
}

Expected<std::vector<BenchmarkResult>> runtime::benchmarkContest(Device &device, Span<const Contestant> contestants,
                                                                 const BenchmarkOptions &options) {
  if (device.info().kind == FUSION_CUDA)
    return benchmarkCuda(static_cast<CudaDevice &>(device), contestants, options);
  std::vector<BenchmarkResult> results;
  for (const Contestant &contestant : contestants) {
    auto result = benchmarkCpu(contestant.sets, contestant.call, options);
    if (!result)
      return Error::make(contestant.name, ": ", result.error().message());
    results.push_back(*result);
  }
  return results;
}

Expected<BenchmarkResult> runtime::benchmarkCalls(Device &device, int sets, const BenchmarkCall &call,
                                                  const BenchmarkOptions &options) {
  std::vector<Contestant> one = {{"benchmark", sets, call}};
  auto results = benchmarkContest(device, one, options);
  if (!results)
    return results.takeError();
  return results->front();
}

namespace {
/// One tensor (or the workspace) of every set, in one piece of memory.
struct Rotation {
  Buffer buffer;
  int64_t stride = 0;

  Error allocate(std::shared_ptr<Device> device, int64_t bytes, int sets) {
    stride = (bytes + 255) / 256 * 256;
    auto memory = Buffer::allocate(std::move(device), static_cast<size_t>(stride * sets));
    if (!memory)
      return memory.takeError();
    buffer = std::move(*memory);
    return {};
  }
  /// Fills every set with the same data.
  Error fill(Device &device, const void *data, int64_t bytes, int sets) {
    if (Error error = device.upload(at(0), data, static_cast<size_t>(bytes)))
      return error;
    for (int done = 1; done < sets; done *= 2)
      if (Error error = device.copy(at(done), at(0), static_cast<size_t>(std::min(done, sets - done) * stride)))
        return error;
    return {};
  }
  void *at(int set) const { return static_cast<char *>(buffer.data()) + stride * set; }
};

/// Inputs, outputs and workspaces of an entry for all sets that its calls take turns with.
class EntryCalls {
public:
  EntryCalls(const BenchmarkEntry &entry) : context(*entry.context), entry(*entry.entry) {}

  Error prepare(Span<const HostTensor> given, const BenchmarkOptions &options);
  Error call(int set, Stream stream, LaunchObserver *observer) {
    return context.invoke(entry, inputViews[set], outputViews[set],
                          {workspace.at(set), workspaceBytes, stream, observer});
  }

  int sets = 0;

private:
  Context &context;
  const FusionEntry &entry;
  std::vector<Rotation> inputs, outputs;
  Rotation workspace;
  uint64_t workspaceBytes = 0;
  std::vector<std::vector<Tensor>> inputViews, outputViews; ///< [set][tensor]
};
} // namespace

int runtime::chooseSets(int64_t bytes, const BenchmarkOptions &options) {
  int64_t sets = options.rotateBytes / std::max<int64_t>(bytes, 1) + 1;
  sets = std::min({sets, options.maxMemory / std::max<int64_t>(bytes, 1), static_cast<int64_t>(options.maxCalls)});
  return static_cast<int>(std::max<int64_t>(sets, 1));
}

/// `isHost` says of which prototypes the data stays where it is.
static Error addTensors(const std::shared_ptr<Device> &device, const std::vector<Tensor> &prototypes,
                        const std::function<bool(size_t)> &isHost, bool filled, int sets,
                        std::vector<Rotation> &rotations, std::vector<std::vector<Tensor>> &views) {
  views.assign(sets, prototypes);
  for (size_t i = 0; i < prototypes.size(); ++i) {
    if (isHost(i))
      continue;
    auto bytes = byteSize(prototypes[i].dtype, prototypes[i].shape);
    if (!bytes)
      return bytes.takeError();
    Rotation rotation;
    if (Error error = rotation.allocate(device, *bytes, sets))
      return error;
    if (filled)
      if (Error error = rotation.fill(*device, prototypes[i].data, *bytes, sets))
        return error;
    for (int set = 0; set < sets; ++set)
      views[set][i].data = rotation.at(set);
    rotations.push_back(std::move(rotation));
  }
  return {};
}

Error EntryCalls::prepare(Span<const HostTensor> given, const BenchmarkOptions &options) {
  auto all = withInitialized(context, entry, given);
  if (!all)
    return all.takeError();
  std::vector<Tensor> inputTypes, outputTypes;
  int64_t bytesPerSet = 0;
  for (const HostTensor &input : *all) {
    inputTypes.push_back(input.tensor());
    bytesPerSet += input.bytes();
  }
  auto shapes = outputShapes(entry, inputTypes);
  if (!shapes)
    return shapes.takeError();
  for (size_t i = 0; i < shapes->size(); ++i) {
    outputTypes.push_back({nullptr, static_cast<FusionDType>(entry.outputs[i].dtype), (*shapes)[i], {}});
    if (!aliasOf(entry.outputs[i]))
      bytesPerSet += *byteSize(outputTypes[i].dtype, outputTypes[i].shape);
  }
  workspaceBytes = workspaceSize(entry, inputTypes);
  sets = chooseSets(bytesPerSet + static_cast<int64_t>(workspaceBytes), options);
  auto isNumber = [&](size_t i) { return isScalar(entry.inputs[i]); };
  auto isInput = [&](size_t i) { return aliasOf(entry.outputs[i]).has_value(); };
  if (Error error = addTensors(context.device(), inputTypes, isNumber, true, sets, inputs, inputViews))
    return error;
  if (Error error = addTensors(context.device(), outputTypes, isInput, false, sets, outputs, outputViews))
    return error;
  for (size_t i = 0; i < outputTypes.size(); ++i)
    for (int set = 0; isInput(i) && set < sets; ++set)
      outputViews[set][i].data = inputViews[set][*aliasOf(entry.outputs[i])].data;
  if (Error error = workspace.allocate(context.device(), static_cast<int64_t>(workspaceBytes), sets))
    return error;
  return context.device()->synchronize();
}

Expected<std::vector<BenchmarkResult>> runtime::benchmarkEntries(Span<const BenchmarkEntry> entries,
                                                                 Span<const HostTensor> inputs,
                                                                 const BenchmarkOptions &options) {
  std::vector<std::unique_ptr<EntryCalls>> calls;
  std::vector<Contestant> contestants;
  for (const BenchmarkEntry &entry : entries) {
    EntryCalls &one = *calls.emplace_back(std::make_unique<EntryCalls>(entry));
    if (Error error = one.prepare(inputs, options))
      return error;
    contestants.push_back(
        {entry.name, one.sets, [&one](int set, Stream stream) { return one.call(set, stream, nullptr); }});
  }
  Device &device = *entries[0].context->device();
  auto results = benchmarkContest(device, contestants, options);
  if (!results || device.info().kind != FUSION_CUDA)
    return results;
  for (size_t i = 0; i < calls.size(); ++i) {
    BenchmarkResult &result = (*results)[i];
    auto observed = [&](int set, Stream stream, LaunchObserver *observer) {
      return calls[i]->call(set, stream, observer);
    };
    auto launches = profileCuda(static_cast<CudaDevice &>(device), calls[i]->sets, observed,
                                options.burst ? result.burstMicroseconds : result.steadyMicroseconds, options);
    if (!launches)
      return launches.takeError();
    result.launches = std::move(*launches);
  }
  return results;
}

Expected<BenchmarkResult> runtime::benchmark(Context &context, const FusionEntry &entry, Span<const HostTensor> inputs,
                                             const BenchmarkOptions &options) {
  BenchmarkEntry one = {"benchmark", &context, &entry};
  auto results = benchmarkEntries(Span<const BenchmarkEntry>(&one, 1), inputs, options);
  if (!results)
    return results.takeError();
  return std::move(results->front());
}
