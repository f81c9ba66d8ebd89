// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads graphs that nobody vouches for: limits, crashes of the parser.

#include "fusion/Driver/Input.h"
#include "CheckModule.h"
#include "ForeignDialects.h"
#include "ForeignFiles.h"
#include "ParserCrashes.h"
#include "TextLimits.h"
#include "fusion/Driver/OperationNames.h"
#include "fusion/Runtime/Text.h"
#include "fusion/Transforms/CheckGraph/CheckGraph.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <mutex>

using namespace mlir;
using namespace fusion;

/// Line and column, from 1, of a byte of the text.
static std::pair<unsigned, unsigned> getPosition(StringRef text, size_t offset) {
  StringRef before = text.take_front(offset);
  size_t lineStart = before.rfind('\n') + 1; // 0 if there is none
  return {before.count('\n') + 1, offset - lineStart + 1};
}

/// The file ("-" is standard input), unless it is longer than `limit`: then, of a file without a size, a part that is.
static llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> readFile(StringRef path, uint64_t limit) {
  if (path != "-") {
    llvm::sys::fs::file_status status;
    if (std::error_code code = llvm::sys::fs::status(path, status))
      return code;
    if (llvm::sys::fs::is_regular_file(status) && status.getSize() <= limit)
      return llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    if (llvm::sys::fs::is_regular_file(status))
      return std::make_error_code(std::errc::file_too_large);
  }
  llvm::Expected<llvm::sys::fs::file_t> file =
      path == "-" ? llvm::sys::fs::getStdinHandle() : llvm::sys::fs::openNativeFileForRead(path);
  if (!file)
    return llvm::errorToErrorCode(file.takeError());
  llvm::SmallString<0> text;
  llvm::Error problem = llvm::Error::success();
  for (constexpr size_t kChunk = 1 << 20; !problem && text.size() <= limit;) {
    size_t size = text.size();
    text.resize_for_overwrite(size + kChunk);
    llvm::Expected<size_t> count =
        llvm::sys::fs::readNativeFile(*file, llvm::MutableArrayRef(text.data() + size, kChunk));
    text.truncate(size + (count ? *count : 0));
    if (!count)
      problem = count.takeError();
    else if (*count == 0)
      break;
  }
  if (path != "-")
    (void)llvm::sys::fs::closeFile(*file);
  if (problem)
    return llvm::errorToErrorCode(std::move(problem));
  if (text.size() > limit)
    return std::make_error_code(std::errc::file_too_large);
  return llvm::MemoryBuffer::getMemBufferCopy(text, path == "-" ? "<stdin>" : path);
}

/// Whether a byte stands in no text. (Zeros are space for MLIR's lexer.)
static bool isControl(char c) { return (c > '\0' && c < ' ' && !StringRef("\t\n\r\f\v").contains(c)) || c == '\x7f'; }

