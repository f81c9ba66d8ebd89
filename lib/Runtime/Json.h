// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes JSON, commas and escapes taken care of, in any locale.

#ifndef FUSION_LIB_RUNTIME_JSON_H
#define FUSION_LIB_RUNTIME_JSON_H

#include "fusion/Runtime/Text.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <string>

namespace fusion::runtime {

class JsonWriter {
public:
  explicit JsonWriter(std::ostream &out) : out(out) {}

  template <typename Body> void object(Body &&body) { nest('{', '}', body); }
  template <typename Body> void array(Body &&body) { nest('[', ']', body); }

  JsonWriter &key(const char *name) {
    separate();
    string(name);
    out << ": ";
    first = true; // no comma between key and value
    return *this;
  }
  template <typename Value> void field(const char *name, const Value &v) {
    key(name);
    value(v);
  }

  void value(const std::string &text) { separate(), string(text); }
  void value(const char *text) { value(std::string(text)); }
  void value(bool flag) { separate(), out << (flag ? "true" : "false"); }
  void value(int64_t number) { separate(), digits(number); }
  /// Infinities and NaN, which JSON lacks, become null.
  void value(double number) {
    separate();
    if (!std::isfinite(number)) {
      out << "null";
      return;
    }
    digits(number, std::chars_format::general, 9);
  }
  /// A number of thousandths, without rounding: 12.345.
  void thousandths(int64_t number) {
    separate();
    char text[40];
    long long whole = std::llabs(number);
    out.write(text,
              std::snprintf(text, sizeof(text), "%s%lld.%03lld", number < 0 ? "-" : "", whole / 1000, whole % 1000));
  }

private:
  template <typename Body> void nest(char open, char close, Body &&body) {
    separate();
    out << open;
    first = true;
    body();
    out << close;
    first = false;
  }
  void separate() {
    if (!first)
      out << ", ";
    first = false;
  }
  /// The number as std::to_chars writes it: streams and printf heed locales.
  template <typename Number, typename... Format> void digits(Number number, Format... format) {
    char text[32];
    out.write(text, std::to_chars(text, text + sizeof(text), number, format...).ptr - text);
  }
  void string(const std::string &text) {
    out << '"';
    for (char c : validUtf8(text)) {
      if (c == '"' || c == '\\') {
        out << '\\' << c;
      } else if (static_cast<unsigned char>(c) < 0x20) {
        char escape[8];
        std::snprintf(escape, sizeof(escape), "\\u%04x", c);
        out << escape;
      } else {
        out << c;
      }
    }
    out << '"';
  }

  std::ostream &out;
  bool first = true;
};

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_JSON_H
