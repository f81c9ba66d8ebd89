// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The structures of DLPack 1.3 that an exchange takes, as its specification gives them. Names are the specification's.

#ifndef FUSION_PYTHON_DLPACK_H
#define FUSION_PYTHON_DLPACK_H

#include "../../lib/Runtime/DLPack.h" // DLTensor, which the runtime reads too

#include <cstdint>

/// Behind capsules named "dltensor".
struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(DLManagedTensor *self);
};

struct DLPackVersion {
  uint32_t major;
  uint32_t minor;
};

/// Behind capsules named "dltensor_versioned".
struct DLManagedTensorVersioned {
  DLPackVersion version;
  void *manager_ctx;
  void (*deleter)(DLManagedTensorVersioned *self);
  uint64_t flags;
  DLTensor dl_tensor;
};

struct DLPackExchangeAPIHeader {
  DLPackVersion version;
  DLPackExchangeAPIHeader *prev_api;
};

/// What the capsule `__dlpack_c_exchange_api__` of a type holds.
struct DLPackExchangeAPI {
  DLPackExchangeAPIHeader header;
  int (*managed_tensor_allocator)(DLTensor *prototype, DLManagedTensorVersioned **out, void *errorContext,
                                  void (*setError)(void *errorContext, const char *kind, const char *message));
  int (*managed_tensor_from_py_object_no_sync)(void *object, DLManagedTensorVersioned **out);
  int (*managed_tensor_to_py_object_no_sync)(DLManagedTensorVersioned *tensor, void **object);
  int (*dltensor_from_py_object_no_sync)(void *object, DLTensor *out); ///< may be null
  int (*current_work_stream)(int32_t deviceType, int32_t device, void **stream);
};

#endif // FUSION_PYTHON_DLPACK_H
