// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The direction in which the processor rounds, for a while.

#ifndef FUSION_LIB_REFERENCE_DIRECTEDROUNDING_H
#define FUSION_LIB_REFERENCE_DIRECTEDROUNDING_H

#include "fusion/Reference/Interpreter.h"
#include <cfenv>

namespace fusion::reference {

/// Lets this thread, and threads that it starts, round in `direction` until the end of the scope.
class DirectedRounding {
public:
  explicit DirectedRounding(Direction direction) : before(std::fegetround()) {
    switch (direction) {
    case Direction::Nearest:
      std::fesetround(FE_TONEAREST);
      break;
    case Direction::Up:
      std::fesetround(FE_UPWARD);
      break;
    case Direction::Down:
      std::fesetround(FE_DOWNWARD);
      break;
    case Direction::TowardZero:
      std::fesetround(FE_TOWARDZERO);
      break;
    }
  }
  ~DirectedRounding() { std::fesetround(before); }
  DirectedRounding(const DirectedRounding &) = delete;
  DirectedRounding &operator=(const DirectedRounding &) = delete;

private:
  int before;
};

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_DIRECTEDROUNDING_H
