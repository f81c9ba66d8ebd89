// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Analysis/Explain.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/Initialization.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/Leftovers.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/NumericLocale.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fusion;

SmallVector<MissedEdge> mlir::fusion::collectMissedEdges(Operation *root, FormulaCheck takes, Dependence &dependence) {
  SmallVector<MissedEdge> missed;
  root->walk<WalkOrder::PreOrder>([&](KernelOp kernel) {
    for (const FusionEdge &edge : getOutgoingEdges(kernel)) {
      FusionVerdict verdict = checkFusionLegality(edge, takes, dependence);
      if (verdict)
        verdict = checkFusionProfit(edge);
      if (verdict)
        verdict = FusionVerdict::no(RemarkCode::NotRun, "nothing speaks against it");
      missed.push_back({edge, std::move(verdict)});
    }
    return WalkResult::skip();
  });
  return missed;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

template <typename T> static std::string toText(const T &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// "file:line:col" of the first file location in `loc`, else MLIR's spelling.
static std::string describeLocation(Location loc) {
  std::string text;
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    text = llvm::formatv("{0}:{1}:{2}", file.getFilename().getValue(), file.getLine(), file.getColumn()).str();
    return WalkResult::interrupt();
  });
  return text.empty() ? toText(loc) : text;
}

/// "128x768xbf16"; the element's type alone for a scalar.
static std::string describeType(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    for (int64_t size : tensor.getShape())
      ShapedType::isDynamic(size) ? os << "?x" : os << size << 'x';
  os << getElementTypeOrSelf(type);
  return text;
}

static std::vector<std::string> describeTypes(TypeRange types) {
  std::vector<std::string> texts;
  for (Type type : types)
    texts.push_back(describeType(type));
  return texts;
}

using Description = function_ref<ScheduleFacts(KernelOp, const ChipInfo &)>;

static KernelReport describeKernel(KernelOp kernel, StringRef name, const ChipInfo *chip, Description describe) {
  KernelReport report;
  report.name = name.str();
  KernelPlan plan(kernel);
  report.anchor = plan.getAnchorName().str();
  for (AnchorOpInterface anchor : plan.getAnchors())
    report.anchors.push_back(anchor->getName().stripDialect().str());
  for (Operation &op : kernel.getBodyBlock()->without_terminator())
    if (!op.hasTrait<OpTrait::ConstantLike>())
      report.ops.push_back(op.getName().stripDialect().str());
  report.operandTypes = describeTypes(kernel.getInputs().getTypes());
  report.resultTypes = describeTypes(kernel.getYield().getOperandTypes());
  if (ScheduleAttr schedule = kernel.getScheduleAttr())
    report.schedule = toText(Attribute(schedule));
  if (chip) {
    ScheduleFacts facts = describe(kernel, *chip);
    report.predictedMicroseconds = facts.microseconds;
    report.note = std::move(facts.note);
  }
  report.bytesSaved = getBytesSaved(kernel);
  return report;
}

static InitializedReport describeInitialized(Value value, int64_t bytes,
                                             const llvm::DenseMap<Operation *, std::string> &names) {
  InitializedReport report;
  report.type = describeType(value.getType());
  report.bytes = bytes;
  report.loc = describeLocation(value.getLoc());
  Operation *op = value.getDefiningOp();
  auto name = names.find(op);
  report.by = !op ? "an argument" : name == names.end() ? op->getName().getStringRef().str() : name->second;
  return report;
}

/// What the initialise steps of the module keep.
static SmallVector<StepReport> describeSteps(ModuleOp module, const llvm::DenseMap<Operation *, std::string> &names) {
  SmallVector<StepReport> reports;
  for (auto step : module.getOps<func::FuncOp>()) {
    func::FuncOp entry = step.isDeclaration() ? func::FuncOp() : getEntryOfStep(step);
    if (!entry)
      continue;
    InitializedLayout layout = getInitializedLayout(step.getResultTypes());
    StepReport report{entry.getName().str(), layout.bytes, {}};
    for (Value value : step.front().getTerminator()->getOperands())
      report.values.push_back(describeInitialized(value, getInitializedLayout(value.getType()).bytes, names));
    reports.push_back(std::move(report));
  }
  return reports;
}

