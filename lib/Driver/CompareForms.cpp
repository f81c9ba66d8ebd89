// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiles forms of a graph and times them beside each other.

#include "CompareForms.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Runtime/Timeline.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;
namespace cli = runtime::cli;

/// Most operations that --compare=edges sets apart: each is a compile and a measurement.
static constexpr size_t kMostApart = 24;

static const std::vector<cli::Word> kForms = {
    {"unfused", "one operation a kernel"},
    {"edges", "each operation that shares a kernel apart, one after the other: what fusing it gains"},
    {"relaxed", "under relaxed numerics"},
    {"strict", "under strict numerics"},
    {"fast", "under fast numerics"},
    {"ieee", "products of f32 without tensor cores"},
    {"tf32", "products of f32 by one of tf32"},
    {"tf32x3", "products of f32 by three of tf32"}};

std::vector<cli::Option> fusion::declareCompare(CompareRequest &kept) {
  auto setForms = [&kept](const std::string &value) {
    SmallVector<StringRef> names;
    StringRef(value).split(names, ',');
    for (StringRef name : names) {
      if (runtime::Error error = cli::checkIsOneOf("--compare", kForms, name.str()))
        return error;
      kept.forms.push_back(name.str());
    }
    return runtime::Error();
  };
  auto setBytes = [&kept](const std::string &value) {
    auto [name, path] = StringRef(value).split('=');
    if (name.empty() || path.empty())
      return runtime::Error::make("--dram-bytes expects FORM=FILE, but is '", value, "'");
    kept.measuredBytes.emplace_back(name.str(), path.str());
    return runtime::Error();
  };
  return {cli::option("--compare", "FORM[,FORM...]",
                      "with --bench, time these forms of the graph beside it, on a GPU by calls that alternate",
                      setForms)
              .madeOf(kForms),
          cli::option("--dram-bytes", "FORM=FILE",
                      "measured memory traffic of a form, or of fused, the graph itself: CSV of Nsight Compute with "
                      "dram__bytes.sum of one call, in place of computed bytes; may be repeated",
                      setBytes)
              .repeated()};
}

/// The options of a form that differs by them alone.
static CompileOptions getOptions(StringRef form, CompileOptions options) {
  if (form == "unfused")
    options.fuse = false;
  else if (form == "relaxed" || form == "strict" || form == "fast")
    options.numerics = form.str();
  else
    options.f32Precision = form.str();
  return options;
}

static FailureOr<Form> makeForm(std::string name, OwningOpRef<ModuleOp> module, const CompileOptions &options) {
  if (failed(buildKernels(*module, options)))
    return failure();
  FailureOr<FusionReport> report = makeReport(*module, options);
  if (failed(report))
    return failure();
  auto program = loadProgram(*module, options);
  if (failed(program))
    return failure();
  return Form{std::move(name), *program, std::move(*report)};
}

/// Operations that a user would set apart: what computes tensors.
static SmallVector<unsigned> findOperations(func::FuncOp function) {
  SmallVector<unsigned> places;
  for (auto [place, op] : llvm::enumerate(function.front().without_terminator())) {
    bool computes = llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>) &&
                    !op.hasTrait<OpTrait::ConstantLike>() && !isa<linalg::FillOp>(op) &&
                    !isa<tensor::TensorDialect>(op.getDialect());
    if (computes)
      places.push_back(place);
  }
  return places;
}

static std::string describePlace(Operation &op) {
  std::string name = op.getName().stripDialect().str() + " apart";
  if (auto file = dyn_cast<FileLineColLoc>(op.getLoc()))
    name += llvm::formatv(" ({0}:{1})", file.getLine(), file.getColumn());
  return name;
}

/// Whether calls of an entry do; its initialise step is no part of them.
static bool launchesTheSame(const FusionReport &a, const FusionReport &b, StringRef entry) {
  auto isCalled = [&](const KernelReport &row) { return row.entry == entry; };
  return llvm::equal(llvm::make_filter_range(a.kernels, isCalled), llvm::make_filter_range(b.kernels, isCalled),
                     [](const KernelReport &one, const KernelReport &other) {
                       return one.ops == other.ops && one.operandTypes == other.operandTypes &&
                              one.resultTypes == other.resultTypes;
                     });
}

/// A form for each operation that shares a kernel: it alone has one of its own.
static LogicalResult addApart(ModuleOp graph, func::FuncOp function, const CompileOptions &options,
                              std::vector<Form> &forms) {
  SmallVector<unsigned> places = findOperations(function);
  if (places.size() > kMostApart)
    return function.emitError() << "--compare=edges takes at most " << kMostApart << " operations, and there are "
                                << places.size();
  for (unsigned place : places) {
    OwningOpRef<ModuleOp> module = graph.clone();
    Operation &op = *std::next(module->lookupSymbol<func::FuncOp>(function.getName()).front().begin(), place);
    op.setAttr(kNoFuseAttrName, UnitAttr::get(op.getContext()));
    std::string name = describePlace(op);
    FailureOr<Form> form = makeForm(std::move(name), std::move(module), options);
    if (failed(form))
      return failure();
    if (!launchesTheSame(form->report, forms.front().report, function.getName()))
      forms.push_back(std::move(*form));
  }
  return success();
}

runtime::Error fusion::checkCompare(const CompareRequest &request) {
  for (const auto &[name, path] : request.measuredBytes) {
    if (name != "fused" && !llvm::is_contained(request.forms, name))
      return runtime::Error::make("--dram-bytes: '", name, "' is neither fused nor a form of --compare");
    if (auto bytes = readDramBytes(path); !bytes)
      return bytes.takeError();
  }
  return {};
}

