// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What stands behind the opaque types of fusion-c/Fusion.h.

#ifndef FUSION_LIB_CAPI_OBJECTS_H
#define FUSION_LIB_CAPI_OBJECTS_H

#include "fusion-c/Fusion.h"
#include "fusion/Driver/Compile.h"
#include "fusion/Driver/Input.h"
#include "fusion/Runtime/Cache.h"
#include "fusion/Runtime/Module.h"
#include <memory>
#include <string>

namespace fusion {
/// Where diagnostics and remarks go; null: nowhere.
struct Callbacks {
  FusionDiagnosticCallback onDiagnostic = nullptr;
  void *diagnosticUser = nullptr;
  FusionRemarkCallback onRemark = nullptr;
  void *remarkUser = nullptr;
};
} // namespace fusion

struct FusionSession {
  fusion::CompileOptions compile;
  fusion::InputOptions input;
  std::shared_ptr<fusion::runtime::Cache> cache; ///< null: none
  fusion::Callbacks callbacks;
  std::string errors;     ///< of the last call, a line each
  std::string targetNote; ///< a warning for each compile: what target=auto has to say of the device
};

struct FusionSource {
  std::unique_ptr<llvm::MemoryBuffer> buffer; ///< named, and with a zero behind it
  int32_t format;                             ///< a FusionFormat, if the caller keeps to it
};

struct FusionResult {
  std::string bytes;
  std::shared_ptr<fusion::runtime::Module> module; ///< of FUSION_EMIT_MODULE, else null
};

namespace fusion {

/// What one compile reports. The callbacks are those that the session had when it began: a callback may change them.
class Reporter {
public:
  explicit Reporter(const Callbacks &callbacks) : callbacks(callbacks) {}

  /// Hands a diagnostic and its notes to the callback, and keeps the text of an error.
  void add(Diagnostic &diagnostic);
  /// The same for an error without a location.
  void addError(const std::string &message);
  void addWarning(const std::string &message) const;
  /// Hands the remarks of the context, which must not outlive the reporter, to the callback, if there is one.
  LogicalResult listenToRemarks(MLIRContext &context) const;

  const std::string &getErrors() const { return errors; }

private:
  void hand(FusionSeverity severity, const std::string &message, FusionLocation location) const;

  Callbacks callbacks;
  std::string errors; ///< a line each
};

} // namespace fusion

#endif // FUSION_LIB_CAPI_OBJECTS_H
