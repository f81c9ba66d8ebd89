// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Process.h"
#include "Check.h"

using namespace fusion;

/// The shell's way to say how a program ended: its exit code, or 128 and the signal that ended it.
TEST(ProgramsSayHowTheyEnd) {
  auto out = MemoryFile::create("out"), err = MemoryFile::create("err");
  CHECK(out && err);
  auto shell = [&](const char *script) { return runProgram({"/bin/sh", "-c", script}, {}, *out, *err); };
  auto said = shell("echo said; echo warned >&2"), failed = shell("exit 3"), killed = shell("kill -9 $$");
  CHECK(said && failed && killed);
  CHECK_EQUAL(*said, 0);
  CHECK_EQUAL(*failed, 3);
  CHECK_EQUAL(*killed, 137);
  CHECK_EQUAL(*out->read(), "said\n");
  CHECK_EQUAL(*err->read(), "warned\n");
  CHECK_ERROR(runProgram({"/none/program"}, {}, *out, *err).error(), "cannot start /none/program: No such file");
}
