// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a compile can leave: IR, PTX, a cubin, a shared object, a report. Shared by fusion-compile and the C interface.

#ifndef FUSION_DRIVER_ARTIFACT_H
#define FUSION_DRIVER_ARTIFACT_H

#include "fusion/Driver/Compile.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace fusion {

/// `Object` is what `loadProgramObject` takes (fusion/Driver/HostCode.h); no command line names it.
enum class EmitKind { Default, Fusion, GPU, NVVM, LLVM, PTX, Cubin, SharedObject, Report, Object };

/// PTX for a GPU, LLVM IR for the CPU, in place of `Default`; any other kind as it is.
EmitKind resolveKind(EmitKind kind, const CompileOptions &options);

/// Checks that this kind, other than `Default`, can be made with these options, which it checks too. The error begins
/// with an option's name (without dashes).
LogicalResult checkKind(EmitKind kind, const CompileOptions &options, std::string &error);

/// The passes behind the kind, as `fusion-opt --pass-pipeline` takes them.
std::string printPipeline(EmitKind kind, const CompileOptions &options);

/// The bytes of the kind, from the module that `buildKernels` leaves, which is lowered on the way. The report is JSON.
/// Fails with a diagnostic.
FailureOr<std::string> makeArtifact(ModuleOp module, EmitKind kind, const CompileOptions &options);

} // namespace fusion

#endif // FUSION_DRIVER_ARTIFACT_H
