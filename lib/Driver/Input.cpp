// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Driver/Input.h"
#include "TextLimits.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <mutex>

using namespace mlir;
using namespace mlir::fusion;

/// Dialects whose operations and attributes a graph may use.
static constexpr StringLiteral kDialects[] = {"builtin",    "fusion", "func",    "linalg", "tosa",         "tensor",
                                              "arith",      "math",   "affine",  "scf",    "cf",           "index",
                                              "ml_program", "shape",  "complex", "quant",  "bufferization"};

static bool isAllowed(StringRef dialect) { return llvm::is_contained(ArrayRef(kDialects), dialect); }

/// Bytes of a tensor, or nothing if they are more than `limit`.
static bool fits(ShapedType type, uint64_t limit) {
  if (!type.getElementType().isIntOrFloat())
    return true;
  uint64_t bytes = llvm::divideCeil(type.getElementType().getIntOrFloatBitWidth(), 8);
  for (int64_t size : type.getShape()) {
    bool overflow = false;
    if (!ShapedType::isDynamic(size))
      bytes = llvm::SaturatingMultiply<uint64_t>(bytes, size, &overflow);
    if (overflow || bytes > limit)
      return false;
  }
  return true;
}

namespace {
/// Checks that a parsed module holds nothing but what a graph needs.
class ModuleChecker {
public:
  explicit ModuleChecker(const InputLimits &limits) : limits(limits) {
    walker.addWalk([this](Attribute attr) { return checkDialect(attr.getDialect(), "attribute"); });
    walker.addWalk([this](Type type) {
      auto shaped = dyn_cast<ShapedType>(type);
      if (shaped && shaped.hasRank() && !fits(shaped, this->limits.tensorBytes)) {
        emitError(Location(location)) << "type " << type << " is larger than the limit of " << this->limits.tensorBytes
                                      << " bytes";
        return WalkResult::interrupt();
      }
      return checkDialect(type.getDialect(), "type");
    });
  }

  LogicalResult check(Operation *root) {
    WalkResult result = root->walk<WalkOrder::PreOrder>([&](Operation *op) { return checkOp(op); });
    return failure(result.wasInterrupted());
  }

private:
  WalkResult checkOp(Operation *op) {
    location = op->getLoc();
    StringRef dialect = op->getName().getDialectNamespace();
    if (!isAllowed(dialect)) {
      op->emitError() << "operation '" << op->getName() << "' of dialect '" << dialect
                      << "' is not allowed in an input graph; allowed are " << llvm::join(ArrayRef(kDialects), ", ");
      return WalkResult::interrupt();
    }
    if (walker.walk(op->getAttrDictionary()).wasInterrupted())
      return WalkResult::interrupt();
    for (Type type : op->getResultTypes())
      if (walker.walk(type).wasInterrupted())
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Type type : region.getArgumentTypes())
        if (walker.walk(type).wasInterrupted())
          return WalkResult::interrupt();
    return WalkResult::advance();
  }

  WalkResult checkDialect(Dialect &dialect, StringRef what) {
    if (isAllowed(dialect.getNamespace()))
      return WalkResult::advance();
    emitError(Location(location)) << what << " of dialect '" << dialect.getNamespace()
                                  << "' is not allowed in an input graph";
    return WalkResult::interrupt();
  }

  const InputLimits &limits;
  AttrTypeWalker walker;
  LocationAttr location;
};
} // namespace

/// The location of a byte of the main buffer.
static Location getLocation(MLIRContext &context, llvm::SourceMgr &sourceManager, StringRef path, size_t offset) {
  unsigned id = sourceManager.getMainFileID();
  const char *start = sourceManager.getMemoryBuffer(id)->getBufferStart();
  auto [line, column] = sourceManager.getLineAndColumn(llvm::SMLoc::getFromPointer(start + offset), id);
  return FileLineColLoc::get(&context, path, line, column);
}

/// Checks the size, the format and the limits of text. Returns false after a diagnostic.
static bool checkBuffer(const llvm::MemoryBuffer &buffer, MLIRContext &context, llvm::SourceMgr &sourceManager,
                        const InputOptions &options) {
  StringRef path = buffer.getBufferIdentifier(), text = buffer.getBuffer();
  Location fileLoc = FileLineColLoc::get(&context, path, 0, 0);
  if (text.size() > options.limits.fileBytes) {
    emitError(fileLoc) << "the file has more than the limit of " << options.limits.fileBytes << " bytes";
    return false;
  }
  bool bytecode = text.starts_with("ML\xefR");
  if (bytecode && options.format == InputFormat::Text) {
    emitError(fileLoc) << "the file is MLIR bytecode; only text is accepted (convert it with mlir-opt)";
    return false;
  }
  if (!bytecode && options.format == InputFormat::Bytecode) {
    emitError(fileLoc) << "the file is no MLIR bytecode";
    return false;
  }
  if (bytecode)
    return true;
  if (std::optional<TextProblem> problem = findTextProblem(text, options.limits)) {
    emitError(getLocation(context, sourceManager, path, problem->offset)) << problem->message;
    return false;
  }
  return true;
}

namespace {
/// Catches crashes while at least one object lives, in any thread.
class CrashGuard {
public:
  CrashGuard() {
    std::lock_guard<std::mutex> lock(getMutex());
    if (getCount()++ == 0)
      llvm::CrashRecoveryContext::Enable();
  }
  ~CrashGuard() {
    std::lock_guard<std::mutex> lock(getMutex());
    if (--getCount() == 0)
      llvm::CrashRecoveryContext::Disable();
  }

private:
  static std::mutex &getMutex() {
    static std::mutex mutex;
    return mutex;
  }
  static int &getCount() {
    static int count = 0;
    return count;
  }
};
} // namespace

/// Runs `parse`; false if it crashed and that was to be caught.
static bool runGuarded(bool recover, llvm::function_ref<void()> parse) {
  if (!recover) {
    parse();
    return true;
  }
  CrashGuard guard;
  return llvm::CrashRecoveryContext().RunSafely(parse);
}

FailureOr<OwningOpRef<ModuleOp>> mlir::fusion::parseInput(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                                          MLIRContext &context, llvm::SourceMgr &sourceManager,
                                                          const InputOptions &options) {
  const llvm::MemoryBuffer &input = *buffer;
  Location fileLoc = FileLineColLoc::get(&context, input.getBufferIdentifier(), 0, 0);
  sourceManager.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  if (!checkBuffer(input, context, sourceManager, options))
    return failure();
  OwningOpRef<ModuleOp> module;
  if (!runGuarded(options.recoverFromCrashes, [&] { module = parseSourceFile<ModuleOp>(sourceManager, &context); })) {
    emitError(fileLoc) << "the parser crashed on this file";
    return failure();
  }
  if (!module) {
    if (input.getBuffer().contains("tosa."))
      emitRemark(fileLoc)
          << "TOSA must be of version 1.0: shapes and zero points are operands; export older files anew";
    return failure();
  }
  if (failed(ModuleChecker(options.limits).check(*module)))
    return failure();
  return module;
}

FailureOr<OwningOpRef<ModuleOp>> mlir::fusion::parseInputFile(StringRef path, MLIRContext &context,
                                                              llvm::SourceMgr &sourceManager,
                                                              const InputLimits &limits) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer)
    return emitError(FileLineColLoc::get(&context, path, 0, 0))
           << "cannot read the file: " << buffer.getError().message();
  InputOptions options;
  options.limits = limits;
  return parseInput(std::move(*buffer), context, sourceManager, options);
}
