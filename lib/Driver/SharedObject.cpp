// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Object files, and shared objects by the linker that is installed.

#include "HostSymbols.h"
#include "HostTarget.h"
#include "fusion/Runtime/Process.h"
#include "fusion/Runtime/Timeline.h"
#include "fusion/Runtime/Toolkit.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

FailureOr<std::string> fusion::compileObject(llvm::Module &module, llvm::TargetMachine &machine, Location loc) {
  runtime::Phase phase("machine code");
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile))
    return emitError(loc, "this machine's code generator cannot emit objects");
  passes.run(module);
  if (failed(checkObject(object, loc)))
    return failure();
  return std::string(object);
}

namespace {
struct Linker {
  std::string program;
  std::vector<std::string> flags;
  bool toStdout = false; ///< writes the library there; else to a file
};
} // namespace

/// The first linker that is installed. lld and ld make no files of their own; some C compilers do.
static std::optional<Linker> findLinker() {
  const std::vector<std::string> flags = {"-shared", "--no-undefined-version", "-z", "noexecstack", "-z", "now"};
  for (const char *name : {"ld.lld-22", "ld.lld"})
    if (std::string program = runtime::findProgram(name); !program.empty())
      return Linker{program, flags, /*toStdout=*/true};
  if (std::string program = runtime::findProgram("ld"); !program.empty())
    return Linker{program, flags};
  for (const char *name : {"cc", "clang-22", "gcc"})
    if (std::string program = runtime::findProgram(name); !program.empty())
      return Linker{program, {"-shared", "-nostdlib"}};
  return std::nullopt;
}

/// The shared object, made by the linker from files in memory.
static runtime::Expected<std::string> runLinker(const Linker &linker, StringRef object) {
  using runtime::MemoryFile;
  auto input = MemoryFile::create("module.o", {object.data(), object.size()});
  auto library = MemoryFile::create("module.so");
  auto log = MemoryFile::create("linker.log");
  for (auto *file : {&input, &library, &log})
    if (!*file)
      return file->takeError();
  std::vector<std::string> arguments = {linker.program};
  llvm::append_range(arguments, linker.flags);
  arguments.insert(arguments.end(), {"-o", linker.toStdout ? "-" : library->path(), input->path()});
  const MemoryFile *const files[] = {&*input, &*library};
  auto code = runProgram(arguments, {files, 2}, linker.toStdout ? *library : *log, *log);
  if (!code)
    return code.takeError();
  if (*code == 0)
    return library->read();
  auto text = log->read();
  return runtime::Error::make("status ", *code, text ? ":\n" + *text : "");
}

FailureOr<std::string> fusion::makeSharedObject(llvm::Module &module, HostCPU cpu, Location loc) {
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine = createHostTargetMachine(cpu, error);
  if (!machine)
    return emitError(loc) << "no code generator for this machine: " << error;
  std::optional<Linker> linker = findLinker();
  if (!linker)
    return emitError(loc, "no linker found for a shared object: install lld or a C compiler");
  FailureOr<std::string> object = compileObject(module, *machine, loc);
  if (failed(object))
    return failure();
  runtime::Phase phase("link", linker->program);
  auto library = runLinker(*linker, *object);
  if (!library)
    return emitError(loc) << "linking with " << llvm::sys::path::filename(linker->program)
                          << " failed: " << library.error().message();
  return *library;
}
