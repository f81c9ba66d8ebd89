// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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

#define FUSION_ABI_VERSION 6
#define FUSION_DYNAMIC INT64_MIN ///< A dimension known only at run time.
#define FUSION_SCALAR (-1)       ///< In the place of a rank: a number, not a tensor.

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
  FUSION_F8E4M3FN = 9, ///< 4 bits of exponent, 3 of mantissa, no infinity; NaN is 0x7F and 0xFF
  FUSION_F8E5M2 = 10,  ///< the upper byte of an f16
};
#define FUSION_NUM_DTYPES 11 ///< Numbers from here on are no FusionDType.

enum FusionDevice { FUSION_CPU = 0, FUSION_CUDA = 1 };

#define FUSION_PROMISED_ALIGNMENT 16 ///< Bytes, of tensors with FUSION_TENSOR_ALIGNED.

enum FusionTensorFlags {
  /// Of an input: the caller promises that nobody writes it while calls that read it may run, and that it is what it
  /// was when the entry's `initialize` was called.
  FUSION_TENSOR_CONSTANT = 1,
  /// Of the last input: the buffer that the entry's `initialize` fills. On CUDA it starts at a
  /// multiple of 256 bytes, on the CPU at one of 16, as memory of malloc does.
  FUSION_TENSOR_INITIALIZED = 2,
  /// Of an input and an output: they are one memory, which holds the input before the call and the output after it. The
  /// caller passes the same address for both; `alias` of each is the number of the other.
  FUSION_TENSOR_ALIASED = 4,
  /// It starts at a multiple of FUSION_PROMISED_ALIGNMENT bytes: the code relies on it, and a call fails where it is
  /// not so.
  FUSION_TENSOR_ALIGNED = 8,
};

