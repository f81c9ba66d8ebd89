// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reports a crash from its signal handler, and want of memory from where it is wanted.

#include "fusion/Support/CrashGuard.h"

#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <csignal>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace {
constexpr size_t kMessageBytes = 4096, kStackBytes = 65536;

/// Made before it is needed: then there may be no memory.
struct Message {
  char text[kMessageBytes];
  size_t length = 0;

  void append(llvm::StringRef more) {
    size_t count = std::min(more.size(), kMessageBytes - length);
    std::memcpy(text + length, more.data(), count);
    length += count;
  }
  void set(llvm::StringRef tool, llvm::StringRef input, llvm::StringRef what) {
    length = 0;
    append(input.take_front(kMessageBytes / 2));
    append(": error: ");
    append(tool);
    append(what);
  }
  [[noreturn]] void print() const {
    (void)!write(STDERR_FILENO, text, length);
    _exit(1);
  }
};
Message crashed, exhausted;
alignas(16) char stack[kStackBytes]; // the handler's own: the thread's may be what ran out

/// Whether the system gives no more memory. Some libraries use what malloc gives without a look at it.
bool isMemoryExhausted() {
  constexpr size_t bytes = 1 << 20; // what malloc asks for at a time
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return true;
  munmap(memory, bytes);
  return false;
}

extern "C" void reportCrash(int) { (isMemoryExhausted() ? exhausted : crashed).print(); }
void reportExhausted() { exhausted.print(); }
void reportExhaustedOfLLVM(void *, const char *, bool) { exhausted.print(); }
} // namespace

void fusion::containCrashes(llvm::StringRef tool, llvm::StringRef input) {
  crashed.set(tool, input, " crashed on this input\n");
  exhausted.set(tool, input, " ran out of memory on this input\n");
  std::set_new_handler(reportExhausted);
  llvm::install_bad_alloc_error_handler(reportExhaustedOfLLVM);

  stack_t alternative = {};
  alternative.ss_sp = stack;
  alternative.ss_size = kStackBytes;
  sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_handler = reportCrash;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU})
    sigaction(signal, &action, nullptr);
  std::signal(SIGXFSZ, SIG_IGN); // the write fails, and whoever writes reports that
}
