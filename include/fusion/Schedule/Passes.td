// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The passes that write schedules on kernels.

#ifndef FUSION_SCHEDULE_PASSES_TD
#define FUSION_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

def SetSchedulePass : Pass<"fusion-set-schedule", "::mlir::ModuleOp"> {
  let summary = "Put a schedule that is given on every kernel of a product";
  let description = [{
    Stage 3, for those who choose themselves: `fusion-select-schedule` leaves kernels with a schedule as they are. A
    schedule that a kernel cannot run by is an error of `fusion-verify-kernels`. In a module without a product it is put
    on every kernel that its family takes: of rows, say.

    Example, with `schedule={#fusion.schedule<family = elementwise, tile = [1, 256, 1], warps = [1, 8]>}`: each
    `fusion.kernel` with a `fusion.matmul` has that schedule.
  }];
  let dependentDialects = ["::fusion::FusionDialect"];
  let options = [Option<"schedule", "schedule", "std::string", "", "a #fusion.schedule as text">];
  let statistics = [Statistic<"numKernels", "num-kernels", "Number of kernels">];
}

def SelectSchedulePass : Pass<"fusion-select-schedule"> {
  let summary = "Choose how each kernel runs on the target";
  let description = [{
    Stage 3. Writes a `schedule` on every kernel that has none: tile and warps, pipeline depth, and raster of a product,
    elements of a block otherwise. The choice depends on the kernel's types, its numerics and the chip's row in the chip
    table alone (and on the tuning file, where one is given), so it is the same every time and needs no GPU. Lowering
    obeys it and decides nothing again. A schedule that is there already stays, and is checked.

    Products of one left factor (queries, keys and values, say) get one schedule and the same `launch_group`, where
    their family can run them as one launch, and that is predicted to take less time than launches apart. They then
    stand next to each other.

    Beside it come the `variants` in which the kernel runs it, each with what it asks of operands (`#fusion.variant`),
    unless there are some already. They are chosen for operands as bufferization is expected to lay them out: a slice
    lies in what it is a slice of, what becomes part of a tensor is written there, and all else is row-major.

    Example, with `fusion.target = #fusion.target<"sm_80">` on the module:

    ```mlir
    fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xbf16>, ...) -> tensor<4096x4096xbf16> { ... }
    // becomes
    fusion.kernel(%x0 = %x, %w0 = %w) : ... { ... }
      {variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 16>, <aligned 2 to 16>]>,
                #fusion.variant<"_general", schedule = <family = sm80, tile = [64, 64, 64], ...>>],
       schedule = #fusion.schedule<family = sm80, tile = [128, 256, 64], warps = [2, 4], stages = 3, group = 8>}
    ```
  }];
  // Families write the code of scores to see what it takes.
  let dependentDialects = ["::fusion::FusionDialect", "::mlir::LLVM::LLVMDialect"];
  let options = [Option<"tuningDb", "tuning-db", "std::string", "",
                        "file of measured schedules, which go before the model's (docs/Tuning.md)">,
                 Option<"foundTuningDb", "found-tuning-db", "std::string", "",
                        "such a file that nobody named: one that cannot be read is left out, with a warning">];
  let statistics = [Statistic<"numSchedules", "num-schedules", "Number of schedules written">,
                    Statistic<"numMeasured", "num-measured", "Number of those that came from the tuning file">,
                    Statistic<"numShared", "num-shared", "Number of launches saved by kernels that share one">];
}

#endif // FUSION_SCHEDULE_PASSES_TD
