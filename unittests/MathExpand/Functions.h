// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_UNITTESTS_MATHEXPAND_FUNCTIONS_H
#define FUSION_UNITTESTS_MATHEXPAND_FUNCTIONS_H

#include <cmath>
#include <string>
#include <vector>

/// A function under test: its name, the MLIR that computes %y from %x (and %z), the exact value to well beyond f32,
/// and the largest error in ULP of f32.
struct UnaryFunction {
  const char *name;
  const char *body;
  double (*exact)(double);
  double limit;
};

struct BinaryFunction {
  const char *name;
  const char *body;
  double (*exact)(double, double);
  double limit;
  double largest = INFINITY; ///< second operand that is drawn; special values are beside them
};

const std::vector<UnaryFunction> &unaryFunctions();
const std::vector<BinaryFunction> &binaryFunctions();

/// A module with a function for each; with fastmath<afn> if `approximate`.
std::string testModule(bool approximate);

#endif // FUSION_UNITTESTS_MATHEXPAND_FUNCTIONS_H
