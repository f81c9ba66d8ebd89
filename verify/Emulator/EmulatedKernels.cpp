// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Modules of the fake driver are PTX, which is interpreted. EMULATOR_SEED draws the order in which things happen (0:
// one thread after the other, copies at once). EMULATOR_FAULT makes one deliberate fault in each module. What a kernel
// does wrong is written to standard error, and the launch fails.

#include "FakeDriver.h"
#include "FaultyText.h"
#include "Machine.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace fakedriver;

struct fakedriver::Function {
  emulator::Kernel kernel;
};
struct fakedriver::Module {
  std::map<std::string, Function> functions;
};

// An image is PTX behind this, as the assembler of this driver makes it; real machine code is refused, and the runtime
// then asks the driver to assemble.
static constexpr char kMagic[20 + 64] = "\x7f"
                                        "ELF of the emulator";

std::string fakedriver::assemble(const std::string &ptx) { return std::string(kMagic, sizeof(kMagic)) + ptx + '\0'; }

static const char *getFault() { return getenv("EMULATOR_FAULT"); }

/// The text of an image, with the fault that is asked for.
static std::string getText(const void *image) {
  const char *ptx = static_cast<const char *>(image) + sizeof(kMagic);
  if (!getFault())
    return ptx;
  std::string what, text = emulator::seedFault(ptx, strtoull(getFault(), nullptr, 10), what);
  fprintf(stderr, "emulator: fault: %s\n", what.empty() ? "none" : what.c_str());
  return text;
}

Module *fakedriver::load(const void *image) {
  if (memcmp(image, kMagic, 24) != 0)
    return nullptr;
  static std::deque<Module> modules; // functions outlive their modules
  try {
    Module module;
    for (auto &[name, kernel] : emulator::parse(getText(image)))
      module.functions[name].kernel = std::move(kernel);
    return &modules.emplace_back(std::move(module));
  } catch (const emulator::Fault &fault) {
    fprintf(stderr, "emulator: %s\n", fault.what());
    return nullptr;
  }
}
void fakedriver::unload(Module *) {}

Function *fakedriver::find(Module *module, const char *name) {
  auto found = module->functions.find(name);
  return found == module->functions.end() ? nullptr : &found->second;
}
const char *fakedriver::nameOf(const Function *function) { return function->kernel.name.c_str(); }
unsigned fakedriver::clusterOf(const Function *function) { return function->kernel.cluster; }

/// Turns of threads, of some thousand instructions each, after which a kernel with a fault is taken for one that does
/// not end.
static constexpr uint64_t kMostTurnsOfFaulty = 10000;

static uint64_t getSeed() {
  const char *value = getenv("EMULATOR_SEED");
  return value ? strtoull(value, nullptr, 10) : 1;
}

/// What kernels write that may still run when the next one starts.
static emulator::Pieces &inFlight() {
  static emulator::Pieces written;
  return written;
}

void fakedriver::finishLaunches() { inFlight().clear(); }

Launch fakedriver::makeLaunch(const Function *function, const LaunchSize &size, void **parameters) {
  const emulator::Kernel &kernel = function->kernel;
  emulator::Launch launch;
  launch.kernel = &kernel;
  std::copy_n(size.grid, 3, launch.grid);
  std::copy_n(size.block, 3, launch.threads);
  launch.cluster = kernel.cluster;
  launch.sharedBytes = size.sharedBytes;
  launch.dependent = size.dependent;
  launch.parameters.resize(kernel.parameterBytes);
  for (size_t i = 0; i < kernel.parameterOffsets.size(); ++i)
    memcpy(launch.parameters.data() + kernel.parameterOffsets[i], parameters[i], kernel.parameterSizes[i]);
  return [launch]() mutable {
    constexpr int invalidValue = 1, launchFailed = 719;
    unsigned threads = launch.threads[0] * launch.threads[1] * launch.threads[2];
    if (launch.kernel->maxThreads && threads > launch.kernel->maxThreads)
      return invalidValue;
    try {
      emulator::Machine machine(allocations(), getSeed());
      launch.inFlight = &inFlight();
      machine.mostTurns = getFault() ? kMostTurnsOfFaulty : 0;
      machine.run(launch);
      // The next one starts when this one has ended or said so, which it may before those before it have ended.
      if (launch.dependent && machine.releasedUnwaited)
        machine.written.insert(inFlight());
      inFlight() = std::move(machine.written);
      return 0;
    } catch (const emulator::Fault &fault) {
      fprintf(stderr, "emulator: %s\n", fault.what());
      return launchFailed;
    }
  };
}

int fakedriver::runGraph(const std::vector<Launch> &launches) {
  for (const Launch &launch : launches)
    if (int code = launch())
      return code;
  return 0;
}

void fakedriver::encode(const TensorMapRequest &request, void *map) {
  // CUtensorMapDataType: 8 bits, 3 of 16 or 32 bits, and so on; 11 is f32 rounded to tf32.
  static const uint8_t bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  emulator::TensorMap result;
  result.address = reinterpret_cast<uint64_t>(request.address);
  result.rank = static_cast<uint8_t>(request.rank);
  result.elementBytes = bytes[request.type];
  result.swizzle = static_cast<uint8_t>(request.swizzle);
  result.roundsToTF32 = request.type >= 11;
  for (int i = 0; i < request.rank; ++i) {
    result.sizes[i] = request.sizes[i], result.box[i] = request.box[i];
    if (i + 1 < request.rank)
      result.strides[i] = request.strides[i];
  }
  memcpy(map, &result, sizeof(result));
}
