// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes a folder for each compile: IR of the stages, schedules, report, and the script that compiles again.

#include "Dump.h"
#include "fusion/Driver/Artifact.h"
#include "fusion/Driver/Report.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Runtime/Timeline.h"
#include "fusion/Version.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>

using namespace mlir;
using namespace fusion;
using runtime::Error;

static constexpr size_t kMostNameBytes = 64;
static constexpr int kMostFolders = 100000; ///< under one parent; then something is wrong

std::string fusion::getDumpFolder(const CompileOptions &options) {
  if (!options.dump.empty())
    return options.dump;
  const char *variable = std::getenv("FUSION_DUMP");
  return variable ? variable : "";
}

/// A name that stays in its folder and that shells and terminals take as it is.
static std::string makeFileName(StringRef name) {
  std::string safe;
  for (char letter : name.take_front(kMostNameBytes))
    safe += llvm::isAlnum(letter) || letter == '_' ? letter : '-';
  return safe.empty() ? "graph" : safe;
}

static StringRef getEntryName(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration())
      return function.getName();
  return "";
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream);
  stream << '\n';
  return text;
}

runtime::Expected<std::unique_ptr<Dump>> Dump::begin(ModuleOp module, const CompileOptions &options) {
  std::string parent = getDumpFolder(options);
  if (parent.empty())
    return std::unique_ptr<Dump>();
  std::unique_ptr<Dump> dump(new Dump(options));
  for (Error error : {dump->makeFolder(parent, getEntryName(module)), dump->writeStage("input.mlir", print(module)),
                      dump->writeScript()})
    if (error)
      return error;
  return dump;
}

/// The number is the first from the process's count on that no folder has: another process may write beside this one,
/// and nothing that is there is touched.
Error Dump::makeFolder(const std::string &parent, StringRef entry) {
  static std::atomic<int> count{0};
  if (std::error_code code = llvm::sys::fs::create_directories(parent))
    return Error::make("--dump: cannot create folder '", parent, "': ", code.message());
  int error = EEXIST;
  while (error == EEXIST && count < kMostFolders) {
    std::string number = std::to_string(++count);
    folder =
        parent + "/" + std::string(number.size() < 3 ? 3 - number.size() : 0, '0') + number + "-" + makeFileName(entry);
    error = mkdir(folder.c_str(), 0777) == 0 ? 0 : errno;
  }
  return error ? Error::make("--dump: cannot create folder '", folder, "': ", std::strerror(error)) : Error();
}

Error Dump::write(StringRef name, StringRef content) {
  return runtime::writeFile(folder + "/" + name.str(), {std::string_view(content.data(), content.size())});
}

Error Dump::writeStage(StringRef name, StringRef content) {
  return write((Twine(stages++) + "-" + name).str(), content);
}

Error Dump::writeArtifact(StringRef name, ModuleOp kernels, EmitKind kind) {
  OwningOpRef<ModuleOp> copy = kernels.clone();
  FailureOr<std::string> artifact = makeArtifact(*copy, kind, options);
  return succeeded(artifact) ? writeStage(name, *artifact) : Error();
}

/// Each launch's name with its schedule, a line each.
static std::string listSchedules(const FusionReport &report) {
  std::string text;
  for (const KernelReport &row : report.kernels)
    text += row.name + ": " + (row.schedule.empty() ? "none" : row.schedule) + "\n";
  return text;
}

Error Dump::writeReport(ModuleOp kernels) {
  FailureOr<FusionReport> report = makeReport(kernels, options);
  if (failed(report))
    return {};
  ExplainRequest request;
  for (auto [name, kind] : {std::pair("report.txt", ExplainKind::Text), std::pair("report.json", ExplainKind::JSON),
                            std::pair("report.html", ExplainKind::HTML)}) {
    request.kind = kind;
    if (Error error = write(name, printReport(*report, request, llvm::sys::path::filename(folder))))
      return error;
  }
  return options.isCPU() ? Error() : write("schedules.txt", listSchedules(*report));
}

Error Dump::finish(ModuleOp kernels) {
  runtime::Phase phase("dump", folder);
  ScopedDiagnosticHandler silent(kernels.getContext(), [](Diagnostic &) { return success(); });
  if (Error error = writeStage("kernels.mlir", print(kernels)))
    return error;
  if (!options.isCPU())
    for (auto [name, kind] : {std::pair("gpu.mlir", EmitKind::GPU), std::pair("nvvm.mlir", EmitKind::NVVM),
                              std::pair("kernels.ptx", EmitKind::PTX), std::pair("kernels.cubin", EmitKind::Cubin)})
      if (Error error = writeArtifact(name, kernels, kind))
        return error;
  if (Error error = writeArtifact("host.ll", kernels, EmitKind::LLVM))
    return error;
  return writeReport(kernels);
}

/// A word as a shell takes it.
static std::string quote(StringRef word) {
  std::string quoted = "'";
  for (char letter : word)
    quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

Error Dump::writeScript() {
  std::string text = "#!/bin/sh\n# Compiles the graph of this folder again, with the options that it was compiled with "
                     "by fusion " FUSION_VERSION ".\n# More options may follow: --emit=so -o graph.so, --explain.\n"
                     "here=$(cd \"$(dirname \"$0\")\" && pwd)\n";
  StringRef program = "fusion-compile";
  std::vector<std::string> words = listOptions(options);
  if (!options.rerun.empty()) {
    SmallString<128> place;
    llvm::sys::fs::current_path(place);
    text = "#!/bin/sh\n# Compiles and runs the graph of this folder again, as fusion " FUSION_VERSION " did it.\n"
           "here=$(cd \"$(dirname \"$0\")\" && pwd)\ncd " +
           quote(place) + "\n";
    program = options.rerun.front();
    words.assign(options.rerun.begin() + 1, options.rerun.end());
  }
  text += "exec env FUSION_DUMP= " + program.str() + " \"$here/0-input.mlir\"";
  for (const std::string &word : words)
    text += " " + quote(word);
  text += " \"$@\"\n";
  if (Error error = write("run-again.sh", text))
    return error;
  std::string path = folder + "/run-again.sh";
  llvm::ErrorOr<llvm::sys::fs::perms> mode = llvm::sys::fs::getPermissions(path);
  if (mode) // who may read it may run it
    (void)llvm::sys::fs::setPermissions(path, static_cast<llvm::sys::fs::perms>(*mode | ((*mode & 0444) >> 2)));
  return {};
}
