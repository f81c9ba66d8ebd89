// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The model of rows: loads on their way, bandwidth of a multiprocessor, meetings of clusters and slices.

#include "Model.h"

#include "fusion/Families/Common/StreamModel.h"
#include "fusion/Support/ChipTable.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

// Fitted as StreamModel's constants were.
/// Between a load and its value, in microseconds; loads of a thread on their way at once.
static constexpr double kLatency = 0.364, kLoads = 8;
/// Bytes a microsecond that a multiprocessor gets at most.
static constexpr double kBytesOfSM = 38.9e3;
/// What the blocks of a cluster take to meet, and 128 slices to be put together, for each step, in microseconds.
static constexpr double kMeeting = 0.86, kSlices = 0.77;

/// Bytes that the loads of a thread bring in all, and that one of them does.
static std::pair<double, double> getLoads(const RowsSchedule &schedule, const RowProblem &problem) {
  RowOrder order = RowOrder::get(problem.length);
  int64_t threads = schedule.getBlocksOfRow() * schedule.threads;
  double elements = schedule.rowsOfThread * std::max<double>(double(problem.length) / threads, order.piece);
  int64_t beside = schedule.across ? schedule.rowsOfThread : schedule.width;
  // Rows of one element are values of rows, of which the problem does not say how wide they are.
  int64_t elementBytes = std::max<int64_t>(problem.elementBytes, 1);
  int64_t readBytes = problem.readBytes > 0 ? problem.readBytes : elementBytes;
  return {elements * readBytes, std::min<int64_t>(16, beside * elementBytes)};
}

/// What a block that walks takes for a round if nothing else is in its way, and bytes a microsecond of partial results
/// that are written and read, in the L2. No measurements: a meeting and the latency of a load; the rate of an L2.
static constexpr double kRound = 1.2, kPartialRate = 3e6;

/// Of blocks that walk: they load the next rows while they compute theirs, and the two get in each other's way.
static PredictedTime predictWalk(const RowsSchedule &schedule, const RowProblem &problem, const StreamProblem &stream,
                                 const ChipInfo &chip) {
  double rounds = llvm::divideCeil(problem.rows, schedule.rows * schedule.walk);
  double blocksOfSM = llvm::divideCeil(schedule.walk, chip.sms);
  double inFlight = blocksOfSM * schedule.rows * problem.length * problem.readBytesOfRow;
  double rate = std::min<double>(chip.sms, schedule.walk) * std::min(inFlight / kLatency, kBytesOfSM);
  rate = std::min(rate, StreamModel::getBandwidth(chip));
  double moving = (stream.bytesRead + stream.bytesWritten) / rate, computing = rounds * kRound;
  // Nothing hides the first load, and the last round.
  double memory = std::pow(std::pow(moving, 4) + std::pow(computing, 4), 0.25) + kLatency + kRound;
  double partials = 2.0 * problem.crossings * schedule.walk * problem.length * 4 / kPartialRate;
  double launches = 2 * StreamModel::kLaunch;
  return {launches + memory + partials, {{"launch", launches}, {"memory", memory}, {"meeting", partials}}};
}

PredictedTime fusion::predictRows(const RowsSchedule &schedule, const RowProblem &problem, const StreamProblem &stream,
                                  const ChipInfo &chip) {
  if (schedule.walk > 0)
    return predictWalk(schedule, problem, stream, chip);
  bool sliced = schedule.slices > 1, again = schedule.reload || sliced;
  int64_t blocks = llvm::divideCeil(problem.rows, schedule.rows) * schedule.getBlocksOfRow();
  int64_t most = schedule.blocksPerSM > 0 ? schedule.blocksPerSM : chip.threadsPerSM / schedule.getBlockThreads();
  int64_t resident = std::min<int64_t>(most, llvm::divideCeil(blocks, chip.sms));
  auto [ofThread, ofLoad] = getLoads(schedule, problem);
  double inFlight = resident * schedule.getBlockThreads() * std::min(ofThread, kLoads * ofLoad);
  double rate = std::min<double>(chip.sms, blocks) * std::min(inFlight / kLatency, kBytesOfSM);
  rate = std::min(rate, StreamModel::getBandwidth(chip));
  double memory = ((again ? problem.passes : 1) * stream.bytesRead + stream.bytesWritten) / rate;
  // Clusters that are left when all others have run have the memory to themselves.
  if (schedule.cluster > 1) {
    int64_t whole = blocks / schedule.cluster;
    double clusters = static_cast<double>(whole), ofCluster = memory * rate / clusters;
    double left = std::fmod(clusters, getMostClusters(chip, schedule.cluster, resident));
    if (left > 0)
      memory += std::max(0.0, ofCluster / (schedule.cluster * kBytesOfSM) - left * ofCluster / rate);
  }
  double launches = StreamModel::kLaunch * (sliced ? problem.steps + 1 : 1);
  double meeting =
      problem.steps * ((schedule.cluster > 1 ? kMeeting : 0) + (sliced ? kSlices * schedule.slices / 128 : 0));
  return {launches + memory + meeting, {{"launch", launches}, {"memory", memory}, {"meeting", meeting}}};
}
