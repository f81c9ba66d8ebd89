// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Decodes descriptors into spans of bytes.

#include "MatrixDescriptor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

/// Field of 14 bits that counts 16 bytes.
static uint32_t field(uint64_t descriptor, unsigned shift) { return ((descriptor >> shift) & 0x3FFF) << 4; }

void protocol::appendMatrixSpans(uint64_t descriptor, unsigned extent, bool kMajor, unsigned cta,
                                 SmallVectorImpl<Span> &spans) {
  static constexpr unsigned rowBytes[] = {16, 128, 64, 32}; // by swizzle mode: none, 128, 64, 32 bytes
  unsigned mode = descriptor >> 62, row = rowBytes[mode], atom = 8 * row;
  uint32_t start = llvm::alignDown(field(descriptor, 0), mode ? atom : 16);
  uint32_t leading = field(descriptor, 16), stride = field(descriptor, 32);
  auto add = [&](uint32_t begin) { spans.push_back({cta, begin, begin + atom}); };
  if (!kMajor) {
    // Chunks of one swizzle row along m or n, two groups of 8 along k.
    for (unsigned chunk = 0, e = llvm::divideCeil(extent * 2, row); chunk != e; ++chunk)
      for (unsigned group = 0; group != 2; ++group)
        add(start + chunk * leading + group * stride);
    return;
  }
  // Groups of 8 rows; without a swizzle, two core matrices along k.
  for (unsigned group = 0, e = llvm::divideCeil(extent, 8); group != e; ++group)
    for (unsigned core = 0; core != (mode ? 1 : 2); ++core)
      add(start + group * stride + core * leading);
}

void protocol::normalizeSpans(SmallVectorImpl<Span> &spans) {
  llvm::sort(spans);
  size_t kept = 0;
  for (const Span &span : spans) {
    if (kept && spans[kept - 1].cta == span.cta && spans[kept - 1].end >= span.begin)
      spans[kept - 1].end = std::max(spans[kept - 1].end, span.end);
    else
      spans[kept++] = span;
  }
  spans.truncate(kept);
}
