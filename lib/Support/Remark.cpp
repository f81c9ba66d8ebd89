// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits remarks by their code.

#include "fusion/Support/Remark.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fusion;

const RemarkCodeInfo &fusion::getRemarkCodeInfo(RemarkCode code) {
  static const RemarkCodeInfo table[] = {
#define FUSION_REMARK_ROW(ENUM, CODE, CATEGORY, SUGGESTION) {CODE, CATEGORY, SUGGESTION},
      FUSION_REMARK_CODES(FUSION_REMARK_ROW)
#undef FUSION_REMARK_ROW
  };
  return table[static_cast<size_t>(code)];
}

/// Name, category and function of a remark at `op`.
static remark::RemarkOpts getOptions(Operation *op, RemarkCode code) {
  const RemarkCodeInfo &info = getRemarkCodeInfo(code);
  auto options = remark::RemarkOpts::name(info.code).category(info.category);
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    function = op->getParentOfType<FunctionOpInterface>();
  return function ? options.function(function.getName()) : options;
}

static void addMetric(remark::detail::InFlightRemark &remark, std::optional<RemarkMetric> metric) {
  if (metric)
    remark << remark::metric(metric->name, metric->value);
}

void fusion::emitPassed(Operation *op, RemarkCode code, StringRef what, std::optional<RemarkMetric> metric) {
  auto remark = remark::passed(op->getLoc(), getOptions(op, code));
  if (!remark)
    return;
  remark << remark::add("{0}", what.str());
  addMetric(remark, metric);
}

void fusion::emitMissed(Operation *op, RemarkCode code, StringRef reason, std::optional<StringRef> suggestion,
                        std::optional<RemarkMetric> metric) {
  auto remark = remark::missed(op->getLoc(), getOptions(op, code));
  if (!remark)
    return;
  remark << remark::reason("{0}", reason.str());
  StringRef helps = suggestion.value_or(getRemarkCodeInfo(code).suggestion);
  if (!helps.empty())
    remark << remark::suggest("{0}", helps.str());
  addMetric(remark, metric);
}
