// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuBLASLt, loaded when first asked for; no CUDA header is needed to build. Names and values are those of cublasLt.h.

#ifndef FUSION_BENCH_CUBLASLT_H
#define FUSION_BENCH_CUBLASLT_H

#include "fusion/Runtime/ABI.h"
#include "fusion/Runtime/Benchmark.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fusion::bench {

namespace lt {
using Status = int; ///< cublasStatus_t; zero is success
using Handle = struct cublasLtContext *;
using MatmulDesc = struct cublasLtMatmulDescOpaque *;
using MatrixLayout = struct cublasLtMatrixLayoutOpaque *;
using Preference = struct cublasLtMatmulPreferenceOpaque *;

enum DataType { R_32F = 0, R_16F = 2, R_8I = 3, R_8U = 8, R_32I = 10, R_16BF = 14, R_8F_E4M3 = 28, R_8F_E5M2 = 29 };
enum ComputeType { Compute32F = 68, Compute32I = 72, Compute32FFastTF32 = 77 };
enum Operation { OpN = 0, OpT = 1 };
enum DescAttribute { TransA = 3, TransB = 4, EpilogueKind = 7, BiasPointer = 8, FastAccumulation = 25 };
enum LayoutAttribute { BatchCount = 5, StridedBatchOffset = 6 };
enum PreferenceAttribute { MaxWorkspaceBytes = 1 };
enum EpilogueFlag { Default = 1, Relu = 2, Bias = 4, Gelu = 32 };

struct Algorithm {
  uint64_t data[8];
};
struct HeuristicResult {
  Algorithm algorithm;
  size_t workspaceSize;
  Status state;
  float wavesCount;
  int reserved[4];
};

// name in this table, exported name, result, parameters
#define FUSION_CUBLASLT_FUNCTIONS(X)                                                                                   \
  X(getVersion, "cublasLtGetVersion", size_t, ())                                                                      \
  X(getStatusName, "cublasLtGetStatusName", const char *, (Status))                                                    \
  X(create, "cublasLtCreate", Status, (Handle *))                                                                      \
  X(destroy, "cublasLtDestroy", Status, (Handle))                                                                      \
  X(descCreate, "cublasLtMatmulDescCreate", Status, (MatmulDesc *, int computeType, int scaleType))                    \
  X(descDestroy, "cublasLtMatmulDescDestroy", Status, (MatmulDesc))                                                    \
  X(descSet, "cublasLtMatmulDescSetAttribute", Status, (MatmulDesc, int attribute, const void *, size_t))              \
  X(layoutCreate, "cublasLtMatrixLayoutCreate", Status,                                                                \
    (MatrixLayout *, int type, uint64_t rows, uint64_t columns, int64_t leading))                                      \
  X(layoutSet, "cublasLtMatrixLayoutSetAttribute", Status, (MatrixLayout, int attribute, const void *, size_t))        \
  X(layoutDestroy, "cublasLtMatrixLayoutDestroy", Status, (MatrixLayout))                                              \
  X(preferenceCreate, "cublasLtMatmulPreferenceCreate", Status, (Preference *))                                        \
  X(preferenceDestroy, "cublasLtMatmulPreferenceDestroy", Status, (Preference))                                        \
  X(preferenceSet, "cublasLtMatmulPreferenceSetAttribute", Status, (Preference, int attribute, const void *, size_t))  \
  X(getHeuristic, "cublasLtMatmulAlgoGetHeuristic", Status,                                                            \
    (Handle, MatmulDesc, MatrixLayout a, MatrixLayout b, MatrixLayout c, MatrixLayout d, Preference, int requested,    \
     HeuristicResult *, int *found))                                                                                   \
  X(matmul, "cublasLtMatmul", Status,                                                                                  \
    (Handle, MatmulDesc, const void *alpha, const void *a, MatrixLayout, const void *b, MatrixLayout,                  \
     const void *beta, const void *c, MatrixLayout, void *d, MatrixLayout, const Algorithm *, void *workspace,         \
     size_t workspaceBytes, runtime::Stream))

struct Api {
#define FUSION_DECLARE(NAME, SYMBOL, RESULT, PARAMETERS) RESULT(*NAME) PARAMETERS = nullptr;
  FUSION_CUBLASLT_FUNCTIONS(FUSION_DECLARE)
#undef FUSION_DECLARE
};
} // namespace lt

/// The library, with a handle on the current device and a workspace.
class CublasLt {
public:
  static constexpr size_t workspaceBytes = size_t(64) << 20;

  /// Loads `path`, or, if it is empty, libcublasLt.so.13 or .12 from the system, the toolkit or a Python installation.
  static runtime::Expected<std::shared_ptr<CublasLt>> open(std::shared_ptr<runtime::Device> device,
                                                           const std::string &path = "");
  ~CublasLt();

  const lt::Api &api() const { return functions; }
  lt::Handle handle() const { return library; }
  void *workspace() const { return memory.data(); }
  const std::shared_ptr<runtime::Device> &device() const { return place; }
  /// "13.1.0"
  std::string version() const;
  /// Success, or "cublasLtMatmul: CUBLAS_STATUS_NOT_SUPPORTED".
  runtime::Error check(lt::Status status, const char *what) const;

private:
  lt::Api functions;
  lt::Handle library = nullptr;
  std::shared_ptr<runtime::Device> place;
  runtime::Buffer memory;
};

/// Folders in which Python packages put cuBLASLt, as far as they can be found without running Python.
std::vector<std::string> pythonLibraryFolders();

} // namespace fusion::bench

#endif // FUSION_BENCH_CUBLASLT_H
