// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CacheStress FOLDER SEED SECONDS: loads and stores entries of 1,000 keys at random. Exits 3 if a load gives anything
// but what was stored.

#include "fusion/Runtime/Cache.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>

using namespace fusion;
using namespace fusion::runtime;

static std::string contentOf(unsigned index) {
  std::mt19937 random(index);
  std::string content(random() % 60000, '\0');
  for (char &byte : content)
    byte = static_cast<char>(random());
  return content;
}

int main(int, char **argv) {
  auto cache = Cache::open(argv[1]);
  if (!cache)
    return std::cerr << cache.error().message() << "\n", 1;
  std::mt19937 random(static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)));
  auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(std::strtod(argv[3], nullptr));
  while (std::chrono::steady_clock::now() < end) {
    unsigned index = random() % 1000;
    CacheKey key = CacheKey("stress").add(std::to_string(index));
    std::string content = contentOf(index);
    std::optional<std::string> found = (*cache)->load(key);
    if (found && *found != content)
      return std::cerr << "bad load of " << index << "\n", 3;
    if (!found || random() % 4 == 0)
      (*cache)->store(key, content);
  }
  return 0;
}
