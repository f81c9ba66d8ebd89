// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keeps what was compiled, and finds it again.

#ifndef FUSION_DRIVER_COMPILECACHE_H
#define FUSION_DRIVER_COMPILECACHE_H

#include "fusion/Driver/Artifact.h"
#include "fusion/Runtime/Cache.h"
#include <optional>

namespace fusion {

/// What `make` makes of `module`, or made of an equal one before, if there is a cache (fusion/Runtime/Cache.h).
/// `module` is what `buildKernels` leaves; `make` may change it, and may depend on nothing but it, `options` and
/// `dependencies`. `kind` is the entry's. Nothing is kept of a `make` that emitted a diagnostic, and nothing is looked
/// up where remarks are wanted: both would be missing the next time.
FailureOr<std::string> getOrMake(std::string kind, ModuleOp module, const CompileOptions &options,
                                 ArrayRef<std::string> dependencies, function_ref<FailureOr<std::string>()> make);

/// Artifacts by the source that they were made of, so that what was made before is found without reading the source.
class SourceCache {
public:
  /// The source is not copied. Nothing is looked up or kept where there is no cache, or `enabled` is false.
  SourceCache(StringRef source, const CompileOptions &options, bool enabled = true);

  std::optional<std::string> load(EmitKind kind) const;
  /// To be called only where the compile emitted no diagnostic: it would be missing the next time.
  void store(EmitKind kind, StringRef artifact) const;

private:
  runtime::CacheKey makeKey(EmitKind kind) const;

  StringRef source;
  const CompileOptions &options;
  runtime::Cache *cache;
};

} // namespace fusion

#endif // FUSION_DRIVER_COMPILECACHE_H
