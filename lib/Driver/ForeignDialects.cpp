// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table of what frameworks export and this compiler does not read, and how it is recognised.

#include "ForeignDialects.h"
#include "TextTokens.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Where graphs come from, and how they get to linalg or TOSA.
struct Source {
  StringLiteral name;
  StringLiteral advice;
};

struct ForeignDialect {
  StringLiteral prefix; ///< or an operation's whole name, which says more
  const Source *source;
};
} // namespace

static constexpr Source kStableHLO = {
    "StableHLO, which JAX and TensorFlow write",
    "lower it to linalg: iree-opt --inline --chlo-legalize-to-stablehlo IN.mlir | torch-mlir-opt "
    "--stablehlo-legalize-to-linalg --canonicalize --cse -o OUT.mlir (Python wheels iree-base-compiler and "
    "torch-mlir)"};
#define FUSION_BY_IREE                                                                                                 \
  "iree-compile --iree-input-type=auto --compile-to=input IN.mlir | sed -E "                                           \
  "'s/\\butil\\.(func|return|call)\\b/func.\\1/' "                                                                     \
  "> OUT.mlir (Python wheel iree-base-compiler)"
static constexpr Source kStableHLOControl = {"StableHLO, whose loops and branches torch-mlir leaves",
                                             "lower the graph by IREE instead: " FUSION_BY_IREE};
#define FUSION_OUTSIDE "compute it outside of the graph, which takes what it gives as an argument"
static constexpr Source kStableHLOLeft = {"StableHLO, and one of those that nothing lowers to linalg on tensors",
                                          FUSION_OUTSIDE};
static constexpr Source kBarrier = {"jax.checkpoint, which keeps XLA from computing something once",
                                    "export the function without it: the values are the same"};
static constexpr Source kPortable = {
    "VHLO, the portable form of StableHLO",
    "make StableHLO of it: python -c 'import sys; from jaxlib.mlir import ir; from jaxlib.mlir.dialects import "
    "stablehlo; print(stablehlo.deserialize_portable_artifact(ir.Context(), open(sys.argv[1], \"rb\").read()))' IN > "
    "OUT.mlir (Python wheel jaxlib), and lower that to linalg by iree-opt and torch-mlir-opt"};
static constexpr Source kMHLO = {
    "MHLO, XLA's own form of StableHLO",
    "export StableHLO (in JAX: jax.jit(f).lower(x).as_text()), or convert it by XLA's mlir-hlo-opt "
    "--hlo-legalize-to-stablehlo, and lower that to linalg: iree-opt --inline --chlo-legalize-to-stablehlo IN.mlir | "
    "torch-mlir-opt --stablehlo-legalize-to-linalg --canonicalize --cse -o OUT.mlir"};
static constexpr Source kShardy = {
    "Shardy, JAX's shardings over several devices",
    "export the function for one device, without a mesh, and lower its StableHLO to linalg: iree-opt --inline "
    "--chlo-legalize-to-stablehlo IN.mlir | torch-mlir-opt --stablehlo-legalize-to-linalg --canonicalize --cse -o "
    "OUT.mlir"};
static constexpr Source kTorch = {
    "torch-mlir's torch dialect, PyTorch's operations",
    "lower it to linalg: torch-mlir-opt --torchdynamo-export-to-torch-backend-pipeline "
    "--torch-backend-to-linalg-on-tensors-backend-pipeline IN.mlir -o OUT.mlir (Python wheel torch-mlir), or export "
    "with torch_mlir.fx.export_and_import(..., output_type=\"linalg-on-tensors\")"};
/// What makes text of a program that torch.export saved.
static constexpr StringLiteral kTorchProgram =
    "write its graph: torch_mlir.fx.export_and_import(torch.export.load(IN), output_type=\"linalg-on-tensors\") "
    "(Python "
    "wheel torch-mlir)";
static constexpr Source kTorchOnnx = {
    "torch-mlir's form of ONNX",
    "lower it to linalg: torch-mlir-opt --torch-onnx-to-torch-backend-pipeline "
    "--torch-backend-to-linalg-on-tensors-backend-pipeline IN.mlir -o OUT.mlir (Python wheel torch-mlir)"};
