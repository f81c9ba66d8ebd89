// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Epilogues, recorded peers, reports, the comparison with a reference, and cuBLASLt's descriptors against a library
// that stands in for it.

#include "../Support/Errors.h"
#include "../Support/StandIn.h"
#include "ProblemOf.h"
#include "fusion/Bench/Accuracy.h"
#include "fusion/Bench/Check.h"
#include "fusion/Bench/RecordedPeers.h"
#include "fusion/Bench/Report.h"
#include "fusion/Bench/Screening.h"
#include "fusion/Bench/Watchdog.h"
#include "fusion/Runtime/Random.h"

#include <cmath>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

TEST(Bench, EpiloguesCompute) {
  auto apply = [](const char *name, double value) {
    return problemOf((std::string("8x8x8:") + name).c_str()).epilogue.ops().front()->apply(value, 3);
  };
  EXPECT_EQ(apply("bias", 2), 5);
  EXPECT_EQ(apply("relu", -2), 0);
  EXPECT_TRUE(std::isnan(apply("relu", NAN)));
  EXPECT_LT(std::abs(apply("gelu", 1) - 0.841191990608), 1e-9); // PyTorch's gelu(1, "tanh") in float64
  EXPECT_LT(std::abs(apply("gelu", -3) - -0.003637392081), 1e-9);
  EXPECT_LT(std::abs(apply("silu", 1) - 0.731058578630), 1e-9);
  EXPECT_LT(std::abs(apply("sigmoid", -1) - 0.268941421370), 1e-9);
}

TEST(Bench, CublasLtFusesTheStartOfAnEpilogue) {
  auto fused = [](const char *name) {
    return LtEpilogue::match(problemOf((std::string("8x8x8:") + name).c_str())).fused;
  };
  EXPECT_EQ(fused("none"), 0u);
  EXPECT_EQ(fused("bias+gelu"), 2u);
  EXPECT_EQ(fused("bias+gelu+residual"), 2u);
  EXPECT_EQ(fused("bias+residual"), 2u);
  EXPECT_EQ(fused("residual+relu"), 1u);
  EXPECT_EQ(fused("bias+silu"), 1u);
  EXPECT_EQ(fused("silu"), 0u);
}

namespace {
/// Random tensors of a problem in host memory.
struct Operands {
  HostTensor a, w, bias, residual, d;
  explicit Operands(const Problem &p) {
    a = make(p.typeA(), p.shapeA(), 0), w = make(p.factorType(), p.shapeW(), 1), bias = make(p.resultType(), {p.n}, 2);
    residual = make(p.resultType(), p.resultShape(), 3), d = make(p.sumType(), p.resultShape(), 4);
  }
  static HostTensor make(FusionDType type, Shape shape, uint64_t index) {
    HostTensor tensor = *HostTensor::allocate(type, std::move(shape));
    fillRandom(tensor, 1, index, RandomKind::Integer);
    return tensor;
  }
};
} // namespace

