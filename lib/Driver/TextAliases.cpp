// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counts how deep aliases nest when they are expanded.

#include "TextAliases.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

void TextAliases::begin(StringRef name, size_t offset) {
  current = &extents[name];
  *current = Extent();
  start = offset;
}

void TextAliases::end(size_t offset) {
  if (current)
    current->bytes = llvm::SaturatingAdd<uint64_t>(current->bytes, offset - start);
  current = nullptr;
}

void TextAliases::bracket(int64_t depth) {
  if (current)
    current->depth = std::max(current->depth, depth);
}

std::string TextAliases::use(StringRef name, int64_t depth) {
  auto found = extents.find(name);
  if (found == extents.end())
    return "";
  const Extent &extent = found->second;
  expanded = llvm::SaturatingAdd(expanded, extent.bytes);
  if (expanded > limits.aliasBytes)
    return "aliases stand for more than " + std::to_string(limits.aliasBytes) + " bytes of text";
  // Each use counts as a level of its own: `#b = #a` holds no bracket.
  int64_t total = depth + extent.depth + 1;
  if (current && &extent != current) {
    current->depth = std::max(current->depth, total);
    current->bytes = llvm::SaturatingAdd(current->bytes, extent.bytes);
  }
  if (total > limits.nesting)
    return "nesting of more than " + std::to_string(limits.nesting) + " levels, aliases written out";
  return "";
}
