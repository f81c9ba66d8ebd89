// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Both factors' tiles, from global to shared memory.

#ifndef FUSION_LIB_FAMILIES_NARROW_TILECOPIES_H
#define FUSION_LIB_FAMILIES_NARROW_TILECOPIES_H

#include "WordsAlongN.h"

namespace fusion::narrow {

/// Copies the tiles of a stage, all threads together. What is outside of a factor becomes zeros.
///
/// A stage in shared memory:
///
///   weight        panels of tileN rows of 4 units: a quad's loads of a row lie side by side, and those of eight
///                 rows. Nothing where it comes straight to registers; words along n are a WordTile
///   activations   tileM rows of tileK elements, in chunks of 16 bytes of pairs that meet those of the weight.
///                 Chunks change places within 128 bytes alone: copies that scatter more are slow
///
/// so that a warp's loads of 16 bytes find all banks.
class TileCopies {
public:
  TileCopies(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position);

  /// Starts the copy of stage number `iteration` along k into the buffer at `buffer`.
  void start(KernelBuilder &kb, Value iteration, Value buffer) const;
  /// Permutes the activations that this thread has copied to `buffer`, once they are there, to the pairs that meet
  /// those of the weight. Copies of single elements have put them there.
  void pairActivations(KernelBuilder &kb, Value buffer) const;
  /// The weight's part of a stage, where its words lie along n and come through shared memory; else null.
  const WordTile *getWordTile() const { return wordTile ? &*wordTile : nullptr; }

private:
  /// One copy of 16 bytes of a thread.
  struct Copy {
    Value source, target; ///< of the first stage: address, and offset in the buffer
    Value first;          ///< bytes along k in front of it
    Value exists;         ///< whether it is one of the tile's
    Value inside;         ///< whether the factor has the row; null if it has all
  };

  Copy getWeightCopy(KernelBuilder &kb, int64_t number) const;
  Copy getActivationCopy(KernelBuilder &kb, int64_t number) const;
  void startCopies(KernelBuilder &kb, ArrayRef<Copy> copies, Value origin, Value rowBytes, Value buffer) const;
  void startWeight(KernelBuilder &kb, Value iteration, Value buffer) const;
  void copyWeight(KernelBuilder &kb, Value origin, Value buffer) const;
  void copyActivations(KernelBuilder &kb, Value origin, Value buffer) const;
  int64_t weightBytes() const { return spec.schedule.weightBytes(spec.format); }
  Value isInside(KernelBuilder &kb, Value row, Value size, int64_t tile) const;

  const Spec &spec;
  const Arguments &arguments;
  const Position &position;
  Value weightRowBytes; ///< of a row of the weight that exist (i32)
  SmallVector<Copy> weightCopies, activationCopies;
  std::optional<WordTile> wordTile;
};

/// Offset of a chunk of eight activations in a stage's part: `chunk` counts along k.
Value getActivationOffset(KernelBuilder &kb, const Spec &spec, Value row, Value chunk);

} // namespace fusion::narrow

#endif // FUSION_LIB_FAMILIES_NARROW_TILECOPIES_H
