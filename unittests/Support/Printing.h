// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// GoogleTest, with the values of LLVM and MLIR in its messages as text. Found by argument-dependent lookup.

#ifndef FUSION_UNITTESTS_SUPPORT_PRINTING_H
#define FUSION_UNITTESTS_SUPPORT_PRINTING_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

namespace llvm {
inline void PrintTo(StringRef text, std::ostream *stream) { *stream << '"' << text.str() << '"'; }
} // namespace llvm

namespace mlir {
template <typename T>
std::enable_if_t<std::is_base_of_v<Attribute, T> || std::is_base_of_v<Type, T>, std::ostream &>
operator<<(std::ostream &stream, const T &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return stream << text;
}
} // namespace mlir

namespace fusion {
template <typename T> std::enable_if_t<std::is_enum_v<T>, std::ostream &> operator<<(std::ostream &stream, T value) {
  return stream << static_cast<int64_t>(value);
}
} // namespace fusion

#endif // FUSION_UNITTESTS_SUPPORT_PRINTING_H
