// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What several threads may share. Worth most under ThreadSanitizer (tools/sanitize.sh thread).

#include "../Faults/Modules.h"
#include "../Support/Errors.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Module.h"
#include "fusion/Runtime/Parallel.h"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace fusion;
using namespace fusion::runtime;

/// Runs `work` in four threads at once and counts where it fails.
template <typename Work> static int failuresOf(Work work) {
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] { failures += !work(t); });
  for (std::thread &thread : threads)
    thread.join();
  return failures;
}

TEST(Thread, ThreadsShareAContext) {
  auto context = Context::create(*Module::create(&cpu_module), *Device::open(FUSION_CPU));
  EXPECT_TRUE(context);
  EXPECT_EQ(failuresOf([&](int t) {
              std::vector<float> a(6, static_cast<float>(t)), b = {1, 2, 3}, out(6);
              std::vector<Tensor> inputs = {{a.data(), FUSION_F32, {2, 3}, {}}, {b.data(), FUSION_F32, {3}, {}}};
              std::vector<Tensor> outputs = {{out.data(), FUSION_F32, {2, 3}, {}}};
              const FusionEntry &affine = cpu_module.entries[0], &fails = cpu_module.entries[2];
              std::vector<Tensor> none;
              bool good = true;
              for (int i = 0; i < 50; ++i)
                good &= !(*context)->invoke(affine, inputs, outputs) && out[5] == 2 * static_cast<float>(t) + 3 &&
                        (*context)->invoke(fails, none, none);
              return good;
            }),
            0);
}

TEST(Thread, ThreadsShareACache) {
  std::string folder = std::filesystem::temp_directory_path() / "fusion-threads-XXXXXX";
  EXPECT_TRUE(mkdtemp(folder.data()));
  auto cache = Cache::open(folder);
  EXPECT_EQ(failuresOf([&](int t) {
              bool good = true;
              for (int i = 0; i < 20; ++i) {
                std::string name = std::to_string((i + t) % 5);
                (*cache)->store(CacheKey("threads").add(name), "content " + name);
                auto content = (*cache)->load(CacheKey("threads").add(name));
                good &= content == "content " + name;
              }
              return good;
            }),
            0);
  EXPECT_EQ((*cache)->list(/*verify=*/true).size(), size_t(5));
  std::filesystem::remove_all(folder);
}

// The driver, where there is none, and the assemblers are looked for once.
TEST(Thread, ThreadsLookForDevicesAndAssemblers) {
  auto makers = availableCubinMakers();
  EXPECT_EQ(failuresOf([&](int) {
              auto device = Device::open(FUSION_CUDA);
              return (device || !device.error().message().empty()) && availableCubinMakers() == makers;
            }),
            0);
}

TEST(Thread, ParallelWorkIsDoneOnce) {
  for (size_t count : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> done(count);
    runParallel(count, [&](size_t i) { ++done[i]; });
    for (auto &times : done)
      EXPECT_EQ(times.load(), 1);
  }
}
