// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reports a crash from its signal handler.

#include "fusion/Support/CrashGuard.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace {
constexpr size_t kMessageBytes = 4096, kStackBytes = 65536;
char message[kMessageBytes];
size_t messageLength = 0;
alignas(16) char stack[kStackBytes]; // the handler's own: the thread's may be what ran out

void append(llvm::StringRef text) {
  size_t length = std::min(text.size(), kMessageBytes - messageLength);
  std::memcpy(message + messageLength, text.data(), length);
  messageLength += length;
}

extern "C" void reportCrash(int) {
  (void)!write(STDERR_FILENO, message, messageLength);
  _exit(1);
}
} // namespace

void fusion::containCrashes(llvm::StringRef tool, llvm::StringRef input) {
  messageLength = 0;
  append(input.take_front(kMessageBytes / 2));
  append(": error: ");
  append(tool);
  append(" crashed on this input\n");

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
