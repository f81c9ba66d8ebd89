// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Goes through the tokens of a text, and stops at what the parser cannot take.

#include "TextLimits.h"
#include "TextAliases.h"
#include "TextTokens.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Whether a name is, or a shape ends in, an integer type of four digits or more.
bool isWideInteger(StringRef name) {
  StringRef prefix = name.rtrim("0123456789");
  if (name.size() - prefix.size() < 4 || !prefix.consume_back("i"))
    return false;
  if (!prefix.consume_back("s"))
    prefix.consume_back("u");
  return prefix.empty() || prefix.ends_with("x");
}

class LimitCheck {
public:
  LimitCheck(StringRef text, const InputLimits &limits) : tokenizer(text), limits(limits), aliases(limits) {}

  std::optional<TextProblem> run() {
    for (;;) {
      Token token = tokenizer.next(brackets.empty() ? '\0' : brackets.back());
      if (brackets.empty() && afterValue && (token.isValue() || token.kind == TokenKind::End))
        aliases.end(token.offset);
      if (token.kind == TokenKind::End)
        return std::nullopt;
      std::string message = check(token);
      if (!message.empty())
        return TextProblem{token.offset, std::move(message)};
      afterValue = token.isValue() || token.kind == TokenKind::Close;
    }
  }

private:
  static std::string more(StringRef what, int64_t limit, StringRef unit) {
    return (what + " of more than " + Twine(limit) + " " + unit).str();
  }

  std::string check(const Token &token) {
    auto length = static_cast<int64_t>(token.text.size());
    switch (token.kind) {
    case TokenKind::Name:
      if (isWideInteger(token.text))
        return more("integer type", limits.integerBits, "bits");
      if (token.text == "mod" || token.text == "floordiv" || token.text == "ceildiv")
        return countOperator();
      [[fallthrough]];
    case TokenKind::Value:
      return length > limits.nameBytes ? more("name", limits.nameBytes, "bytes") : "";
    case TokenKind::Alias:
      return length > limits.nameBytes ? more("name", limits.nameBytes, "bytes") : checkAlias(token);
    case TokenKind::Number:
      return length > limits.integerDigits ? more("integer literal", limits.integerDigits, "digits") : "";
    case TokenKind::UnendedString:
      return "string without an end";
    case TokenKind::Open:
      return open(token.text[0]);
    case TokenKind::Close:
      if (!brackets.empty()) {
        brackets.pop_back();
        operators.pop_back();
      }
      return "";
    case TokenKind::Sign:
      return checkSign(token.text);
    case TokenKind::String:
    case TokenKind::End:
      return "";
    }
    llvm_unreachable("all kinds are handled");
  }

  std::string checkAlias(const Token &token) {
    // "#2" of "%r#2": the parser makes room for so many results of %r.
    StringRef number = token.text.drop_front();
    if (!number.empty() && llvm::isDigit(number[0])) {
      int64_t value = 0;
      bool fits = !number.getAsInteger(10, value) && value <= limits.resultNumbers - resultNumbers;
      resultNumbers += fits ? value : 0;
      return fits ? "" : more("numbers of results", limits.resultNumbers, "in all");
    }
    if (!brackets.empty() || aliases.isOpen() || !tokenizer.assigns())
      return aliases.use(token.text, depth());
    aliases.begin(token.text, token.offset);
    return "";
  }

  std::string open(char bracket) {
    brackets.push_back(bracket);
    operators.push_back(0);
    aliases.bracket(depth());
    return depth() > limits.nesting ? more("nesting", limits.nesting, "levels") : "";
  }

  std::string checkSign(StringRef sign) {
    if (sign == "+" || sign == "-" || sign == "*")
      return countOperator();
    if (sign == "," || sign == "=" || sign == ":")
      operators.back() = 0;
    return "";
  }

  std::string countOperator() {
    return ++operators.back() > limits.operators ? more("expression", limits.operators, "operators") : "";
  }

  int64_t depth() const { return static_cast<int64_t>(brackets.size()); }

  Tokenizer tokenizer;
  const InputLimits &limits;
  TextAliases aliases;
  SmallVector<char> brackets;        // that are open
  SmallVector<int64_t> operators{0}; // since the last separator, in each bracket and outside
  int64_t resultNumbers = 0;         // the sum of those of all uses
  bool afterValue = false;           // a token before this may end a definition
};
} // namespace

std::optional<TextProblem> fusion::findTextProblem(StringRef text, const InputLimits &limits) {
  return LimitCheck(text, limits).run();
}

/// A string token's characters: \" and the like, and two hexadecimal digits.
static std::string unescape(StringRef token) {
  StringRef text = token.drop_front().drop_back();
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      plain += text[i];
    } else if (i + 2 < text.size() && llvm::isHexDigit(text[i + 1]) && llvm::isHexDigit(text[i + 2])) {
      plain += static_cast<char>(llvm::hexFromNibbles(text[i + 1], text[i + 2]));
      i += 2;
    } else {
      char c = text[++i];
      plain += c == 'n' ? '\n' : c == 't' ? '\t' : c;
    }
  }
  return plain;
}

std::optional<TextProblem> fusion::findNamedFile(StringRef text, StringRef path) {
  Tokenizer tokenizer(text);
  Token name = tokenizer.next(), colon = tokenizer.next(), line = tokenizer.next();
  while (name.kind != TokenKind::End) {
    if (name.kind == TokenKind::String && colon.text == ":" && line.kind == TokenKind::Number) {
      std::string file = unescape(name.text);
      if (file != path && llvm::sys::fs::exists(file))
        return TextProblem{name.offset,
                           "location in another file that is here; its lines could come out in diagnostics "
                           "(mlir-opt --strip-debuginfo removes locations)"};
    }
    name = colon;
    colon = line;
    line = tokenizer.next();
  }
  return std::nullopt;
}
