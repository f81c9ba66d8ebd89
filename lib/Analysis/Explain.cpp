// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Collects what the report says of kernels, edges that were not fused, and launches.

#include "ReportGraph.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/Initialization.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/Leftovers.h"
#include "fusion/Analysis/NarrowProduct.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;

SmallVector<MissedEdge> fusion::collectMissedEdges(Operation *root, FormulaCheck takes, Dependence &dependence) {
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

static std::vector<std::string> describeTypes(TypeRange types) {
  std::vector<std::string> texts;
  for (Type type : types)
    texts.push_back(describeType(type));
  return texts;
}

/// Without what the results begin with.
static SmallVector<Value> getRead(Operation *op) {
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    return style.getDpsInputs();
  return llvm::to_vector(op->getOperands());
}

static std::vector<std::string> describeOperands(Operation *op) {
  SmallVector<Value> operands = getRead(op);
  return describeTypes(TypeRange(ValueRange(operands)));
}

using Description = function_ref<ScheduleFacts(ArrayRef<KernelOp>, const ChipInfo &)>;

static std::vector<std::string> describeOps(KernelOp kernel) {
  std::vector<std::string> ops;
  KernelPlan plan(kernel);
  ArrayRef<ProductSum> products = plan.getFormula().getSums();
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    ops.push_back(op.getName().stripDialect().str());
    auto isScaled = [&](const ProductSum &sum) { return sum.anchor == &op && sum.isBlockScaled(); };
    if (llvm::any_of(products, isScaled))
      ops.push_back("block scales in its main loop");
  }
  return ops;
}

/// The weight that a kernel dequantises in registers; empty where none is.
static std::string describeWeight(const KernelPlan &plan) {
  FusionVerdict verdict;
  std::optional<NarrowProduct> narrow = NarrowProduct::get(plan, verdict);
  if (!narrow)
    return "";
  std::string text = llvm::formatv("{0}{1}", narrow->isUnsigned ? "unsigned i" : "i", narrow->bits);
  if (narrow->bias)
    text += llvm::formatv(" less {0}", narrow->bias);
  if (narrow->zero)
    text += " less zero points";
  if (int64_t group = narrow->getGroup())
    text += llvm::formatv(", groups of {0}", group);
  if (narrow->wordsAlongN)
    text += ", in words of eight along k";
  return text;
}

/// What one more kernel of a launch computes and moves; a share of it that is not computed is left out.
static void addWork(KernelOp kernel, const KernelPlan &plan, const ChipInfo *chip, KernelReport &report) {
  KernelCost cost = getKernelCost(kernel);
  report.flops += cost.matmulFlops * report.visibleShare;
  report.instructions += cost.scalarInstructions;
  report.bytes += static_cast<double>(cost.bytesRead) + static_cast<double>(cost.bytesWritten);
  report.bytesSaved += getBytesSaved(kernel);
  if (!chip)
    return;
  double peak = chip->fp32TFlops / 2; // an instruction for each lane, where a multiplication and an addition are two
  for (const ProductSum &sum : plan.getFormula().getSums())
    peak = std::max(peak, sum.type->getTFlops(*chip));
  report.peakTFlops = std::max(report.peakTFlops, peak);
}

