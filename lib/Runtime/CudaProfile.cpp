// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The time of each launch of a call: events between the launches, on a stream that is busy until the last one is
// queued.

#include "CudaBenchmark.h"
#include "GraphTimer.h"

using namespace fusion;
using namespace fusion::runtime;

namespace {
/// Notes the launches of a call.
struct Recorder : LaunchObserver {
  std::vector<int32_t> kernels;
  GraphTimer *timer = nullptr; ///< records event number n behind launch n; null: no events

  Error launched(int32_t kernel, Stream) override {
    kernels.push_back(kernel);
    return timer ? timer->record(kernels.size()) : Error();
  }
};

class Profile {
public:
  Profile(GraphTimer &timer, const ProfiledCall &call, int sets, const BenchmarkOptions &options)
      : timer(timer), call(call), sets(sets), options(options) {}

  /// One call after the other, each behind `busy` and on the next set of data. A call that launches other kernels than
  /// `kernels` counts for nothing.
  Expected<std::vector<LaunchTime>> run(const std::vector<int32_t> &kernels, cuda::GraphExec busy) {
    std::vector<std::vector<double>> times(kernels.size());
    for (int replay = 0; replay < options.replays; ++replay) {
      Recorder recorder;
      recorder.timer = &timer;
      for (Error error : {timer.launch(busy), timer.record(0)})
        if (error)
          return error;
      Error failure = call(replay % sets, timer.handle(), &recorder);
      for (Error error : {failure, timer.wait()})
        if (error)
          return error;
      if (recorder.kernels != kernels)
        continue;
      for (size_t i = 0; i < kernels.size(); ++i) {
        auto time = timer.microseconds(i, i + 1);
        if (!time)
          return time.takeError();
        times[i].push_back(*time);
      }
    }
    std::vector<LaunchTime> result;
    for (size_t i = 0; i < kernels.size() && !times[i].empty(); ++i)
      result.push_back({kernels[i], median(times[i]), spread(times[i])});
    return result;
  }

private:
  GraphTimer &timer;
  const ProfiledCall &call;
  int sets;
  const BenchmarkOptions &options;
};
} // namespace

Expected<std::vector<LaunchTime>> runtime::profileCuda(CudaDevice &device, int sets, const ProfiledCall &call,
                                                       double microsecondsPerCall, const BenchmarkOptions &options) {
  if (Error error = device.enter())
    return error;
  Recorder seen; // of a call that is not timed: how many events there are
  GraphTimer counter(device.api());
  if (Error error = counter.create(0))
    return error;
  Error failure = call(0, counter.handle(), &seen);
  for (Error error : {failure, counter.wait()})
    if (error)
      return error;
  if (seen.kernels.empty())
    return std::vector<LaunchTime>();
  GraphTimer timer(device.api());
  if (Error error = timer.create(seen.kernels.size() + 1))
    return error;
  Contestant filler{"profile", sets, [&](int set, Stream stream) { return call(set, stream, nullptr); }};
  auto busy = timer.capture(filler, callsFor(options.burstMilliseconds, microsecondsPerCall, options));
  if (!busy)
    return busy.takeError();
  return Profile(timer, call, sets, options).run(seen.kernels, *busy);
}
