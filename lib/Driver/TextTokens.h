// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tokens of MLIR text, for checks that go before the parser.

#ifndef FUSION_LIB_DRIVER_TEXTTOKENS_H
#define FUSION_LIB_DRIVER_TEXTTOKENS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace fusion {

enum class TokenKind {
  Name,   ///< letters, digits and some signs, from a letter
  Alias,  ///< a name behind '#' or '!', that too of a dialect
  Value,  ///< a name behind '%', '^' or '@'
  Number, ///< digits without a sign; "4" of "4xf32"
  String,
  UnendedString,
  Open,
  Close,
  Sign, ///< anything else
  End
};

struct Token {
  TokenKind kind;
  size_t offset;
  StringRef text;

  bool isValue() const { return kind < TokenKind::UnendedString; }
};

/// Splits MLIR text. What is no MLIR comes out as some tokens: the parser will say so.
class Tokenizer {
public:
  explicit Tokenizer(StringRef text) : text(text) {}

  /// The next token; `top` is the bracket that is open, if one is.
  Token next(char top = '\0') {
    skipSpace();
    if (position >= text.size())
      return {TokenKind::End, position, ""};
    char c = text[position];
    size_t start = position++;
    if (llvm::isAlpha(c) || c == '_')
      return take(TokenKind::Name, start, "_$.");
    if (c == '#' && position < text.size() && llvm::isDigit(text[position]))
      return takeResultNumber(start);
    if (StringRef("#!%^@").contains(c))
      return take(c == '#' || c == '!' ? TokenKind::Alias : TokenKind::Value, start, "_$.-");
    if (llvm::isDigit(c))
      return takeNumber(start);
    if (c == '"')
      return takeString(start);
    return takeSign(c, start, top);
  }

  /// Whether what follows is one '='.
  bool assigns() {
    skipSpace();
    return text.substr(position).starts_with("=") && !text.substr(position).starts_with("==");
  }

private:
  void skipSpace() {
    for (; position < text.size(); ++position) {
      if (text[position] == '/' && text.substr(position).starts_with("//"))
        position = std::min(text.find('\n', position), text.size() - 1);
      else if (text[position] != '\0' && !StringRef(" \t\r\n").contains(text[position]))
        return;
    }
  }

  Token make(TokenKind kind, size_t start) { return {kind, start, text.slice(start, position)}; }

  Token take(TokenKind kind, size_t start, StringRef signs) {
    while (position < text.size() && (llvm::isAlnum(text[position]) || signs.contains(text[position])))
      ++position;
    return make(kind, start);
  }

  Token takeNumber(size_t start) {
    if (text.substr(start).starts_with("0x"))
      ++position;
    while (position < text.size() && llvm::isHexDigit(text[position]))
      ++position;
    return make(TokenKind::Number, start);
  }

  /// "#30" of "%r#30step", which is "%r#30" and "step" to the parser.
  Token takeResultNumber(size_t start) {
    while (position < text.size() && llvm::isDigit(text[position]))
      ++position;
    return make(TokenKind::Alias, start);
  }

  Token takeString(size_t start) {
    while (position < text.size()) {
      char c = text[position++];
      if (c == '"')
        return make(TokenKind::String, start);
      if (c == '\\')
        ++position;
    }
    position = text.size();
    return make(TokenKind::UnendedString, start);
  }

  Token takeSign(char c, size_t start, char top) {
    char following = position < text.size() ? text[position] : '\0';
    // "->", and the comparisons of an affine set, which stand in round brackets.
    bool pair = (c == '-' && following == '>') || ((c == '<' || c == '>') && following == '=' && top == '(');
    if (pair)
      ++position;
    TokenKind kind = pair                            ? TokenKind::Sign
                     : StringRef("([{<").contains(c) ? TokenKind::Open
                     : StringRef(")]}>").contains(c) ? TokenKind::Close
                                                     : TokenKind::Sign;
    return make(kind, start);
  }

  StringRef text;
  size_t position = 0;
};

} // namespace fusion

#endif // FUSION_LIB_DRIVER_TEXTTOKENS_H
