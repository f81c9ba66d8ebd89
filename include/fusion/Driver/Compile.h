// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One compile, stage by stage: what fusion-compile, fusion-run and embedders share.

#ifndef FUSION_DRIVER_COMPILE_H
#define FUSION_DRIVER_COMPILE_H

#include "fusion/Runtime/CommandLine.h"
#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace fusion {

struct CompileOptions {
  std::string target = "cpu";  ///< "cpu" or a chip of the chip table
  std::string card;            ///< with that chip, as the driver names it, or empty: the table's example
  std::string numerics;        ///< "relaxed", "strict", "fast", or empty: as the module says
  std::string f32Precision;    ///< "tf32x3", "tf32", "ieee", or empty: as the module says
  std::string tuningDb;        ///< file of measured schedules for GPU targets, or empty; "off": not foundTuningDb
  std::string foundTuningDb;   ///< the user's file for the device that the target is of (getUserTuningFile), or empty
  bool fuse = true;            ///< false: one operation a kernel, for comparison
  bool aligned = false;        ///< callers' tensors start at multiples of 16 bytes: entries get fusion.aligned
  bool initialize = true;      ///< what follows from constants alone is computed once, by NAME.initialize
  bool dependentLaunch = true; ///< GPU kernels start before the ones before them have ended, where the chip can
  int64_t boundedWaits = 0;    ///< polls of an mbarrier after which a GPU kernel traps; 0: it waits for ever
  bool verifyEach = false;     ///< for debugging: the IR is verified after each pass
  SmallVector<int64_t> constants; ///< numbers of entries' arguments that get fusion.constant
  std::string schedule;           ///< a #fusion.schedule for the products' kernels; empty: the compiler's choice
  std::string dump;               ///< folder of a folder for each compile (docs/Tracing.md); empty: FUSION_DUMP counts
  std::vector<std::string> rerun; ///< program and options that run again what is dumped; empty: fusion-compile does

  bool isCPU() const { return target == "cpu"; }
};

/// Checks the options' values. The error begins with the option's name (without dashes) and says what it may be.
LogicalResult checkOptions(const CompileOptions &options, std::string &error);

/// The options of a command line that fill `options`, but for those of `declareTarget`; as their default they name what
/// `options` holds.
std::vector<runtime::cli::Option> declareOptions(CompileOptions &options);
/// --target and --card.
std::vector<runtime::cli::Option> declareTarget(CompileOptions &options);

/// What `declareOptions` and `declareTarget` would have to take for these options: those that are not the default. The
/// dump is not among them.
std::vector<std::string> listOptions(const CompileOptions &options);

/// Where compiles are dumped: what the options or the environment's FUSION_DUMP say; empty: nowhere.
std::string getDumpFolder(const CompileOptions &options);

/// Sets the option of that name as they are declared, without dashes ("target", "numerics", ...; "fuse" in place of
/// "no-fuse"). Fails for other names and for values that are no number or neither true nor false; the error begins with
/// the name. Allowed values are `checkOptions`'s matter.
LogicalResult setOption(CompileOptions &options, StringRef name, StringRef value, std::string &error);

/// Stages 0 to 4: imports the graph, attaches the target if that is a GPU, forms and fuses kernels, and selects
/// schedules for it.
LogicalResult buildKernels(ModuleOp module, const CompileOptions &options);

/// How far a compile goes.
enum class CompileStage {
  Kernels, ///< kernels in the graph, as `buildKernels` leaves them
  GPU,     ///< kernels as functions of a gpu.module, host code on memrefs
  NVVM,    ///< kernels in the NVVM dialect
  PTX,     ///< gpu.binary with PTX
  LLVM,    ///< one module in the LLVM dialect that exports `fusion_module`, device code embedded as PTX
};

/// The rest of the compile, from the module that `buildKernels` leaves. For the CPU there are the first and last stages
/// alone.
LogicalResult lower(ModuleOp module, const CompileOptions &options, CompileStage stage);

/// PTX text, the device modules one after the other.
FailureOr<std::string> lowerToPTX(ModuleOp module, const CompileOptions &options);

/// The passes of a compile up to that stage, as `fusion-opt --pass-pipeline` takes them.
std::string printPipeline(const CompileOptions &options, CompileStage stage);

} // namespace fusion

#endif // FUSION_DRIVER_COMPILE_H