static LeftoverReport describeLeftover(const Leftover &leftover, const ChipInfo *chip) {
  LeftoverReport report;
  report.op = leftover.op->getName().getStringRef().str();
  SmallVector<Type> operands = llvm::to_vector(leftover.op->getOperandTypes());
  if (auto style = dyn_cast<DestinationStyleOpInterface>(leftover.op))
    operands = llvm::map_to_vector(style.getDpsInputs(), [](Value input) { return input.getType(); });
  report.operandTypes = describeTypes(operands);
  report.resultTypes = describeTypes(leftover.op->getResultTypes());
  report.code = leftover.code;
  report.reason = leftover.reason;
  report.loc = describeLocation(leftover.op->getLoc());
  if (chip)
    report.predictedMicroseconds = leftover.predictMicroseconds(*chip);
  return report;
}

FusionReport mlir::fusion::buildReport(ModuleOp module, Description describe, FormulaCheck takes) {
  FusionReport report;
  auto names = nameKernels(module);
  auto target = module->getAttrOfType<TargetAttr>(kTargetAttrName);
  const ChipInfo *chip = target ? &target.getInfo() : nullptr;
  module.walk<WalkOrder::PreOrder>([&](KernelOp kernel) {
    report.kernels.push_back(describeKernel(kernel, names[kernel], chip, describe));
    return WalkResult::skip();
  });
  report.steps = describeSteps(module, names);
  Dependence dependence;
  for (const MissedEdge &missed : collectMissedEdges(module, takes, dependence)) {
    Operation *consumer = missed.edge.consumer;
    auto name = names.find(consumer);
    report.missed.push_back({names[missed.edge.producer],
                             name == names.end() ? consumer->getName().getStringRef().str() : name->second,
                             missed.verdict.code, missed.verdict.reason, missed.verdict.suggestion,
                             describeLocation(missed.edge.getReader()->getLoc())});
  }
  for (const Leftover &leftover : collectLeftovers(module))
    report.leftovers.push_back(describeLeftover(leftover, chip));
  return report;
}

//===----------------------------------------------------------------------===//
// Text and JSON
//===----------------------------------------------------------------------===//

static void printNote(const ScheduleNote &note, llvm::raw_ostream &os) {
  const RemarkCodeInfo &info = getRemarkCodeInfo(note.code);
  os << "    " << info.code << ": " << note.reason << "\n    suggestion: " << info.suggestion << '\n';
}

static void printStep(const StepReport &step, llvm::raw_ostream &os) {
  os << "computed once for " << step.entry << ": " << step.values.size() << " values in a buffer of " << step.bytes
     << " bytes\n";
  for (const InitializedReport &value : step.values)
    os << "  " << value.type << " by " << value.by << "  (" << value.loc << ")\n";
}

static void printStep(const StepReport &step, llvm::json::OStream &json) {
  json.object([&] {
    json.attribute("entry", step.entry);
    json.attribute("bytes", step.bytes);
    json.attributeArray("values", [&] {
      for (const InitializedReport &value : step.values)
        json.object([&] {
          json.attribute("type", value.type);
          json.attribute("bytes", value.bytes);
          json.attribute("by", value.by);
          json.attribute("loc", value.loc);
        });
    });
  });
}

static void printLeftover(const LeftoverReport &leftover, llvm::raw_ostream &os) {
  const RemarkCodeInfo &info = getRemarkCodeInfo(leftover.code);
  os << "  " << leftover.op << ": " << info.code << ": " << leftover.reason;
  if (leftover.predictedMicroseconds)
    os << llvm::formatv(", about {0:f1} us", *leftover.predictedMicroseconds);
  os << "  (" << leftover.loc << ")\n    " << llvm::join(leftover.operandTypes, ", ") << " -> "
     << llvm::join(leftover.resultTypes, ", ") << '\n';
  if (!info.suggestion.empty())
    os << "    suggestion: " << info.suggestion << '\n';
}

