// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A test framework of thirty lines: TEST registers a function, CHECK counts and prints what does not hold.

#ifndef FUSION_UNITTESTS_RUNTIME_CHECK_H
#define FUSION_UNITTESTS_RUNTIME_CHECK_H

#include "fusion/Runtime/Error.h"

#include <iostream>
#include <string>
#include <vector>

namespace fusion::test {

struct Test {
  const char *name;
  void (*run)();
};
std::vector<Test> &tests();
int &failures();

inline void check(bool good, const char *file, int line, const std::string &what) {
  if (!good && ++failures() < 50)
    std::cerr << file << ":" << line << ": " << what << "\n";
}

struct Registration {
  Registration(const char *name, void (*run)()) { tests().push_back({name, run}); }
};

} // namespace fusion::test

#define TEST(NAME)                                                                                                     \
  static void test##NAME();                                                                                            \
  static fusion::test::Registration registration##NAME{#NAME, test##NAME};                                             \
  static void test##NAME()
#define CHECK(CONDITION) fusion::test::check(static_cast<bool>(CONDITION), __FILE__, __LINE__, #CONDITION)
#define CHECK_EQUAL(A, B)                                                                                              \
  fusion::test::check((A) == (B), __FILE__, __LINE__, fusion::concat(#A " is ", (A), ", expected ", (B)))
/// The error's text contains PART.
#define CHECK_ERROR(ERROR, PART)                                                                                       \
  fusion::test::check((ERROR).message().find(PART) != std::string::npos, __FILE__, __LINE__,                           \
                      fusion::concat("expected an error with '", PART, "', got '", (ERROR).message(), "'"))

#endif // FUSION_UNITTESTS_RUNTIME_CHECK_H
