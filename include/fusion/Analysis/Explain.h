// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The report of --explain: what became of each kernel and of each edge between them, read off the IR.

#ifndef FUSION_ANALYSIS_EXPLAIN_H
#define FUSION_ANALYSIS_EXPLAIN_H

#include "fusion/Analysis/FusionProfit.h"
#include "fusion/Analysis/Launches.h"
#include "fusion/Analysis/ScheduleFacts.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace fusion {

struct ChipInfo;

/// An operation of a kernel, as it stands in the graph.
struct OperationReport {
  std::string op;             ///< as in KernelReport::ops
  std::string type;           ///< of what it makes
  std::vector<int64_t> reads; ///< numbers of operations before it; -1 - i is operand i of the kernel
};

/// A launch of the compiled program; before launches are known, a kernel.
struct KernelReport {
  std::string name;
  bool isKernel = false;                       ///< false: a copy or a sum beside a kernel, or loops
  std::vector<std::string> anchors;            ///< names in the order of the body; none of an elementwise kernel
  std::string anchor;                          ///< the first of them, or "elementwise", "copy", "combine", "fill"
  std::vector<std::string> ops;                ///< in order; of kernels without the dialect's name, and no constants
  std::vector<std::string> operandTypes;       ///< of its inputs, as "128x768xbf16"
  std::vector<std::string> operandSources;     ///< who makes them: a launch, "argument 0", "constant", an operation
  std::vector<std::string> resultTypes;        ///< of its outputs
  std::string schedule;                        ///< the attribute as text; empty if there is none yet
  std::optional<double> predictedMicroseconds; ///< nothing without a target
  int64_t partOfSum = 0;                       ///< elements of k whose sum is a part of a product's; 0: all
  double visibleShare = 1;                     ///< of the scores of attention, the others being masked by position
  std::vector<OperationReport> operations;     ///< of a kernel: `ops` with their types and edges
  double flops = 0;                            ///< of its products, two for a multiplication and an addition
  double instructions = 0;                     ///< of all else, in f32 instructions
  double peakTFlops = 0;                       ///< the rate that bounds its operations; 0 without a target
  double bytes = 0;                            ///< read and written; open sizes are taken for kDynamicSizeEstimate
  int64_t bytesSaved = 0;
  std::vector<std::string> sharing;        ///< other kernels of the same launch; what is said here is of all of them
  std::optional<double> savedMicroseconds; ///< predicted, of launches of their own; nothing where that is not known
  std::optional<ScheduleNote> note;
  std::string weight;                ///< what it dequantises in registers: "i4, groups of 128"; empty if it does not
  std::string family;                ///< of its schedule; "loops" of what is in no kernel; empty if not known yet
  std::string entry;                 ///< the function that launches, or has it: an entry or its NAME.initialize
  std::vector<std::string> launches; ///< device functions: the one for aligned memory, then those instead; or empty
  std::string loc;                   ///< of what is launched; empty if the lowering added it
};

struct MissedReport {
  std::string producer, consumer; ///< names of kernels, or of an operation outside them
  RemarkCode code;
  std::string reason, suggestion, loc;
  int64_t bytes = 0;                       ///< of memory traffic that fusing would save
  std::optional<double> savedMicroseconds; ///< of that traffic and of a launch, at most; nothing without a target
};

/// Products of one left factor that could share a launch, and do not.
struct SiblingsReport {
  std::vector<std::string> kernels;
  RemarkCode code;
  std::string reason, loc;
};

/// An operation outside of kernels that takes a launch, or loops, of its own.
struct LeftoverReport {
  std::string op; ///< its name
  std::vector<std::string> operandTypes, resultTypes;
  RemarkCode code;
  std::string reason, loc;
  std::optional<double> predictedMicroseconds; ///< nothing without a target
};

/// A value that an initialise step computes once.
struct InitializedReport {
  std::string type; ///< as "16x8xf32"
  std::string by;   ///< the kernel or operation that makes it
  std::string loc;
  int64_t bytes = 0;
};

/// What an entry's initialise step keeps for its calls.
struct StepReport {
  std::string entry;
  int64_t bytes = 0; ///< of the buffer
  SmallVector<InitializedReport> values;
};

/// What times are predicted for.
struct TargetReport {
  std::string chip, card;
  bool measured;                                                          ///< ChipCard::measured
  double memoryGBs = 0, tensorTFlops = 0, tf32TFlops = 0, fp32TFlops = 0; ///< ChipInfo's
};

struct FusionReport {
  std::optional<TargetReport> target; ///< none without a GPU
  std::string numerics, f32Precision;
  std::vector<KernelReport> kernels;
  SmallVector<StepReport> steps;
  SmallVector<MissedReport> missed;
  SmallVector<SiblingsReport> siblings;
  std::vector<LeftoverReport> leftovers;
};

/// An edge that is not fused, and why.
struct MissedEdge {
  FusionEdge edge;
  FusionVerdict verdict;
};

/// All edges between kernels, or from a kernel to an operation outside, of a module or function.
SmallVector<MissedEdge> collectMissedEdges(Operation *root, FormulaCheck takes, Dependence &dependence);

/// Reads the report off a module with formed (fused, scheduled) kernels; changes nothing. `describe` says what a launch
/// of one kernel or several comes to on a chip, `takes` what could be one kernel there. With the launches that the
/// module was lowered to, these are what is listed, and edges of kernels that are not launched are not.
FusionReport buildReport(ModuleOp module, function_ref<ScheduleFacts(ArrayRef<KernelOp>, const ChipInfo &)> describe,
                         FormulaCheck takes, std::optional<ArrayRef<Launch>> launches = std::nullopt);

void printText(const FusionReport &report, llvm::raw_ostream &os);
/// One JSON object: {"kernels": [{"name", "anchor", "anchors", "ops", "operand_types", "result_types",
/// "operand_sources", "operations": [{"op", "type", "reads"}], "schedule", "predicted_us", "flops", "instructions",
/// "peak_tflops", "bytes", "bytes_saved", "family", "entry", "launches", "loc"}], "missed": [{"producer", "consumer",
/// "code", "reason", "suggestion", "bytes", "saves_us", "loc"}], "leftovers": [{"op", "operand_types", "result_types",
/// "predicted_us", "code", "reason", "suggestion", "loc"}], "siblings": [{"kernels", "code", "reason", "loc"}],
/// "notes":
/// [{"kernel", "code", "reason", "suggestion"}], "initialized": [{"entry", "bytes", "values": [{"type", "bytes", "by",
/// "loc"}]}], "target": {"chip", "card", "measured", "memory_gbs", "tensor_tflops", "tf32_tflops", "fp32_tflops"},
/// "numerics", "f32_precision"}.
/// `schedule`, `family` and `predicted_us` are null where they are not known yet, `saves_us` without a target;
/// `launches` are there where they are known, and `sharing`, the names of further kernels of the launch, and
/// `saved_us`, what that is predicted to save, where there are some; `siblings`, `leftovers`, `notes` and `initialized`
/// are left out where there are none. Kernels of an initialise step carry its name, NAME_initialize.
void printJson(const FusionReport &report, llvm::raw_ostream &os);

} // namespace fusion

#endif // FUSION_ANALYSIS_EXPLAIN_H
