// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes a failing tape shorter and simpler as long as it fails.

#include "Shrink.h"
#include <algorithm>

using namespace fusion::smith;

namespace {
class Shrinker {
public:
  Shrinker(Tape tape, unsigned limit, const Attempt &attempt) : best(std::move(tape)), left(limit), attempt(attempt) {}

  Tape run() {
    while (cutPieces() || cutRuns() || lowerValues())
      ;
    return std::move(best);
  }

private:
  /// Keeps the candidate if it has the property and is simpler: shorter, or lower at the first difference.
  bool consider(Tape::Values values) {
    if (left == 0 || values == best.values())
      return false;
    --left;
    std::optional<Tape> tape = attempt(Tape::replay(std::move(values)));
    if (!tape || !isSimpler(tape->values(), best.values()))
      return false;
    best = std::move(*tape);
    return true;
  }

  static bool isSimpler(const Tape::Values &a, const Tape::Values &b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }

  bool cut(size_t begin, size_t end) {
    Tape::Values values = best.values();
    values.erase(values.begin() + begin, values.begin() + end);
    return consider(std::move(values));
  }

  /// Whole pieces, long ones first.
  bool cutPieces() {
    bool changed = false;
    for (size_t i = 0; i < best.pieces().size(); ++i) {
      std::vector<Tape::Piece> pieces = best.pieces();
      std::sort(pieces.begin(), pieces.end(),
                [](Tape::Piece a, Tape::Piece b) { return a.end - a.begin > b.end - b.begin; });
      Tape::Piece piece = pieces[i];
      if (piece.begin == piece.end || !cut(piece.begin, piece.end))
        continue;
      changed = true;
      i = -1; // the pieces are others now
    }
    return changed;
  }

  /// Short runs of values wherever they are, from the end.
  bool cutRuns() {
    bool changed = false;
    for (size_t length : {8, 4, 2, 1})
      for (size_t end = best.values().size(); end >= length; end = std::min(end - 1, best.values().size()))
        changed |= cut(end - length, end);
    return changed;
  }

  /// Each value to 0, or else by halves of what is above the largest value that fails.
  bool lowerValues() {
    bool changed = false;
    for (size_t i = 0; i < best.values().size(); ++i) {
      for (uint32_t low = 0; i < best.values().size() && low < best.values()[i];) {
        Tape::Values values = best.values();
        values[i] = low + (low == 0 ? 0 : (values[i] - low) / 2);
        uint32_t tried = values[i];
        if (consider(std::move(values)))
          changed = true;
        else
          low = tried + 1;
      }
    }
    return changed;
  }

  Tape best;
  unsigned left;
  const Attempt &attempt;
};
} // namespace

Tape fusion::smith::shrink(Tape tape, unsigned limit, const Attempt &attempt) {
  return Shrinker(std::move(tape), limit, attempt).run();
}
