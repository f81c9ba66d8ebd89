// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table of what frameworks export and this compiler does not read, and how it is recognised.

#include "ForeignDialects.h"
#include "ForeignSources.h"
#include "TextTokens.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fusion;

namespace {
struct ForeignDialect {
  StringLiteral prefix; ///< or an operation's whole name, which says more
  const Source *source;
};
} // namespace

/// By prefix or whole name. What frameworks add is a line here, with its test in test/Driver/foreign-dialects.test.
static constexpr ForeignDialect kForeignDialects[] = {
    // clang-format off
    {"stablehlo", &kStableHLO}, {"chlo", &kStableHLO}, {"vhlo", &kPortable}, {"mhlo", &kMHLO}, {"lmhlo", &kMHLO},
    {"sdy", &kShardy},
    {"stablehlo.while", &kStableHLOControl}, {"stablehlo.case", &kStableHLOControl},
    {"stablehlo.if", &kStableHLOControl},
    {"stablehlo.sort", &kStableHLOLeft}, {"stablehlo.scatter", &kStableHLOLeft}, {"stablehlo.fft", &kStableHLOLeft},
    {"stablehlo.custom_call", &kStableHLOLeft},
    {"stablehlo.optimization_barrier", &kBarrier}, {"util.optimization_barrier", &kBarrier},
    {"torch", &kTorch}, {"torch_c", &kTorch}, {"tm_tensor", &kTMTensor},
    {"tm_tensor.sort", &kTMTensorSort}, {"tm_tensor.topk", &kTMTensorSort},
    {"onnx", &kOnnx}, {"krnl", &kOnnx},
    {"util", &kIREE}, {"hal", &kIREE}, {"flow", &kIREE}, {"stream", &kIREE}, {"vm", &kIREE}, {"iree_input", &kIREE},
    {"iree_linalg_ext", &kIREELeft}, {"iree_tensor_ext", &kIREE}, {"iree_encoding", &kIREE}, {"iree_codegen", &kIREE},
    {"tf", &kTensorFlow}, {"tf_executor", &kTensorFlow}, {"tfl", &kTFLite},
    // clang-format on
};

static const ForeignDialect *findDialect(StringRef prefix) {
  const auto *found = llvm::find_if(kForeignDialects, [&](const ForeignDialect &d) { return d.prefix == prefix; });
  return found == std::end(kForeignDialects) ? nullptr : found;
}

/// The dialect of "dialect.name", or the row of that operation; null if it is none of the table's.
static const ForeignDialect *findDialectOf(StringRef name) {
  if (const ForeignDialect *operation = findDialect(name); operation && name.contains('.'))
    return operation;
  size_t dot = name.find('.');
  return dot == StringRef::npos ? nullptr : findDialect(name.take_front(dot));
}

/// Whether `name`, in front of `next`, is that of an operation. Keys of dictionaries and resources, which may look
/// alike, end in '=' or ':', or in what ends an entry; so do operations without operands, but '=' is before them.
static bool isOperation(const Token &previous, const Token &next) {
  return previous.text == "=" || !StringRef("=:,}])>").contains(next.text.take_front(1)) || next.text.empty();
}

/// The name of the foreign operation, type or attribute that `token` is, if it is one.
static StringRef getForeignName(const Token &previous, const Token &token, const Token &next, const Token &afterNext) {
  switch (token.kind) {
  case TokenKind::Name:
    return findDialectOf(token.text) && isOperation(previous, next) ? token.text : "";
  case TokenKind::Alias: {
    // "!torch.vtensor", "#stablehlo<...>"; "#torch" alone may be a definition of the file.
    StringRef name = token.text.drop_front();
    return findDialectOf(name) || (next.text == "<" && findDialect(name)) ? token.text : "";
  }
  case TokenKind::String: {
    // "stablehlo.add"(%a, %b) and "onnx.NoValue"(); a location's name has another location behind it.
    StringRef name = token.text.drop_front().drop_back();
    bool called = next.text == "(" && (afterNext.text == ")" || afterNext.text.starts_with("%"));
    return called && findDialectOf(name) ? name : "";
  }
  default:
    return "";
  }
}

/// The torch dialect is the carrier of ONNX too.
static const Source &getSource(StringRef name, StringRef text) {
  const ForeignDialect *dialect = findDialectOf(name);
  const Source &source = *(dialect ? dialect : findDialect(name))->source;
  return &source == &kTorch && (text.contains("torch.operator \"onnx.") || text.contains("torch.onnx_meta."))
             ? kTorchOnnx
             : source;
}

std::optional<TextProblem> fusion::findForeignDialect(StringRef text) {
  Tokenizer tokenizer(text);
  Token previous = {TokenKind::End, 0, ""}, token = tokenizer.next(), next = tokenizer.next();
  while (token.kind != TokenKind::End) {
    Token afterNext = tokenizer.next();
    StringRef name = getForeignName(previous, token, next, afterNext);
    if (!name.empty()) {
      const Source &source = getSource(name.ltrim("!#"), text);
      return TextProblem{token.offset,
                         ("'" + name + "' is of " + source.name + ", and is not read here; " + source.advise()).str()};
    }
    previous = token;
    token = next;
    next = afterNext;
  }
  return std::nullopt;
}

const Source *fusion::findBytecodeSource(StringRef bytes) {
  for (const ForeignDialect &dialect : kForeignDialects)
    if (bytes.contains((Twine('\0') + dialect.prefix + Twine('\0')).str()))
      return &getSource(dialect.prefix, bytes);
  return nullptr;
}
