// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The instructions, in tables by the first words of their opcodes. PTX ISA 8.x says what each does.

#ifndef FUSION_VERIFY_EMULATOR_OPERATIONS_H
#define FUSION_VERIFY_EMULATOR_OPERATIONS_H

#include "Machine.h"

namespace emulator {

using Operations = std::map<std::string, Operation>;
const Operations &scalarOperations(); ///< arithmetic, conversions, branches
const Operations &memoryOperations(); ///< loads, stores, copies of bytes
const Operations &bulkOperations();   ///< tensor maps
const Operations &matrixOperations(); ///< between threads of a warp, tensor cores
const Operations &syncOperations();   ///< barriers of all kinds

inline float asFloat(uint64_t bits) {
  uint32_t low = static_cast<uint32_t>(bits);
  float value;
  std::memcpy(&value, &low, 4);
  return value;
}
inline uint64_t fromFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}
float halfToFloat(uint16_t bits);
float bfloatToFloat(uint16_t bits);
/// Rounds to nearest, ties to even.
uint16_t floatToHalf(float value);
uint16_t floatToBfloat(float value);

/// A format of 8 bits with a sign.
struct ByteFormat {
  int mantissaBits, bias;
  double largest; ///< of its numbers
  bool hasInfinity;
};
/// Of the types of kind '4' (e4m3) and '5' (e5m2).
const ByteFormat &byteFormatOf(char kind);
float byteToFloat(uint8_t bits, const ByteFormat &format);
/// Rounds to nearest, ties to even; beyond the largest number that one (satfinite). NaN is 0x7F.
uint8_t floatToByte(float value, const ByteFormat &format);

} // namespace emulator

#endif // FUSION_VERIFY_EMULATOR_OPERATIONS_H
