// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The keys of a compile: the compiler, the options, and the module without names or the source.

#include "fusion/Driver/CompileCache.h"
#include "HostTarget.h"
#include "fusion/Runtime/Timeline.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace fusion;

/// This compiler: the build IDs of its own code, MLIR's and LLVM's.
static void addCompiler(runtime::CacheKey &key) {
  for (const void *code : {reinterpret_cast<const void *>(&getOrMake), reinterpret_cast<const void *>(&mlir::verify),
                           reinterpret_cast<const void *>(&llvm::sys::getHostCPUName)})
    key.add(runtime::codeIdentity(code));
}

/// The module in its generic form, which leaves nothing out, without names and locations.
static std::string printCanonically(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, OpPrintingFlags().printGenericOpForm().enableDebugInfo(false));
  return text;
}

FailureOr<std::string> fusion::getOrMake(std::string kind, ModuleOp module, const CompileOptions &options,
                                         ArrayRef<std::string> dependencies,
                                         function_ref<FailureOr<std::string>()> make) {
  runtime::Cache *cache = runtime::Cache::current();
  if (!cache || module.getContext()->getRemarkEngine())
    return make();
  runtime::CacheKey key(std::move(kind));
  addCompiler(key);
  key.add(options.target).add(options.dependentLaunch ? "dependent" : "").add(std::to_string(options.boundedWaits));
  for (const std::string &dependency : dependencies)
    key.add(dependency);
  key.add(printCanonically(module));
  {
    runtime::Phase phase("cache");
    std::optional<std::string> content = cache->load(key);
    phase.note("found", content ? key.kind() : "nothing");
    if (content)
      return std::move(*content);
  }
  bool silent = true;
  ScopedDiagnosticHandler listener(module.getContext(), [&](Diagnostic &) {
    silent = false;
    return failure(); // others are to handle it
  });
  FailureOr<std::string> made = make();
  if (succeeded(made) && silent)
    cache->store(key, *made);
  return made;
}

SourceCache::SourceCache(StringRef source, const CompileOptions &options, bool enabled)
    : source(source), options(options), cache(enabled ? runtime::Cache::current() : nullptr) {}

runtime::CacheKey SourceCache::makeKey(EmitKind kind) const {
  runtime::CacheKey key("source " + options.target);
  addCompiler(key);
  // The pipeline's text holds every option that a pass takes.
  key.add(std::to_string(static_cast<int>(resolveKind(kind, options)))).add(printPipeline(kind, options));
  for (int64_t constant : options.constants)
    key.add(std::to_string(constant));
  key.add(options.aligned ? "aligned" : "");
  for (const std::string &file : {options.tuningDb, options.foundTuningDb})
    key.add(file.empty() ? "" : runtime::fileIdentity(file));
  HostProcessor processor = getHostProcessor(HostCPU::Native);
  key.add(processor.name).add(processor.features);
  key.add(std::string_view(source.data(), source.size()));
  return key;
}

std::optional<std::string> SourceCache::load(EmitKind kind) const {
  return cache ? cache->load(makeKey(kind)) : std::nullopt;
}

void SourceCache::store(EmitKind kind, StringRef artifact) const {
  if (cache)
    cache->store(makeKey(kind), std::string_view(artifact.data(), artifact.size()));
}
