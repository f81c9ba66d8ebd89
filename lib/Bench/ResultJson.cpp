// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes results as JSON.

#include "fusion/Bench/Report.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

namespace json = llvm::json;

static json::Object timesJson(const Times &times) {
  return json::Object{{"burst_us", times.burst},
                      {"steady_us", times.steady},
                      {"burst_spread", times.burstSpread},
                      {"steady_spread", times.steadySpread}};
}

static json::Array peersJson(const std::vector<Peer> &peers) {
  json::Array list;
  for (const Peer &peer : peers) {
    json::Object object = timesJson(peer.times);
    object["name"] = peer.name;
    list.push_back(std::move(object));
  }
  return list;
}

static json::Object problemJson(const ProblemResult &r) {
  const Problem &p = r.problem;
  json::Object object{
      {"problem", p.name()},
      {"batch", p.batch},
      {"m", p.m},
      {"n", p.n},
      {"k", p.k},
      {"type", p.typeName()},
      {"layout", p.layoutName()},
      {"dynamic_m", p.dynamicM},
      {"fast", p.fast},
      {"constant_w", p.constantW},
      {"epilogue", p.epilogue.name()},
      {"schedule", r.schedule},
      {"compile_s", r.compileSeconds},
      {"host_us", r.hostMicroseconds},
      {"ours", timesJson(r.ours)},
      {"peers", peersJson(r.peers)},
      {"plain", timesJson(r.plain)},
      {"algorithms", r.algorithms},
      {"tflops", r.ours.burst > 0 ? p.flops() / r.ours.burst * 1e-6 : 0},
      {"gbs", r.ours.burst > 0 ? double(p.bytes()) / r.ours.burst * 1e-3 : 0},
      {"ratio_burst", r.ratio(&Times::burst)},
      {"ratio_steady", r.ratio(&Times::steady)},
      {"plain_ratio_burst", r.plainRatio(&Times::burst)},
      {"plain_ratio_steady", r.plainRatio(&Times::steady)},
  };
  if (r.readGBs > 0) {
    object["read_gbs"] = r.readGBs;
    object["read_share"] = r.readShare;
  }
  if (r.check)
    object["check"] = json::Object{{"good", r.check->good()},
                                   {"exact", r.check->exact},
                                   {"normal", r.check->normal},
                                   {"bad_elements", r.check->bad}};
  if (!r.note.empty())
    object["note"] = r.note;
  return object;
}

static json::Object graphJson(const GraphResult &r) {
  json::Array kernels;
  for (const GraphResult::Kernel &kernel : r.kernels) {
    json::Object object = timesJson(kernel.alone);
    object["schedule"] = kernel.schedule;
    kernels.push_back(std::move(object));
  }
  return json::Object{{"name", r.name},
                      {"whole", timesJson(r.whole)},
                      {"kernels", std::move(kernels)},
                      {"peers", peersJson(r.peers)},
                      {"sum_burst_us", r.sum(&Times::burst)},
                      {"sum_steady_us", r.sum(&Times::steady)},
                      {"host_us", r.hostMicroseconds}};
}

std::string bench::toJson(const BenchResult &result) {
  json::Array problems, graphs;
  std::vector<double> burst, steady, plainBurst, plainSteady;
  for (const ProblemResult &problem : result.problems) {
    problems.push_back(problemJson(problem));
    burst.push_back(problem.ratio(&Times::burst));
    steady.push_back(problem.ratio(&Times::steady));
    plainBurst.push_back(problem.plainRatio(&Times::burst));
    plainSteady.push_back(problem.plainRatio(&Times::steady));
  }
  for (const GraphResult &graph : result.graphs)
    graphs.push_back(graphJson(graph));
  json::Object top{{"device", result.device},
                   {"chip", result.chip},
                   {"peak_tflops", result.peakTFlops},
                   {"peak_gbs", result.peakGBs},
                   {"cublaslt", result.cublasLt},
                   {"problems", std::move(problems)},
                   {"graphs", std::move(graphs)},
                   {"geomean", json::Object{{"burst", geometricMean(burst)},
                                            {"steady", geometricMean(steady)},
                                            {"plain_burst", geometricMean(plainBurst)},
                                            {"plain_steady", geometricMean(plainSteady)}}}};
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << llvm::formatv("{0:2}", json::Value(std::move(top))) << "\n";
  return text;
}

std::string bench::runToJson(const std::string &device, const Times &times, double hostMicroseconds,
                             const FusionReport &report) {
  json::Object bench = timesJson(times);
  bench["host_us"] = hostMicroseconds;
  if (report.kernels.size() == 1) {
    const KernelReport &row = report.kernels.front();
    json::Object launch{{"name", row.name}, {"measured_us", times.burst}, {"measured_spread", times.burstSpread}};
    bench["launches"] = json::Array{std::move(launch)};
  }
  json::Object run{{"device", "cuda"}, {"device_name", device}, {"bench", std::move(bench)}};
  return llvm::formatv("{0:2}", json::Value(std::move(run))).str();
}
