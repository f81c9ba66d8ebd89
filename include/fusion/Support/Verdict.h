// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The answer to "may this be done?".

#ifndef FUSION_SUPPORT_VERDICT_H
#define FUSION_SUPPORT_VERDICT_H

#include "fusion/Support/RemarkCodes.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace fusion {

/// Yes, or no with a reason.
struct FusionVerdict {
  bool allowed = true;
  RemarkCode code = RemarkCode::Fused; ///< of the remark, where the reason is one's
  std::string reason;
  std::string suggestion; ///< what helps, or ""

  static FusionVerdict yes() { return {}; }
  /// For an error, or for nobody: no remark says so.
  static FusionVerdict no(const llvm::Twine &reason) { return {false, RemarkCode::Fused, reason.str(), ""}; }
  /// With what helps in general.
  static FusionVerdict no(RemarkCode code, const llvm::Twine &reason) {
    return no(code, reason, getRemarkCodeInfo(code).suggestion);
  }
  static FusionVerdict no(RemarkCode code, const llvm::Twine &reason, llvm::StringRef suggestion) {
    return {false, code, reason.str(), suggestion.str()};
  }
  explicit operator bool() const { return allowed; }
};

} // namespace fusion

#endif // FUSION_SUPPORT_VERDICT_H
