// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where every choice of the generator comes from. A graph is a function of its tape: a seed writes one, the shrinker
// cuts pieces out of it and lowers what is left, and each tape gives a valid graph. (Internal shrinking: MacIver and
// Donaldson, "Test-Case Reduction via Test-Case Generation", ECOOP 2020.)

#ifndef FUSION_VERIFY_SMITH_TAPE_H
#define FUSION_VERIFY_SMITH_TAPE_H

#include "fusion/Support/LLVM.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fusion::smith {

class Tape {
public:
  using Values = std::vector<uint32_t>;
  /// The half-open range of values that were drawn for one part of the graph.
  struct Piece {
    size_t begin, end;
  };

  /// An endless tape that the seed writes.
  static Tape random(uint64_t seed);
  /// The given values, then zeros.
  static Tape replay(Values values);

  /// A tape that was read before, in another process.
  static Tape read(Values values, std::vector<Piece> pieces);

  /// A number below `count`, which is at least 1. 0 should be the simplest choice.
  uint32_t draw(uint32_t count);
  /// True in one of `count` cases; false where the tape is at its end.
  bool oneIn(uint32_t count) { return draw(count) == count - 1; }

  /// The values drawn so far, each below the count it was drawn with.
  const Values &values() const { return drawn; }
  const std::vector<Piece> &pieces() const { return marked; }
  /// Of a random tape what writes it.
  std::optional<uint64_t> seed() const { return writer; }

  /// Marks what is drawn while it lives as a piece.
  class Mark {
  public:
    explicit Mark(Tape &tape) : tape(tape), begin(tape.drawn.size()) {}
    ~Mark() { tape.marked.push_back({begin, tape.drawn.size()}); }
    Mark(const Mark &) = delete;

  private:
    Tape &tape;
    size_t begin;
  };

private:
  std::optional<uint64_t> writer;
  uint64_t state = 0;
  Values given, drawn;
  std::vector<Piece> marked;
};

/// The next 64 random bits of a state (splitmix64).
uint64_t nextRandom(uint64_t &state);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_TAPE_H