/// cuBLASLt is given each layout in the terms that it has; the library beside this program computes what it is told.
TEST(Bench, CublasLtComputesEveryLayout) {
  auto library = CublasLt::open(*Device::open(FUSION_CPU), test::inBuild("fake-driver/libcublasLt.so.13"));
  ASSERT_TRUE(library) << library.error().message();
  EXPECT_EQ((*library)->version(), "99.1.0");
  for (const char *name : {"5x7x3:nk:none", "5x7x3:kn:bias", "5x7x3:km:nk:bias+relu", "5x7x3:km:kn:residual",
                           "4x6x2:tf32:bias+residual", "3x5x7x2:kn:bias+residual", "2x5x7x3:km:nk:relu",
                           "5x7x3:f8E4M3FN:e5m2:bias+relu", "5x7x3:f8E5M2:km:kn:residual", "5x7x9:i8:km:none"}) {
    Problem p = problemOf(name);
    LtEpilogue epilogue = LtEpilogue::match(p);
    auto product = LtProduct::create(*library, p, epilogue, p.sumType(), p.typeName() == "tf32", 16);
    EXPECT_TRUE(product);
    Operands t(p);
    LtOperands pointers{t.a.data(), t.w.data(), t.bias.data(), t.residual.data(), t.d.data()};
    EXPECT_FALSE((*product)->call(0, pointers, nullptr));
    for (int64_t element = 0; element < p.resultElements(); ++element) {
      int64_t j = element % p.n, i = element / p.n % p.m, batch = element / p.n / p.m;
      double sum = 0;
      for (int64_t l = 0; l < p.k; ++l)
        sum += t.a.valueAt(batch * p.m * p.k + (p.transposedA ? l * p.m + i : i * p.k + l)) *
               t.w.valueAt(batch * p.n * p.k + (p.weightKN ? l * p.n + j : j * p.k + l));
      for (const EpilogueOp *op : p.epilogue.ops())
        sum = op->apply(sum, op->operand == EpilogueOp::Row ? t.bias.valueAt(j) : t.residual.valueAt(element));
      EXPECT_EQ(t.d.valueAt(element), sum);
    }
    // Two of its three algorithms run.
    EXPECT_FALSE((*product)->choose(*(*library)->device(), 1, [&](int) { return pointers; }, true));
    EXPECT_EQ((*product)->tried(), 2);
  }
  EXPECT_ERROR(LtProduct::create(*library, problemOf("8x8x8:gelu"), LtEpilogue::match(problemOf("8x8x8:gelu")),
                                 FUSION_BF16, false, 16)
                   .error(),
               "cublasLtMatmulAlgoGetHeuristic: CUBLAS_STATUS_NOT_SUPPORTED");
}

TEST(Bench, CublasLtThatIsNotThereIsReported) {
  EXPECT_ERROR(CublasLt::open(*Device::open(FUSION_CPU), "/none/libcublasLt.so").error(), "no cuBLASLt: ");
}

/// The comparison lets roundings pass and finds one term of a sum that is missing.
TEST(Bench, ComparisonFindsWrongElements) {
  Problem p = problemOf("16x32x4096:bias+gelu+residual");
  CheckTensors t;
  t.product = Operands::make(FUSION_F32, {p.m, p.n}, 0);
  t.operands = {Operands::make(p.resultType(), {p.n}, 1), Operands::make(p.resultType(), {p.m, p.n}, 2)};
  t.ours = *HostTensor::allocate(p.resultType(), {p.m, p.n});
  auto reference = [&](int64_t i, double product) {
    double value = p.epilogue.ops()[1]->apply(product + t.operands[0].valueAt(i % p.n), 0);
    return value + t.operands[1].valueAt(i);
  };
  for (int64_t i = 0; i < t.ours.elements(); ++i)
    t.ours.setValue(i, reference(i, t.product.valueAt(i)));
  int64_t bad = 0;
  double largest = compareWithReference(p, t, {}, bad);
  EXPECT_EQ(bad, 0);
  EXPECT_GT(largest, 0);
  EXPECT_LE(largest, 1);
  t.ours.setValue(77, reference(77, t.product.valueAt(77) + 4) + 0.5);
  t.ours.setValue(99, NAN);
  largest = compareWithReference(p, t, {}, bad);
  EXPECT_EQ(bad, 2);
  EXPECT_GT(largest, 1);
}

