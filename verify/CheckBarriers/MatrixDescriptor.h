// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which bytes of shared memory a wgmma reads.

#ifndef FUSION_VERIFY_CHECKBARRIERS_MATRIXDESCRIPTOR_H
#define FUSION_VERIFY_CHECKBARRIERS_MATRIXDESCRIPTOR_H

#include "Program.h"

namespace fusion::protocol {

/// Appends the bytes of CTA `cta` that one wgmma reads through `descriptor`: `extent` rows (m or n) by 32 bytes of k.
/// `kMajor`: k is contiguous; else the type has two bytes and m or n is contiguous. Rows of a swizzle atom count
/// whole. Layout: PTX ISA, "Matrix descriptor format" of wgmma.
void appendMatrixSpans(uint64_t descriptor, unsigned extent, bool kMajor, unsigned cta, SmallVectorImpl<Span> &spans);

/// Sorts spans and joins those that touch.
void normalizeSpans(SmallVectorImpl<Span> &spans);

} // namespace fusion::protocol

#endif // FUSION_VERIFY_CHECKBARRIERS_MATRIXDESCRIPTOR_H
