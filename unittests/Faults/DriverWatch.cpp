// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DriverWatch.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::test;
using fusion::runtime::cuda::Driver;
using fusion::runtime::cuda::Result;

static DriverWatch watch;

std::string fusion::test::nameOf(Call call) {
  static const char *const symbols[] = {
#define FUSION_NAME(NAME, SYMBOL, PARAMETERS) SYMBOL,
      FUSION_CUDA_FUNCTIONS(FUSION_NAME) FUSION_CUDA_NEW_FUNCTIONS(FUSION_NAME)
#undef FUSION_NAME
  };
  std::string name = symbols[static_cast<size_t>(call)];
  return name.substr(0, name.find("_v2"));
}

/// The call that made what this one releases; Count if it releases nothing.
static Call makerFor(Call call) {
  switch (call) {
  case Call::primaryRelease:
    return Call::primaryRetain;
  case Call::moduleUnload:
    return Call::moduleLoad;
  case Call::memoryFree:
    return Call::memoryAllocate;
  case Call::streamDestroy:
    return Call::streamCreate;
  case Call::eventDestroy:
    return Call::eventCreate;
  case Call::graphDestroy:
    return Call::streamEndCapture;
  case Call::graphExecDestroy:
    return Call::graphInstantiate;
  case Call::linkDestroy:
    return Call::linkCreate;
  default:
    return Call::Count;
  }
}

static bool makes(Call call) {
  for (size_t i = 0; i < numCalls; ++i)
    if (makerFor(static_cast<Call>(i)) == call)
      return true;
  return false;
}

/// A release that fails releases all the same: the driver reports what went wrong before it.
template <typename Function> static Result pass(Call call, Function function) {
  ++watch.counts[static_cast<size_t>(call)];
  bool explains = call == Call::getErrorName || call == Call::getErrorString;
  if (explains && watch.nameless)
    return 1;
  watch.total += !explains;
  long &refusals = watch.refusals[static_cast<size_t>(call)];
  bool fails = refusals > 0;
  refusals -= fails;
  if (!explains && watch.failAt)
    fails |= watch.failAfter ? watch.total >= watch.failAt : watch.total == watch.failAt;
  if (fails)
    watch.failed.push_back(call);
  Result failure = call == Call::memoryAllocate ? outOfMemory : launchFailed;
  Call maker = makerFor(call);
  if (fails && maker == Call::Count)
    return failure;
  ++watch.depth;
  Result result = function();
  --watch.depth;
  if (result == 0 && maker != Call::Count)
    --watch.live[static_cast<size_t>(maker)];
  if (result == 0 && makes(call))
    ++watch.live[static_cast<size_t>(call)];
  return fails ? failure : result;
}

template <auto Member> struct Wrapper;
template <typename... Args, Result (*Driver::*Member)(Args...)> struct Wrapper<Member> {
  static inline Result (*real)(Args...) = nullptr;
  static inline Call which = Call::Count;
  static Result call(Args... args) {
    return pass(which, [&] { return real(args...); });
  }
  static void install(Driver &driver, Call call) {
    if (!(driver.*Member))
      return;
    real = driver.*Member;
    which = call;
    driver.*Member = &Wrapper::call;
  }
};

Expected<DriverWatch *> fusion::test::watchDriver() {
  auto driver = cuda::driver();
  if (!driver)
    return driver.takeError();
  static bool installed = false;
  if (!installed) {
    auto &table = const_cast<Driver &>(**driver);
#define FUSION_WRAP(NAME, SYMBOL, PARAMETERS) Wrapper<&Driver::NAME>::install(table, Call::NAME);
    FUSION_CUDA_FUNCTIONS(FUSION_WRAP)
    FUSION_CUDA_NEW_FUNCTIONS(FUSION_WRAP)
#undef FUSION_WRAP
    installed = true;
  }
  return &watch;
}

void DriverWatch::reset() {
  total = failAt = 0;
  failAfter = nameless = false;
  failed.clear();
  for (size_t i = 0; i < numCalls; ++i)
    counts[i] = refusals[i] = 0;
}

std::string DriverWatch::leaks() const {
  std::string text;
  for (size_t i = 0; i < numCalls; ++i)
    if (live[i])
      text += concat(text.empty() ? "" : ", ", live[i], " of ", nameOf(static_cast<Call>(i)));
  return text;
}
