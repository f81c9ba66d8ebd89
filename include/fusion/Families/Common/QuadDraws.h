// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Random words that four threads compute for each other.

#ifndef FUSION_FAMILIES_COMMON_QUADDRAWS_H
#define FUSION_FAMILIES_COMMON_QUADDRAWS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Families/Common/KernelBuilder.h"

#include <array>
#include <functional>

namespace fusion {

/// The maps of a kernel whose draws threads share (findSharedDraw).
class QuadDraws {
public:
  explicit QuadDraws(KernelOp kernel);

  bool empty() const { return maps.empty(); }
  bool isShared(MapOp map) const { return maps.contains(map); }

private:
  llvm::DenseSet<Operation *> maps;
};

/// A *quad* is four threads, 4 q to 4 q + 3 of a warp, that hold eight adjacent columns of a row, from a multiple of
/// eight on, two each, as tensor cores give them. Of four such rows each thread would compute every call of
/// fusion.philox for one word of it. Instead thread t computes that of row t, and they exchange the words:
///
///            thread 0  1  2  3                       thread 0  1  2  3
///   row 0    word   0  1  2  3  all of thread 0        call 0  1  2  3
///   row 1    word   0  1  2  3  all of thread 1   ->
///   ...                                              four shuffles
///
/// All threads of the warp must come to the first getWord of a map together.
class QuadGroup {
public:
  /// `thread` is the thread's number in its quad (i32); `getPosition` that of any column of row `thread`, of type
  /// index, by the dimension counted from the last. `draws` lives as long as this does.
  QuadGroup(const QuadDraws &draws, Value thread, std::function<Value(int64_t)> getPosition)
      : draws(draws), thread(thread), getPosition(std::move(getPosition)) {}

  /// The word that a map's two elements of this thread in `row` draw (i32); null if threads share no draws of the map.
  /// `operands` are the scalars of the map's elements there.
  Value getWord(KernelBuilder &kb, MapOp map, ValueRange operands, int64_t row);

private:
  std::array<Value, 4> drawOwn(KernelBuilder &kb, MapOp map, ValueRange operands);
  std::array<Value, 4> exchange(KernelBuilder &kb, const std::array<Value, 4> &own);

  const QuadDraws &draws;
  Value thread;
  std::function<Value(int64_t)> getPosition;
  llvm::DenseMap<Operation *, std::array<Value, 4>> words;
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_QUADDRAWS_H
