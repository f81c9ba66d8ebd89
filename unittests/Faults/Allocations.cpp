// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Allocations.h"

#include <cstdlib>
#include <new>

static fusion::test::Allocations state;

fusion::test::Allocations &fusion::test::allocations() { return state; }

/// Whether this allocation may be.
static bool count() {
  if (state.others && *state.others)
    return true;
  ++state.total;
  bool fails = state.failAt && (state.failAfter ? state.total >= state.failAt : state.total == state.failAt);
  state.failed += fails;
  return !fails;
}

void *operator new(size_t size) {
  void *pointer = count() ? std::malloc(size ? size : 1) : nullptr;
  if (!pointer)
    throw std::bad_alloc();
  ++state.live;
  return pointer;
}
void operator delete(void *pointer) noexcept {
  state.live -= pointer != nullptr;
  std::free(pointer);
}
void operator delete(void *pointer, size_t) noexcept { operator delete(pointer); }
void *operator new(size_t size, const std::nothrow_t &) noexcept {
  try {
    return operator new(size);
  } catch (...) {
    return nullptr;
  }
}

extern "C" void *aligned_alloc(size_t alignment, size_t size) {
  void *pointer = nullptr;
  return count() && posix_memalign(&pointer, alignment, size) == 0 ? pointer : nullptr;
}
