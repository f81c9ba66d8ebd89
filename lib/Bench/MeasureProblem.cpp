// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A problem: ours, cuBLASLt with its epilogue, its plain product and a plain read of memory, beside each other.

#include "fusion/Bench/Check.h"
#include "fusion/Bench/ProblemGraph.h"
#include "fusion/Bench/Session.h"

#include <algorithm>

using namespace fusion;
using namespace fusion::bench;

/// cuBLASLt's product, and one of our elementwise kernels for what it does not fuse.
struct Session::PeerCall {
  std::string name;
  std::shared_ptr<LtProduct> product;
  LtEpilogue epilogue;
  std::shared_ptr<LoadedProgram> tail; ///< null if everything is fused

  Error operator()(const ProblemData &data, int set, Stream stream) const {
    void *target = tail ? data.product(set) : data.result(set);
    Error error = product->call(product->chosen(), data.ltOperands(epilogue, set, target), stream);
    if (error || !tail)
      return error;
    std::vector<Tensor> inputs = data.tailInputs(epilogue.fused, set), outputs = {data.resultView(set)};
    return tail->context->invoke(*tail->entry, inputs, outputs, {nullptr, 0, stream});
  }
};

static Times timesOf(const BenchmarkResult &result) {
  return {result.burstMicroseconds, result.steadyMicroseconds, result.burstSpread, result.steadySpread};
}

/// Cheap bursts, to choose among few.
static BenchmarkOptions screening(bool quick) {
  BenchmarkOptions options;
  options.steady = options.host = false;
  options.replays = quick ? 3 : 5;
  options.burstMilliseconds = 2;
  options.leastRest = 10, options.longestRest = 20;
  return options;
}

Expected<std::shared_ptr<LtProduct>> Session::product(const Problem &problem, const LtEpilogue &epilogue,
                                                      const ProblemData &data) {
  std::string key = concat(problem.sizes(), ":", problem.typeName(), ":", problem.layoutName(), ":", epilogue.bias,
                           epilogue.relu, epilogue.gelu, epilogue.residual);
  if (auto known = products.find(key); known != products.end())
    return known->second;
  auto product =
      LtProduct::create(library, problem, epilogue, problem.type, problem.typeName() == "tf32", options.algorithms);
  if (!product)
    return product.takeError();
  auto operands = [&](int set) { return data.ltOperands(epilogue, set, data.product(set)); };
  if (Error error = (*product)->choose(*card, data.sets(), operands, options.quick))
    return error;
  return products[key] = std::move(*product);
}

Expected<Session::PeerCall> Session::makePeer(const Problem &problem, const LtEpilogue &epilogue,
                                              const ProblemData &data) {
  PeerCall peer;
  peer.epilogue = epilogue;
  auto made = product(problem, epilogue, data);
  if (!made)
    return made.takeError();
  peer.product = *made;
  bool complete = epilogue.fused == problem.epilogue.size();
  peer.name = complete ? "cuBLASLt fused" : epilogue.fused ? "cuBLASLt part fused + kernel" : "cuBLASLt + kernel";
  if (problem.epilogue.empty())
    peer.name = "cuBLASLt";
  if (complete)
    return peer;
  Problem fixed = problem; // its own kernel need not be for any M
  fixed.dynamicM = false;
  auto program = compileProgram(tailGraph(fixed, epilogue.fused), {chip(), problem.f32Precision, ""});
  if (!program)
    return Error::make("the elementwise kernel after cuBLASLt: ", program.error().message());
  auto loaded = load(*program);
  if (!loaded)
    return loaded.takeError();
  peer.tail = std::make_shared<LoadedProgram>(std::move(*loaded));
  return peer;
}

/// All in one call where cuBLASLt has that; else the fastest of the ways to split the epilogue.
Expected<Session::PeerCall> Session::choosePeer(const Problem &problem, const ProblemData &data) {
  LtEpilogue match = LtEpilogue::match(problem.epilogue), biasOnly;
  biasOnly.bias = match.bias;
  biasOnly.fused = match.bias;
  std::vector<PeerCall> ways;
  Error last;
  size_t seen = SIZE_MAX;
  for (const LtEpilogue &epilogue : {match, biasOnly, LtEpilogue()}) {
    if (epilogue.fused == seen)
      continue;
    seen = epilogue.fused;
    auto peer = makePeer(problem, epilogue, data);
    if (peer && !peer->tail)
      return peer;
    if (peer)
      ways.push_back(std::move(*peer));
    else
      last = peer.takeError();
  }
  if (ways.empty())
    return last;
  std::vector<Contestant> contestants;
  for (PeerCall &way : ways)
    contestants.push_back({way.name, data.sets(), [&](int set, Stream stream) { return way(data, set, stream); }});
  auto results = benchmarkContest(*card, contestants, screening(options.quick));
  if (!results)
    return results.takeError();
  size_t best = 0;
  for (size_t i = 1; i < ways.size(); ++i)
    if ((*results)[i].burstMicroseconds < (*results)[best].burstMicroseconds)
      best = i;
  return ways[best];
}

