// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Many runs between two synchronisations: their tensors lie in one image that goes to the device and comes back whole.

#ifndef FUSION_VERIFY_EXACTPRODUCTS_BATCH_H
#define FUSION_VERIFY_EXACTPRODUCTS_BATCH_H

#include "Product.h"

#include <map>
#include <memory>

namespace fusion::exact {

/// A run of a size. Runs of one size follow each other.
struct Run {
  std::shared_ptr<Problem> problem;
  bool first = true;  ///< of its size
  int64_t offset = 0; ///< elements between an aligned address and each tensor
  int64_t number = 0; ///< of its size
};

/// What a batch found.
struct Findings {
  std::vector<int64_t> bad; ///< numbers of sizes with mismatches, each once
  std::vector<std::string> messages;
  double ratio = 0; ///< largest error over its bound
};

/// The image: every tensor is `offset` elements behind a multiple of 256 bytes and has at least 256 bytes of 0xff, NaN
/// in every type, behind it. Runs share inputs of one shape. All outputs are 0xff until they are written. Behind the
/// tensors lies the workspace, which runs share and which ends where another guard begins.
class Batch {
public:
  Batch(const FusionEntry &entry, const std::vector<Source> &sources, std::vector<Run> runs);

  /// Bytes that a run adds to an image at most.
  static int64_t bytesOf(const FusionEntry &entry, const Run &run);

  /// Launches all runs and fetches what they left; `memory` grows as needed. Every second run finds NaN in its
  /// workspace, the others find what the one before left, and follow it directly.
  runtime::Error execute(runtime::Context &context, runtime::Buffer &memory);

  /// Compares outputs with what is expected, and everything else with what was there. After execute.
  Findings check();

  size_t size() const { return runs.size(); }
  std::string name() const;

private:
  /// A tensor's place in the image, and whose it is: of several runs with one input, the first's.
  struct Slot {
    int64_t begin, bytes;
    size_t run;
    std::string name; ///< "input 1"
    bool output;
  };
  struct Call {
    std::vector<size_t> inputs, outputs; ///< slots
    uint64_t workspace = 0;
  };
  /// Room for a tensor of a run behind what the image has; returns its slot.
  size_t place(size_t run, int64_t index, bool output);
  void placeAll(const std::vector<Source> &sources);
  void computeExpected(const std::vector<Source> &sources);
  /// Calls the entry's initialise step, if it has one: adds its buffer to `inputs`, and to `buffers` what must live.
  runtime::Error initialize(runtime::Context &context, std::vector<runtime::Tensor> &inputs,
                            std::vector<runtime::Buffer> &buffers) const;
  std::vector<runtime::Tensor> tensors(char *base, size_t run, bool inputs) const;
  void checkSurroundings(Findings &findings) const;
  /// The slot that a byte belongs to, or the nearest.
  const Slot &nearestSlot(int64_t byte) const;

  const FusionEntry &entry;
  std::vector<Run> runs;
  std::vector<Call> calls;
  std::vector<Slot> slots; ///< in the order of their places
  int64_t end = 0;         ///< of the tensors
  uint64_t workspaceBytes = 0;
  std::vector<char> before, after; ///< the image
};

} // namespace fusion::exact

#endif // FUSION_VERIFY_EXACTPRODUCTS_BATCH_H
