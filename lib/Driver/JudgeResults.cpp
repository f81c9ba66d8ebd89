// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes a verdict of a comparison and of the data that was read.

#include "JudgeResults.h"
#include "fusion/Runtime/Text.h"
#include "llvm/Support/InterleavedRange.h"
#include <cmath>

using namespace mlir;
using namespace fusion;
using reference::Comparison;
using reference::Tensor;
using runtime::Verdict;

void ReadData::add(const Tensor &operand) {
  bool anyFinite = false, allZero = true, isFloat = operand.isFloat();
  int64_t count = operand.getNumElements();
  if (count == 0)
    return;
  reference::forEachOffset(operand.getShape(), operand.getStrides(), operand.getStrides(),
                           [&](int64_t offset, int64_t) {
                             reference::Scalar value = operand.value()[offset];
                             bool isFinite = !isFloat || std::isfinite(value.f);
                             anyFinite |= isFinite;
                             hasNonFinite |= !isFinite;
                             allZero &= isFloat ? value.f == 0 : value.i == 0;
                           });
  isNowhere |= !anyFinite;
  isZero |= allZero && count > 1 && isFloat;
}

Judgement fusion::judgeResults(const Comparison &comparison, const ReadData &read) {
  Judgement result;
  int64_t elements = comparison.numElements;
  int64_t hidden = (read.hasNonFinite ? comparison.nan : 0) + (read.isNowhere ? comparison.infinite : 0);
  result.bounded = std::max<int64_t>(comparison.getBounded() - hidden, 0);
  if (!comparison.passed()) {
    result.kind = Verdict::Mismatch;
    return result;
  }
  bool fewBounds = 2 * comparison.getBounded() < elements;
  if (comparison.apart > 0)
    result.reason = runtime::concat(comparison.apart, " of ", elements,
                                    " elements are NaN or infinite in the run or in float64 alone, since f32 may "
                                    "overflow there: check data that is less extreme; ");
  if (fewBounds)
    result.reason += runtime::concat("only ", result.bounded, " of ", elements,
                                     " elements have a bound that says something: check a smaller part of the graph, "
                                     "or data that is less extreme; ");
  if (result.reason.empty() && 2 * result.bounded < elements)
    result.reason = runtime::concat(hidden, " of ", elements,
                                    " elements are NaN or infinite, as some of what was read is, and say nothing; ");
  else if (result.reason.empty() && comparison.zeros == elements && elements > 1 && read.isZero)
    result.reason = "all elements are zero, as all of an operand is, and say nothing; ";
  result.isIdle = !result.reason.empty() && !fewBounds && comparison.apart == 0;
  result.kind = result.reason.empty() ? Verdict::Good : Verdict::Inconclusive;
  return result;
}

std::string fusion::describeShapes(ArrayRef<int64_t> actual, ArrayRef<int64_t> expected) {
  std::string text;
  llvm::raw_string_ostream(text) << "is " << llvm::interleaved_array(actual) << " where float64 has "
                                 << llvm::interleaved_array(expected);
  return text;
}
