// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Times of kernels that cannot run here, from files.
//
//   {"peers": [{"m": 4096, "n": 3072, "k": 768, "type": "bf16", "layout": "nk", "epilogue": "bias+gelu",
//               "name": "CUTLASS 4.7", "us": 32.8, "cublaslt_us": 36.65}]}
//
// With "cublaslt_us", what cuBLASLt took beside it, the time is scaled by how far cuBLASLt has drifted since; without,
// it is taken as it is. "us" holds for both regimes; "burst_us" and "steady_us" for one. Peers of a whole graph have
// the name of its file, without the ending, in the place of sizes:
//
//   {"graph": "bert", "card": "H100 80GB HBM3", "name": "PyTorch 2.11", "us": 148.5}
//
// What has a "card" is for devices alone whose name contains it.

#ifndef FUSION_BENCH_RECORDEDPEERS_H
#define FUSION_BENCH_RECORDEDPEERS_H

#include "fusion/Bench/Result.h"

namespace fusion::bench {

class RecordedPeers {
public:
  /// Adds the entries of a file. The error names the file and what is wrong with which entry.
  runtime::Error read(const std::string &path);
  /// The same from text; `path` is for errors.
  runtime::Error parse(const std::string &text, const std::string &path);

  /// The entries for this problem, scaled where `cublasLt`, its time today, allows it.
  std::vector<Peer> find(const Problem &problem, const Times &cublasLt) const;
  /// Those for the graph in a file of this name, on this device.
  std::vector<Peer> findGraph(const std::string &file, const std::string &device) const;

private:
  struct Entry {
    std::string problem; ///< Problem::name(), or empty
    std::string graph;   ///< or empty
    std::string card;    ///< empty for any
    std::string name;
    double burst = 0, steady = 0, cublasLt = 0;
  };
  std::vector<Entry> entries;
};

} // namespace fusion::bench

#endif // FUSION_BENCH_RECORDEDPEERS_H
