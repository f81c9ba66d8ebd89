// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keeps threads from being unwound by an interpreter that ends.

#include "InterpreterLock.h"

#include <atomic>
#include <cxxabi.h>
#include <pthread.h>
#include <unistd.h>

using namespace fusion::python;

static std::atomic<int> running = 0; ///< threads without the lock

WithoutLock::WithoutLock() : state(PyEval_SaveThread()) { ++running; }

WithoutLock::~WithoutLock() {
  --running;
  try {
    PyEval_RestoreThread(state);
  } catch (abi::__forced_unwind &) { // pthread_exit
    while (true)
      pause();
  }
}

static void waitForThreads() {
  while (running != 0)
    usleep(1000);
}

bool fusion::python::waitAtExit() {
  pthread_atfork(nullptr, nullptr, [] { running = 0; }); // a child has the thread alone that forked, with the lock
  return Py_AtExit(waitForThreads) == 0;
}
