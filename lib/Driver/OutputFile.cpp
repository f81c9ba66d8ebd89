// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Driver/OutputFile.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static std::error_code write(llvm::raw_fd_ostream &stream, StringRef content) {
  stream << content;
  stream.flush();
  std::error_code code = stream.error();
  stream.clear_error();
  return code;
}

/// To a new file beside `path`, which then takes its place.
static llvm::Error replaceFile(StringRef content, StringRef path) {
  llvm::Expected<llvm::sys::fs::TempFile> file = llvm::sys::fs::TempFile::create(path + ".%%%%%%%%");
  if (!file)
    return file.takeError();
  std::error_code code;
  {
    llvm::raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
    code = write(stream, content);
  }
  if (!code)
    return file->keep(path);
  return llvm::joinErrors(llvm::errorCodeToError(code), file->discard());
}

static llvm::Error writeFile(StringRef content, StringRef path) {
  if (path == "-")
    return llvm::errorCodeToError(write(llvm::outs(), content));
  if (!llvm::sys::fs::exists(path) || llvm::sys::fs::is_regular_file(path))
    return replaceFile(content, path);
  std::error_code code; // a device or a pipe
  llvm::raw_fd_ostream stream(path, code);
  return llvm::errorCodeToError(code ? code : write(stream, content));
}

LogicalResult mlir::fusion::writeOutput(StringRef content, StringRef path, Location loc) {
  llvm::Error problem = writeFile(content, path);
  if (!problem)
    return success();
  return emitError(loc) << "cannot write '" << path << "': " << llvm::toString(std::move(problem));
}
