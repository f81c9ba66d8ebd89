// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What stands behind the opaque types of fusion-c/Fusion.h.

#ifndef FUSION_LIB_CAPI_OBJECTS_H
#define FUSION_LIB_CAPI_OBJECTS_H

#include "fusion-c/Fusion.h"
#include "fusion/Driver/Compile.h"
#include "fusion/Driver/Input.h"
#include "fusion/Runtime/Cache.h"
#include <memory>
#include <string>

struct FusionSession {
  mlir::fusion::CompileOptions compile;
  mlir::fusion::InputOptions input;
  std::shared_ptr<fusion::Cache> cache; ///< null: none
  FusionDiagnosticCallback onDiagnostic = nullptr;
  void *diagnosticUser = nullptr;
  FusionRemarkCallback onRemark = nullptr;
  void *remarkUser = nullptr;
  std::string errors; ///< of the last call, a line each
};

struct FusionSource {
  std::unique_ptr<llvm::MemoryBuffer> buffer; ///< named, and with a zero behind it
  mlir::fusion::InputFormat format;
};

struct FusionResult {
  std::string bytes;
};

namespace mlir::fusion {

/// Hands a diagnostic and its notes to the session's callback, and keeps the text of an error.
void reportDiagnostic(FusionSession &session, Diagnostic &diagnostic);

/// The same for an error without a location.
void reportError(FusionSession &session, const std::string &message);

/// Hands the remarks of the context to the session's callback, if there is one.
LogicalResult listenToRemarks(FusionSession &session, MLIRContext &context);

} // namespace mlir::fusion

#endif // FUSION_LIB_CAPI_OBJECTS_H