void mlir::fusion::printText(const FusionReport &report, llvm::raw_ostream &os) {
  NumericLocale locale;
  os << "kernels: " << report.kernels.size() << '\n';
  for (const KernelReport &kernel : report.kernels) {
    os << "  " << kernel.name << ": " << llvm::join(kernel.ops, ", ") << "  (saves " << kernel.bytesSaved << " bytes";
    if (kernel.predictedMicroseconds)
      os << llvm::formatv(", about {0:f1} us", *kernel.predictedMicroseconds);
    os << ")\n";
    if (!kernel.schedule.empty())
      os << "    " << kernel.schedule << '\n';
    if (kernel.note)
      printNote(*kernel.note, os);
  }
  for (const StepReport &step : report.steps)
    printStep(step, os);
  os << "not fused: " << report.missed.size() + report.leftovers.size() << '\n';
  for (const LeftoverReport &leftover : report.leftovers)
    printLeftover(leftover, os);
  for (const MissedReport &missed : report.missed) {
    os << "  " << missed.producer << " -> " << missed.consumer << ": " << getRemarkCodeInfo(missed.code).code << ": "
       << missed.reason << "  (" << missed.loc << ")\n";
    if (!missed.suggestion.empty())
      os << "    suggestion: " << missed.suggestion << '\n';
  }
}

/// Three digits are more than a roofline knows, and print the same everywhere.
static void printPrediction(std::optional<double> microseconds, llvm::json::OStream &json) {
  json.attributeBegin("predicted_us");
  json.rawValue(microseconds ? llvm::formatv("{0:f3}", *microseconds).str() : "null");
  json.attributeEnd();
}

static void printTexts(StringRef name, ArrayRef<std::string> texts, llvm::json::OStream &json) {
  json.attributeArray(name, [&] {
    for (const std::string &text : texts)
      json.value(text);
  });
}

static void printKernel(const KernelReport &kernel, llvm::json::OStream &json) {
  json.object([&] {
    json.attribute("name", kernel.name);
    json.attribute("anchor", kernel.anchor);
    printTexts("anchors", kernel.anchors, json);
    printTexts("ops", kernel.ops, json);
    printTexts("operand_types", kernel.operandTypes, json);
    printTexts("result_types", kernel.resultTypes, json);
    json.attribute("schedule", kernel.schedule.empty() ? llvm::json::Value(nullptr) : kernel.schedule);
    printPrediction(kernel.predictedMicroseconds, json);
    json.attribute("bytes_saved", kernel.bytesSaved);
  });
}

static void printNote(const KernelReport &kernel, llvm::json::OStream &json) {
  const RemarkCodeInfo &info = getRemarkCodeInfo(kernel.note->code);
  json.object([&] {
    json.attribute("kernel", kernel.name);
    json.attribute("code", info.code);
    json.attribute("reason", kernel.note->reason);
    json.attribute("suggestion", info.suggestion);
  });
}

static void printMissed(const MissedReport &missed, llvm::json::OStream &json) {
  json.object([&] {
    json.attribute("producer", missed.producer);
    json.attribute("consumer", missed.consumer);
    json.attribute("code", getRemarkCodeInfo(missed.code).code);
    json.attribute("reason", missed.reason);
    json.attribute("suggestion", missed.suggestion);
    json.attribute("loc", missed.loc);
  });
}

static void printLeftover(const LeftoverReport &leftover, llvm::json::OStream &json) {
  const RemarkCodeInfo &info = getRemarkCodeInfo(leftover.code);
  json.object([&] {
    json.attribute("op", leftover.op);
    printTexts("operand_types", leftover.operandTypes, json);
    printTexts("result_types", leftover.resultTypes, json);
    printPrediction(leftover.predictedMicroseconds, json);
    json.attribute("code", info.code);
    json.attribute("reason", leftover.reason);
    json.attribute("suggestion", info.suggestion);
    json.attribute("loc", leftover.loc);
  });
}

void mlir::fusion::printJson(const FusionReport &report, llvm::raw_ostream &os) {
  NumericLocale locale;
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("kernels", [&] {
      for (const KernelReport &kernel : report.kernels)
        printKernel(kernel, json);
    });
    json.attributeArray("missed", [&] {
      for (const MissedReport &missed : report.missed)
        printMissed(missed, json);
    });
    if (!report.leftovers.empty())
      json.attributeArray("leftovers", [&] {
        for (const LeftoverReport &leftover : report.leftovers)
          printLeftover(leftover, json);
      });
    auto hasNote = [](const KernelReport &kernel) { return kernel.note.has_value(); };
    if (llvm::any_of(report.kernels, hasNote))
      json.attributeArray("notes", [&] {
        for (const KernelReport &kernel : llvm::make_filter_range(report.kernels, hasNote))
          printNote(kernel, json);
      });
    if (!report.steps.empty())
      json.attributeArray("initialized", [&] {
        for (const StepReport &step : report.steps)
          printStep(step, json);
      });
  });
  os << '\n';
}
