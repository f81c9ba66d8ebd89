// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every allocation fails once, alone and with all after it. Functions of C return a status with a text; those of C++
// throw std::bad_alloc or return an error. Nothing stays behind, and the next run works.

#include "../Support/Errors.h"
#include "../Support/StandIn.h"
#include "Allocations.h"
#include "DriverWatch.h"
#include "Modules.h"
#include "Scenarios.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Npy.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Runtime/fusion_runtime.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::test;

namespace {
/// The text of the last error, or what is wrong with it; kept without allocating.
enum class Outcome { Good, OutOfMemory, OtherError, NoText, WrongResult };

Outcome outcomeOf(const Error &error) {
  if (!error)
    return Outcome::Good;
  return error.message() == "wrong result" ? Outcome::WrongResult : Outcome::OtherError;
}

Outcome lastOutcome() {
  const char *text = fusion_last_error();
  return !*text ? Outcome::NoText : std::strcmp(text, "out of memory") ? Outcome::OtherError : Outcome::OutOfMemory;
}

/// A module opened, planned, called and closed through the functions of C.
Outcome runFromC() {
  static const std::string path = inBuild("runtime-cpu-module.so");
  FusionLoaded *loaded = fusion_open(path.c_str(), 0);
  if (!loaded)
    return lastOutcome();
  auto finish = [&](Outcome outcome) { return fusion_close(loaded), outcome; };
  const FusionEntry *entry = fusion_find_entry(loaded, "affine");
  if (!entry)
    return finish(lastOutcome());
  static const int64_t matrix[] = {2, 3}, row[] = {3};
  static const float a[] = {1, 2, 3, 4, 5, 6}, b[] = {10, 20, 30};
  float out[6] = {};
  const FusionTensor inputs[] = {{const_cast<float *>(a), FUSION_F32, 2, matrix},
                                 {const_cast<float *>(b), FUSION_F32, 1, row}};
  const FusionTensor outputs[] = {{out, FUSION_F32, 2, matrix}};
  int64_t dims[2] = {};
  if (fusion_plan(entry, inputs, dims, nullptr) || fusion_call(loaded, entry, inputs, outputs, nullptr, 0, nullptr))
    return finish(lastOutcome());
  return finish(dims[0] == 2 && out[5] == 42 ? Outcome::Good : Outcome::WrongResult);
}

/// The same, asked for what is not there: messages are made.
Outcome askForNothing() {
  if (fusion_open("/nonexistent.so", 0))
    return Outcome::WrongResult;
  return lastOutcome();
}

Outcome runOnDevice() { return outcomeOf(runMachineCode()); }

Outcome assemble() { return outcomeOf(assembleByDriver()); }

/// An entry of which a launch fails: the message is made below generated code.
Outcome failToLaunch() {
  MachineCode code(cuda_module);
  auto module = Module::create(&code.module);
  if (!module)
    return Outcome::OtherError;
  auto device = Device::open(FUSION_CUDA);
  if (!device)
    return Outcome::OtherError;
  auto context = Context::create(*module, *device);
  if (!context)
    return Outcome::OtherError;
  RunOptions options;
  options.random = true;
  const FusionEntry &bad = code.module.entries[1];
  auto inputs = makeInputs(bad, options);
  if (!inputs)
    return Outcome::OtherError;
  auto result = runEntry(**context, bad, *inputs, options);
  return result ? Outcome::WrongResult : Outcome::OtherError;
}

std::string folder; ///< of files that tests make

Outcome writeAndRead() {
  auto tensor = HostTensor::allocate(FUSION_F32, {3, 5});
  if (!tensor)
    return Outcome::OtherError;
  tensor->as<float>()[14] = 7;
  std::string path = folder + "/tensor.npy";
  if (writeNpy(path, *tensor))
    return Outcome::OtherError;
  auto back = readNpy(path);
  if (!back)
    return Outcome::OtherError;
  return back->elements() == 15 && back->as<float>()[14] == 7 ? Outcome::Good : Outcome::WrongResult;
}

/// A miss is no fault of a cache; another content is.
Outcome keepInCache() {
  auto cache = Cache::open(folder + "/cache");
  if (!cache)
    return Outcome::OtherError;
  (*cache)->store(CacheKey("test").add("key"), "a content that does not fit into a string itself");
  auto content = (*cache)->load(CacheKey("test").add("key"));
  if (!content)
    return Outcome::OtherError;
  return *content == "a content that does not fit into a string itself" ? Outcome::Good : Outcome::WrongResult;
}

Outcome runOrThrow(Outcome (*run)(), bool mayThrow) {
  try {
    return run();
  } catch (const std::bad_alloc &) {
    return mayThrow ? Outcome::OutOfMemory : Outcome::NoText;
  }
}

void failEachAllocation(const char *what, Outcome (*run)(), bool mayThrow, Outcome usual = Outcome::Good) {
  DriverWatch &watch = **watchDriver();
  Allocations &state = allocations();
  state.others = &watch.depth;
  for (int i = 0; i < 2; ++i) // what is kept for good is there after this
    EXPECT_EQ(run(), usual) << what;
  state.total = 0;
  (void)run();
  long count = state.total;
  long live = state.live;
  EXPECT_GT(count, 0);
  for (bool after : {false, true})
    for (long n = 1; n <= count; ++n) {
      state.total = state.failed = 0;
      state.failAfter = after;
      state.failAt = n;
      Outcome outcome = runOrThrow(run, mayThrow);
      state.failAt = 0;
      long failed = state.failed;
      Outcome next = runOrThrow(run, false);
      auto expect = [&](bool good, const std::string &problem) {
        EXPECT_TRUE(good) << what << ", allocation " << n << (after ? " and on: " : ": ") << problem;
      };
      expect(failed > 0, "did not fail");
      expect(outcome != Outcome::NoText && outcome != Outcome::WrongResult, "no error");
      expect(next == usual, "the next run fails");
      expect(watch.leaks().empty(), "left " + watch.leaks());
      expect(state.live == live, concat(state.live - live, " more allocations are live"));
      live = state.live;
    }
}

class AllocationFaults : public testing::Test {
protected:
  static void SetUpTestSuite() { loadDriver("fake-driver"); }
};
} // namespace

TEST_F(AllocationFaults, EachAllocationFailsInC) { failEachAllocation("C functions", runFromC, /*mayThrow=*/false); }
TEST_F(AllocationFaults, EachAllocationFailsInErrorsOfC) {
  failEachAllocation("errors of C functions", askForNothing, /*mayThrow=*/false, Outcome::OtherError);
}
TEST_F(AllocationFaults, EachAllocationFailsOnADevice) {
  failEachAllocation("a run on a device", runOnDevice, /*mayThrow=*/true);
}
TEST_F(AllocationFaults, EachAllocationFailsInAnErrorOfACall) {
  failEachAllocation("an error of a call", failToLaunch, /*mayThrow=*/true, Outcome::OtherError);
}
TEST_F(AllocationFaults, EachAllocationFailsInTheAssembler) {
  failEachAllocation("assembling", assemble, /*mayThrow=*/true);
}
TEST_F(AllocationFaults, EachAllocationFailsInFiles) {
  folder = std::filesystem::temp_directory_path() / "fusion-allocations-XXXXXX";
  EXPECT_TRUE(mkdtemp(folder.data()));
  failEachAllocation("npy files", writeAndRead, /*mayThrow=*/true);
  failEachAllocation("the cache", keepInCache, /*mayThrow=*/true);
  std::filesystem::remove_all(folder);
}
