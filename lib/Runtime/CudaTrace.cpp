// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Records events around launches, and places them on the host's clock.

#include "CudaTrace.h"
#include "ContextKeeper.h"
#include "ReportLaunches.h"
#include "fusion/Runtime/Runner.h"

#include <algorithm>
#include <cmath>

using namespace fusion;
using namespace fusion::runtime;

static constexpr cuda::Result notReady = 600; ///< CUDA_ERROR_NOT_READY

CudaTrace::CudaTrace(std::shared_ptr<CudaDevice> device, std::shared_ptr<Timeline> timeline,
                     std::shared_ptr<Module> module, const FusionEntry &entry, Stream stream)
    : device(std::move(device)), timeline(std::move(timeline)), module(std::move(module)), entry(entry.name),
      stream(static_cast<cuda::StreamHandle>(stream)), process(Timeline::firstDevice + this->device->info().ordinal) {}

CudaTrace::~CudaTrace() {
  ContextKeeper keeper(&device->api()); // the trace may end in anybody's thread
  (void)!device->enter();
  const cuda::Driver &api = device->api();
  for (const Launch &launch : launches)
    for (cuda::Event event : {launch.before, launch.after})
      if (event)
        api.eventDestroy(event);
  if (origin)
    api.eventDestroy(origin);
}

std::unique_ptr<CudaTrace> CudaTrace::start(std::shared_ptr<CudaDevice> device, std::shared_ptr<Timeline> timeline,
                                            std::shared_ptr<Module> module, const FusionEntry &entry, Stream stream) {
  std::unique_ptr<CudaTrace> trace(
      new CudaTrace(std::move(device), std::move(timeline), std::move(module), entry, stream));
  const cuda::Driver &api = trace->device->api();
  int capture = 0; // events of a graph that is being captured have no time
  if (!api.streamIsCapturing || api.streamIsCapturing(trace->stream, &capture) || capture || !trace->anchor())
    return nullptr;
  trace->timeline->nameProcess(trace->process,
                               concat("GPU ", trace->device->info().ordinal, ": ", trace->device->info().name));
  return trace;
}

/// An event on a stream of its own, which waits for nothing: it happens between two readings of the host's clock.
bool CudaTrace::anchor() {
  const cuda::Driver &api = device->api();
  cuda::StreamHandle own = nullptr;
  if (api.streamCreate(&own, cuda::streamNonBlocking))
    return false;
  int64_t least = INT64_MAX;
  bool isGood = api.eventCreate(&origin, 0) == 0;
  constexpr int tries = 2; // the first one also wakes the GPU up
  for (int i = 0; isGood && i < tries; ++i) {
    int64_t before = timeline->now();
    isGood = api.eventRecord(origin, own) == 0 && api.streamSynchronize(own) == 0;
    least = timeline->now() - before;
    originTime = before + least / 2;
  }
  uncertainty = least / 2;
  api.streamDestroy(own);
  return isGood;
}

cuda::Event CudaTrace::record() {
  const cuda::Driver &api = device->api();
  cuda::Event event = nullptr;
  isWhole = isWhole && api.eventCreate(&event, 0) == 0 && api.eventRecord(event, stream) == 0;
  return event;
}

void CudaTrace::launching() {
  launches.emplace_back();
  launches.back().before = record();
}

void CudaTrace::launched(int32_t kernel, bool isGood) {
  Launch &launch = launches.back();
  if (!isGood) { // or there was nothing to launch
    if (launch.before)
      device->api().eventDestroy(launch.before);
    launches.pop_back();
    return;
  }
  launch.kernel = kernel;
  if (device->api().eventQuery && isWhole)
    launch.wasQueued = device->api().eventQuery(launch.before) == notReady;
  launch.after = record();
}

void CudaTrace::finish(std::unique_ptr<CudaTrace> trace) {
  std::shared_ptr<Timeline> timeline = trace->timeline;
  if (trace->isWhole && !trace->launches.empty())
    timeline->defer(std::move(trace));
}

/// Nanoseconds.
std::optional<int64_t> CudaTrace::between(cuda::Event from, cuda::Event to) const {
  float milliseconds = 0;
  if (device->api().eventElapsedTime(&milliseconds, from, to))
    return std::nullopt;
  return std::llround(static_cast<double>(milliseconds) * 1e6);
}

static const char *describeMeasurement(std::optional<bool> wasQueued) {
  if (!wasQueued)
    return "events in front of and behind the launch; may include waiting for the host";
  return *wasQueued ? "events in front of and behind the launch, which was queued by then"
                    : "events in front of and behind the launch; includes waiting for the host";
}

TimelineEvent CudaTrace::describe(const Launch &launch, const LaunchRow &row) const {
  TimelineEvent event;
  event.name = row.name;
  event.process = process;
  event.track = timeline->trackOfStream(process, stream);
  event.texts = {{"function", row.function}, {"entry", entry}, {"measured", describeMeasurement(launch.wasQueued)}};
  for (const auto &[name, text] : {std::pair("schedule", row.schedule), std::pair("location", row.location)})
    if (!text.empty())
      event.texts.emplace_back(name, text);
  if (row.predicted)
    event.figures.emplace_back("predicted_us", *row.predicted);
  event.figures.emplace_back("clock_uncertainty_us", static_cast<double>(uncertainty) * 1e-3);
  return event;
}

void CudaTrace::resolve(Timeline &) {
  ContextKeeper keeper(&device->api());
  if (device->enter() || device->api().eventSynchronize(launches.back().after))
    return;
  std::vector<LaunchTime> order;
  for (const Launch &launch : launches)
    order.push_back({launch.kernel, 0, 0});
  Timeline::Predictions known = timeline->predictions();
  const std::vector<PredictedLaunch> none;
  std::vector<LaunchRow> rows = matchLaunches(module->descriptor(), entry, order, known ? *known : none);
  // Floats of milliseconds are exact enough for what lies close together alone: the distances are added up.
  cuda::Event last = origin;
  int64_t start = originTime;
  for (size_t i = 0; i < launches.size(); ++i) {
    std::optional<int64_t> step = between(last, launches[i].before);
    std::optional<int64_t> duration = between(launches[i].before, launches[i].after);
    if (!step || !duration)
      return;
    start += std::max<int64_t>(*step, 0);
    last = launches[i].before;
    TimelineEvent event = describe(launches[i], rows[i]);
    event.start = start;
    event.end = start + *duration;
    timeline->addToStream(std::move(event));
  }
}
