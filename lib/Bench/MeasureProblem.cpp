// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A problem: ours, cuBLASLt with its epilogue, its plain product and a plain read of memory, beside each other.

#include "fusion/Bench/Check.h"
#include "fusion/Bench/ProblemGraph.h"
#include "fusion/Bench/Screening.h"
#include "fusion/Bench/Session.h"
#include "fusion/Bench/Watchdog.h"

using namespace fusion;
using namespace fusion::runtime;
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

Expected<std::shared_ptr<LtProduct>> Session::product(const Problem &problem, const LtEpilogue &epilogue,
                                                      const ProblemData &data) {
  std::string key = concat(problem.sizes(), ":", problem.typeName(), ":", problem.layoutName(), ":", epilogue.bias,
                           epilogue.relu, epilogue.gelu, epilogue.residual);
  if (auto known = products.find(key); known != products.end())
    return known->second;
  auto product = LtProduct::create(library, problem, epilogue, problem.sumType(), problem.typeName() == "tf32",
                                   options.algorithms);
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
  bool complete = epilogue.fused == problem.epilogue.size() && problem.sumType() == problem.resultType();
  peer.name = complete ? "cuBLASLt fused" : epilogue.fused ? "cuBLASLt part fused + kernel" : "cuBLASLt + kernel";
  if (complete && problem.epilogue.empty())
    peer.name = "cuBLASLt";
  if (complete)
    return peer;
  Problem fixed = problem; // its own kernel need not be for any M
  fixed.dynamicM = false;
  auto program = compileProgram(tailGraph(fixed, epilogue.fused), {chip(), problem.precision(), "", "", 0, cardName()});
  if (!program)
    return Error::make("the elementwise kernel after cuBLASLt: ", program.error().message());
  auto loaded = LoadedProgram::load(*program, card);
  if (!loaded)
    return loaded.takeError();
  peer.tail = std::make_shared<LoadedProgram>(std::move(*loaded));
  return peer;
}

/// All in one call where cuBLASLt has that; else the fastest of the ways to split the epilogue.
Expected<Session::PeerCall> Session::choosePeer(const Problem &problem, const ProblemData &data) {
  LtEpilogue match = LtEpilogue::match(problem), biasOnly;
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
  contestants.reserve(ways.size());
  for (PeerCall &way : ways)
    contestants.push_back({way.name, data.sets(), [&](int set, Stream stream) { return way(data, set, stream); }});
  auto ranking = screen(*card, contestants, {{options.quick ? 3 : 5, 1}});
  if (!ranking)
    return ranking.takeError();
  return ways[ranking->order.front()];
}

Expected<DeviceKernels::ReadGrid> Session::chooseReadGrid(const ProblemData &data) {
  auto grids = kernels->readGrids(data.weightBytes());
  std::vector<Contestant> contestants;
  contestants.reserve(grids.size());
  for (const DeviceKernels::ReadGrid &grid : grids)
    contestants.push_back({"read", data.sets(), [&, grid](int set, Stream stream) {
                             return kernels->read(data.w(set), data.weightBytes(), grid, stream);
                           }});
  auto ranking = screen(*card, contestants, {{3, 1}});
  if (!ranking)
    return ranking.takeError();
  return grids[ranking->order.front()];
}

/// What is measured beside each other, and who is who.
struct Session::Contest {
  const ProblemData &data;
  std::vector<Contestant> contestants;
  PeerCall peer, plain;
  size_t peerIndex = 0, plainIndex = 0, readIndex = 0; ///< zero, which is ours, where there is none

  size_t add(const std::string &name, BenchmarkCall call) {
    contestants.push_back({name, data.sets(), std::move(call)});
    return contestants.size() - 1;
  }
};

/// cuBLASLt with the epilogue, and its product alone.
Error Session::addPeers(const Problem &problem, Contest &contest, ProblemResult &result) {
  auto chosen = choosePeer(problem, contest.data);
  if (!chosen)
    return chosen.takeError();
  contest.peer = std::move(*chosen);
  result.algorithms = contest.peer.product->tried();
  contest.peerIndex = contest.plainIndex = contest.add(
      contest.peer.name, [&contest](int set, Stream stream) { return contest.peer(contest.data, set, stream); });
  if (problem.epilogue.empty())
    return {};
  Problem product = problem;
  product.epilogue = {};
  auto plain = makePeer(product, {}, contest.data);
  if (!plain)
    return plain.takeError();
  contest.plain = std::move(*plain);
  contest.plainIndex = contest.add(
      contest.plain.name, [&contest](int set, Stream stream) { return contest.plain(contest.data, set, stream); });
  return {};
}

Expected<ProblemResult> Session::measure(const Problem &problem, LoadedProgram &ours, const RecordedPeers &recorded) {
  Watchdog watchdog(problem.name(), 180);
  ProblemResult result;
  result.problem = problem;
  result.compileSeconds = ours.program.compileSeconds;
  if (!ours.program.schedules.empty())
    result.schedule = ours.program.schedules.front();
  result.note = ours.assemblyProblem();
  auto data = ProblemData::create(card, *kernels, problem, options.timing);
  if (!data)
    return data.takeError();
  Workspaces workspaces;
  if (Error error = workspaces.allocate(card, workspaceBytes(ours, *data), data->sets()))
    return error;
  BenchmarkCall call = makeCall(ours, *data, workspaces);
  if (options.check && library) {
    auto check = checkProblem(*card, *kernels, library, problem, *data, call);
    if (check)
      result.check = *check;
    else // a kernel that failed will fail again where it is timed
      result.note += concat(result.note.empty() ? "" : "; ", "not checked: ", check.error().message());
  }

  Contest contest{*data, {}, {}, {}};
  contest.add("ours", call);
  if (library)
    if (Error error = addPeers(problem, contest, result))
      result.note += (result.note.empty() ? "" : "; ") + error.message();
  if (problem.isSkinny()) {
    auto grid = chooseReadGrid(*data);
    if (!grid)
      return grid.takeError();
    contest.readIndex = contest.add("read", [&, grid = *grid](int set, Stream stream) {
      return kernels->read(data->w(set), data->weightBytes(), grid, stream);
    });
  }
  auto results = benchmarkContest(*card, contest.contestants, options.timing);
  if (!results)
    return results.takeError();

  result.ours = timesOf(results->front());
  result.hostMicroseconds = results->front().hostMicroseconds;
  if (contest.peerIndex) {
    result.peers.push_back({contest.peer.name, timesOf((*results)[contest.peerIndex])});
    result.plain = timesOf((*results)[contest.plainIndex]);
    for (Peer &other : recorded.find(problem, result.peers.front().times))
      result.peers.push_back(other);
  }
  if (contest.readIndex) {
    double read = (*results)[contest.readIndex].burstMicroseconds;
    result.readGBs = static_cast<double>(data->weightBytes()) / read * 1e-3;
    result.readShare = static_cast<double>(problem.bytes()) / result.ours.burst * 1e-3 / result.readGBs;
  }
  return result;
}