static constexpr Source kTMTensor = {
    "torch-mlir, which leaves scans and scatters in it and has no way from it to linalg on tensors",
    "export to TOSA instead: torch_mlir.fx.export_and_import(..., output_type=\"tosa\"), or torch-mlir-opt "
    "--torch-backend-to-tosa-backend-pipeline from the torch dialect (Python wheel torch-mlir)"};
static constexpr Source kTMTensorSort = {"torch-mlir, and one of those that neither linalg on tensors nor TOSA has",
                                         FUSION_OUTSIDE};
static constexpr Source kOnnx = {
    "onnx-mlir's form of ONNX",
    "start from the .onnx file: torch-mlir-import-onnx IN.onnx -o torch.mlir, then torch-mlir-opt "
    "--torch-onnx-to-torch-backend-pipeline --torch-backend-to-linalg-on-tensors-backend-pipeline torch.mlir -o "
    "OUT.mlir (Python wheels onnx and torch-mlir)"};
static constexpr Source kIREE = {
    "IREE", "take the graph as IREE has it behind its input stage: " FUSION_BY_IREE
            "; graphs of PyTorch and ONNX go by torch-mlir-opt, since IREE gives them an ABI of its own"};
static constexpr Source kIREELeft = {
    "IREE, which has scans, sorts, scatters and Fourier transforms as operations of its own",
    "lower scans of JAX by torch-mlir instead: iree-opt --inline --chlo-legalize-to-stablehlo IN.mlir | torch-mlir-opt "
    "--stablehlo-legalize-to-linalg --canonicalize --cse -o OUT.mlir; of the others, " FUSION_OUTSIDE};
static constexpr Source kTFLite = {
    "TensorFlow Lite",
    "convert the .tflite file to TOSA: tosa-converter-for-tflite --text IN.tflite -o OUT.mlir (Python wheel "
    "tosa-converter-for-tflite)"};
static constexpr Source kTensorFlow = {
    "TensorFlow",
    "convert the model to TensorFlow Lite (tf.lite.TFLiteConverter), and that to TOSA: tosa-converter-for-tflite "
    "--text IN.tflite -o OUT.mlir (Python wheel tosa-converter-for-tflite)"};

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
                         ("'" + name + "' is of " + source.name + ", and is not read here; " + source.advice).str()};
    }
    previous = token;
    token = next;
    next = afterNext;
  }
  return std::nullopt;
}

/// The source of bytecode, in which names of dialects stand as strings that end in zeros; null if it is none of these.
static const Source *findBytecodeSource(StringRef bytes) {
  for (const ForeignDialect &dialect : kForeignDialects)
    if (bytes.contains((Twine('\0') + dialect.prefix + Twine('\0')).str()))
      return &getSource(dialect.prefix, bytes);
  return nullptr;
}

static std::string explainBytecode(StringRef bytes) {
  if (const Source *source = findBytecodeSource(bytes))
    return ("the file is MLIR bytecode of " + source->name + ", and only text is read; " + source->advice).str();
  return "the file is MLIR bytecode, and only text is read: mlir-opt IN -o OUT.mlir prints it (a program that wrote "
         "it can write text too: fusion-opt does without --emit-bytecode, tosa-converter-for-tflite with --text)";
}

std::string fusion::explainBinary(StringRef bytes, StringRef path) {
  constexpr size_t kIdentifierOffset = 4; // of a flatbuffer
  StringRef identifier = bytes.substr(kIdentifierOffset, 4);
  if (bytes.starts_with("ML\xefR"))
    return explainBytecode(bytes);
  if (identifier == "TFL3")
    return ("the file is a model of TensorFlow Lite; " + kTFLite.advice).str();
  if (identifier == "TOSA")
    return "the file is a TOSA flatbuffer, and only text is read; the MLIR translator of TOSA makes text of it";
  if (path.ends_with(".onnx"))
    return ("the file is a model of ONNX; " + kOnnx.advice).str();
  if (bytes.starts_with("PK\x03\x04"))
    return ("the file is an archive, as torch.export.save and torch.save write; " + kTorchProgram).str();
  return "";
}
