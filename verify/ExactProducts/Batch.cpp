// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lays out the tensors of many runs in one piece of memory, runs them, and looks at every byte.

#include "Batch.h"
#include "Parallel.h"

#include <algorithm>
#include <cstring>
#include <tuple>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::exact;

static constexpr int64_t kAlignment = 256, kGuard = 256;

static int64_t alignUp(int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

static int64_t bytesOf(FusionDType type, const Shape &shape) {
  int64_t bytes = elementSize(type);
  for (int64_t size : shape)
    bytes *= size;
  return bytes;
}

static FusionDType typeOf(const FusionTensorSpec &spec) { return static_cast<FusionDType>(spec.dtype); }

int64_t Batch::bytesOf(const FusionEntry &entry, const Run &run) {
  int64_t bytes = 0;
  for (int64_t i = 0; i < countGiven(entry); ++i)
    bytes += alignUp(::bytesOf(typeOf(entry.inputs[i]), run.problem->inputShape(i))) + 2 * kGuard;
  for (int64_t i = 0; i < entry.numOutputs; ++i)
    bytes += alignUp(::bytesOf(typeOf(entry.outputs[i]), run.problem->outputShape())) + 2 * kGuard;
  return bytes;
}

Batch::Batch(const FusionEntry &entry, const std::vector<Source> &sources, std::vector<Run> all)
    : entry(entry), runs(std::move(all)) {
  placeAll(sources);
  computeExpected(sources);
}

size_t Batch::place(size_t run, int64_t index, bool output) {
  const Problem &problem = *runs[run].problem;
  FusionDType type = typeOf(output ? entry.outputs[index] : entry.inputs[index]);
  int64_t begin = alignUp(end) + runs[run].offset * elementSize(type);
  int64_t bytes = ::bytesOf(type, output ? problem.outputShape() : problem.inputShape(index));
  end = begin + bytes + kGuard;
  slots.push_back({begin, bytes, run, concat(output ? "output " : "input ", index), output});
  return slots.size() - 1;
}

void Batch::placeAll(const std::vector<Source> &sources) {
  std::map<std::tuple<int64_t, int64_t, Shape>, size_t> placed; // by input, offset and shape
  std::vector<std::tuple<size_t, size_t>> toWrite;              // run and input
  for (size_t r = 0; r < runs.size(); ++r) {
    const Run &run = runs[r];
    Call call;
    for (int64_t i = 0; i < countGiven(entry); ++i) {
      auto [slot, isNew] = placed.try_emplace({i, run.offset, run.problem->inputShape(i)});
      if (isNew) {
        slot->second = place(r, i, /*output=*/false);
        toWrite.emplace_back(r, i);
      }
      call.inputs.push_back(slot->second);
    }
    for (int64_t i = 0; i < entry.numOutputs; ++i)
      call.outputs.push_back(place(r, i, /*output=*/true));
    calls.push_back(std::move(call));
    std::vector<Tensor> inputs = tensors(nullptr, r, /*inputs=*/true);
    if (const FusionEntry *step = entry.initialize)
      inputs.push_back({nullptr, FUSION_I8, {step->outputs->shape[0]}, {}});
    calls[r].workspace = workspaceSize(entry, inputs);
    workspaceBytes = std::max(workspaceBytes, calls[r].workspace);
  }
  end = alignUp(end);
  before.assign(end, '\xff');
  parallelFor(toWrite.size(), [&](size_t i) {
    auto [run, input] = toWrite[i];
    runs[run].problem->writeInput(input, sources[input], before.data() + slots[calls[run].inputs[input]].begin);
  });
}

void Batch::computeExpected(const std::vector<Source> &sources) {
  std::vector<Problem *> problems;
  for (const Run &run : runs)
    if (run.first)
      problems.push_back(run.problem.get());
  parallelFor(problems.size(), [&](size_t i) { problems[i]->prepare(sources); });
  std::vector<std::pair<Problem *, int64_t>> chunks;
  for (Problem *problem : problems)
    for (int64_t chunk = 0; chunk < problem->chunks(); ++chunk)
      chunks.emplace_back(problem, chunk);
  parallelFor(chunks.size(), [&](size_t i) { chunks[i].first->computeRows(chunks[i].second); });
  for (Problem *problem : problems)
    problem->finish();
}

std::vector<Tensor> Batch::tensors(char *base, size_t run, bool inputs) const {
  std::vector<Tensor> views;
  const std::vector<size_t> &places = inputs ? calls[run].inputs : calls[run].outputs;
  for (size_t i = 0; i < places.size(); ++i) {
    const FusionTensorSpec &spec = inputs ? entry.inputs[i] : entry.outputs[i];
    Shape shape = inputs ? runs[run].problem->inputShape(i) : runs[run].problem->outputShape();
    views.push_back({base ? base + slots[places[i]].begin : nullptr, typeOf(spec), std::move(shape), {}});
  }
  return views;
}

Error Batch::initialize(Context &context, std::vector<Tensor> &inputs, std::vector<Buffer> &buffers) const {
  const FusionEntry *step = entry.initialize;
  if (!step)
    return {};
  std::vector<Tensor> constants;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (isConstant(entry.inputs[i]))
      constants.push_back(inputs[i]);
  int64_t bytes = step->outputs->shape[0];
  for (uint64_t size : {static_cast<uint64_t>(bytes), workspaceSize(*step, constants)}) {
    auto buffer = Buffer::allocate(context.device(), size);
    if (!buffer)
      return buffer.takeError();
    if (Error error = context.device()->fill(buffer->data(), 0xff, size))
      return error;
    buffers.push_back(std::move(*buffer));
  }
  const Buffer &values = buffers.end()[-2], &workspace = buffers.back();
  inputs.push_back({values.data(), FUSION_I8, {bytes}, {}});
  return context.invoke(*step, constants, {&inputs.back(), 1}, {workspace.data(), workspace.bytes(), nullptr});
}

Error Batch::execute(Context &context, Buffer &memory) {
  Device &device = *context.device();
  int64_t workspaceEnd = end + alignUp(static_cast<int64_t>(workspaceBytes)), total = workspaceEnd + kGuard;
  if (memory.bytes() < static_cast<size_t>(total)) {
    memory = Buffer();
    auto larger = Buffer::allocate(context.device(), static_cast<size_t>(total));
    if (!larger)
      return larger.takeError();
    memory = std::move(*larger);
  }
  auto *base = static_cast<char *>(memory.data());
  if (Error error = device.upload(base, before.data(), before.size()))
    return error;
  if (Error error = device.fill(base + end, 0xff, static_cast<size_t>(total - end)))
    return error;
  std::vector<Buffer> initialized;
  for (size_t r = 0; r < runs.size(); ++r) {
    CallOptions options;
    options.workspaceBytes = calls[r].workspace;
    options.workspace = base + workspaceEnd - alignUp(static_cast<int64_t>(options.workspaceBytes));
    if (options.workspaceBytes > 0 && r % 2 == 0)
      if (Error error = device.fill(options.workspace, 0xff, options.workspaceBytes))
        return error;
    std::vector<Tensor> inputs = tensors(base, r, /*inputs=*/true), outputs = tensors(base, r, /*inputs=*/false);
    if (Error error = initialize(context, inputs, initialized))
      return Error::make(runs[r].problem->size().name(), ": initialize: ", error.message());
    if (Error error = context.invoke(entry, inputs, outputs, options))
      return Error::make(runs[r].problem->size().name(), ": ", error.message());
  }
  if (Error error = device.synchronize())
    return error;
  after.resize(before.size() + kGuard);
  if (Error error = device.download(after.data(), base, before.size()))
    return error;
  return device.download(after.data() + before.size(), base + workspaceEnd, kGuard);
}

const Batch::Slot &Batch::nearestSlot(int64_t byte) const {
  auto next =
      std::upper_bound(slots.begin(), slots.end(), byte, [](int64_t at, const Slot &slot) { return at < slot.begin; });
  if (next == slots.begin())
    return *next;
  auto last = std::prev(next);
  return next == slots.end() || byte - (last->begin + last->bytes) < next->begin - byte ? *last : *next;
}

/// Bytes between tensors, inputs, and what lies behind the workspace: as they were.
void Batch::checkSurroundings(Findings &findings) const {
  auto report = [&](const std::string &message, int64_t number) {
    findings.messages.push_back(message);
    if (std::find(findings.bad.begin(), findings.bad.end(), number) == findings.bad.end())
      findings.bad.push_back(number);
  };
  // From the end of an output to the next one.
  int64_t at = 0;
  auto compareUpTo = [&](int64_t next) {
    if (std::memcmp(before.data() + at, after.data() + at, next - at) == 0)
      return;
    while (before[at] == after[at])
      ++at;
    const Slot &slot = nearestSlot(at);
    const char *where = at < slot.begin ? "in front of" : at < slot.begin + slot.bytes ? "into" : "behind";
    report(concat(runs[slot.run].problem->size().name(), ": written ", where, " ", slot.name, ", at byte ",
                  at - slot.begin, " of ", slot.bytes),
           runs[slot.run].number);
  };
  for (const Slot &slot : slots)
    if (slot.output) {
      compareUpTo(slot.begin);
      at = slot.begin + slot.bytes;
    }
  compareUpTo(end);
  for (int64_t i = 0; i < kGuard; ++i)
    if (after[before.size() + i] != '\xff')
      return report(concat(name(), ": written behind the workspace, at byte ", i), runs.front().number);
}

Findings Batch::check() {
  std::vector<Findings> found(runs.size());
  auto compare = [&](size_t r, bool keep) {
    Findings &own = found[r];
    Problem &problem = *runs[r].problem;
    std::string message;
    int64_t different = 0;
    for (size_t i = 0; i < calls[r].outputs.size(); ++i) {
      const char *actual = after.data() + slots[calls[r].outputs[i]].begin;
      different += problem.compare(i, actual, own.ratio, message);
    }
    if (keep)
      for (size_t i = 0; i < calls[r].outputs.size(); ++i)
        problem.expect(i, after.data() + slots[calls[r].outputs[i]].begin);
    if (different)
      own.bad.push_back(runs[r].number), own.messages.push_back(message);
  };
  // First runs, which with normal data tell what the others must give.
  parallelFor(runs.size(), [&](size_t r) {
    if (runs[r].first)
      compare(r, runs[r].problem->learns());
  });
  parallelFor(runs.size(), [&](size_t r) {
    if (!runs[r].first)
      compare(r, false);
  });
  Findings all;
  for (Findings &own : found) {
    all.ratio = std::max(all.ratio, own.ratio);
    if (own.bad.empty() || (!all.bad.empty() && all.bad.back() == own.bad.front()))
      continue;
    all.bad.push_back(own.bad.front());
    all.messages.push_back(own.messages.front());
  }
  checkSurroundings(all);
  return all;
}

std::string Batch::name() const {
  return runs.front().problem->size().name() + " to " + runs.back().problem->size().name();
}
