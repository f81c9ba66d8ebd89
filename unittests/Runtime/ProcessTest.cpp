// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Process.h"
#include "../Support/Errors.h"

using namespace fusion;
using namespace fusion::runtime;

/// The shell's way to say how a program ended: its exit code, or 128 and the signal that ended it.
TEST(Process, ProgramsSayHowTheyEnd) {
  auto out = MemoryFile::create("out"), err = MemoryFile::create("err");
  ASSERT_TRUE(out);
  EXPECT_TRUE(err);
  auto shell = [&](const char *script) { return runProgram({"/bin/sh", "-c", script}, {}, *out, *err); };
  auto said = shell("echo said; echo warned >&2"), failed = shell("exit 3"), killed = shell("kill -9 $$");
  ASSERT_TRUE(said);
  ASSERT_TRUE(failed);
  EXPECT_TRUE(killed);
  EXPECT_EQ(*said, 0);
  EXPECT_EQ(*failed, 3);
  EXPECT_EQ(*killed, 137);
  EXPECT_EQ(*out->read(), "said\n");
  EXPECT_EQ(*err->read(), "warned\n");
  EXPECT_ERROR(runProgram({"/none/program"}, {}, *out, *err).error(), "cannot start /none/program: No such file");
}
