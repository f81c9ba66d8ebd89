// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stands in for libcublasLt.so where there is none: products of bf16, f32, 8-bit floats and bytes on the host,
// column-major as cuBLASLt has them, with bias, relu and beta. It knows no gelu, has three algorithms, of which the
// last fails, and puts a launch on the driver's stream for each product, if there is a driver, so that a product takes
// time there.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <vector>

struct Desc {
  int transA = 0, transB = 0, epilogue = 1, compute = 0;
  const void *bias = nullptr;
};
struct Layout {
  int type;
  uint64_t rows, columns;
  int64_t leading;
  int32_t batch;
  int64_t offset;

  int64_t element(int64_t b, int64_t row, int64_t column) const { return b * offset + row + column * leading; }
  float at(const void *data, int64_t b, int64_t row, int64_t column) const;
};
struct Algorithm {
  uint64_t data[8];
};
struct HeuristicResult {
  Algorithm algorithm;
  size_t workspace;
  int state;
  float waves;
  int reserved[4];
};
constexpr int notSupported = 15, invalidValue = 7;

constexpr int typeF32 = 0, typeI8 = 3, typeI32 = 10, typeE4M3 = 28, typeE5M2 = 29, computeI32 = 72;

/// A float of so many bits of mantissa behind the exponent; without infinities.
static float decode(uint8_t byte, int mantissaBits, int bias) {
  int exponent = (byte & 0x7f) >> mantissaBits, mantissa = byte & ((1 << mantissaBits) - 1);
  float fraction = std::ldexp(static_cast<float>(mantissa), -mantissaBits);
  float magnitude = exponent ? std::ldexp(1 + fraction, exponent - bias) : std::ldexp(fraction, 1 - bias);
  return byte & 0x80 ? -magnitude : magnitude;
}