/// A launch of kernels, of which `kernels` has several where they share it.
static KernelReport describeKernels(ArrayRef<KernelOp> kernels, StringRef name, const ChipInfo *chip,
                                    Description describe) {
  KernelOp kernel = kernels.front();
  KernelReport report;
  report.name = name.str();
  report.isKernel = true;
  KernelPlan plan(kernel);
  report.anchor = plan.getAnchorName().str();
  for (AnchorOpInterface anchor : plan.getAnchors())
    report.anchors.push_back(anchor->getName().stripDialect().str());
  report.ops = describeOps(kernel);
  report.weight = describeWeight(plan);
  report.operandTypes = describeTypes(kernel.getInputs().getTypes());
  report.resultTypes = describeTypes(kernel.getYield().getOperandTypes());
  if (ScheduleAttr schedule = kernel.getScheduleAttr()) {
    report.family = schedule.getFamily().str();
    report.schedule = toText(Attribute(schedule));
  }
  if (chip) {
    ScheduleFacts facts = describe(kernels, *chip);
    report.predictedMicroseconds = facts.microseconds;
    report.note = std::move(facts.note);
    report.partOfSum = facts.partOfSum;
    report.visibleShare = facts.visibleShare;
  }
  addWork(kernel, plan, chip, report);
  for (KernelOp other : kernels.drop_front()) {
    KernelPlan otherPlan(other);
    addWork(other, otherPlan, chip, report);
    for (AnchorOpInterface anchor : otherPlan.getAnchors())
      report.anchors.push_back(anchor->getName().stripDialect().str());
    llvm::append_range(report.ops, describeOps(other));
    llvm::append_range(report.operandTypes, describeTypes(other.getInputs().getTypes()));
    llvm::append_range(report.resultTypes, describeTypes(other.getYield().getOperandTypes()));
  }
  report.operations = describeOperations(kernels);
  return report;
}

/// Of a launch that moves and computes what is in memory: a launch's own time, and its bytes by the bandwidth.
static double predictMicroseconds(double bytes, const ChipInfo &chip) {
  return kLaunchMicroseconds + bytes / (chip.memoryGBs * 1e3);
}

static double countBytes(ArrayRef<MemRefType> memory, double most = std::numeric_limits<double>::infinity()) {
  double bytes = 0;
  for (MemRefType type : memory)
    bytes += std::min(static_cast<double>(estimateBytes(type)), most);
  return bytes;
}

using Names = llvm::DenseMap<Operation *, std::string>;

namespace {
/// Rows of the report, one for each launch.
class LaunchRows {
public:
  LaunchRows(ArrayRef<Leftover> all, ArrayRef<Launch> launches, const Names &names, const ChipInfo *chip,
             Description describe)
      : names(names), chip(chip), describe(describe) {
    for (const Leftover &leftover : all)
      leftovers[leftover.op] = &leftover;
    for (const Launch &launch : launches)
      if (launch.role == LaunchRole::Kernel || launch.role == LaunchRole::Step)
        ++steps[launch.origin];
  }

  KernelReport makeRow(const Launch &launch) {
    KernelReport row = launch.role == LaunchRole::Loops ? makeLoops(launch) : makeOfKernel(launch);
    row.entry = launch.entry;
    row.loc = launch.origin ? describeLocation(launch.origin->getLoc()) : "";
    row.launches = launch.symbols;
    return row;
  }

private:
  KernelReport makeOfKernel(const Launch &launch) {
    auto kernel = cast<KernelOp>(launch.origin);
    SmallVector<KernelOp, 1> kernels{kernel};
    if (launch.role == LaunchRole::Kernel)
      kernels = llvm::map_to_vector<1>(launch.parts, [](Operation *part) { return cast<KernelOp>(part); });
    KernelReport row = describeKernels(kernels, names.lookup(kernel), chip, describe);
    for (KernelOp other : ArrayRef(kernels).drop_front())
      row.sharing.push_back(names.lookup(other));
    auto saving = kernel->getAttrOfType<IntegerAttr>(kLaunchSavingAttrName);
    if (saving && !row.sharing.empty())
      row.savedMicroseconds = static_cast<double>(saving.getInt()) * 1e-3;
    // The launches of a kernel's steps read as much each.
    double share = 1.0 / std::max<int64_t>(steps.lookup(kernel), 1);
    if (row.predictedMicroseconds)
      *row.predictedMicroseconds *= share;
    for (double *work : {&row.flops, &row.instructions, &row.bytes})
      *work *= share;
    if (launch.role == LaunchRole::Step) {
      row.name = launch.symbols.front();
      return row;
    }
    // What its copies take stands in their row.
    double copies = row.note ? row.note->copyNanoseconds * 1e-3 : 0;
    if (launch.role == LaunchRole::Kernel) {
      if (row.predictedMicroseconds)
        *row.predictedMicroseconds -= copies;
      return row;
    }
    bool copy = launch.role == LaunchRole::OperandCopy;
    KernelReport part;
    part.name = row.name + (copy ? "_copy" : "_reduce");
    part.anchor = copy ? "copy" : "reduction";
    part.family = row.family;
    part.ops = {part.anchor};
    if (copy && copies)
      part.predictedMicroseconds = copies;
    part.bytes = countBytes(launch.memory);
    describeMemory(launch, part);
    return part;
  }

