// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion-run --compare: forms of a graph that are timed beside it.

#ifndef FUSION_LIB_DRIVER_COMPAREFORMS_H
#define FUSION_LIB_DRIVER_COMPAREFORMS_H

#include "fusion/Driver/Report.h"
#include "fusion/Runtime/Runner.h"
#include "mlir/IR/OwningOpRef.h"

namespace fusion {

/// What --compare and --dram-bytes ask for.
struct CompareRequest {
  std::vector<std::string> forms;                                 ///< "unfused", "edges", ...
  std::vector<std::pair<std::string, std::string>> measuredBytes; ///< a form's name, and Nsight Compute's CSV of it

  explicit operator bool() const { return !forms.empty(); }
};

std::vector<runtime::cli::Option> declareCompare(CompareRequest &kept);

/// A compiled form of a graph.
struct Form {
  std::string name;
  std::shared_ptr<runtime::Module> module;
  FusionReport report;
};

/// Whether --dram-bytes names forms that are there, and files that can be read.
runtime::Error checkCompare(const CompareRequest &request);

/// The forms that are asked for, compiled: the graph itself, of which `own` is the module and `report` the report,
/// first. Those that launch what the graph itself launches are left out, but for what was asked for by its name.
FailureOr<std::vector<Form>> makeForms(ModuleOp graph, StringRef entry, const CompileOptions &options,
                                       const CompareRequest &request, Form own);

/// Times them on these inputs.
runtime::Expected<std::vector<runtime::ComparedRun>> compareForms(ArrayRef<Form> forms, StringRef entry,
                                                                  runtime::Span<const runtime::HostTensor> inputs,
                                                                  const CompareRequest &request);

/// The sum of what a launch or several read from and wrote to memory, of Nsight Compute's CSV with the metrics
/// dram__bytes.sum, or dram__bytes_read.sum and dram__bytes_write.sum.
runtime::Expected<double> readDramBytes(const std::string &path);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_COMPAREFORMS_H