static float load(const void *data, int type, int64_t index) {
  if (type == typeF32)
    return static_cast<const float *>(data)[index];
  if (type == typeI8)
    return static_cast<const int8_t *>(data)[index];
  if (type == typeE4M3 || type == typeE5M2)
    return decode(static_cast<const uint8_t *>(data)[index], type == typeE4M3 ? 3 : 2, type == typeE4M3 ? 7 : 15);
  uint32_t bits = static_cast<uint32_t>(static_cast<const uint16_t *>(data)[index]) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
float Layout::at(const void *data, int64_t b, int64_t row, int64_t column) const {
  return load(data, type, element(b, row, column));
}
static void store(void *data, int type, int64_t index, float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if (type == typeF32)
    static_cast<float *>(data)[index] = value;
  else if (type == typeI32)
    static_cast<int32_t *>(data)[index] = static_cast<int32_t>(value);
  else
    static_cast<uint16_t *>(data)[index] = static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/// A launch of a kernel that does nothing.
static void takeTime(void *stream) {
  static void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  using Launch =
      int (*)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
  if (auto launch = driver ? reinterpret_cast<Launch>(dlsym(driver, "cuLaunchKernel")) : nullptr)
    launch(const_cast<char *>("cublaslt"), 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr);
}

extern "C" {
size_t cublasLtGetVersion() { return 990100; }
const char *cublasLtGetStatusName(int status) {
  return status == notSupported ? "CUBLAS_STATUS_NOT_SUPPORTED" : "CUBLAS_STATUS_INVALID_VALUE";
}
int cublasLtCreate(void **handle) { return *handle = new char, 0; }
int cublasLtDestroy(char *handle) { return delete handle, 0; }
int cublasLtMatmulDescCreate(Desc **desc, int compute, int scale) {
  *desc = new Desc;
  (*desc)->compute = compute;
  bool isKnown = compute == computeI32 ? scale == typeI32 : scale == typeF32 && (compute == 68 || compute == 77);
  return isKnown ? 0 : invalidValue;
}
int cublasLtMatmulDescDestroy(Desc *desc) { return delete desc, 0; }
int cublasLtMatmulDescSetAttribute(Desc *desc, int attribute, const void *value, size_t size) {
  if (size != (attribute == 8 ? sizeof(void *) : sizeof(int)))
    return invalidValue;
  switch (attribute) {
  case 3:
    return std::memcpy(&desc->transA, value, size), 0;
  case 4:
    return std::memcpy(&desc->transB, value, size), 0;
  case 7:
    return std::memcpy(&desc->epilogue, value, size), 0;
  case 8:
    return std::memcpy(&desc->bias, value, size), 0;
  default:
    return invalidValue;
  }
}
int cublasLtMatrixLayoutCreate(Layout **layout, int type, uint64_t rows, uint64_t columns, int64_t leading) {
  return *layout = new Layout{type, rows, columns, leading, 1, 0}, 0;
}
int cublasLtMatrixLayoutSetAttribute(Layout *layout, int attribute, const void *value, size_t size) {
  if (attribute == 5 && size == sizeof(int32_t))
    return std::memcpy(&layout->batch, value, size), 0;
  if (attribute == 6 && size == sizeof(int64_t))
    return std::memcpy(&layout->offset, value, size), 0;
  return invalidValue;
}
int cublasLtMatrixLayoutDestroy(Layout *layout) { return delete layout, 0; }
int cublasLtMatmulPreferenceCreate(void **preference) { return *preference = new char, 0; }
int cublasLtMatmulPreferenceDestroy(char *preference) { return delete preference, 0; }
int cublasLtMatmulPreferenceSetAttribute(void *, int attribute, const void *, size_t size) {
  return attribute == 1 && size == sizeof(size_t) ? 0 : invalidValue;
}
int cublasLtMatmulAlgoGetHeuristic(void *, const Desc *desc, const Layout *, const Layout *, const Layout *,
                                   const Layout *, void *, int requested, HeuristicResult *results, int *found) {
  *found = 0;
  if (desc->epilogue & 32) // gelu
    return notSupported;
  for (; *found < requested && *found < 3; ++*found)
    results[*found] = {{{static_cast<uint64_t>(*found)}}, 0, 0, 1, {}};
  return 0;
}
int cublasLtMatmul(void *, const Desc *desc, const void *alpha, const void *a, const Layout *layoutA, const void *b,
                   const Layout *layoutB, const void *beta, const void *c, const Layout *layoutC, void *d,
                   const Layout *layoutD, const Algorithm *algorithm, void *workspace, size_t workspaceBytes,
                   void *stream) {
  if (algorithm->data[0] == 2)
    return notSupported;
  auto m = static_cast<int64_t>(layoutD->rows), n = static_cast<int64_t>(layoutD->columns);
  auto k = static_cast<int64_t>(desc->transA ? layoutA->rows : layoutA->columns);
  if (static_cast<int64_t>(desc->transA ? layoutA->columns : layoutA->rows) != m ||
      static_cast<int64_t>(desc->transB ? layoutB->columns : layoutB->rows) != k ||
      static_cast<int64_t>(desc->transB ? layoutB->rows : layoutB->columns) != n || layoutA->batch != layoutD->batch ||
      layoutB->batch != layoutD->batch || layoutC->batch != layoutD->batch || !workspace || !workspaceBytes)
    return invalidValue;
  auto factor = [&](const void *value) {
    return desc->compute == computeI32 ? static_cast<float>(*static_cast<const int32_t *>(value))
                                       : *static_cast<const float *>(value);
  };
  takeTime(stream);
  if (stream) // while graphs are captured nothing is computed
    return 0;
  for (int64_t batch = 0; batch < layoutD->batch; ++batch)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < m; ++i) {
        float sum = 0;
        for (int64_t l = 0; l < k; ++l)
          sum += (desc->transA ? layoutA->at(a, batch, l, i) : layoutA->at(a, batch, i, l)) *
                 (desc->transB ? layoutB->at(b, batch, j, l) : layoutB->at(b, batch, l, j));
        sum *= factor(alpha);
        if (factor(beta) != 0)
          sum += factor(beta) * layoutC->at(c, batch, i, j);
        if (desc->epilogue & 4)
          sum += load(desc->bias, layoutD->type, i);
        if (desc->epilogue & 2)
          sum = sum > 0 ? sum : 0;
        store(d, layoutD->type, layoutD->element(batch, i, j), sum);
      }
  return 0;
}
}
