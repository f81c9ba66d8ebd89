// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Opens shared objects, and checks the descriptors in them.

#include "fusion/Runtime/Module.h"
#include "Limits.h"
#include "fusion/Runtime/Timeline.h"
#include "fusion/Runtime/Toolkit.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fstream>
#include <functional>

using namespace fusion;
using namespace fusion::runtime;

/// `leastRank` is that of a number where there may be numbers.
static Error checkSpecs(const FusionEntry &entry, const char *kind, const FusionTensorSpec *specs, int32_t count,
                        int32_t leastRank) {
  if (count < 0 || (count > 0 && !specs))
    return Error::make("entry '", entry.name, "': bad table of ", kind, "s");
  for (int32_t i = 0; i < count; ++i)
    if (specs[i].dtype < FUSION_F16 || specs[i].dtype >= FUSION_NUM_DTYPES || specs[i].rank < leastRank ||
        specs[i].rank > largestRank || (specs[i].rank > 0 && !specs[i].shape))
      return Error::make("entry '", entry.name, "': bad type of ", kind, " ", i);
  return {};
}

/// What callers rely on who make the buffer between an entry and its initialise step.
static Error checkInitialize(const FusionModule &module, const FusionEntry &entry) {
  const FusionEntry *step = entry.initialize;
  int32_t constants = 0, buffers = 0;
  for (int32_t i = 0; i < entry.numInputs; ++i) {
    constants += (entry.inputs[i].flags & FUSION_TENSOR_CONSTANT) != 0;
    buffers += (entry.inputs[i].flags & FUSION_TENSOR_INITIALIZED) != 0;
  }
  if (!step && buffers == 0)
    return {};
  bool isKnown = step && !std::less<>()(step, module.entries) &&
                 std::less<>()(step, module.entries + module.numEntries) && step != &entry;
  const FusionTensorSpec *taken = entry.numInputs > 0 ? &entry.inputs[entry.numInputs - 1] : nullptr;
  auto isBuffer = [](const FusionTensorSpec *spec) {
    return spec && (spec->flags & FUSION_TENSOR_INITIALIZED) && spec->dtype == FUSION_I8 && spec->rank == 1;
  };
  if (!isKnown || buffers != 1 || !isBuffer(taken) || step->numOutputs != 1 || !isBuffer(step->outputs) ||
      step->outputs->shape[0] != taken->shape[0] || step->numInputs != constants)
    return Error::make("entry '", entry.name, "': its last input is not what its initialise step makes");
  return {};
}

/// Inputs and the outputs that are written into them name each other, and are of one type.
static Error checkAliases(const FusionEntry &entry, const FusionTensorSpec *specs, int32_t count,
                          const FusionTensorSpec *others, int32_t otherCount, const char *kind) {
  for (int32_t i = 0; i < count; ++i) {
    const FusionTensorSpec &spec = specs[i];
    if (!(spec.flags & FUSION_TENSOR_ALIASED))
      continue;
    const FusionTensorSpec *other = spec.alias >= 0 && spec.alias < otherCount ? &others[spec.alias] : nullptr;
    bool good = other && (other->flags & FUSION_TENSOR_ALIASED) && other->alias == i && other->dtype == spec.dtype &&
                other->rank == spec.rank && spec.rank >= 0;
    if (!good)
      return Error::make("entry '", entry.name, "': ", kind, " ", i, " has no other that is the same memory");
  }
  return {};
}

static Error checkEntry(const FusionEntry &entry) {
  if (!entry.name || !entry.invoke)
    return Error::make("an entry lacks its name or its function");
  if (Error error = checkSpecs(entry, "input", entry.inputs, entry.numInputs, FUSION_SCALAR))
    return error;
  if (Error error = checkSpecs(entry, "output", entry.outputs, entry.numOutputs, 0))
    return error;
  if (Error error = checkAliases(entry, entry.inputs, entry.numInputs, entry.outputs, entry.numOutputs, "input"))
    return error;
  if (Error error = checkAliases(entry, entry.outputs, entry.numOutputs, entry.inputs, entry.numInputs, "output"))
    return error;
  for (int32_t i = 0; i < entry.numOutputs && !entry.shapes; ++i)
    for (int32_t d = 0; d < entry.outputs[i].rank; ++d)
      if (entry.outputs[i].shape[d] == FUSION_DYNAMIC)
        return Error::make("entry '", entry.name, "': dynamic outputs but no function for their shapes");
  return {};
}

