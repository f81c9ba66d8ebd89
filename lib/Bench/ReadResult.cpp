// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads results back from the JSON of a run, or from a file of measurements that somebody wrote down.

#include "fusion/Bench/Report.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

namespace json = llvm::json;

static std::string textOf(const json::Object &object, const char *field) {
  return object.getString(field).value_or("").str();
}

static Times readTimes(const json::Object &object) {
  return {object.getNumber("burst_us").value_or(0), object.getNumber("steady_us").value_or(0),
          object.getNumber("burst_spread").value_or(0), object.getNumber("steady_spread").value_or(0)};
}

static Times readTimes(const json::Object *object) { return object ? readTimes(*object) : Times(); }

/// The list "peers"; or one peer, of the name "peer", of which the ratios to ours are given.
static Expected<std::vector<Peer>> readPeers(const json::Object &object, const Times &ours) {
  std::vector<Peer> peers;
  if (const json::Array *list = object.getArray("peers")) {
    for (const json::Value &value : *list) {
      const json::Object *peer = value.getAsObject();
      if (!peer || textOf(*peer, "name").empty())
        return Error::make("has a peer without \"name\"");
      peers.push_back({textOf(*peer, "name"), readTimes(*peer)});
    }
    return peers;
  }
  Peer peer{textOf(object, "peer"), {}};
  if (peer.name.empty())
    peer.name = "peer";
  peer.times.burst = ours.burst * object.getNumber("ratio_burst").value_or(0);
  peer.times.steady = ours.steady * object.getNumber("ratio_steady").value_or(0);
  if (peer.times)
    peers.push_back(peer);
  return peers;
}

static Expected<ProblemResult> readProblem(const json::Object &object) {
  auto problem = Problem::parse(textOf(object, "problem"), {});
  if (!problem)
    return problem.takeError();
  ProblemResult result;
  result.problem = *problem;
  result.schedule = textOf(object, "schedule");
  result.group = textOf(object, "group");
  result.ours = readTimes(object.getObject("ours"));
  auto peers = readPeers(object, result.ours);
  if (!peers)
    return peers.takeError();
  result.peers = *peers;
  if (!result.ours)
    return Error::make("has no times of ours");
  return result;
}

static Expected<GraphResult> readGraph(const json::Object &object) {
  GraphResult result;
  result.name = textOf(object, "name");
  result.group = textOf(object, "group");
  result.whole = readTimes(object.getObject("whole"));
  // Where only a ratio was written down, the unit is our time.
  if (!result.whole && object.getNumber("ratio_burst"))
    result.whole.burst = 1;
  if (!result.whole && object.getNumber("ratio_steady"))
    result.whole.steady = 1;
  auto peers = readPeers(object, result.whole);
  if (!peers)
    return peers.takeError();
  result.peers = *peers;
  if (result.name.empty())
    return Error::make("has no text \"name\"");
  if (!result.whole)
    return Error::make("has neither times of the whole nor a ratio");
  return result;
}

/// The objects of the list `field`, which need not be there.
template <typename Result>
static Error readList(const json::Object &top, const char *field, Expected<Result> (*read)(const json::Object &),
                      std::vector<Result> &results) {
  const json::Array *list = top.getArray(field);
  if (!list)
    return {};
  for (size_t i = 0; i < list->size(); ++i) {
    const json::Object *object = (*list)[i].getAsObject();
    if (!object)
      return Error::make(field, "[", i, "]: is no object");
    auto result = read(*object);
    if (!result)
      return Error::make(field, "[", i, "]: ", result.error().message());
    results.push_back(std::move(*result));
  }
  return {};
}

static Error parseResult(llvm::StringRef text, BenchResult &result) {
  auto value = json::parse(text);
  if (!value)
    return Error::make(llvm::toString(value.takeError()));
  const json::Object *top = value->getAsObject();
  if (!top || textOf(*top, "device").empty())
    return Error::make("expected an object with the text \"device\"");
  result.device = textOf(*top, "device");
  result.chip = textOf(*top, "chip");
  result.cublasLt = textOf(*top, "cublaslt");
  result.title = textOf(*top, "title");
  result.date = textOf(*top, "date");
  result.method = textOf(*top, "method");
  result.peakTFlops = top->getNumber("peak_tflops").value_or(0);
  result.peakGBs = top->getNumber("peak_gbs").value_or(0);
  if (Error error = readList(*top, "problems", readProblem, result.problems))
    return error;
  if (Error error = readList(*top, "graphs", readGraph, result.graphs))
    return error;
  if (result.problems.empty() && result.graphs.empty())
    return Error::make("expected the list \"problems\" or \"graphs\"");
  return {};
}

Expected<BenchResult> bench::readResult(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return Error::make("cannot read '", path, "': ", file.getError().message());
  BenchResult result;
  if (Error error = parseResult((*file)->getBuffer(), result))
    return Error::make(path, ": ", error.message());
  return result;
}
