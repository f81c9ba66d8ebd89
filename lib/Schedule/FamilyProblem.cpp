// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes and reads the fields of families' problems.

#include "fusion/Schedule/FamilyProblem.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"

using namespace mlir;
using namespace fusion;

FamilyProblem::~FamilyProblem() = default;

std::string fusion::printField(bool value) { return value ? "true" : "false"; }

std::string fusion::printField(int64_t value) { return std::to_string(value); }

std::string fusion::printField(double value) {
  SmallString<24> text;
  llvm::APFloat(value).toString(text); // all digits that tell it from its neighbours, in any locale
  return text.str().str();
}

bool fusion::parseField(StringRef text, bool &value) {
  value = text == "true";
  return value || text == "false";
}

bool fusion::parseField(StringRef text, int64_t &value) { return !text.getAsInteger(10, value) && value >= 0; }

bool fusion::parseField(StringRef text, double &value) { return !text.getAsDouble(value) && value >= 0; }

bool fusion::parseFields(StringRef text, StringRef name,
                         llvm::function_ref<bool(StringRef field, StringRef value)> take) {
  if (!text.consume_front(name) || !text.consume_front("<") || !text.consume_back(">"))
    return false;
  while (!text.empty()) {
    auto [entry, rest] = text.split(", ");
    auto [field, value] = entry.split(" = ");
    if (!take(field, value))
      return false;
    text = rest;
  }
  return true;
}
