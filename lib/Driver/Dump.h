// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The files of --dump: what each stage of a compile leaves.

#ifndef FUSION_LIB_DRIVER_DUMP_H
#define FUSION_LIB_DRIVER_DUMP_H

#include "fusion/Driver/Artifact.h"
#include "fusion/Runtime/Error.h"
#include <memory>
#include <string>

namespace fusion {

/// A folder of one compile, under the one that the options or FUSION_DUMP name.
class Dump {
public:
  /// Makes the folder, with the graph and the script that compiles it again: they are there whatever becomes of the
  /// compile. Null where none is asked for.
  static runtime::Expected<std::unique_ptr<Dump>> begin(ModuleOp module, const CompileOptions &options);

  /// Adds what the stages behind make of the module that `buildKernels` leaves. A stage that fails has no file: the
  /// compile itself meets the same error.
  runtime::Error finish(ModuleOp kernels);

private:
  explicit Dump(const CompileOptions &options) : options(options) {}
  runtime::Error makeFolder(const std::string &parent, StringRef entry);
  /// Writes a file; a stage's has the next number in front of its name.
  runtime::Error write(StringRef name, StringRef content);
  runtime::Error writeStage(StringRef name, StringRef content);
  runtime::Error writeArtifact(StringRef name, ModuleOp kernels, EmitKind kind);
  runtime::Error writeReport(ModuleOp kernels);
  runtime::Error writeScript();

  const CompileOptions &options;
  std::string folder;
  int stages = 0;
};

} // namespace fusion

#endif // FUSION_LIB_DRIVER_DUMP_H
