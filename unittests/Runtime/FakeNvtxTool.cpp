// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A tool of NVTX, as NVTX_INJECTION64_PATH names one: prints ranges on standard error, indented by those around them.
// It finds its place in the tables by the documented numbers, as tools do, and refuses tables that are too small.

#include <cstddef>
#include <cstdint>
#include <cstdio>

using Function = void (*)();

namespace {
struct Callbacks {
  size_t bytes;
  int (*getTable)(int module, Function ***table, unsigned *size);
};
} // namespace

static thread_local int depth = 0;

static int push(const char *name) { return std::fprintf(stderr, "nvtx: %*s%s\n", 2 * depth, "", name), depth++; }
static int pop() { return --depth; }

extern "C" __attribute__((visibility("default"))) int
InitializeInjectionNvtx2(const void *(*getExportTable)(uint32_t)) {
  const auto *callbacks = static_cast<const Callbacks *>(getExportTable(/*NVTX_ETID_CALLBACKS*/ 1));
  if (!callbacks || callbacks->bytes < sizeof(Callbacks) || getExportTable(1000))
    return 0;
  Function **table = nullptr;
  unsigned size = 0;
  if (!callbacks->getTable(/*NVTX_CB_MODULE_CORE*/ 1, &table, &size) || size < 16 || table[0] || !table[15])
    return 0;
  *table[/*NVTX_CBID_CORE_RangePushA*/ 9] = reinterpret_cast<Function>(push);
  *table[/*NVTX_CBID_CORE_RangePop*/ 11] = reinterpret_cast<Function>(pop);
  return !callbacks->getTable(1000, &table, &size);
}
