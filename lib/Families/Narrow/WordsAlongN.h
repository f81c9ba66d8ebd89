// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Weights as words of eight along k that lie side by side along n: K / 8 x N.

#ifndef FUSION_LIB_FAMILIES_NARROW_WORDSALONGN_H
#define FUSION_LIB_FAMILIES_NARROW_WORDSALONGN_H

#include "Kernel.h"

namespace fusion::narrow {

/// Where a thread's words stand. Its rows of the weight are neighbours, two or four, so that one load brings a word of
/// each; a unit's words are as many loads. A warp's loads cover 64 or 128 bytes side by side of four rows of words.
///
///   words of a panel, of units of two:    n  0 1 2 3   4 5 6 7   8 ..
///     rows of words 0, 1 of pair 0            quad 0    quad 1    quad 2
///     rows of words 2, 3 of pair 1            quad 0    quad 1    quad 2
class WordPlace {
public:
  WordPlace(KernelBuilder &kb, const Spec &spec, const Position &position);

  /// Rows of words of a stage; of a unit.
  int64_t rowsOfStage() const { return spec.schedule.tileK / 8; }
  int64_t rowsOfUnit() const { return spec.format.unitBytes() / 4; }
  /// Of a panel of this warp, the number in the stage of the row that has the unit's word `word`, less `first`.
  int64_t getRow(int64_t panel, int64_t word) const { return panel * 4 * rowsOfUnit() + word; }
  /// The words of a panel as MainLoop has them, row by row of the weight, of loads that have one of each.
  SmallVector<Value> sort(ArrayRef<SmallVector<Value>> loads) const;

  const Spec &spec;
  Value first; ///< row of words in a stage of the warp's first panel (i32)
};

/// Loads words to the registers of the threads that multiply them, as WeightRegisters does.
class WordRegisters {
public:
  WordRegisters(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position);

  /// The words of a panel of stage number `iteration`.
  SmallVector<Value> load(KernelBuilder &kb, Value iteration, int64_t panel) const;

private:
  WordPlace place;
  Value column; ///< address of this thread's first word in the first row of words
  Value pitch;  ///< bytes from one row of words to the next (i64)
  Value last;   ///< number of the last row; null if all stages are whole
};

/// The words of a stage in shared memory: rows of tileN words, in chunks of 16 bytes. Chunks change places within a
/// row, so that the loads of a quad, of four rows, find all banks.
class WordTile {
public:
  WordTile(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position);

  /// Starts the copy of stage number `iteration`; by single words where rows are not aligned.
  void start(KernelBuilder &kb, Value iteration, Value buffer) const;
  /// The words of a panel.
  SmallVector<Value> load(KernelBuilder &kb, Value buffer, int64_t panel) const;

private:
  /// Offset in the tile of word `column` of row `row`, which is one of unit number `unit`.
  Value getOffset(KernelBuilder &kb, Value row, Value column, Value unit) const;
  void startCopies(KernelBuilder &kb, Value origin, Value buffer) const;
  void copyWords(KernelBuilder &kb, Value origin, Value buffer) const;
  int64_t words() const { return spec.schedule.tileN * place.rowsOfStage(); }

  const Spec &spec;
  const Arguments &arguments;
  const Position &position;
  WordPlace place;
  Value rows; ///< of words that exist (i32)
};

} // namespace fusion::narrow

#endif // FUSION_LIB_FAMILIES_NARROW_WORDSALONGN_H