  KernelReport makeLoops(const Launch &launch) {
    KernelReport row;
    row.name = launch.symbols.front();
    if (int64_t before = launched[row.name]++)
      row.name += "#" + std::to_string(before + 1);
    row.family = "loops";
    row.anchor = launch.origin ? getLoopsName(launch.origin).str() : "copy";
    for (Operation *part : launch.parts)
      if (auto kernel = dyn_cast<KernelOp>(part))
        llvm::append_range(row.ops, describeOps(kernel));
      else if (part == launch.origin || leftovers.contains(part))
        row.ops.push_back(part->getName().getStringRef().str());
    if (row.ops.empty())
      row.ops.push_back(launch.origin ? launch.origin->getName().getStringRef().str() : "copy");
    const Leftover *leftover = launch.origin ? leftovers.lookup(launch.origin) : nullptr;
    // Of a table no more is read than what is made of it.
    row.bytes = leftover ? countBytes(launch.memory, leftover->bytes) : countBytes(launch.memory);
    if (!leftover) {
      describeMemory(launch, row);
      return row;
    }
    row.operandTypes = describeOperands(leftover->op);
    row.resultTypes = describeTypes(leftover->op->getResultTypes());
    row.instructions = leftover->instructions;
    if (chip) {
      row.peakTFlops = chip->fp32TFlops / 2;
      row.predictedMicroseconds = leftover->predictMicroseconds(*chip, row.bytes);
    }
    return row;
  }

  /// Of what the lowering added: what it reads and writes, and how long that takes if that is not known yet.
  void describeMemory(const Launch &launch, KernelReport &row) {
    for (MemRefType type : launch.memory)
      row.operandTypes.push_back(describeType(type));
    if (chip && !row.predictedMicroseconds)
      row.predictedMicroseconds = predictMicroseconds(countBytes(launch.memory), *chip);
  }

  const Names &names;
  const ChipInfo *chip;
  Description describe;
  llvm::DenseMap<Operation *, const Leftover *> leftovers;
  llvm::DenseMap<Operation *, int64_t> steps; ///< launches that a kernel has
  llvm::StringMap<int64_t> launched;
};
} // namespace

