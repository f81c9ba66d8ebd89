// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds text of operations whose parsers crash on it.

#include "ParserCrashes.h"
#include "TextTokens.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fusion;

namespace {
/// What the text of an operation says.
struct NamedOperation {
  StringRef kind;                ///< of linalg.elementwise
  SmallVector<StringRef> inputs; ///< element types
};
} // namespace

/// The element type that ends a shape ("x4xf32") or stands alone; empty if the name is neither.
static StringRef getElementType(StringRef name) {
  size_t x = name.rfind('x');
  // The x of "index" and "complex" separates nothing.
  if (name.ends_with("index") || name.ends_with("complex"))
    return name.ends_with("index") ? "index" : "complex";
  StringRef type = x == StringRef::npos ? name : name.drop_front(x + 1);
  StringRef letters = type.take_while(llvm::isAlpha);
  return llvm::is_contained({"i", "si", "ui", "f", "bf"}, letters) && type.size() > letters.size() ? type : "";
}

/// Reads what follows the name of an operation up to the end of its inputs. Aliases of types are not looked into.
static NamedOperation readOperation(Tokenizer &tokenizer) {
  NamedOperation operation;
  Token previous = {TokenKind::End, 0, ""}, token = tokenizer.next();
  bool isTypes = false;
  int depth = 0;
  for (; token.kind != TokenKind::End; previous = token, token = tokenizer.next()) {
    if (previous.text == "<" && operation.kind.empty() && depth == 1 && !isTypes)
      operation.kind = token.text;
    if (token.kind == TokenKind::Open)
      ++depth;
    if (token.kind == TokenKind::Close && --depth <= 0 && isTypes)
      break;
    isTypes |= token.text == ":" && depth == 1;
    if (StringRef type = isTypes && token.kind == TokenKind::Name ? getElementType(token.text) : ""; !type.empty())
      operation.inputs.push_back(type);
    if (token.text == "outs")
      break;
  }
  return operation;
}

/// What is wrong with the types of the inputs; empty if nothing is.
static std::string checkTypes(StringRef name, const NamedOperation &operation) {
  static constexpr StringLiteral kFloatKinds[] = {"exp",        "log",   "abs",  "ceil",  "floor",  "negf", "powf",
                                                  "reciprocal", "round", "sqrt", "rsqrt", "square", "tanh", "erf"};
  bool isElementwise = name == "linalg.elementwise";
  bool wantsFloats = isElementwise && llvm::is_contained(kFloatKinds, operation.kind);
  bool wantsIntegers = isElementwise && operation.kind.ends_with("_unsigned");
  bool wantsMore = isElementwise && (wantsIntegers || operation.kind == "sub" || operation.kind == "div");
  for (StringRef type : operation.inputs) {
    bool isFloat = type.starts_with("f") || type.starts_with("bf"), isInteger = !isFloat && type.contains('i');
    if (wantsFloats ? isFloat : type != "index" && (!wantsIntegers || isInteger) && (!wantsMore || type != "i1"))
      continue;
    StringRef wanted = wantsFloats ? "floats" : wantsMore ? "integers of several bits" : "floats or integers";
    return ("'" + name + (isElementwise ? "' op of kind " + operation.kind.str() : "' op") + " expects " + wanted +
            (wantsMore && !wantsIntegers ? ", or floats" : "") + ", but its elements are '" + type + "'")
        .str();
  }
  return "";
}

std::optional<TextProblem> fusion::findParserCrash(StringRef text) {
  if (!text.contains("linalg.elementwise") && !text.contains("linalg.batch_matmul"))
    return std::nullopt;
  Tokenizer tokenizer(text);
  for (Token token = tokenizer.next(); token.kind != TokenKind::End; token = tokenizer.next()) {
    if (token.text != "linalg.elementwise" && token.text != "linalg.batch_matmul")
      continue;
    if (std::string problem = checkTypes(token.text, readOperation(tokenizer)); !problem.empty())
      return TextProblem{token.offset, problem};
  }
  return std::nullopt;
}
