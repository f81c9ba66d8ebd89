// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Python's numbers as elements.

#ifndef FUSION_PYTHON_NUMBERS_H
#define FUSION_PYTHON_NUMBERS_H

#include "Native.h"

namespace fusion::python {

/// Writes the number as an element of that type, rounded to nearest even, to the first bytes of `word`. False, with an
/// exception, for an object that is no number and for an integer that the type does not hold.
bool writeNumber(PyObject *number, int32_t dtype, int64_t &word);

} // namespace fusion::python

#endif // FUSION_PYTHON_NUMBERS_H