/// Type of one input or output. `shape` has `rank` elements. An input of rank FUSION_SCALAR is a number that the host
/// reads at the call, on every device: its descriptor points to host memory, and its type has no dimensions. Integers
/// among them may be sizes.
typedef struct {
  int32_t dtype;
  int32_t rank;
  const int64_t *shape;
  uint32_t flags; ///< of FusionTensorFlags
  int32_t alias;  ///< with FUSION_TENSOR_ALIASED: the output of an input, the input of an output
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

enum FusionKernelFlags {
  /// Launches may start before the kernels before them on the stream have ended (programmatic dependent launch): the
  /// kernel itself waits for them before it touches memory. A driver that cannot do it launches as ever.
  FUSION_KERNEL_PROGRAMMATIC = 1,
};

/// One kernel as it is launched: a function that is launched in two ways is two kernels. `image` indexes
/// FusionModule::images.
typedef struct {
  const char *name;
  int32_t image;
  int32_t maxThreads;
  int64_t sharedBytes; ///< largest dynamic shared memory any launch of the function asks for
  uint32_t flags;      ///< of FusionKernelFlags
} FusionKernel;

#define FUSION_TENSOR_MAP_RANK 5       ///< Most dimensions of a tensor map.
#define FUSION_TENSOR_MAP_BYTES 128    ///< Size of a tensor map.
#define FUSION_TENSOR_MAP_ALIGNMENT 64 ///< Alignment of a tensor map in memory.
/// Beside FusionDType, an element type of tensor maps: f32 in memory, loaded as the nearest tf32 (19 bits, ties to
/// even; the low 13 bits are zero).
#define FUSION_TENSOR_MAP_TF32 64

/// What all tensor maps made at one place have in common. Enumerations are those of cuda.h: `swizzle` of
/// CUtensorMapSwizzle (0 none, 1 to 3 for 32, 64 and 128 bytes), `l2Promotion` of CUtensorMapL2promotion (0 none, 1 to
/// 3 for 64, 128 and 256 bytes). Elements out of bounds read as zero.
typedef struct {
  int32_t dtype;                       ///< FusionDType, or FUSION_TENSOR_MAP_TF32
  int32_t rank;                        ///< 1 to FUSION_TENSOR_MAP_RANK
  int32_t swizzle;                     ///< how a box lies in shared memory
  int32_t l2Promotion;                 ///< how much the L2 cache fetches at once
  int32_t box[FUSION_TENSOR_MAP_RANK]; ///< elements of a box along each dimension, outermost first
} FusionTensorMapSpec;

/// A constant tensor that device code reads; uploaded once when the module is loaded.
typedef struct {
  const void *data;
  uint64_t size;
} FusionConstant;

/// What generated host code gets with each call. Opaque to it: it only passes the pointer back.
typedef struct FusionCall FusionCall;

/// One entry point. Functions return 0, or a non-zero code after FusionRuntime set the error text.
typedef struct FusionEntry {
  const char *name;
  int32_t numInputs;
  int32_t numOutputs;
  const FusionTensorSpec *inputs;
  const FusionTensorSpec *outputs;
  /// Writes the dimensions of all outputs, one after the other, from those of all inputs, one after the other. An
  /// integer of rank FUSION_SCALAR stands among them with its value (i1: 0 or 1); a float does not.
  void (*shapes)(const int64_t *inputDims, int64_t *outputDims);
  /// Bytes of workspace that a call with these input dimensions needs. On CUDA it starts at a multiple of 256 bytes, on
  /// the CPU at one of 16, as memory of malloc does.
  uint64_t (*workspaceSize)(const int64_t *inputDims);
  /// Runs. `args[i]` points to a memref descriptor {void *base, *aligned; int64 offset, sizes[rank], strides[rank]} of
  /// each input, then of each output (offset in elements). `workspace` is device memory on CUDA. Outputs and workspace
  /// overlap neither each other nor an input, but for those with FUSION_TENSOR_ALIASED.
  int32_t (*invoke)(FusionCall *call, void **args, void *workspace);
  /// The entry of this module, NAME.initialize, that computes what follows from this entry's constants alone; null if
  /// there is nothing. It takes the inputs with FUSION_TENSOR_CONSTANT alone, in their order, and fills its one output,
  /// bytes (FUSION_I8) of known number, which the caller keeps and passes as the last input of this entry, the one with
  /// FUSION_TENSOR_INITIALIZED. One call of it serves all calls of this entry with the same constants, once it has
  /// ended (the stream's order is not enough where kernels overlap: wait on the host, or let a copy or fill come behind
  /// it).
  const struct FusionEntry *initialize;
} FusionEntry;

typedef struct FusionModule {
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
  const char *numerics; ///< "relaxed", "strict" or "fast"
} FusionModule;

// ---- called by generated host code ------------------------------------------------------------------------------

/// Launches kernel `kernel` of the call's module on the call's stream. `args[i]` points to the i-th parameter. A grid
/// with a zero dimension launches nothing. Returns 0 or an error code; after the first error of a call further
/// launches do nothing.
int32_t fusion_launch(FusionCall *call, int32_t kernel, int64_t gridX, int64_t gridY, int64_t gridZ, int64_t blockX,
                      int64_t blockY, int64_t blockZ, int64_t sharedBytes, void **args);

/// Writes a tensor map (CUtensorMap: FUSION_TENSOR_MAP_BYTES bytes, aligned to FUSION_TENSOR_MAP_ALIGNMENT) of the
/// tensor at `address` to `map`, for a launch of this call to pass by value. `sizes[d]` and `byteStrides[d]` are those
/// of dimension d, outermost first; the stride of a dimension of size 1 is not looked at. The address and all strides
/// but the innermost must be multiples of 16, the innermost must be the size of an element, sizes 1 to 2^32. Returns 0
/// or an error code; after the first error of a call it does nothing.
int32_t fusion_tensor_map(FusionCall *call, void *map, const FusionTensorMapSpec *spec, void *address,
                          const int64_t *sizes, const int64_t *byteStrides);

/// Fills `count` words of 32 bits at `address` with `bits`, on the call's stream, between the launches before and after
/// it: no kernel runs meanwhile. Returns 0 or an error code; after the first error of a call it does nothing.
int32_t fusion_fill(FusionCall *call, void *address, int32_t bits, int64_t count);

/// Address of constant `index`: device memory on CUDA, the module's own data on the CPU.
void *fusion_constant(FusionCall *call, int32_t index);

/// Reports a run-time check that failed (a shape contract, say). Returns the code that the entry must return.
int32_t fusion_fail(FusionCall *call, const char *message);

#ifdef __cplusplus
}
#endif

#endif // FUSION_RUNTIME_ABI_H
