// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What aliases of attributes and types (#name = ..., !name = ...) stand for when they are written out.

#ifndef FUSION_LIB_DRIVER_TEXTALIASES_H
#define FUSION_LIB_DRIVER_TEXTALIASES_H

#include "TextLimits.h"
#include "llvm/ADT/StringMap.h"

namespace fusion {

/// Follows definitions and uses of aliases. A file of a few lines can hold an attribute that is nested as deep as the
/// file has lines, or that is exponentially long.
class TextAliases {
public:
  explicit TextAliases(const InputLimits &limits) : limits(limits) {}

  /// A definition of `name` begins behind its '=', at this byte of the text.
  void begin(StringRef name, size_t offset);
  /// The definition that is open, if one is, ended in front of this byte.
  void end(size_t offset);
  bool isOpen() const { return current != nullptr; }

  /// A bracket was opened; `depth` are those that are open now.
  void bracket(int64_t depth);
  /// `name` is used under so many brackets. The result is empty unless it is too much.
  std::string use(StringRef name, int64_t depth);

private:
  struct Extent {
    int64_t depth = 0;  ///< brackets
    uint64_t bytes = 0; ///< of text, all aliases written out
  };

  const InputLimits &limits;
  llvm::StringMap<Extent> extents;
  Extent *current = nullptr;
  size_t start = 0;
  uint64_t expanded = 0; ///< bytes of all uses so far
};

} // namespace fusion

#endif // FUSION_LIB_DRIVER_TEXTALIASES_H