/// Checks the size, the format and the limits of text. Returns false after a diagnostic.
static bool checkBuffer(const llvm::MemoryBuffer &buffer, MLIRContext &context, const InputOptions &options) {
  StringRef path = buffer.getBufferIdentifier(), text = buffer.getBuffer();
  Location fileLoc = FileLineColLoc::get(&context, path, 0, 0);
  if (text.size() > options.limits.fileBytes) {
    emitError(fileLoc) << "the file has more than the limit of " << options.limits.fileBytes << " bytes";
    return false;
  }
  bool bytecode = text.starts_with("ML\xefR");
  if (bytecode && options.format == InputFormat::Text) {
    emitError(fileLoc) << explainFile(text, path);
    return false;
  }
  if (!bytecode && options.format == InputFormat::Bytecode) {
    emitError(fileLoc) << "the file is no MLIR bytecode";
    return false;
  }
  if (bytecode)
    return true;
  if (std::string binary = explainFile(text, path); !binary.empty()) {
    emitError(fileLoc) << binary;
    return false;
  }
  // Without its line, which a terminal might obey.
  if (size_t offset = text.find_if(isControl); offset != StringRef::npos) {
    auto [line, column] = getPosition(text, offset);
    emitError(fileLoc) << llvm::formatv("the file is no text: byte {0:x2} in line {1}, column {2}",
                                        static_cast<unsigned>(static_cast<unsigned char>(text[offset])), line, column)
                              .str();
    return false;
  }
  std::optional<TextProblem> problem = findTextProblem(text, options.limits);
  if (!problem && !options.limits.mayNameFiles)
    problem = findNamedFile(text, path);
  if (!problem && !options.limits.mayHoldForeignDialects)
    problem = findForeignDialect(text);
  if (!problem)
    problem = findParserCrash(text);
  if (problem) {
    auto [line, column] = getPosition(text, problem->offset);
    emitError(FileLineColLoc::get(&context, path, line, column)) << problem->message;
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
    if (getCount()++ != 0)
      return;
    llvm::CrashRecoveryContext::Enable();
    // LLVM's handlers run on the stack that overflowed.
    for (int signal : {SIGSEGV, SIGBUS}) {
      struct sigaction action;
      if (sigaction(signal, nullptr, &action) == 0) {
        action.sa_flags |= SA_ONSTACK;
        sigaction(signal, &action, nullptr);
      }
    }
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

/// A stack for this thread's signal handlers, unless it has one.
class SignalStack {
public:
  SignalStack() {
    stack_t mine = {};
    mine.ss_sp = memory.data();
    mine.ss_size = memory.size();
    replaced = sigaltstack(nullptr, &found) == 0 && (found.ss_flags & SS_DISABLE) && sigaltstack(&mine, nullptr) == 0;
  }
  ~SignalStack() {
    if (replaced)
      sigaltstack(&found, nullptr);
  }

private:
  std::vector<char> memory = std::vector<char>(65536);
  stack_t found = {};
  bool replaced;
};
} // namespace

/// Runs `parse`; false if it crashed and that was to be caught.
static bool runGuarded(bool recover, llvm::function_ref<void()> parse) {
  if (!recover) {
    parse();
    return true;
  }
  CrashGuard guard;
  SignalStack stack;
  return llvm::CrashRecoveryContext().RunSafely(parse);
}

FailureOr<OwningOpRef<ModuleOp>> fusion::parseInput(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext &context,
                                                    llvm::SourceMgr &sourceManager, const InputOptions &options) {
  const llvm::MemoryBuffer &input = *buffer;
  Location fileLoc = FileLineColLoc::get(&context, input.getBufferIdentifier(), 0, 0);
  sourceManager.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  if (!checkBuffer(input, context, options))
    return failure();
  OwningOpRef<ModuleOp> module;
  ScopedDiagnosticHandler suggester(&context, [&](Diagnostic &error) {
    std::string meant = findMeantOperation(error, input.getBuffer(), context.getDialectRegistry(),
                                           [](StringRef dialect) { return isGraphDialect(dialect); });
    if (!meant.empty())
      error << " (did you mean " << meant << "?)";
    return failure(); // for the next handler
  });
  auto parse = [&] {
    module = parseSourceFile<ModuleOp>(sourceManager, ParserConfig(&context, /*verifyAfterParse=*/false));
    if (module && failed(verifyParsed(*module)))
      module = nullptr;
  };
  if (!runGuarded(options.recoverFromCrashes, parse)) {
    emitError(fileLoc) << "the parser crashed on this file";
    return failure();
  }
  if (!module) {
    if (input.getBuffer().contains("tosa."))
      emitRemark(fileLoc)
          << "TOSA must be of version 1.0: shapes and zero points are operands; export older files anew";
    return failure();
  }
  if (failed(checkGraphModule(*module, options.limits)))
    return failure();
  return module;
}

/// Reads the file. Fails with a diagnostic.
static FailureOr<std::unique_ptr<llvm::MemoryBuffer>> readBuffer(StringRef path, MLIRContext &context,
                                                                 const InputLimits &limits) {
  Location fileLoc = FileLineColLoc::get(&context, path, 0, 0);
  auto buffer = readFile(path, limits.fileBytes);
  if (buffer)
    return std::move(*buffer);
  if (buffer.getError() == std::errc::file_too_large)
    return emitError(fileLoc) << "the file has more than the limit of " << limits.fileBytes << " bytes";
  return emitError(fileLoc) << "cannot read the file: " << buffer.getError().message()
                            << (buffer.getError() == std::errc::no_such_file_or_directory
                                    ? runtime::suggestFile(path.str())
                                    : "");
}

FailureOr<std::unique_ptr<llvm::MemoryBuffer>> fusion::readInputText(StringRef path, MLIRContext &context,
                                                                     const InputLimits &limits) {
  auto buffer = readBuffer(path, context, limits);
  InputOptions options;
  options.limits = limits;
  if (failed(buffer) || !checkBuffer(**buffer, context, options))
    return failure();
  return buffer;
}

FailureOr<OwningOpRef<ModuleOp>> fusion::parseInputFile(StringRef path, MLIRContext &context,
                                                        llvm::SourceMgr &sourceManager, const InputLimits &limits) {
  auto buffer = readBuffer(path, context, limits);
  if (failed(buffer))
    return failure();
  InputOptions options;
  options.limits = limits;
  options.recoverFromCrashes = false;
  return parseInput(std::move(*buffer), context, sourceManager, options);
}
