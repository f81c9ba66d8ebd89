// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a comparison shows: nothing by itself where its data could hide any fault.

#ifndef FUSION_LIB_DRIVER_JUDGERESULTS_H
#define FUSION_LIB_DRIVER_JUDGERESULTS_H

#include "fusion/Reference/Compare.h"
#include "fusion/Runtime/Runner.h"

namespace fusion {

/// What is known of the data that was read: NaN, infinities and zeros come through most operations whatever else is
/// wrong with these.
struct ReadData {
  bool hasNonFinite = false; ///< an element is NaN or infinite
  bool isNowhere = false;    ///< an operand has no finite element
  bool isZero = false;       ///< a float operand of several elements is zero everywhere

  void add(const reference::Tensor &operand);
};

struct Judgement {
  runtime::Verdict::Kind kind = runtime::Verdict::Good;
  int64_t bounded = 0; ///< elements whose agreement says something
  std::string reason;  ///< why it is inconclusive
  bool isIdle = false; ///< for the data alone: what was read would hide any fault
};

/// It is a mismatch where an element is outside of its bound. It is inconclusive
/// - where an element is NaN or infinite in the run or in the reference alone;
/// - where under half of the elements are bounded. An element that is NaN as something that was read was NaN or
///   infinite is not, nor one that is infinite as all of an operand is;
/// - where all results are zero, and so is an operand.
Judgement judgeResults(const reference::Comparison &comparison, const ReadData &read);

/// Says that something has another shape than it should: "is [2, 3] where float64 has [3, 2]".
std::string describeShapes(ArrayRef<int64_t> actual, ArrayRef<int64_t> expected);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_JUDGERESULTS_H
