// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rounds and checks the numbers that a call gets.

#include "Numbers.h"
#include "fusion/Runtime/Float8.h"

#include <cstring>

using namespace fusion::python;

template <typename T> static void put(T value, int64_t &word) { std::memcpy(&word, &value, sizeof(value)); }

static bool writeFloat(PyObject *number, int32_t dtype, int64_t &word) {
  double value = PyFloat_AsDouble(number);
  if (value == -1 && PyErr_Occurred())
    return false;
  switch (dtype) {
  case FUSION_F16:
    put(fusion::runtime::doubleToHalf(value), word);
    break;
  case FUSION_BF16:
    put(fusion::runtime::doubleToBFloat16(value), word);
    break;
  case FUSION_F8E4M3FN:
    put(fusion::runtime::doubleToF8E4M3FN(value), word);
    break;
  case FUSION_F8E5M2:
    put(fusion::runtime::doubleToF8E5M2(value), word);
    break;
  case FUSION_F32:
    put(static_cast<float>(value), word);
    break;
  default:
    put(value, word);
  }
  return true;
}

bool fusion::python::writeNumber(PyObject *number, int32_t dtype, int64_t &word) {
  word = 0;
  if (dtype < FUSION_I1 || dtype > FUSION_I64)
    return writeFloat(number, dtype, word);
  Ref integer(PyNumber_Index(number));
  if (!integer)
    return false;
  long long value = PyLong_AsLongLong(integer.get());
  if (value == -1 && PyErr_Occurred())
    return false;
  static constexpr int bits[] = {1, 8, 16, 32, 64}; // from FUSION_I1 on
  int width = bits[dtype - FUSION_I1];
  long long least = width == 1 ? 0 : -(1LL << (width - 1)), largest = width == 1 ? 1 : ~least;
  if (value < least || value > largest) {
    PyErr_Format(PyExc_OverflowError, "%lld is no %s", value, dtypeName(dtype));
    return false;
  }
  word = value; // the machine's words begin with the lowest byte
  return true;
}
