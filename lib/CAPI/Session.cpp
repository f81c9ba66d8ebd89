// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Making and setting up the objects; the compile itself is in Compile.cpp.

#include "Objects.h"
#include "fusion/Driver/DeviceTarget.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Version.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace fusion;

extern "C" int32_t fusion_c_abi_version(void) { return FUSION_C_ABI_VERSION; }

extern "C" const char *fusion_version(void) { return FUSION_VERSION; }

extern "C" FusionSession *fusion_session_create(void) {
  auto *session = new FusionSession;
  session->compile.target = kDefaultChip.str();
  session->input.recoverFromCrashes = false;
  return session;
}

extern "C" void fusion_session_destroy(FusionSession *session) { delete session; }

/// Sets an option of the input; fails with the problem in `error`, which is empty if there is no such option.
static LogicalResult setInputOption(InputOptions &options, StringRef name, StringRef value, std::string &error) {
  if (name == "recover-from-crashes") {
    options.recoverFromCrashes = value == "true";
    if (!options.recoverFromCrashes && value != "false")
      error = (name + " expects true or false, but is '" + value + "'").str();
    return success(error.empty());
  }
  InputLimits &limits = options.limits;
  int64_t number = 0;
  bool isNumber = llvm::to_integer(value, number, /*Base=*/10) && number >= 0;
  if (name == "max-source-bytes")
    limits.fileBytes = number;
  else if (name == "max-tensor-bytes")
    limits.tensorBytes = number;
  else if (name == "max-nesting")
    limits.nesting = number;
  else if (name == "max-integer-digits")
    limits.integerDigits = number;
  else
    return failure();
  if (!isNumber)
    error = (name + " expects a number from 0, but is '" + value + "'").str();
  return success(isNumber);
}

/// Sets "cache", in the same way.
static LogicalResult setCache(std::shared_ptr<runtime::Cache> &cache, StringRef name, StringRef value,
                              std::string &error) {
  if (name != "cache")
    return failure();
  if (value.empty())
    return error = "cache expects on, off or a folder", failure();
  auto chosen = runtime::Cache::choose(value.str());
  if (!chosen)
    return error = chosen.error().message(), failure();
  cache = std::move(*chosen);
  return success();
}

/// Sets "target" from a device, auto or auto:N, in the same way.
static LogicalResult setTarget(CompileOptions &options, std::string &note, StringRef name, StringRef value,
                               std::string &error) {
  if (name != "target")
    return failure();
  auto ordinal = findAutomatic(value);
  if (ordinal && !*ordinal)
    return failure();
  error = ordinal ? setAutomaticTarget(**ordinal, options, note).message() : ordinal.error().message();
  return success(error.empty());
}

extern "C" int32_t fusion_session_set_option(FusionSession *session, const char *name, const char *value) {
  session->errors.clear();
  CompileOptions compile = session->compile;
  InputOptions input = session->input;
  std::shared_ptr<runtime::Cache> cache = session->cache;
  std::string error, note = StringRef(name) == "target" ? "" : session->targetNote;
  bool isSet =
      succeeded(setInputOption(input, name, value, error)) ||
      (error.empty() && succeeded(setCache(cache, name, value, error))) ||
      (error.empty() && succeeded(setTarget(compile, note, name, value, error))) ||
      (error.empty() && succeeded(setOption(compile, name, value, error)) && succeeded(checkOptions(compile, error)));
  if (!isSet) {
    session->errors = "error: " + error + "\n";
    return 1;
  }
  session->compile = compile;
  session->input = input;
  session->cache = std::move(cache);
  session->targetNote = std::move(note);
  return 0;
}

extern "C" void fusion_session_on_diagnostic(FusionSession *session, FusionDiagnosticCallback callback, void *user) {
  session->callbacks.onDiagnostic = callback;
  session->callbacks.diagnosticUser = user;
}

extern "C" void fusion_session_on_remark(FusionSession *session, FusionRemarkCallback callback, void *user) {
  session->callbacks.onRemark = callback;
  session->callbacks.remarkUser = user;
}

extern "C" const char *fusion_session_errors(const FusionSession *session) { return session->errors.c_str(); }

extern "C" FusionSource *fusion_source_create(const void *data, size_t size, const char *name, int32_t format) {
  StringRef bytes(static_cast<const char *>(data), size);
  return new FusionSource{llvm::MemoryBuffer::getMemBufferCopy(bytes, name), format};
}

extern "C" void fusion_source_destroy(FusionSource *source) { delete source; }

extern "C" const void *fusion_result_data(const FusionResult *result) { return result->bytes.c_str(); }

extern "C" size_t fusion_result_size(const FusionResult *result) { return result->bytes.size(); }

extern "C" const FusionModule *fusion_result_module(const FusionResult *result) {
  return result->module ? &result->module->descriptor() : nullptr;
}

extern "C" void fusion_result_destroy(FusionResult *result) { delete result; }