static Error checkModule(const FusionModule &module) {
  if (module.abiVersion != FUSION_ABI_VERSION)
    return Error::make("module has ABI version ", module.abiVersion, ", this runtime has ", FUSION_ABI_VERSION,
                       ": compile it again with the fusion-compile that belongs to this runtime");
  if (module.device != FUSION_CPU && module.device != FUSION_CUDA)
    return Error::make("module is for unknown device ", module.device);
  auto bad = [](int32_t count, const void *table) { return count < 0 || (count > 0 && !table); };
  if (bad(module.numEntries, module.entries) || bad(module.numImages, module.images) ||
      bad(module.numKernels, module.kernels) || bad(module.numConstants, module.constants))
    return Error::make("module has a bad table");
  for (int32_t i = 0; i < module.numKernels; ++i)
    if (!module.kernels[i].name || module.kernels[i].image < 0 || module.kernels[i].image >= module.numImages)
      return Error::make("module has a bad kernel ", i);
  for (int32_t i = 0; i < module.numEntries; ++i)
    if (Error error = checkEntry(module.entries[i]))
      return error;
  for (int32_t i = 0; i < module.numEntries; ++i)
    if (Error error = checkInitialize(module, module.entries[i]))
      return error;
  return {};
}

/// Lets shared objects find fusion_launch and its kin even where this library was loaded locally (by Python, say).
static void exportRuntime() {
  if (std::string path = runtimeLibraryPath(); !path.empty())
    (void)dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
}

/// Whether all that a 64-bit ELF file says to map is there: dlopen takes a file that was cut off, and touching what is
/// missing ends the process. What else may be wrong dlopen tells.
static Error checkWhole(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header = {};
  file.read(reinterpret_cast<char *>(&header), sizeof(header));
  if (file.gcount() >= SELFMAG && std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return Error::make("cannot load module: ", path,
                       " is no shared object: fusion-compile --emit=so makes one, and fusion-run runs a graph");
  if (!file || header.e_phentsize != sizeof(Elf64_Phdr))
    return {};
  std::vector<Elf64_Phdr> segments(header.e_phnum);
  auto bytes = static_cast<std::streamsize>(segments.size() * sizeof(Elf64_Phdr));
  bool whole = file.seekg(static_cast<std::streamoff>(header.e_phoff)) &&
               file.read(reinterpret_cast<char *>(segments.data()), bytes) && file.seekg(0, std::ios::end);
  auto size = whole ? static_cast<uint64_t>(file.tellg()) : 0;
  for (const Elf64_Phdr &segment : segments)
    whole &= segment.p_type != PT_LOAD || (segment.p_filesz <= size && segment.p_offset <= size - segment.p_filesz);
  return whole ? Error() : Error::make("cannot load module: ", path, " is not whole: it was cut off");
}

Expected<std::shared_ptr<Module>> Module::open(const std::string &path) {
  Phase phase("read", path);
  exportRuntime();
  // Without a slash dlopen would search the system's folders.
  std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  if (Error error = checkWhole(file))
    return error;
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return Error::make("cannot load module: ", dlerror());
  std::shared_ptr<void> owner(handle, dlclose);
  void *symbol = dlsym(handle, "fusion_module");
  if (!symbol)
    return Error::make("cannot load module: ", path, " has no symbol fusion_module");
  auto module = create(static_cast<const FusionModule *>(symbol), owner);
  if (!module)
    return Error::make(path, ": ", module.error().message());
  return module;
}

Expected<std::shared_ptr<Module>> Module::create(const FusionModule *descriptor, std::shared_ptr<void> keepAlive) {
  if (Error error = checkModule(*descriptor))
    return error;
  auto module = std::make_shared<Module>();
  module->module = descriptor;
  module->keepAlive = std::move(keepAlive);
  return module;
}

Expected<const FusionEntry *> runtime::findEntry(Span<const FusionEntry> entries, std::string_view name) {
  std::string names;
  const FusionEntry *first = nullptr;
  size_t others = 0;
  for (const FusionEntry &entry : entries) {
    if (name == entry.name)
      return &entry;
    if (std::any_of(entries.begin(), entries.end(), [&](const FusionEntry &e) { return e.initialize == &entry; }))
      continue;
    names += concat(names.empty() ? "" : ", ", entry.name);
    if (first)
      ++others;
    else
      first = &entry;
  }
  if (name.empty() && first && others == 0)
    return first;
  if (names.empty())
    return Error::make("module has no entries");
  if (name.empty())
    return Error::make("module has several entries, name one of: ", names);
  return Error::make("module has no entry '", name, "', it has: ", names);
}
