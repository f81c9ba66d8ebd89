// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Check.h"

using namespace fusion::test;

std::vector<Test> &fusion::test::tests() {
  static std::vector<Test> all;
  return all;
}

int &fusion::test::failures() {
  static int count = 0;
  return count;
}

/// Runs the tests whose names contain the argument, or all.
int main(int argc, char **argv) {
  std::string filter = argc > 1 ? argv[1] : "";
  for (const Test &test : tests()) {
    if (std::string(test.name).find(filter) == std::string::npos)
      continue;
    int before = failures();
    test.run();
    std::cout << (failures() == before ? "pass " : "FAIL ") << test.name << std::endl;
  }
  return failures() ? 1 : 0;
}
