// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A multiplicand of attention in shared memory, in panels.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM80_PANELS_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM80_PANELS_H

#include "fusion/Families/SM80/TileCopy.h"

namespace fusion {

/// A multiplicand in panels that lie side by side in its matrix and behind each other in shared memory, with rows of
/// 128 bytes, or 64: along k if it is K-major, else along m or n.
struct Panels {
  sm80::SharedTile panel;
  int64_t count;

  /// Of `mn` rows or columns and `k` elements of so many bytes, copied by so many threads.
  static Panels get(bool kMajor, int64_t mn, int64_t k, int64_t elementBytes, int64_t threads, int64_t rowBytes = 128);
  int64_t bytes() const { return count * panel.bytes(); }
  /// Elements of m or n, and of k, that they have room for.
  int64_t extentMN() const { return panel.kMajor ? panel.mn : count * panel.mn; }
  int64_t extentK() const { return panel.kMajor ? count * panel.k : panel.k; }
};

/// Copies a matrix's tiles to panels, all threads together.
class PanelCopy {
public:
  PanelCopy(KernelBuilder &kb, const Panels &panels, const MatrixOperand &matrix, int64_t threads, Value thread)
      : kb(kb), panels(panels), matrix(matrix), threads(threads), thread(thread) {}

  /// Starts the copy of the tile that begins at row or column `mn` and at `k` (i32), to `shared`. Elements behind
  /// `mnSize` and `kSize` (i32) arrive as zeros; either is null where all of the tile lies before it.
  void emit(Value mn, Value k, Value mnSize, Value kSize, Value shared) const;

private:
  static constexpr int64_t kVectorBytes = 16;

  KernelBuilder &kb;
  Panels panels;
  MatrixOperand matrix;
  int64_t threads;
  Value thread;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM80_PANELS_H
