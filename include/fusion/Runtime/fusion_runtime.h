// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/* Opening and calling compiled modules from C. Link libfusion_runtime. Every function that can fail returns non-zero
 * (or null), and fusion_last_error() then has the text. No pointer that is passed in may be null, unless it is said. */

#ifndef FUSION_RUNTIME_FUSION_RUNTIME_H
#define FUSION_RUNTIME_FUSION_RUNTIME_H

#include "fusion/Runtime/ABI.h"

#ifdef __cplusplus
extern "C" {
#endif

struct DLTensor;

typedef struct FusionLoaded FusionLoaded; ///< a module made ready on one device

/// A row-major tensor, in device memory for CUDA modules. An input that the entry describes by the rank FUSION_SCALAR
/// is passed as a tensor of rank 0 in host memory, on every device; it is read before the call returns.
typedef struct {
  void *data;
  int32_t dtype; ///< FusionDType
  int32_t rank;
  const int64_t *shape;
} FusionTensor;

/// Text of this thread's last error; never null. Valid until another function of this file fails in the thread, or the
/// thread ends; calls that succeed leave it.
const char *fusion_last_error(void);

/// Loads a shared object and makes it ready on device number `ordinal` of its kind. Null on failure.
FusionLoaded *fusion_open(const char *path, int32_t ordinal);
void fusion_close(FusionLoaded *loaded);

/// The same for a module that is in memory already, such as fusion_result_module() of libfusion: no file is read or
/// written. The module must stay until fusion_close().
FusionLoaded *fusion_open_memory(const FusionModule *module, int32_t ordinal);

/// Where machine code is kept that is assembled when a module is made ready, and found again: "on" (the user's folder,
/// docs/Cache.md), "off" (until this is called), or a folder, which is made. For the process. Non-zero on failure.
int32_t fusion_set_cache(const char *place);

/// From here on the process notes when the phases of compiles and calls, and the launches on GPUs, run. While it does,
/// launches of one stream do not overlap. Non-zero if it does so already.
int32_t fusion_trace_begin(void);
/// Ends that, waits for the launches, and writes the file in the Trace Event Format, which ui.perfetto.dev shows; a
/// null path drops it. Non-zero if nothing had begun, or the file cannot be written.
int32_t fusion_trace_end(const char *path);

/// The module's description: device, entries and their types.
const FusionModule *fusion_describe(const FusionLoaded *loaded);
/// The entry of that name; null name for the only one. Null on failure.
const FusionEntry *fusion_find_entry(const FusionLoaded *loaded, const char *name);

/// Writes the dimensions of all outputs, one after the other, and the bytes of workspace, for these inputs (data is not
/// looked at, but for numbers). Either pointer may be null.
int32_t fusion_plan(const FusionEntry *entry, const FusionTensor *inputs, int64_t *outputDims,
                    uint64_t *workspaceBytes);

/// Puts one call on the stream (a CUstream or cudaStream_t; null for the default one) without waiting for it. The entry
/// is one of this module's. Where there are no inputs, no outputs or no workspace, null stands for them. A workspace on
/// a GPU starts at a multiple of 256 bytes, as memory of the driver does; on the CPU memory of malloc serves.
int32_t fusion_call(FusionLoaded *loaded, const FusionEntry *entry, const FusionTensor *inputs,
                    const FusionTensor *outputs, void *workspace, uint64_t workspaceBytes, void *stream);

/// Waits until everything on the stream has ended, and reports what went wrong there.
int32_t fusion_synchronize(FusionLoaded *loaded, void *stream);

// ---- DLPack ---------------------------------------------------------------------------------------------------------
// dlpack.h, of the project of that name, declares the structures; who calls these functions needs it.

/// Describes the memory that a DLTensor does, be it of a managed tensor with a version or without. `tensor` keeps a
/// pointer to its shape. Fails for a type that FusionDType lacks, for several lanes, and for strides that are not
/// row-major: make it contiguous, or compile a graph that transposes the input. Integers without a sign become those of
/// their width, as FUSION_I8. `ordinal` gets the number of the GPU, or -1 for memory that the host reads. Either result
/// may be null.
int32_t fusion_tensor_from_dlpack(const struct DLTensor *dlpack, FusionTensor *tensor, int32_t *ordinal);

/// Fills in a DLTensor, without strides, for memory of GPU number `ordinal`, or of the host for -1. It keeps a pointer
/// to the tensor's shape; whoever owns the memory makes the managed tensor around it.
int32_t fusion_tensor_to_dlpack(const FusionTensor *tensor, int32_t ordinal, struct DLTensor *dlpack);

#ifdef __cplusplus
}
#endif

#endif /* FUSION_RUNTIME_FUSION_RUNTIME_H */
