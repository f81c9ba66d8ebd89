/* Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The compiler as a C library, libfusion.so: a graph in memory goes in, PTX, a cubin or a shared object comes out.
 * Running what was compiled is another library's matter, see fusion/Runtime/fusion_runtime.h.
 *
 *   FusionSession *session = fusion_session_create();
 *   fusion_session_set_option(session, "target", "sm_90a");
 *   FusionSource *source = fusion_source_create(text, size, "graph.mlir", FUSION_TEXT);
 *   FusionResult *result = fusion_compile(session, source, FUSION_EMIT_PTX);
 *   if (!result)
 *     fputs(fusion_session_errors(session), stderr);
 *
 * ABI: functions, enumerators and members of structs stay as they are as long as FUSION_C_ABI_VERSION, which is the
 * number of the library's soname, stays. New functions, enumerators and options may come, and members at the end of
 * FusionDiagnostic and FusionRemark, which only the library makes.
 *
 * Threads: one thread at a time uses a session; different sessions may be used at once. A source does not change and
 * may be used by several threads. A compile runs in the calling thread, and so do the callbacks. A callback may use its
 * session too, but not destroy it: what it sets counts for later compiles, and when the outer compile returns the
 * errors are those of that one.
 *
 * Strings are zero-terminated UTF-8. No pointer that is passed in may be null, unless it is said. */

#ifndef FUSION_C_FUSION_H
#define FUSION_C_FUSION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FUSION_C_ABI_VERSION 1

/** FUSION_C_ABI_VERSION of the loaded library. */
int32_t fusion_c_abi_version(void);
/** Version of the loaded library, such as "0.1.0". */
const char *fusion_version(void);

/** Options, callbacks, and the errors of the last call. */
typedef struct FusionSession FusionSession;
/** A graph, as text or bytecode. */
typedef struct FusionSource FusionSource;
/** What a compile made. */
typedef struct FusionResult FusionResult;

/* Where enumerators are passed, the type is int32_t, whose size no compiler's flag changes. */

enum FusionFormat {
  FUSION_TEXT = 0,
  /** MLIR bytecode, from who is trusted: upstream's reader can crash on bytes that MLIR did not write. */
  FUSION_BYTECODE = 1
};

/** What to make. The numbers do not change. */
enum FusionEmit {
  FUSION_EMIT_FUSION = 0, /**< text: the graph with its kernels formed, fused and scheduled */
  FUSION_EMIT_GPU = 1,    /**< text: kernels in a gpu.module, host code on memrefs */
  FUSION_EMIT_NVVM = 2,   /**< text: kernels in the NVVM dialect */
  FUSION_EMIT_LLVM = 3,   /**< text: the host program as LLVM IR */
  FUSION_EMIT_PTX = 4,    /**< text: the kernels as PTX; needs no CUDA */
  FUSION_EMIT_CUBIN = 5,  /**< the kernels as a cubin; needs nvJitLink, ptxas or a driver */
  FUSION_EMIT_SO = 6,     /**< a shared object for libfusion_runtime; needs ld.lld, ld or a C compiler */
  FUSION_EMIT_REPORT = 7, /**< text: what is fused, what is not and why, as JSON (`fusion-compile --explain=json`) */
  FUSION_EMIT_MODULE = 8  /**< code in this process, see fusion_result_module(): no file, no linker. The bytes are an
                               object file for this machine's processor */
};

enum FusionSeverity { FUSION_ERROR = 0, FUSION_WARNING = 1, FUSION_NOTE = 2, FUSION_REMARK = 3 };

/** A place in a source. */
typedef struct {
  const char *file; /**< name of the source, or what a debug location in it says; "" if unknown */
  int32_t line;     /**< from 1; 0 if unknown */
  int32_t column;   /**< from 1; 0 if unknown */
} FusionLocation;

/** An error, a warning or a remark of a pass. Notes follow what they belong to. Valid during the callback. */
typedef struct {
  int32_t severity; /**< FusionSeverity */
  const char *message;
  FusionLocation location;
} FusionDiagnostic;

enum FusionRemarkKind {
  FUSION_REMARK_PASSED = 0,
  FUSION_REMARK_MISSED = 1,
  FUSION_REMARK_FAILED = 2,
  FUSION_REMARK_ANALYSIS = 3
};

/** A decision of the compiler; the codes are explained in docs/Remarks.md. Valid during the callback. */
typedef struct {
  int32_t kind;           /**< FusionRemarkKind */
  const char *code;       /**< "fused", "cycle", ... */
  const char *category;   /**< "fusion.epilogue", ... */
  const char *function;   /**< "" if unknown */
  const char *message;    /**< what was done, or the reason why not */
  const char *suggestion; /**< what would help; "" if there is nothing */
  const char *metric;     /**< what \c value counts, such as "bytes_saved"; "" if there is nothing */
  int64_t value;
  FusionLocation location;
} FusionRemark;

typedef void (*FusionDiagnosticCallback)(const FusionDiagnostic *diagnostic, void *user);
typedef void (*FusionRemarkCallback)(const FusionRemark *remark, void *user);

