// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract between compiled code and the runtime library. The compiler writes these structures as LLVM globals
// (lib/Conversion/HostToLLVM), the runtime (lib/Runtime) reads them; neither includes the other. Plain C, no LLVM.
//
// A compiled module, whether linked into a shared object or made by the JIT, exports one symbol, `fusion_module`, of
// type FusionModule. All pointers in it are relocated addresses inside the module and live as long as it is loaded.

#ifndef FUSION_RUNTIME_ABI_H
#define FUSION_RUNTIME_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FUSION_ABI_VERSION 1
#define FUSION_DYNAMIC INT64_MIN ///< A dimension known only at run time.

enum FusionDType {
  FUSION_F16 = 0,
  FUSION_BF16 = 1,
  FUSION_F32 = 2,
  FUSION_F64 = 3,
  FUSION_I1 = 4, ///< one byte each, 0 or 1
  FUSION_I8 = 5,
  FUSION_I16 = 6,
  FUSION_I32 = 7,
  FUSION_I64 = 8,
};

enum FusionDevice { FUSION_CPU = 0, FUSION_CUDA = 1 };

/// Type of one input or output. `shape` has `rank` elements.
typedef struct {
  int32_t dtype;
  int32_t rank;
  const int64_t *shape;
} FusionTensorSpec;

/// Device code. `ptx` is zero-terminated text; `cubin` may be null, then the runtime makes it from the PTX.
typedef struct {
  const char *name;
  const char *chip; ///< "sm_90a"
  const char *ptx;
  uint64_t ptxSize;
  const void *cubin;
  uint64_t cubinSize;
} FusionImage;

/// One kernel. `image` indexes FusionModule::images.
typedef struct {
  const char *name;
  int32_t image;
  int32_t maxThreads;
  int64_t sharedBytes; ///< largest dynamic shared memory any launch asks for
} FusionKernel;

/// A constant tensor that device code reads; uploaded once when the module is loaded.
typedef struct {
  const void *data;
  uint64_t size;
} FusionConstant;

/// What generated host code gets with each call. Opaque to it: it only passes the pointer back.
typedef struct FusionCall FusionCall;

/// One entry point. Functions return 0, or a non-zero code after FusionRuntime set the error text.
typedef struct {
  const char *name;
  int32_t numInputs;
  int32_t numOutputs;
  const FusionTensorSpec *inputs;
  const FusionTensorSpec *outputs;
  /// Writes the dimensions of all outputs, one after the other, from those of all inputs, one after the other.
  void (*shapes)(const int64_t *inputDims, int64_t *outputDims);
  /// Bytes of workspace that a call with these input dimensions needs (256-byte aligned when passed in).
  uint64_t (*workspaceSize)(const int64_t *inputDims);
  /// Runs. `args[i]` points to a memref descriptor {void *base, *aligned; int64 offset, sizes[rank], strides[rank]} of
  /// each input, then of each output (offset in elements). `workspace` is device memory on CUDA.
  int32_t (*invoke)(FusionCall *call, void **args, void *workspace);
} FusionEntry;

typedef struct {
  int32_t abiVersion;
  int32_t device; ///< FusionDevice
  int32_t numEntries;
  int32_t numImages;
  int32_t numKernels;
  int32_t numConstants;
  const FusionEntry *entries;
  const FusionImage *images;
  const FusionKernel *kernels;
  const FusionConstant *constants;
  const char *compiler; ///< name and version of the compiler
  const char *numerics; ///< "relaxed" or "strict"
} FusionModule;

// ---- called by generated host code ------------------------------------------------------------------------------

/// Launches kernel `kernel` of the call's module on the call's stream. `args[i]` points to the i-th parameter. A grid
/// with a zero dimension launches nothing. Returns 0 or an error code; after the first error of a call further
/// launches do nothing.
int32_t fusion_launch(FusionCall *call, int32_t kernel, int64_t gridX, int64_t gridY, int64_t gridZ, int64_t blockX,
                      int64_t blockY, int64_t blockZ, int64_t sharedBytes, void **args);

/// Address of constant `index`: device memory on CUDA, the module's own data on the CPU.
void *fusion_constant(FusionCall *call, int32_t index);

/// Reports a run-time check that failed (a shape contract, say). Returns the code that the entry must return.
int32_t fusion_fail(FusionCall *call, const char *message);

#ifdef __cplusplus
}
#endif

#endif // FUSION_RUNTIME_ABI_H
