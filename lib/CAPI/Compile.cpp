// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The compile of the C interface: several artifacts of a source that is read once.

#include "Objects.h"
#include "fusion/Driver/Artifact.h"
#include "fusion/Driver/CompileCache.h"
#include "fusion/Driver/Graph.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Driver/Page.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace fusion;

/// The number in the interface to the kind, `Default` if there is none.
static EmitKind getKind(int32_t emit) {
  switch (emit) {
  case FUSION_EMIT_FUSION:
    return EmitKind::Fusion;
  case FUSION_EMIT_GPU:
    return EmitKind::GPU;
  case FUSION_EMIT_NVVM:
    return EmitKind::NVVM;
  case FUSION_EMIT_LLVM:
    return EmitKind::LLVM;
  case FUSION_EMIT_PTX:
    return EmitKind::PTX;
  case FUSION_EMIT_CUBIN:
    return EmitKind::Cubin;
  case FUSION_EMIT_SO:
    return EmitKind::SharedObject;
  case FUSION_EMIT_REPORT:
    return EmitKind::Report;
  case FUSION_EMIT_MODULE:
    return EmitKind::Object;
  default:
    return EmitKind::Default;
  }
}

namespace {
/// One compile with the session as it was when it began.
class Compiler {
public:
  Compiler(const FusionSession &session, const FusionSource &source, Reporter &reporter)
      : session(session), source(source), reporter(reporter) {}

  /// An artifact of each kind. Nothing, after an error, if one of them cannot be made.
  FailureOr<SmallVector<std::string>> run(ArrayRef<EmitKind> kinds);

private:
  LogicalResult make(ArrayRef<EmitKind> kinds, const SourceCache &cache, MutableArrayRef<std::string> artifacts);

  const FusionSession session;
  const FusionSource &source;
  Reporter &reporter;
};
} // namespace

LogicalResult Compiler::make(ArrayRef<EmitKind> kinds, const SourceCache &cache,
                             MutableArrayRef<std::string> artifacts) {
  bool silent = true;
  Graph graph([&](Diagnostic &diagnostic) {
    silent = false;
    reporter.add(diagnostic);
  });
  InputOptions input = session.input;
  input.format = source.format == FUSION_BYTECODE ? InputFormat::Bytecode : InputFormat::Text;
  if (failed(reporter.listenToRemarks(graph.getContext())) ||
      failed(graph.read(llvm::MemoryBuffer::getMemBuffer(source.buffer->getMemBufferRef()), input)) ||
      failed(buildKernels(graph.getModule(), session.compile)))
    return failure();
  for (auto [kind, artifact] : llvm::zip_equal(kinds, artifacts)) {
    if (!artifact.empty())
      continue;
    // Making an artifact lowers its module.
    OwningOpRef<ModuleOp> module = graph.getModule().clone();
    FailureOr<std::string> made = makeArtifact(*module, kind, session.compile);
    if (failed(made))
      return failure();
    artifact = std::move(*made);
  }
  if (silent)
    for (auto [kind, artifact] : llvm::zip_equal(kinds, artifacts))
      cache.store(kind, artifact);
  return success();
}

FailureOr<SmallVector<std::string>> Compiler::run(ArrayRef<EmitKind> kinds) {
  runtime::CacheScope scope(session.cache.get(), [&](const std::string &warning) { reporter.addWarning(warning); });
  if (!session.targetNote.empty())
    reporter.addWarning(session.targetNote);
  // What is found has no stages to be dumped.
  bool isCached = !session.callbacks.onRemark && getDumpFolder(session.compile).empty();
  SourceCache cache(source.buffer->getBuffer(), session.compile, isCached);
  SmallVector<std::string> artifacts(kinds.size());
  bool isWhole = true;
  for (auto [kind, artifact] : llvm::zip_equal(kinds, artifacts)) {
    artifact = cache.load(kind).value_or("");
    isWhole &= !artifact.empty();
  }
  if (!isWhole && failed(make(kinds, cache, artifacts)))
    return failure();
  return artifacts;
}

/// What can be said of the arguments before anything is read.
static LogicalResult check(const FusionSession &session, const FusionSource &source, ArrayRef<EmitKind> kinds,
                           ArrayRef<int32_t> emits, std::string &problem) {
  for (auto [kind, emit] : llvm::zip_equal(kinds, emits)) {
    if (kind == EmitKind::Default)
      problem = "emit expects a FusionEmit, but is " + std::to_string(emit);
    else if (succeeded(checkKind(kind, session.compile, problem)))
      continue;
    return failure();
  }
  if (source.format == FUSION_TEXT || source.format == FUSION_BYTECODE)
    return success();
  problem = "format expects a FusionFormat, but is " + std::to_string(source.format);
  return failure();
}

/// The artifacts as results; code for this process is loaded.
static LogicalResult makeResults(ArrayRef<EmitKind> kinds, MutableArrayRef<std::string> artifacts,
                                 MutableArrayRef<std::unique_ptr<FusionResult>> results, Reporter &reporter) {
  for (auto [kind, artifact, result] : llvm::zip_equal(kinds, artifacts, results)) {
    result = std::make_unique<FusionResult>(FusionResult{std::move(artifact), nullptr});
    if (kind != EmitKind::Object)
      continue;
    auto loaded = loadProgramObject(result->bytes);
    if (!loaded)
      return reporter.addError(loaded.error().message()), failure();
    result->module = std::move(*loaded);
  }
  return success();
}

extern "C" int32_t fusion_compile_all(FusionSession *session, const FusionSource *source, const int32_t *emits,
                                      int32_t count, FusionResult **results) {
  Reporter reporter(session->callbacks);
  ArrayRef<int32_t> numbers(emits, std::max(count, 0));
  SmallVector<EmitKind> kinds = llvm::map_to_vector(numbers, getKind);
  SmallVector<std::unique_ptr<FusionResult>> made(kinds.size());
  std::string problem;
  bool good = succeeded(check(*session, *source, kinds, numbers, problem));
  if (good) {
    FailureOr<SmallVector<std::string>> artifacts = Compiler(*session, *source, reporter).run(kinds);
    good = succeeded(artifacts) && succeeded(makeResults(kinds, *artifacts, made, reporter));
  } else {
    reporter.addError(problem);
  }
  for (auto [i, result] : llvm::enumerate(made))
    results[i] = good ? result.release() : nullptr;
  session->errors = reporter.getErrors();
  return good ? 0 : 1;
}

extern "C" FusionResult *fusion_compile(FusionSession *session, const FusionSource *source, int32_t emit) {
  FusionResult *result = nullptr;
  fusion_compile_all(session, source, &emit, 1, &result);
  return result;
}

extern "C" FusionResult *fusion_report_page(FusionSession *session, const char *json, size_t size) {
  std::string problem;
  std::optional<std::string> report = readReport(StringRef(json, size), problem);
  session->errors = report ? "" : "error: the report cannot be shown: " + problem + "\n";
  return report ? new FusionResult{makePage(*report), nullptr} : nullptr;
}