/** A session with the default options and no callbacks. Never null. */
FusionSession *fusion_session_create(void);
/** Null is allowed. Sources and results outlive the session. */
void fusion_session_destroy(FusionSession *session);

/** Sets an option for later compiles. Returns 0, or 1 for an unknown name or a value that the option does not take,
 * with the text in fusion_session_errors(); the option then keeps its value.
 *
 *     target               sm_80 (default) or another chip that fusion-compile --help names, or cpu; auto or auto:N for
 *                          GPU number N (0) of this machine with its card, or cpu where there is none. A GPU that is
 *                          newer than every chip gets the nearest older one that it runs; each compile warns of that
 *     card                 card with that chip, as the driver names it; default: the chip table's example
 *     numerics             relaxed, strict or fast; default: as the module says
 *     f32-precision        tf32x3, tf32 or ieee; default: as the module says
 *     tuning-db            file of measured schedules, which go before the model's; default: with the target auto, what
 *                          fusion-bench --tune measured on this machine's GPU (docs/Tuning.md); off: none
 *     schedule             a #fusion.schedule for kernels of products, in place of the compiler's
 *     fuse                 false: one operation a kernel, for comparison
 *     aligned              true: the tensors of callers, inputs and outputs, start at multiples of 16 bytes; kernels
 *                          for others are left out, and a call with one fails (docs/Arguments.md); default: false
 *     constants            numbers of arguments, such as 1,2, that are taken for fusion.constant (docs/Arguments.md)
 *     initialize           false: what follows from constants alone is computed at each call
 *     dependent-launch     false: kernels wait for each other before they start
 *     dump                 a folder: each compile writes its stages to a new folder in it (default: FUSION_DUMP)
 *     bounded-waits        for debugging: polls of an mbarrier after which a kernel traps
 *     cache                folder where compiled code is kept and looked up, made if it is not there; on: the user's
 *                          (docs/Cache.md); off (default)
 *     max-source-bytes     limits of what is read
 *     max-tensor-bytes     of one tensor
 *     max-nesting          of brackets in text
 *     max-integer-digits   of one literal in text
 *     recover-from-crashes true: a crash of the parser is an error of the compile. While it parses, the library then
 *                          handles SIGSEGV and the like for the whole process; default: false
 *
 * A compile needs a stack of 1 MiB for the deepest text within the default limits. Remarks are of a compile, not of
 * what a cache has kept: with a callback for them nothing is looked up. */
int32_t fusion_session_set_option(FusionSession *session, const char *name, const char *value);

/** Calls `callback` with each diagnostic of a compile. Null: none. */
void fusion_session_on_diagnostic(FusionSession *session, FusionDiagnosticCallback callback, void *user);
/** Calls `callback` with each remark of a compile. Null: none. */
void fusion_session_on_remark(FusionSession *session, FusionRemarkCallback callback, void *user);

/** Errors of the last call that can fail, each as a line like `graph.mlir:3:8: error: ...`; "" if it was good. Never
 * null; valid until the next call with this session. */
const char *fusion_session_errors(const FusionSession *session);

/** Copies `size` bytes; null is allowed if there are none. `name` stands for the file in locations. Nothing is checked
 * before a compile. Never null. */
FusionSource *fusion_source_create(const void *data, size_t size, const char *name, int32_t format);
/** Null is allowed. */
void fusion_source_destroy(FusionSource *source);

/** Reads, checks and compiles the graph into a FusionEmit. Null if that failed, after at least one error. */
FusionResult *fusion_compile(FusionSession *session, const FusionSource *source, int32_t emit);

/** The same for `count` kinds at once, in results[0] to results[count - 1]: the graph is read, and its kernels are
 * formed, once. Returns 0; or 1 after at least one error, and then all results are null. */
int32_t fusion_compile_all(FusionSession *session, const FusionSource *source, const int32_t *emits, int32_t count,
                           FusionResult **results);

/** A page of a report for people: HTML, one file that asks for no other (fusion-compile --explain=html). `json` is
 * what FUSION_EMIT_REPORT makes, or {"title", "graphs": [{"name", "report"}, ...], "before"}, where `before` is either
 * of the two, of another run to be compared with. Null, after an error, if it is neither. */
FusionResult *fusion_report_page(FusionSession *session, const char *json, size_t size);

/** The code of a FUSION_EMIT_MODULE, for fusion_open_memory() of libfusion_runtime; null for other kinds. It lives as
 * long as the result: close what was opened from it first. */
const struct FusionModule *fusion_result_module(const FusionResult *result);

/** What was made. A zero, not counted in the size, stands behind the bytes. Valid until the result is destroyed. */
const void *fusion_result_data(const FusionResult *result);
size_t fusion_result_size(const FusionResult *result);
/** Null is allowed. */
void fusion_result_destroy(FusionResult *result);

#ifdef __cplusplus
}
#endif

#endif /* FUSION_C_FUSION_H */