/// Ours is theirs: the ratios are 1. Errors that grow, or NaN, are found, also in the last element.
TEST(Bench, AccuracyFindsLargerErrors) {
  Problem p = problemOf("300x270x40:kn:bias+relu+residual");
  AccuracyTensors t;
  t.a = Operands::make(p.resultType(), {p.m, p.k}, 0);
  t.w = Operands::make(p.resultType(), {p.k, p.n}, 1);
  t.operands = {Operands::make(p.resultType(), {p.n}, 2), Operands::make(p.resultType(), {p.m, p.n}, 3)};
  t.product = *HostTensor::allocate(FUSION_F32, {p.m, p.n});
  t.ours = *HostTensor::allocate(p.resultType(), {p.m, p.n});
  auto exact = [&](int64_t i) {
    double sum = 0;
    for (int64_t l = 0; l < p.k; ++l)
      sum += t.a.valueAt(i / p.n * p.k + l) * t.w.valueAt(l * p.n + i % p.n);
    return sum;
  };
  auto finish = [&](int64_t i, double sum) {
    return std::max(sum + t.operands[0].valueAt(i % p.n), 0.0) + t.operands[1].valueAt(i);
  };
  for (int64_t i = 0; i < t.ours.elements(); ++i) {
    t.product.setValue(i, exact(i) + 0.01);
    t.ours.setValue(i, finish(i, t.product.valueAt(i)));
  }
  Accuracy same = compareAccuracy(p, t);
  EXPECT_EQ(same.elements, 256 * 256);
  ASSERT_TRUE(same.good());
  EXPECT_GT(same.ours.rms, 0);
  EXPECT_GT(same.rmsRatio(), 0.999);
  EXPECT_LT(same.rmsRatio(), 1.001);
  for (int64_t i = 0; i < t.ours.elements(); ++i)
    t.ours.setValue(i, finish(i, exact(i) + 0.1));
  EXPECT_GT(compareAccuracy(p, t).rmsRatio(), 1.05);
  for (int64_t i = 0; i < t.ours.elements(); ++i)
    t.ours.setValue(i, finish(i, t.product.valueAt(i)));
  t.ours.setValue(t.ours.elements() - 1, NAN);
  EXPECT_FALSE(compareAccuracy(p, t).good());
}

/// Every batch has weights of its own, and an error in the last one is found.
TEST(Bench, AccuracyOfBatches) {
  Problem p = problemOf("3x20x6x5:km:bias");
  AccuracyTensors t;
  t.a = Operands::make(p.resultType(), p.shapeA(), 0);
  t.w = Operands::make(p.resultType(), p.shapeW(), 1);
  t.operands = {Operands::make(p.resultType(), {p.n}, 2)};
  t.product = *HostTensor::allocate(FUSION_F32, p.resultShape());
  t.ours = *HostTensor::allocate(p.resultType(), p.resultShape());
  for (int64_t element = 0; element < p.resultElements(); ++element) {
    int64_t j = element % p.n, i = element / p.n % p.m, batch = element / p.n / p.m;
    double sum = 0;
    for (int64_t l = 0; l < p.k; ++l)
      sum += t.a.valueAt((batch * p.k + l) * p.m + i) * t.w.valueAt((batch * p.n + j) * p.k + l);
    t.product.setValue(element, sum);
    t.ours.setValue(element, sum + t.operands[0].valueAt(j));
  }
  Accuracy exact = compareAccuracy(p, t);
  EXPECT_EQ(exact.elements, p.resultElements());
  EXPECT_EQ(exact.ours.largest, 0);
  int64_t last = t.ours.elements() - 1;
  t.ours.setValue(last, t.ours.valueAt(last) + 1);
  EXPECT_EQ(compareAccuracy(p, t).ours.largest, 1);
}

/// What is right is computed in float64: rounding a sum to f32 is an error.
TEST(Bench, AccuracyIsMeasuredAgainstFloat64) {
  Problem p = problemOf("1x1x1:tf32:relu");
  AccuracyTensors t;
  for (HostTensor *tensor : {&t.a, &t.w, &t.product, &t.ours})
    *tensor = *HostTensor::allocate(FUSION_F32, {1, 1});
  for (HostTensor *tensor : {&t.a, &t.w})
    tensor->setValue(0, 1 + 0x1p-12);
  for (HostTensor *tensor : {&t.product, &t.ours})
    tensor->setValue(0, 1 + 0x1p-11);
  Accuracy accuracy = compareAccuracy(p, t);
  EXPECT_EQ(accuracy.ours.largest, 0x1p-24);
  EXPECT_EQ(accuracy.theirs.largest, 0x1p-24);
}

