// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The layout of DLPack's tensor, as its specification gives it (version 1; the same in all versions before). Names are
// the specification's.

#ifndef FUSION_LIB_RUNTIME_DLPACK_H
#define FUSION_LIB_RUNTIME_DLPACK_H

#include "fusion/Runtime/fusion_runtime.h"

enum DLDeviceType : int32_t { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3, kDLCUDAManaged = 13 };
enum DLDataTypeCode : uint8_t {
  kDLInt = 0,
  kDLUInt = 1,
  kDLFloat = 2,
  kDLBfloat = 4,
  kDLBool = 6,
  kDLFloat8_e4m3fn = 10, ///< from version 1.1 on
  kDLFloat8_e5m2 = 12,   ///< from version 1.1 on
};

struct DLDevice {
  int32_t device_type;
  int32_t device_id;
};

struct DLDataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

struct DLTensor {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides; ///< in elements; null: row-major without gaps
  uint64_t byte_offset;
};

#endif // FUSION_LIB_RUNTIME_DLPACK_H
