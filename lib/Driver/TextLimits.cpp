// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TextLimits.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {
/// Walks over the text outside of strings and comments.
class TextScanner {
public:
  TextScanner(StringRef text, const InputLimits &limits) : text(text), limits(limits) {}

  std::optional<TextProblem> scan() {
    while (position < text.size()) {
      if (std::optional<TextProblem> problem = step())
        return problem;
    }
    return std::nullopt;
  }

private:
  std::optional<TextProblem> step() {
    char c = text[position];
    if (c == '"')
      return skipString();
    if (text.substr(position).starts_with("//")) {
      position = std::min(text.find('\n', position), text.size());
      return std::nullopt;
    }
    if (llvm::isDigit(c))
      return skipInteger();
    if (llvm::isAlpha(c) || c == '_') { // a name may hold digits
      while (position < text.size() && (llvm::isAlnum(text[position]) || StringRef("_$.").contains(text[position])))
        ++position;
      return std::nullopt;
    }
    return countBracket(c);
  }

  std::optional<TextProblem> skipString() {
    size_t start = position++;
    for (; position < text.size(); ++position) {
      if (text[position] == '\\')
        ++position;
      else if (text[position] == '"') {
        ++position;
        return std::nullopt;
      }
    }
    return TextProblem{start, "string without an end"};
  }

  std::optional<TextProblem> skipInteger() {
    size_t start = position;
    if (text.substr(position).starts_with("0x"))
      position += 2;
    while (position < text.size() && llvm::isHexDigit(text[position]))
      ++position;
    if (static_cast<int64_t>(position - start) > limits.integerDigits)
      return TextProblem{start, "integer literal of more than " + std::to_string(limits.integerDigits) + " digits"};
    return std::nullopt;
  }

  std::optional<TextProblem> countBracket(char c) {
    bool arrow = c == '>' && position > 0 && (text[position - 1] == '-');
    bool comparison = c == '>' && position + 1 < text.size() && text[position + 1] == '=';
    if (StringRef("([{<").contains(c))
      ++depth;
    else if (StringRef(")]}>").contains(c) && !arrow && !comparison && depth > 0)
      --depth;
    if (depth > limits.nesting)
      return TextProblem{position, "nesting of more than " + std::to_string(limits.nesting) + " levels"};
    ++position;
    return std::nullopt;
  }

  StringRef text;
  const InputLimits &limits;
  size_t position = 0;
  int64_t depth = 0;
};
} // namespace

std::optional<TextProblem> mlir::fusion::findTextProblem(StringRef text, const InputLimits &limits) {
  return TextScanner(text, limits).scan();
}
