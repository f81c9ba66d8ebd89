// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One run on one card: what is opened once, and the measurement of each problem.

#ifndef FUSION_BENCH_SESSION_H
#define FUSION_BENCH_SESSION_H

#include "fusion/Bench/DeviceKernels.h"
#include "fusion/Bench/LtProduct.h"
#include "fusion/Bench/ProblemCalls.h"
#include "fusion/Bench/RecordedPeers.h"
#include "fusion/Bench/Result.h"

#include <map>

namespace fusion::bench {

struct SessionOptions {
  runtime::BenchmarkOptions timing;
  bool quick = false;
  bool check = true;
  bool peers = true; ///< whether to measure cuBLASLt
  int algorithms = 16;
  std::string cublasLtPath;
  std::string chip; ///< whose code is measured; empty: the card's own
};

class Session {
public:
  /// Opens the card, and cuBLASLt if it is there. Fails where there is no GPU.
  static runtime::Expected<std::unique_ptr<Session>> create(const SessionOptions &options);

  const std::shared_ptr<runtime::Device> &device() const { return card; }
  /// That problems are compiled for.
  const std::string &chip() const { return chipName; }
  /// Of the chip table; empty if it does not know the card.
  const std::string &cardName() const { return knownCard; }
  /// Null where there is none.
  const std::shared_ptr<CublasLt> &cublasLt() const { return library; }
  DeviceKernels &deviceKernels() const { return *kernels; }
  const SessionOptions &settings() const { return options; }
  /// What the reports say of the run, no measurements yet.
  BenchResult describe() const;

  runtime::Expected<ProblemResult> measure(const Problem &problem, LoadedProgram &ours, const RecordedPeers &recorded);
  runtime::Expected<GraphResult> measure(const std::string &name, const ProgramParts &parts);

private:
  struct PeerCall;
  struct Contest;

  explicit Session(const SessionOptions &options) : options(options) {}
  runtime::Expected<std::shared_ptr<LtProduct>> product(const Problem &problem, const LtEpilogue &epilogue,
                                                        const ProblemData &data);
  runtime::Expected<PeerCall> makePeer(const Problem &problem, const LtEpilogue &epilogue, const ProblemData &data);
  runtime::Expected<PeerCall> choosePeer(const Problem &problem, const ProblemData &data);
  runtime::Expected<DeviceKernels::ReadGrid> chooseReadGrid(const ProblemData &data);
  runtime::Error addPeers(const Problem &problem, Contest &contest, ProblemResult &result);

  SessionOptions options;
  std::shared_ptr<runtime::Device> card;
  std::string chipName, knownCard;
  std::unique_ptr<DeviceKernels> kernels;
  std::shared_ptr<CublasLt> library;
  std::string cublasLtText;
  std::map<std::string, std::shared_ptr<LtProduct>> products; ///< their algorithms chosen
};

} // namespace fusion::bench

#endif // FUSION_BENCH_SESSION_H
