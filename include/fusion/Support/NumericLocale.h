// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_SUPPORT_NUMERICLOCALE_H
#define FUSION_SUPPORT_NUMERICLOCALE_H

#include <locale.h>

namespace mlir::fusion {

/// While it lives, this thread reads and writes numbers with a decimal point, whatever locale the program has set:
/// LLVM's JSON and formatv go through strtod and snprintf.
class NumericLocale {
public:
  NumericLocale() : own(newlocale(LC_NUMERIC_MASK, "C", duplocale(uselocale(nullptr)))), found(uselocale(own)) {}
  ~NumericLocale() {
    uselocale(found);
    if (own)
      freelocale(own);
  }
  NumericLocale(const NumericLocale &) = delete;
  NumericLocale &operator=(const NumericLocale &) = delete;

private:
  locale_t own, found; ///< null where memory ran out: then nothing changes
};

} // namespace mlir::fusion

#endif // FUSION_SUPPORT_NUMERICLOCALE_H