/// The slowest is dropped, but for one that must stay: it is ranked in the last round.
TEST(Bench, ScreeningKeepsWhatMustStay) {
  auto device = Device::open(FUSION_CPU);
  EXPECT_TRUE(device);
  auto call = [](int microseconds) {
    return [=](int, Stream) {
      if (microseconds)
        usleep(microseconds);
      return Error();
    };
  };
  std::vector<Contestant> contestants = {{"slow", 1, call(2000)}, {"fast", 1, call(0)}, {"fast", 1, call(0)}};
  for (bool stays : {false, true}) {
    auto ranking =
        screen(**device, contestants, {{1, 1}, {1, 1}}, stays ? std::vector<size_t>{0} : std::vector<size_t>{});
    EXPECT_TRUE(ranking && ranking->order.size() == 3 && ranking->microseconds.size() == 3);
    EXPECT_EQ(ranking->order[stays ? 1 : 2], 0u);
  }
}

TEST(Bench, RecordedPeersAreScaled) {
  RecordedPeers peers;
  Error error = peers.parse(
      R"({"peers": [{"m": 8, "n": 8, "k": 8, "type": "bf16", "layout": "nk", "epilogue": "bias+gelu",
                     "name": "A", "us": 20, "cublaslt_us": 40},
                    {"m": 8, "n": 8, "k": 8, "type": "bf16", "layout": "nk", "epilogue": "bias+gelu",
                     "name": "B", "burst_us": 7}]})",
      "p.json");
  EXPECT_FALSE(error);
  Times cublasLt;
  cublasLt.burst = 10, cublasLt.steady = 12;
  auto found = peers.find(problemOf("8x8x8:bias+gelu"), cublasLt);
  EXPECT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].times.burst, 5);
  EXPECT_EQ(found[0].times.steady, 6);
  EXPECT_EQ(found[1].times.burst, 7);
  EXPECT_EQ(found[1].times.steady, 0);
  EXPECT_TRUE(peers.find(problemOf("8x8x8:bias+relu"), cublasLt).empty());
}

TEST(Bench, RecordedPeersOfGraphsAreOfACard) {
  RecordedPeers peers;
  Error error = peers.parse(R"({"peers": [{"graph": "bert", "card": "H100 80GB", "name": "A", "us": 20},
                                          {"graph": "bert", "card": "H200", "name": "B", "us": 19},
                                          {"graph": "bert", "name": "C", "burst_us": 18}]})",
                            "p.json");
  EXPECT_FALSE(error);
  auto found = peers.findGraph("blocks/bert.mlir", "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "A (recorded)");
  EXPECT_EQ(found[0].times.burst, 20);
  EXPECT_EQ(found[0].times.steady, 20);
  EXPECT_EQ(found[1].name, "C (recorded)");
  EXPECT_EQ(found[1].times.steady, 0);
  EXPECT_TRUE(peers.findGraph("gpt2.mlir", "NVIDIA H100 80GB HBM3").empty());
  EXPECT_TRUE(peers.find(problemOf("8x8x8:none"), Times()).empty());
}

TEST(Bench, RecordedPeersRefuseNonsense) {
  auto error = [](const char *text) { return RecordedPeers().parse(text, "p.json"); };
  EXPECT_ERROR(error("{"), "p.json: ");
  EXPECT_ERROR(error("[]"), "p.json: expected an object with the list \"peers\"");
  EXPECT_ERROR(error(R"({"peers": [3]})"), "p.json: peer 0 is no object");
  EXPECT_ERROR(error(R"({"peers": [{"m": 8, "n": 8}]})"), "p.json: peer 0: has no whole number \"k\"");
  EXPECT_ERROR(error(R"({"peers": [{"m": 8, "n": 8, "k": 8, "type": "bf16"}]})"), "has no text \"layout\"");
  EXPECT_ERROR(error(R"({"peers": [{"m": 8, "n": 8, "k": 8, "type": "bf16", "layout": "nk", "epilogue": "swish"}]})"),
               "unknown operation 'swish'");
  EXPECT_ERROR(error(R"({"peers": [{"m": 8, "n": 8, "k": 8, "type": "bf16", "layout": "nk", "epilogue": "none"}]})"),
               "has no text \"name\"");
  EXPECT_ERROR(error(R"({"peers": [{"m": 8, "n": 8, "k": 8, "type": "bf16", "layout": "nk", "epilogue": "none",
                                   "name": "A", "us": -1}]})"),
               "expected a positive");
  EXPECT_ERROR(RecordedPeers().read("/none.json"), "cannot read '/none.json'");
}

