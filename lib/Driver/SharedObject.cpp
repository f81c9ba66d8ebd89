// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostTarget.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::fusion;

static LogicalResult writeObject(llvm::Module &module, llvm::TargetMachine &machine, StringRef path, Location loc) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  if (error)
    return emitError(loc) << "cannot write '" << path << "': " << error.message();
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile))
    return emitError(loc, "this machine's code generator cannot emit objects");
  passes.run(module);
  stream.close();
  if (stream.has_error())
    return emitError(loc) << "cannot write '" << path << "': " << stream.error().message();
  return success();
}

namespace {
struct Linker {
  std::string program;
  std::vector<StringRef> flags;
};
} // namespace

/// The first linker that is installed. All are run without a shell, on fixed names in a private directory.
static std::optional<Linker> findLinker() {
  for (StringRef name : {"ld.lld-22", "ld.lld", "ld"})
    if (auto program = llvm::sys::findProgramByName(name))
      return Linker{*program, {"-shared", "--no-undefined-version", "-z", "noexecstack", "-z", "now"}};
  for (StringRef name : {"cc", "clang-22", "gcc"})
    if (auto program = llvm::sys::findProgramByName(name))
      return Linker{*program, {"-shared", "-nostdlib"}};
  return std::nullopt;
}

static LogicalResult link(StringRef object, StringRef output, Location loc) {
  std::optional<Linker> linker = findLinker();
  if (!linker)
    return emitError(loc, "no linker found for a shared object: install lld or a C compiler");
  std::vector<StringRef> arguments = {linker->program};
  llvm::append_range(arguments, linker->flags);
  arguments.insert(arguments.end(), {"-o", output, object});
  std::string error;
  // Without a limit in seconds: that would take SIGALRM from the process, which may be an embedder's.
  int code = llvm::sys::ExecuteAndWait(linker->program, arguments, std::nullopt, {}, /*SecondsToWait=*/0,
                                       /*MemoryLimit=*/0, &error);
  if (code != 0)
    return emitError(loc) << "linking with " << llvm::sys::path::filename(linker->program) << " failed"
                          << (error.empty() ? "" : ": ") << error;
  return success();
}

FailureOr<std::string> mlir::fusion::makeSharedObject(llvm::Module &module, HostCPU cpu, Location loc) {
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine = createHostTargetMachine(cpu, error);
  if (!machine)
    return emitError(loc) << "no code generator for this machine: " << error;
  llvm::SmallString<128> directory;
  if (std::error_code code = llvm::sys::fs::createUniqueDirectory("fusion", directory))
    return emitError(loc) << "cannot make a temporary directory: " << code.message();
  llvm::scope_exit cleanUp([&] { (void)llvm::sys::fs::remove_directories(directory); });
  llvm::SmallString<128> object(directory), library(directory);
  llvm::sys::path::append(object, "module.o");
  llvm::sys::path::append(library, "module.so");
  if (failed(writeObject(module, *machine, object, loc)) || failed(link(object, library, loc)))
    return failure();
  auto bytes = llvm::MemoryBuffer::getFile(library);
  if (!bytes)
    return emitError(loc) << "cannot read '" << library << "': " << bytes.getError().message();
  return (*bytes)->getBuffer().str();
}
