// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers with a decimal point, whatever locale the program has.

#ifndef FUSION_SUPPORT_NUMERICLOCALE_H
#define FUSION_SUPPORT_NUMERICLOCALE_H

#include "fusion/Support/LLVM.h"
#include <locale.h>

namespace fusion {

/// While it lives, this thread reads and writes numbers with a decimal point, whatever locale the program has set:
/// LLVM's JSON and formatv go through strtod and snprintf. Everything else is as in C, too: that locale needs no
/// memory, while a copy of the program's with other numbers loses some in glibc where LOCPATH is set.
class NumericLocale {
public:
  NumericLocale() : own(newlocale(LC_ALL_MASK, "C", nullptr)), found(uselocale(own)) {}
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

} // namespace fusion

#endif // FUSION_SUPPORT_NUMERICLOCALE_H
