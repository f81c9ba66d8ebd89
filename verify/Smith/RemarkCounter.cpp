// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counts remarks by their code.

#include "RemarkCounter.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace fusion::smith;

namespace {
struct CountingStreamer : remark::detail::MLIRRemarkStreamerBase {
  explicit CountingStreamer(Counters &counters) : counters(counters) {}
  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    ++counters["code." + remark.getRemarkName().str()];
  }
  Counters &counters;
};
} // namespace

RemarkCounter::RemarkCounter(MLIRContext *context, Counters &counters) : context(context) {
  remark::RemarkCategories categories;
  categories.passed = categories.missed = "fusion.*";
  (void)remark::enableOptimizationRemarks(*context, std::make_unique<CountingStreamer>(counters),
                                          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}

RemarkCounter::~RemarkCounter() { context->setRemarkEngine(nullptr); }
