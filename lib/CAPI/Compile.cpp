// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The compile of the C interface.

#include "Objects.h"
#include "fusion/Driver/Artifact.h"
#include "fusion/Driver/Graph.h"

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
  default:
    return EmitKind::Default;
  }
}

/// The compile with the session as it was when it began.
static FusionResult *compile(const FusionSession &session, const FusionSource &source, EmitKind kind,
                             Reporter &reporter) {
  Graph graph([&](Diagnostic &diagnostic) { reporter.add(diagnostic); });
  InputOptions input = session.input;
  input.format = source.format == FUSION_BYTECODE ? InputFormat::Bytecode : InputFormat::Text;
  if (failed(reporter.listenToRemarks(graph.getContext())) ||
      failed(graph.read(llvm::MemoryBuffer::getMemBuffer(source.buffer->getMemBufferRef()), input)) ||
      failed(buildKernels(graph.getModule(), session.compile)))
    return nullptr;
  runtime::CacheScope scope(session.cache.get(), [&](const std::string &warning) { reporter.addWarning(warning); });
  FailureOr<std::string> bytes = makeArtifact(graph.getModule(), kind, session.compile);
  return failed(bytes) ? nullptr : new FusionResult{std::move(*bytes)};
}

extern "C" FusionResult *fusion_compile(FusionSession *session, const FusionSource *source, int32_t emit) {
  Reporter reporter(session->callbacks);
  FusionResult *result = nullptr;
  EmitKind kind = getKind(emit);
  std::string problem;
  if (kind == EmitKind::Default)
    reporter.addError("emit expects a FusionEmit, but is " + std::to_string(emit));
  else if (source->format != FUSION_TEXT && source->format != FUSION_BYTECODE)
    reporter.addError("format expects a FusionFormat, but is " + std::to_string(source->format));
  else if (failed(checkKind(kind, session->compile, problem)))
    reporter.addError(problem);
  else
    result = compile(FusionSession(*session), *source, kind, reporter);
  session->errors = reporter.getErrors();
  return result;
}
