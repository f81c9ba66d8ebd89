// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The largest magnitude of what a kernel computes, found beside what it stores.

#ifndef FUSION_FAMILIES_COMMON_AMAXSTORE_H
#define FUSION_FAMILIES_COMMON_AMAXSTORE_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion {

/// An output that is a fusion.amax. Each thread keeps the largest of the magnitudes that it has computed, in a
/// register. In the end a warp (or a block) puts those of its threads together, and raises the output to that, which
/// begins as -inf (StoreOpInterface::getInitialBits):
///
///   thread   max.NaN of magnitudes, f32
///   warp     shuffles
///   output   max of the bits as signed integers, atomically: -inf < magnitudes < inf < NaN
///
/// Elements are those of a narrower type: the largest is rounded to it, which is as if each had been. The output is
/// read first, since most warps do not raise it: it only grows, so that an old value is no harm.
class AmaxStore {
public:
  /// Nothing has been added, from the function's beginning on. Elements are of `elementType`.
  AmaxStore(KernelBuilder &kb, Type elementType);

  /// Takes in magnitudes (f32) where `inside` (i1) holds; everywhere if it is null.
  void add(KernelBuilder &kb, ArrayRef<Value> magnitudes, Value inside = {}) const;

  /// Raises the output at `pointer` (global). All threads of a warp come here, behind all they add; `thread` (i32) is a
  /// thread's number in its block.
  void finishWarp(KernelBuilder &kb, Value pointer, Value thread) const;
  /// The same for all threads of a block of `warps` warps, by way of bytes of shared memory.
  void finishBlock(KernelBuilder &kb, Value pointer, Value thread, int64_t warps, Value shared) const;
  static int64_t sharedBytes(int64_t warps) { return 4 * warps; }

private:
  /// What a warp has, in all its threads, as an element.
  Value reduceWarp(KernelBuilder &kb) const;

  Type elementType;
  Value slot; ///< the thread's maximum: memory that LLVM makes a register of
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_AMAXSTORE_H
