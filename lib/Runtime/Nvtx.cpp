// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Hands a tool the tables that it writes its functions into, as nvtx3/nvtxDetail/nvtxTypes.h and nvtxInit.h describe.

#include "Nvtx.h"
#include "CallWatch.h"
#include "fusion/Runtime/DynamicLibrary.h"
#include "fusion/Runtime/Text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>

using namespace fusion;
using namespace fusion::runtime;

namespace {
using Function = void (*)();

/// NvtxExportTableCallbacks.
struct Callbacks {
  size_t bytes;
  int (*getTable)(int module, Function ***table, unsigned *size);
};

enum ExportTable { CallbackTable = 1 };
enum Slot { RangePushA = 9, RangePop = 11 };

/// The functions of one module (NvtxCallbackModule). A tool gets an array of pointers to them, with an end; slot 0 is
/// no function.
constexpr size_t kMostSlots = 16;
struct FunctionTable {
  unsigned size;
  std::array<Function, kMostSlots> functions = {};
  std::array<Function *, kMostSlots + 1> slots = {};
};

/// By their numbers: none, core, CUDA, OpenCL, CUDA's runtime, core 2, synchronization. Tools may fill in all of them.
FunctionTable tables[] = {{0}, {16}, {9}, {15}, {7}, {16}, {7}};
constexpr int kCore = 1;

using Initialize = int(const void *(*)(uint32_t));
} // namespace

static int getTable(int module, Function ***table, unsigned *size) {
  if (module <= 0 || module >= static_cast<int>(std::size(tables)))
    return 0;
  FunctionTable &own = tables[module];
  for (unsigned i = 1; i < own.size; ++i)
    own.slots[i] = &own.functions[i];
  if (table)
    *table = own.slots.data();
  if (size)
    *size = own.size;
  return 1;
}

static const void *getExportTable(uint32_t id) {
  static const Callbacks callbacks = {sizeof(Callbacks), getTable};
  return id == CallbackTable ? &callbacks : nullptr;
}

static Error loadTool(const std::string &path) {
  auto library = DynamicLibrary::open({path});
  if (!library)
    return library.takeError();
  Initialize *initialize = nullptr;
  if (!library->resolve("InitializeInjectionNvtx2", initialize))
    return Error::make("it is no tool of NVTX: it has no InitializeInjectionNvtx2");
  if (!initialize(getExportTable))
    return Error::make("its InitializeInjectionNvtx2 failed");
  return {};
}

static bool initializeOnce() {
  const char *path = std::getenv("NVTX_INJECTION64_PATH");
  if (!path || !*path)
    return false;
  if (Error error = loadTool(path)) {
    std::cerr << "warning: no ranges of NVTX: NVTX_INJECTION64_PATH names '" << printable(path)
              << "': " << printable(error.message()) << "\n";
    return false;
  }
  const FunctionTable &core = tables[kCore];
  bool isComplete = core.functions[RangePushA] && core.functions[RangePop];
  CallWatch::want(CallWatch::Nvtx, isComplete);
  return isComplete;
}

void nvtx::initialize() {
  static const bool once = initializeOnce();
  (void)once;
}

void nvtx::push(const char *name) {
  reinterpret_cast<int (*)(const char *)>(tables[kCore].functions[RangePushA])(name);
}

void nvtx::pop() { reinterpret_cast<int (*)()>(tables[kCore].functions[RangePop])(); }