static InitializedReport describeInitialized(Value value, int64_t bytes, const Names &names) {
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
static SmallVector<StepReport> describeSteps(ModuleOp module, const Names &names) {
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
  report.operandTypes = describeOperands(leftover.op);
  report.resultTypes = describeTypes(leftover.op->getResultTypes());
  report.code = leftover.code;
  report.reason = leftover.reason;
  report.loc = describeLocation(leftover.op->getLoc());
  if (chip)
    report.predictedMicroseconds = leftover.predictMicroseconds(*chip);
  return report;
}

namespace {
/// Which launch runs an operation of the graph: all run by themselves as long as launches are not known.
class Running {
public:
  explicit Running(std::optional<ArrayRef<Launch>> launches) : known(launches) {
    for (const Launch &launch : launches.value_or(ArrayRef<Launch>())) {
      for (Operation *part : launch.parts)
        runners.try_emplace(part, launch.role == LaunchRole::Kernel ? part : launch.origin);
      anyLoops |= launch.origin && launch.parts.empty();
    }
  }

  /// The kernel or operation whose launch computes `op`; null if none does, as of a transposition that became strides.
  Operation *getRunner(Operation *op) const {
    auto runner = runners.find(op);
    if (runner != runners.end())
      return isa<KernelOp>(op) ? runner->second : op;
    return !known || (anyLoops && !isa<KernelOp>(op)) ? op : nullptr;
  }

private:
  bool known;
  bool anyLoops = false; ///< there are loops of which it is not known what they compute
  llvm::DenseMap<Operation *, Operation *> runners;
};
} // namespace

/// Who reads what `consumer` makes, where that is the same memory, else `consumer`.
static void addReaders(Operation *consumer, SetVector<Operation *> &readers) {
  if (!isa<tensor::ExtractSliceOp>(consumer) && !isReshape(consumer)) {
    if (!consumer->hasTrait<OpTrait::IsTerminator>() && !isa<tensor::DimOp>(consumer))
      readers.insert(consumer);
    return;
  }
  SmallVector<Operation *> users(consumer->getUsers());
  for (Operation *user : llvm::reverse(users))
    addReaders(user, readers);
}

/// The edges of kernels that run; one that is there for several values, for the same reason, once.
static SmallVector<MissedReport> describeMissed(ModuleOp module, const Names &names, const ChipInfo *chip,
                                                FormulaCheck takes, const Running &running) {
  SmallVector<MissedReport> reports;
  llvm::StringSet<> known;
  Dependence dependence;
  for (const MissedEdge &missed : collectMissedEdges(module, takes, dependence)) {
    Operation *consumer = missed.edge.consumer;
    Operation *producer = missed.edge.producer;
    if (running.getRunner(producer) != producer) // loops compute it where they read it
      continue;
    MissedReport report{names.lookup(producer),
                        "",
                        missed.verdict.code,
                        missed.verdict.reason,
                        missed.verdict.suggestion,
                        describeLocation(missed.edge.getReader()->getLoc()),
                        getEdgeBytesSaved(missed.edge),
                        std::nullopt};
    if (chip)
      report.savedMicroseconds = predictMicroseconds(static_cast<double>(report.bytes), *chip);
    SetVector<Operation *> readers;
    addReaders(consumer, readers);
    if (!readers.contains(consumer) && report.code != RemarkCode::NoFuse) // a slice: nobody runs it
      report.reason = (consumer->getName().getStringRef() + " stands between producer and consumer").str();
    for (Operation *reader : readers) {
      Operation *runner = running.getRunner(reader);
      if (!runner)
        continue;
      auto name = names.find(runner);
      report.consumer = name == names.end() ? runner->getName().getStringRef().str() : name->second;
      std::string key = llvm::join_items('\n', report.producer, report.consumer, getRemarkCodeInfo(report.code).code,
                                         report.reason, report.loc);
      if (known.insert(key).second)
        reports.push_back(report);
    }
  }
  return reports;
}

/// Products with launches of their own that stand behind the first one of their left factor, for the same reason
/// together.
static SmallVector<SiblingsReport> describeSiblings(ModuleOp module, const Names &names, const Running &running) {
  SmallVector<SiblingsReport> reports;
  llvm::DenseMap<std::pair<Block *, Value>, KernelOp> firsts[2]; // of products, and of those that others are added to
  module.walk<WalkOrder::PreOrder>([&](KernelOp kernel) {
    KernelPlan plan(kernel);
    Value factor = plan.getLeftFactor();
    if (!factor || !running.getRunner(kernel))
      return WalkResult::skip();
    bool isSum = plan.getFormula().getAdded();
    KernelOp first = firsts[isSum].try_emplace({kernel->getBlock(), factor}, kernel).first->second;
    auto reason = kernel->getAttrOfType<StringAttr>(kOwnLaunchAttrName);
    if (!reason || first == kernel)
      return WalkResult::skip();
    RemarkCode code = areKeptApart(first, kernel) ? RemarkCode::NoFuse : RemarkCode::SharedLaunch;
    auto *row = llvm::find_if(reports, [&](const SiblingsReport &report) {
      return report.kernels.front() == names.lookup(first) && reason == report.reason;
    });
    if (row == reports.end())
      row = &reports.emplace_back(
          SiblingsReport{{names.lookup(first)}, code, reason.str(), describeLocation(kernel.getLoc())});
    row->kernels.push_back(names.lookup(kernel));
    return WalkResult::skip();
  });
  return reports;
}

/// What a launch reads, in the order of its row's operands; nothing where the row names memory.
static SmallVector<Value> getRead(const Launch &launch, const KernelReport &row) {
  SmallVector<Value> read;
  for (Operation *part : launch.role == LaunchRole::Kernel ? ArrayRef(launch.parts) : ArrayRef(launch.origin))
    if (auto kernel = dyn_cast_or_null<KernelOp>(part))
      llvm::append_range(read, kernel.getInputs());
    else if (part)
      llvm::append_range(read, getRead(part));
  return read.size() == row.operandTypes.size() ? read : SmallVector<Value>();
}

/// Names who makes what each launch reads.
static void describeSources(ArrayRef<Launch> launches, MutableArrayRef<KernelReport> rows) {
  Makers makers;
  for (auto [launch, row] : llvm::zip_equal(launches, rows)) {
    for (Operation *part : launch.parts)
      makers.add(part, row.name);
    if (launch.origin && (launch.role == LaunchRole::Kernel || launch.role == LaunchRole::Loops))
      makers.add(launch.origin, row.name);
  }
  for (auto [launch, row] : llvm::zip_equal(launches, rows))
    for (Value value : getRead(launch, row))
      row.operandSources.push_back(makers.describe(value));
}

FusionReport fusion::buildReport(ModuleOp module, Description describe, FormulaCheck takes,
                                 std::optional<ArrayRef<Launch>> launches) {
  FusionReport report;
  Names names = nameKernels(module);
  auto target = module->getAttrOfType<TargetAttr>(kTargetAttrName);
  const ChipInfo *chip = target ? &target.getInfo() : nullptr;
  if (chip)
    report.target = {chip->name.str(),   chip->example.str(), chip->measured,  chip->memoryGBs,
                     chip->tensorTFlops, chip->tf32TFlops,    chip->fp32TFlops};
  report.numerics = stringifyNumerics(getNumerics(module)).str();
  report.f32Precision = stringifyF32Precision(getF32Precision(module)).str();
  SmallVector<Leftover> leftovers = collectLeftovers(module);
  if (launches) {
    LaunchRows rows(leftovers, *launches, names, chip, describe);
    for (const Launch &launch : *launches)
      report.kernels.push_back(rows.makeRow(launch));
    describeSources(*launches, report.kernels);
  } else {
    Makers makers;
    for (auto &[kernel, name] : names)
      makers.add(kernel, name);
    module.walk<WalkOrder::PreOrder>([&](KernelOp kernel) {
      KernelReport &row = report.kernels.emplace_back(describeKernels(kernel, names[kernel], chip, describe));
      if (auto function = kernel->getParentOfType<func::FuncOp>())
        row.entry = function.getName().str();
      row.loc = describeLocation(kernel.getLoc());
      for (Value input : kernel.getInputs())
        row.operandSources.push_back(makers.describe(input));
      return WalkResult::skip();
    });
  }
  report.steps = describeSteps(module, names);
  Running running(launches);
  report.missed = describeMissed(module, names, chip, takes, running);
  report.siblings = describeSiblings(module, names, running);
  for (const Leftover &leftover : leftovers)
    if (running.getRunner(leftover.op))
      report.leftovers.push_back(describeLeftover(leftover, chip));
  return report;
}