Expected<DeviceKernels::ReadGrid> Session::chooseReadGrid(const ProblemData &data) {
  auto grids = kernels->readGrids(data.weightBytes());
  std::vector<Contestant> contestants;
  for (const DeviceKernels::ReadGrid &grid : grids)
    contestants.push_back({"read", data.sets(), [&, grid](int set, Stream stream) {
                             return kernels->read(data.w(set), data.weightBytes(), grid, stream);
                           }});
  auto results = benchmarkContest(*card, contestants, screening(true));
  if (!results)
    return results.takeError();
  size_t best = 0;
  for (size_t i = 1; i < grids.size(); ++i)
    if ((*results)[i].burstMicroseconds < (*results)[best].burstMicroseconds)
      best = i;
  return grids[best];
}

Expected<ProblemResult> Session::measure(const Problem &problem, LoadedProgram &ours, const RecordedPeers &recorded) {
  ProblemResult result;
  result.problem = problem;
  result.compileSeconds = ours.program.compileSeconds;
  if (!ours.program.schedules.empty())
    result.schedule = ours.program.schedules.front();
  auto data = ProblemData::create(card, *kernels, problem, options.timing);
  if (!data)
    return data.takeError();

  std::vector<std::vector<Tensor>> inputs, outputs;
  for (int set = 0; set < data->sets(); ++set) {
    inputs.push_back(data->problemInputs(set));
    outputs.push_back({data->resultView(set)});
  }
  uint64_t workspaceBytes = (workspaceSize(*ours.entry, inputs.front()) + 255) / 256 * 256;
  auto workspace = Buffer::allocate(card, workspaceBytes * static_cast<uint64_t>(data->sets()));
  if (!workspace)
    return workspace.takeError();
  BenchmarkCall call = [&](int set, Stream stream) {
    void *own = static_cast<char *>(workspace->data()) + workspaceBytes * static_cast<uint64_t>(set);
    return ours.context->invoke(*ours.entry, inputs[set], outputs[set], {own, workspaceBytes, stream});
  };
  if (options.check && library) {
    auto check = checkProblem(*card, *kernels, library, problem, *data, call);
    if (!check)
      return Error::make("check: ", check.error().message());
    result.check = *check;
  }

  std::vector<Contestant> contestants = {{"ours", data->sets(), call}};
  PeerCall peer, plain;
  size_t peerIndex = 0, plainIndex = 0, readIndex = 0;
  if (library) {
    auto chosen = choosePeer(problem, *data);
    auto made = makePeer(
        [&] {
          Problem product = problem;
          product.epilogue = {};
          return product;
        }(),
        {}, *data);
    if (!chosen || !made) {
      result.note = (chosen ? made : chosen).error().message();
    } else {
      peer = std::move(*chosen), plain = std::move(*made);
      result.algorithms = peer.product->tried();
      peerIndex = plainIndex = contestants.size();
      contestants.push_back(
          {peer.name, data->sets(), [&](int set, Stream stream) { return peer(*data, set, stream); }});
      if (!problem.epilogue.empty()) {
        plainIndex = contestants.size();
        contestants.push_back(
            {"cuBLASLt", data->sets(), [&](int set, Stream stream) { return plain(*data, set, stream); }});
      }
    }
  }
  if (problem.isSkinny()) {
    auto grid = chooseReadGrid(*data);
    if (!grid)
      return grid.takeError();
    readIndex = contestants.size();
    contestants.push_back({"read", data->sets(), [&, grid = *grid](int set, Stream stream) {
                             return kernels->read(data->w(set), data->weightBytes(), grid, stream);
                           }});
  }
  auto results = benchmarkContest(*card, contestants, options.timing);
  if (!results)
    return results.takeError();

  result.ours = timesOf(results->front());
  result.hostMicroseconds = results->front().hostMicroseconds;
  if (peerIndex) {
    result.peers.push_back({peer.name, timesOf((*results)[peerIndex])});
    result.plain = timesOf((*results)[plainIndex]);
    for (Peer &other : recorded.find(problem, result.peers.front().times))
      result.peers.push_back(other);
  }
  if (readIndex) {
    result.readGBs = static_cast<double>(data->weightBytes()) / (*results)[readIndex].burstMicroseconds * 1e-3;
    result.readShare = static_cast<double>(problem.bytes()) / result.ours.burst * 1e-3 / result.readGBs;
  }
  return result;
}