FailureOr<std::vector<Form>> fusion::makeForms(ModuleOp graph, StringRef entry, const CompileOptions &asked,
                                               const CompareRequest &request, Form own) {
  CompileOptions options = asked;
  options.rerun.clear(); // what is dumped of a form compiles that form
  std::vector<Form> forms;
  forms.push_back(std::move(own));
  for (const std::string &name : request.forms) {
    if (name == "edges") {
      auto function = graph.lookupSymbol<func::FuncOp>(entry);
      if (!function)
        return graph.emitError() << "--compare=edges sets operations of the graph apart, and '" << entry
                                 << "' is none of its functions";
      if (failed(addApart(graph, function, options, forms)))
        return failure();
      continue;
    }
    FailureOr<Form> form = makeForm(name, graph.clone(), getOptions(name, options));
    if (failed(form))
      return failure();
    forms.push_back(std::move(*form));
  }
  return forms;
}

/// Resident threads of those that a multiprocessor can have. Registers are given to warps by 256, shared memory with
/// what the system takes of it (CUDA C++ Programming Guide, "Hardware Multithreading").
static double getOccupancy(const ChipInfo &chip, int64_t threads, int64_t registers, int64_t sharedBytes) {
  int64_t warps = llvm::divideCeil(threads, 32);
  int64_t blocks = std::min(chip.blocksPerSM, chip.threadsPerSM / (warps * 32));
  blocks = std::min(blocks, chip.registersPerSM / (warps * static_cast<int64_t>(llvm::alignTo(registers * 32, 256))));
  blocks = std::min(blocks, chip.sharedPerSM / (sharedBytes + kReservedSharedBytes));
  return static_cast<double>(blocks * warps * 32) / static_cast<double>(chip.threadsPerSM);
}

/// A row for each launch that was timed alone, beside what the report and the assembler say of it.
static std::vector<runtime::ComparedLaunch> describeLaunches(const Form &form, StringRef entry,
                                                             const runtime::BenchmarkResult &result,
                                                             const runtime::Context &context) {
  const FusionModule &module = form.module->descriptor();
  const ChipInfo *chip = form.report.target ? lookupChip(form.report.target->chip, form.report.target->card) : nullptr;
  std::vector<runtime::ComparedLaunch> launches;
  auto row = form.report.kernels.begin(), end = form.report.kernels.end();
  for (const runtime::LaunchTime &time : result.launches) {
    const FusionKernel &kernel = module.kernels[time.kernel];
    runtime::ComparedLaunch launch;
    launch.name = kernel.name;
    launch.measured = time.microseconds;
    launch.sharedBytes = kernel.sharedBytes;
    auto found = std::find_if(row, end, [&](const KernelReport &report) {
      return report.entry == entry && llvm::is_contained(report.launches, kernel.name);
    });
    if (found != end) {
      launch.name = found->name;
      launch.ops = llvm::join(found->ops, ", ");
      launch.predicted = found->predictedMicroseconds;
      launch.bytes = found->bytes;
      row = std::next(found);
    }
    launch.registers = context.registersOf(time.kernel);
    if (chip && launch.registers)
      launch.occupancy = getOccupancy(*chip, kernel.maxThreads, launch.registers, launch.sharedBytes);
    launches.push_back(std::move(launch));
  }
  return launches;
}

static runtime::Expected<runtime::ComparedRun> describeRun(const Form &form, StringRef entry,
                                                           runtime::BenchmarkResult result,
                                                           const runtime::Context &context,
                                                           const CompareRequest &request) {
  runtime::ComparedRun run;
  run.name = form.name;
  for (const KernelReport &row : form.report.kernels)
    if (row.entry == entry) {
      ++run.launchCount;
      run.bytes += row.bytes;
    }
  for (const auto &[name, path] : request.measuredBytes)
    if (name == form.name) {
      auto bytes = readDramBytes(path);
      if (!bytes)
        return bytes.takeError();
      run.bytes = *bytes;
      run.isMeasured = true;
    }
  run.launches = describeLaunches(form, entry, result, context);
  run.benchmark = std::move(result);
  return run;
}

runtime::Expected<std::vector<runtime::ComparedRun>>
fusion::compareForms(ArrayRef<Form> forms, StringRef entry, runtime::Span<const runtime::HostTensor> inputs,
                     const CompareRequest &request) {
  std::vector<std::unique_ptr<runtime::Context>> contexts;
  std::vector<runtime::BenchmarkEntry> entries;
  for (const Form &form : forms) {
    auto device = runtime::Device::open(form.module->device());
    if (!device)
      return device.takeError();
    auto context = runtime::Context::create(form.module, *device);
    if (!context)
      return runtime::Error::make(form.name, ": ", context.error().message());
    auto found = form.module->findEntry(std::string_view(entry.data(), entry.size()));
    if (!found)
      return found.takeError();
    entries.push_back({form.name, context->get(), *found});
    contexts.push_back(std::move(*context));
  }
  runtime::Phase phase("compare");
  runtime::TimelinePause pause;
  runtime::BenchmarkOptions options;
  options.maxMemory /= static_cast<int64_t>(forms.size()); // each form has tensors of its own
  auto results = runtime::benchmarkEntries(entries, inputs, options);
  if (!results)
    return results.takeError();
  std::vector<runtime::ComparedRun> runs;
  for (auto [form, result, context] : llvm::zip_equal(forms, *results, contexts)) {
    auto run = describeRun(form, entry, std::move(result), *context, request);
    if (!run)
      return run.takeError();
    runs.push_back(std::move(*run));
  }
  return runs;
}
