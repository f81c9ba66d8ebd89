// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Errors of the runtime library: a message or nothing. No LLVM, and of exceptions only std::bad_alloc, which functions
// of C++ let through and functions of C do not.

#ifndef FUSION_RUNTIME_ERROR_H
#define FUSION_RUNTIME_ERROR_H

#include <locale>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace fusion::runtime {

/// Concatenates the printed forms of its arguments, whatever the program's locale: files are made of them.
template <typename... Ts> std::string concat(const Ts &...parts) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.exceptions(std::ios::badbit); // no half texts where memory runs out
  (out << ... << parts);
  return out.str();
}

/// Either success (the default) or a message: lower case, no full stop, naming the rule and the values. As with
/// llvm::Error, true means failure. Success never allocates.
class [[nodiscard]] Error {
public:
  Error() = default;
  template <typename... Ts> static Error make(const Ts &...parts) {
    Error error;
    error.text = concat(parts...);
    if (error.text.empty())
      error.text = "unknown error";
    return error;
  }

  /// For where there is no memory for a text: takes none itself.
  static Error outOfMemory() {
    Error error;
    error.text.assign("out of memory", sizeof("out of memory") - 1);
    return error;
  }

  explicit operator bool() const { return !text.empty(); }
  const std::string &message() const { return text; }

private:
  std::string text;
};

/// A value or an Error. True means that there is a value.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : value(std::move(value)) {}
  Expected(Error error) : failure(std::move(error)) {}

  explicit operator bool() const { return value.has_value(); }
  T &operator*() { return *value; }
  const T &operator*() const { return *value; }
  T *operator->() { return &*value; }
  const T *operator->() const { return &*value; }
  Error takeError() { return std::move(failure); }
  const Error &error() const { return failure; }

private:
  std::optional<T> value;
  Error failure;
};

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_ERROR_H