/// What does not end in time ends the program; what does, does not.
TEST(Bench, WatchdogsEndTheProgram) {
  {
    Watchdog patient("nothing", 100);
  }
  pid_t child = fork();
  if (child == 0) {
    Watchdog watchdog("a kernel of a test", 0.05);
    std::this_thread::sleep_for(std::chrono::seconds(20));
    _exit(0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

/// Two problems: 25 % ahead of the better of two peers, and half as fast as the only one.
static BenchResult madeUp() {
  BenchResult result;
  result.device = "Made-up <GPU>";
  result.chip = "sm_90a";
  result.peakTFlops = 989, result.peakGBs = 4800;
  ProblemResult first;
  first.problem = problemOf("4096x4096x4096:bias+gelu");
  first.ours = {160, 200, 0.01, 0.02};
  first.peers = {{"cuBLASLt fused", {240, 220, 0, 0}}, {"Other", {200, 230, 0, 0}}};
  first.plain = {152, 180, 0, 0};
  first.check = Check{0.5, 0.25, 0};
  ProblemResult second;
  second.problem = problemOf("16x4096x4096");
  second.ours = {20, 20, 0, 0};
  second.peers = {{"cuBLASLt", {10, 10, 0, 0}}};
  second.plain = {10, 10, 0, 0};
  second.readGBs = 4000, second.readShare = 0.375;
  second.check = Check{1e30, 0, 3};
  result.problems = {first, second};
  return result;
}

static bool contains(const std::string &text, const char *part) {
  if (text.find(part) != std::string::npos)
    return true;
  std::cerr << "no '" << part << "' in:\n" << text;
  return false;
}

TEST(Bench, RatiosAreOfTheFastestPeer) {
  BenchResult result = madeUp();
  EXPECT_EQ(result.problems[0].ratio(&Times::burst), 1.25);
  EXPECT_EQ(result.problems[0].ratio(&Times::steady), 1.1);
  EXPECT_EQ(result.problems[0].best(&Times::steady)->name, "cuBLASLt fused");
  EXPECT_EQ(result.problems[0].plainRatio(&Times::burst), 0.95);
  EXPECT_LT(std::abs(geometricMean({2, 8, 0}) - 4), 1e-12);
  EXPECT_EQ(geometricMean({}), 0);
}

TEST(Bench, TablesHoldTheNumbers) {
  std::ostringstream out;
  BenchResult result = madeUp();
  printHeader(out, result);
  for (const ProblemResult &problem : result.problems)
    printProblem(out, problem);
  printSummary(out, result);
  EXPECT_TRUE(contains(out.str(), "160.0    200.0    1.250    0.950      859    200.0    220.0    1.100    0.900"));
  EXPECT_TRUE(contains(out.str(), "TFLOP/s, 0.50, Other / cuBLASLt fused"));
  EXPECT_TRUE(contains(out.str(), "GB/s (37.5 % of a read's 4000), MISMATCH NaN, cuBLASLt"));
  EXPECT_TRUE(
      contains(out.str(), "burst: geometric mean of the ratios 0.791, least 0.500; against the plain product 0.689"));
  EXPECT_TRUE(contains(out.str(), "burst, under 1.00 on 1 of 2: 16x4096x4096:bf16:nk:none 0.500\n"));
  EXPECT_TRUE(contains(out.str(), "steady, under 0.98 on 1 of 2: 16x4096x4096:bf16:nk:none 0.500\n"));
  EXPECT_TRUE(contains(out.str(), "1 of 2 problems do not agree with cuBLASLt"));
}

TEST(Bench, LayoutsAndTypesAreCompared) {
  BenchResult result;
  for (auto [name, time] : {std::pair("8x8x8:bf16:nk:relu", 10.0), std::pair("8x8x8:bf16:kn:relu", 11.0),
                            std::pair("8x8x8:f16:nk:relu", 12.0), std::pair("8x8x8:f16:kn", 13.0)}) {
    ProblemResult problem;
    problem.problem = problemOf(name);
    problem.ours.burst = time, problem.ours.steady = 2 * time;
    result.problems.push_back(problem);
  }
  std::ostringstream out;
  printSummary(out, result);
  EXPECT_TRUE(contains(out.str(),
                       "[K,N] weights against [N,K], time: 1.100 in bursts, at most 1.100; 1.100 steady, at most "
                       "1.100 (1 pairs)"));
  EXPECT_TRUE(contains(out.str(),
                       "f16 against bf16, time: 1.200 in bursts, at most 1.200; 1.200 steady, at most 1.200 (1 "
                       "pairs)"));
}

TEST(Bench, JsonHoldsTheNumbers) {
  std::string text = toJson(madeUp());
  EXPECT_TRUE(contains(text, "\"ratio_burst\": 1.25"));
  EXPECT_TRUE(contains(text, "\"name\": \"Other\""));
  EXPECT_TRUE(contains(text, "\"bad_elements\": 3"));
  EXPECT_TRUE(contains(text, "\"read_share\": 0.375"));
}

TEST(Bench, PlotsShowEveryProblem) {
  std::string roofline = rooflineSvg(madeUp()), ratios = ratiosSvg(madeUp());
  EXPECT_TRUE(contains(roofline, "Made-up &lt;GPU&gt;"));
  EXPECT_TRUE(contains(roofline, "ridge at 206 FLOP/byte"));
  EXPECT_TRUE(contains(roofline, "<title>4096x4096x4096:bf16:nk:bias+gelu, Other: 687.2</title>"));
  EXPECT_TRUE(contains(ratios, "<title>4096x4096x4096:bf16:nk:bias+gelu burst 1.250</title>"));
  EXPECT_TRUE(contains(ratios, "<title>16x4096x4096:bf16:nk:none steady 0.500</title>"));
  EXPECT_TRUE(contains(rooflineSvg({}), "</svg>"));
  EXPECT_TRUE(contains(ratiosSvg({}), "</svg>"));
}

TEST(Bench, SummariesHaveARowForEachGroup) {
  BenchResult result = madeUp();
  result.title = "Some & others", result.date = "2026-01-02";
  result.problems[0].group = "first";
  ProblemResult far = result.problems[0];
  far.ours.burst = 20;
  result.problems.push_back(far);
  GraphResult graph;
  graph.name = "graph";
  graph.whole.steady = 2;
  graph.peers = {{"Slow", {0, 5, 0, 0}}, {"Fast", {0, 3, 0, 0}}};
  result.graphs = {graph};
  std::string summary = summarySvg({result, result});
  EXPECT_TRUE(contains(summary, "Some &amp; others</text>"));
  EXPECT_TRUE(contains(summary, "Made-up &lt;GPU&gt;, 2026-01-02</text>"));
  EXPECT_TRUE(contains(summary, "first</text>"));
  EXPECT_TRUE(contains(summary, "<circle class=\"ours\""));
  EXPECT_TRUE(contains(summary, "4096x4096x4096:bf16:nk:bias+gelu: 1.25</title></circle>"));
  // Out of range: a triangle, and the range in words.
  EXPECT_TRUE(contains(summary, "4096x4096x4096:bf16:nk:bias+gelu: 10.00</title></path>"));
  EXPECT_TRUE(contains(summary, "1.2 to 10</text>"));
  // Slower, and of the regime that was measured.
  EXPECT_TRUE(contains(summary, "16x4096x4096:bf16:nk:none: 0.50</title></circle>"));
  EXPECT_TRUE(contains(summary, "graph: 1.50</title></circle>"));
  EXPECT_TRUE(contains(summarySvg({}), "</svg>"));
}
