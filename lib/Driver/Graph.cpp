// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A graph with its context; prints diagnostics so that no terminal obeys them.

#include "fusion/Driver/Graph.h"
#include "fusion/Driver/Input.h"
#include "fusion/InitAll.h"
#include "fusion/Runtime/Progress.h"
#include "fusion/Runtime/Text.h"
#include "fusion/Runtime/Timeline.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace mlir;
using namespace fusion;

static const DialectRegistry &getRegistry() {
  static const DialectRegistry registry = [] {
    DialectRegistry all;
    registerAllDialects(all);
    return all;
  }();
  return registry;
}

namespace {
/// Standard error without what a terminal would obey: names of functions and files in diagnostics are the input's.
class PrintableErrors : public llvm::raw_ostream {
public:
  PrintableErrors() : raw_ostream(/*unbuffered=*/true) {}
  bool has_colors() const override { return llvm::errs().has_colors(); }
  raw_ostream &changeColor(Colors color, bool bold, bool background) override {
    llvm::errs().changeColor(color, bold, background);
    return *this;
  }
  raw_ostream &resetColor() override {
    llvm::errs().resetColor();
    return *this;
  }

private:
  void write_impl(const char *text, size_t size) override {
    runtime::Progress::clear();
    llvm::errs() << runtime::printable({text, size}, "\n\t");
  }
  uint64_t current_pos() const override { return llvm::errs().tell(); }
};
} // namespace

static PrintableErrors &getErrors() {
  static PrintableErrors errors;
  return errors;
}

/// Prints a diagnostic that is of no line: of a file that cannot be read, say. Others are left to the next handler.
static LogicalResult printWithoutLine(Diagnostic &diagnostic) {
  auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error || !diagnostic.getNotes().empty() ||
      (place && place.getLine() > 0))
    return failure();
  if (place && !place.getFilename().empty())
    getErrors() << place.getFilename().getValue() << ": ";
  getErrors() << "error: " << diagnostic << "\n";
  return success();
}

// A location may name any file, and diagnostics show lines of files: let there be none but the input. One thread: its
// stack is the one whose overflow is contained.
Graph::Graph()
    : context(getRegistry(), MLIRContext::Threading::DISABLED),
      sourceManager(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()) {
  printer.emplace(sourceManager, &context, getErrors());
  listener.emplace(&context, printWithoutLine);
  // The message and the line say enough; the whole module in a diagnostic does not help.
  context.printOpOnDiagnostic(false);
}

Graph::Graph(std::function<void(Diagnostic &)> onDiagnostic)
    : context(getRegistry(), MLIRContext::Threading::DISABLED),
      sourceManager(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()) {
  listener.emplace(&context, std::move(onDiagnostic));
  context.printOpOnDiagnostic(false);
}

LogicalResult Graph::read(StringRef path) {
  runtime::Phase phase("read", path);
  FailureOr<OwningOpRef<ModuleOp>> parsed = parseInputFile(path, context, sourceManager);
  if (failed(parsed))
    return failure();
  module = std::move(*parsed);
  return success();
}

LogicalResult Graph::read(std::unique_ptr<llvm::MemoryBuffer> buffer, const InputOptions &options) {
  runtime::Phase phase("read", buffer->getBufferIdentifier());
  FailureOr<OwningOpRef<ModuleOp>> parsed = parseInput(std::move(buffer), context, sourceManager, options);
  if (failed(parsed))
    return failure();
  module = std::move(*parsed);
  return success();
}
