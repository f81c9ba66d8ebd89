// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Recognises files by their first bytes.

#include "ForeignFiles.h"
#include "ForeignDialects.h"
#include "ForeignSources.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Reads the sections of MLIR bytecode, without what is in them (mlir/lib/Bytecode/Reader/BytecodeReader.cpp).
class SectionReader {
public:
  explicit SectionReader(StringRef bytes) : bytes(bytes) {}

  /// Whether the version, the name of the producer and all sections are there, to the last byte.
  bool isWhole() {
    position = kMagicBytes;
    uint64_t version;
    if (!readNumber(version))
      return false;
    position = bytes.find('\0', position);
    if (position == StringRef::npos)
      return false;
    ++position;
    if (position == bytes.size())
      return false;
    while (position < bytes.size())
      if (!skipSection())
        return false;
    return true;
  }

private:
  static constexpr size_t kMagicBytes = 4;

  /// A byte for the kind, whose high bit says that an alignment follows; the length; the alignment; the data.
  bool skipSection() {
    constexpr unsigned char kAligned = 0x80;
    bool aligned = static_cast<unsigned char>(bytes[position++]) & kAligned;
    uint64_t length, alignment = 1;
    if (!readNumber(length) || (aligned && (!readNumber(alignment) || !llvm::isPowerOf2_64(alignment))))
      return false;
    position = llvm::alignTo(position, alignment);
    if (position > bytes.size() || length > bytes.size() - position)
      return false;
    position += length;
    return true;
  }

  /// A number of 7 bits a byte, low ones first: the zeros below the lowest one count the bytes that follow the first.
  bool readNumber(uint64_t &number) {
    if (position >= bytes.size())
      return false;
    auto first = static_cast<unsigned char>(bytes[position]);
    unsigned following = first ? llvm::countr_zero(first) : 8;
    if (bytes.size() - position <= following)
      return false;
    number = 0;
    for (unsigned i = 0, end = std::min(following + 1, 8u); i < end; ++i) {
      size_t at = following == 8 ? position + 1 + i : position + i;
      number |= uint64_t(static_cast<unsigned char>(bytes[at])) << (8 * i);
    }
    number >>= following == 8 ? 0 : following + 1;
    position += following + 1;
    return true;
  }

  StringRef bytes;
  size_t position = 0;
};
} // namespace

static std::string explainBytecode(StringRef bytes) {
  if (!SectionReader(bytes).isWhole())
    return "the file begins as MLIR bytecode, but is cut off or damaged: write it anew, as text (fusion-opt does "
           "without "
           "--emit-bytecode, mlir-opt too)";
  if (const Source *source = findBytecodeSource(bytes))
    return ("the file is MLIR bytecode of " + source->name + ", and only text is read; " + source->advise()).str();
  return "the file is MLIR bytecode, and only text is read: mlir-opt IN -o OUT.mlir prints it (a program that wrote it "
         "can write text too: fusion-opt does without --emit-bytecode, tosa-converter-for-tflite with --text)";
}

/// The two forms of ONNX's text: that of onnx.printer, and protobuf's.
static bool isOnnxText(StringRef bytes) {
  constexpr size_t kHeader = 256;
  StringRef text = bytes.ltrim();
  return text.starts_with("ir_version:") || (text.starts_with("<") && text.take_front(kHeader).contains("ir_version"));
}

/// Whether bytes begin as a model of ONNX: field 1, the version of the format, as a small number, and the tag of a
/// field that may be next. No text begins so.
static bool isOnnx(StringRef bytes) {
  constexpr char kVersion = 0x08;
  return bytes.size() > 2 && bytes[0] == kVersion && bytes[1] >= 3 && bytes[1] < ' ' &&
         StringRef("\x12\x1a\x22\x28\x32\x3a\x42").contains(bytes[2]);
}

static std::string explainOnnxText() {
  std::string model = "onnx.parser.parse_model(open(IN).read())";
  return "the file is a model of ONNX as text; call fusion.from_onnx(" + model +
         ") in Python, or write a .onnx file (onnx.save(" + model + ", OUT)) and " + kOnnx.tool.str();
}

/// What makes a graph of a model that is an object of Python.
static std::string adviseModel() {
  return ("call " + kTorch.python +
          " in Python with a model that has it, or write the model's graph: torch_mlir.fx.export_and_import(model, "
          "args, "
          "output_type=\"linalg-on-tensors\") (Python wheel torch-mlir)")
      .str();
}

/// What a zip archive holds, by the names of its entries, which its end lists.
static std::string explainArchive(StringRef bytes) {
  constexpr size_t kDirectory = 1 << 20;
  StringRef names = bytes.take_back(kDirectory);
  auto holds = [&](StringRef name) { return names.contains(name); };
  if (holds("serialized_exported_program") || holds("/models/"))
    return "the file is a program of torch.export; call fusion.from_torch(torch.export.load(IN).module(), args) in "
           "Python, or write its graph: torch_mlir.fx.export_and_import(torch.export.load(IN), "
           "output_type=\"linalg-on-tensors\") (Python wheel torch-mlir)";
  if (holds("/code/"))
    return "the file is a module of TorchScript, which is not exported; start from the model it was made of: " +
           adviseModel();
  if (holds("data.pkl"))
    return "the file is what torch.save writes, tensors or objects of Python and no graph; " + adviseModel();
  if (holds(".npy"))
    return "the file holds arrays of NumPy (.npz), and no graph: save each array as a .npy file for --input";
  return "the file is a zip archive, and no MLIR text";
}

std::string fusion::explainFile(StringRef bytes, StringRef path) {
  constexpr size_t kIdentifierOffset = 4; // of a flatbuffer
  StringRef identifier = bytes.substr(kIdentifierOffset, 4);
  if (bytes.starts_with("ML\xefR"))
    return explainBytecode(bytes);
  if (bytes.starts_with("ML\xc3\xafR") || bytes.starts_with("ML\xef\xbf\xbdR"))
    return "the file is MLIR bytecode that a program took for text, and whose bytes it changed: copy the file anew";
  if (identifier == "TFL3")
    return "the file is a model of TensorFlow Lite; " + kTFLite.advise();
  if (identifier == "TOSA")
    return "the file is a TOSA flatbuffer, and only text is read; the MLIR translator of TOSA makes text of it";
  if (isOnnxText(bytes))
    return explainOnnxText();
  if (path.ends_with(".onnx") || isOnnx(bytes))
    return "the file is a model of ONNX; " + kOnnx.advise();
  if (bytes.starts_with("PK\x03\x04"))
    return explainArchive(bytes);
  if (bytes.size() > 1 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5)
    return "the file is a pickle of Python, as older torch.save writes, and no graph; " + adviseModel();
  if (bytes.starts_with("\x93NUMPY"))
    return "the file is an array of NumPy, and no graph: --input=FILE.npy gives it to fusion-run";
  if (bytes.starts_with("\x7f"
                        "ELF"))
    return "the file is compiled already: fusion-run and fusion-runner run it";
  return "";
}
