// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Entries of tuning files that older compilers wrote.

#ifndef FUSION_LIB_SCHEDULE_OLDERENTRIES_H
#define FUSION_LIB_SCHEDULE_OLDERENTRIES_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm::json {
class Object;
}

namespace fusion {

/// Up to 6, entries were of products of inputs alone: fields had the sizes, the type and the layout, and `epilogue` the
/// formula. Up to 5, operands that are stable were called settled-a and settled-b, and schedules had repack_a, repack_b
/// and tail_split for what is now copy_a, copy_b and stream_k_tail. In 4, formulas named the operations of regions
/// alone: an entry of a kernel with a region is found no more as its own, but as one of the same problem.
bool isOfProducts(int64_t version);
ArrayRef<StringRef> getFieldsOfProducts();

/// Gives `entry`, which has these fields, those of now. Otherwise returns what is wrong with one of them.
/// `hasOlderWords` becomes true where the formula had words of a version up to 5.
std::string updateEntry(llvm::json::Object &entry, int64_t version, bool &hasOlderWords);

} // namespace fusion

#endif // FUSION_LIB_SCHEDULE_OLDERENTRIES_H
