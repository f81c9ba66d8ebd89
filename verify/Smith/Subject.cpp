// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A graph under test: compiles it in ways, and runs it on inputs.

#include "Subject.h"
#include "ExpectedErrors.h"
#include "fusion/Driver/HostCode.h"
#include "fusion/Driver/Input.h"
#include "fusion/Runtime/Random.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/DType.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ScopeExit.h"
#include <cmath>
#include <cstring>
#include <map>

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string fusion::smith::printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

namespace {
/// Collects the errors that are emitted while it lives.
class ErrorLog {
public:
  explicit ErrorLog(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            errors.push_back({diagnostic.str(), isa<FileLineColLoc>(diagnostic.getLocation())});
        }) {}

  struct Entry {
    std::string text;
    bool located;
  };
  ArrayRef<Entry> get() const { return errors; }

private:
  SmallVector<Entry> errors;
  ScopedDiagnosticHandler handler;
};
} // namespace

/// A message without what differs from graph to graph: numbers, and types in quotes.
static std::string getKind(StringRef message) {
  std::string kind;
  bool quoted = false;
  for (char c : message.split('\n').first) {
    if (c == '\'')
      quoted = !quoted;
    if (!llvm::isDigit(c) && (!quoted || llvm::isAlpha(c) || c == '.'))
      kind += c;
  }
  return kind.substr(0, 80);
}

static Error makeError(const ErrorLog &log, Counters &counters) {
  if (log.get().empty())
    return Error::make("failure without a diagnostic");
  const ErrorLog::Entry &first = log.get().front();
  if (const ExpectedError *expected = findExpectedError(first.text)) {
    ++counters["refused." + expected->name.str()];
    return Error::make("refused: ", first.text);
  }
  std::string all;
  for (const ErrorLog::Entry &entry : log.get())
    all += "\n" + entry.text;
  if (!first.located)
    return Error::make("error without a place: ", getKind(first.text), all);
  return Error::make("error: ", getKind(first.text), all);
}

bool fusion::smith::isRefusal(const Error &error) { return StringRef(error.message()).starts_with("refused: "); }

Error fusion::smith::runCompiler(ModuleOp module, Counters &counters, function_ref<LogicalResult()> part) {
  ErrorLog log(module.getContext());
  return succeeded(part()) ? Error() : makeError(log, counters);
}

Expected<OwningOpRef<ModuleOp>> fusion::smith::parseGraph(MLIRContext *context, StringRef text, Counters &counters) {
  ErrorLog log(context);
  llvm::SourceMgr sources;
  InputOptions options;
  options.recoverFromCrashes = false;
  auto parsed = parseInput(llvm::MemoryBuffer::getMemBufferCopy(text, "graph.mlir"), *context, sources, options);
  if (failed(parsed))
    return makeError(log, counters);
  return std::move(*parsed);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Expected<Program> fusion::smith::makeProgram(ModuleOp module, const CompileOptions &options, Counters &counters) {
  Program program;
  OwningOpRef<ModuleOp> copy = module.clone();
  Error error = runCompiler(*copy, counters, [&]() -> LogicalResult {
    if (failed(buildKernels(*copy, options)))
      return failure();
    program.fused = copy->clone();
    joinInitializeSteps(*program.fused);
    auto loaded = loadProgram(*copy, options);
    if (failed(loaded))
      return failure();
    program.module = *loaded;
    return success();
  });
  if (error)
    return error;
  ++counters["total.programs"];
  return std::move(program);
}

/// The device of this process. It stays open from one graph to the next: on CUDA it holds the primary context, which
/// takes some tenths of a second to make, and all processes wait for each other meanwhile.
static std::shared_ptr<runtime::Device> &keptDevice(FusionDevice kind) {
  static std::map<FusionDevice, std::shared_ptr<runtime::Device>> devices;
  return devices[kind];
}

static Expected<std::shared_ptr<runtime::Device>> openDevice(FusionDevice kind) {
  std::shared_ptr<runtime::Device> &kept = keptDevice(kind);
  if (kept)
    return kept;
  auto device = runtime::Device::open(kind);
  if (device)
    kept = *device;
  return device;
}

Expected<std::unique_ptr<Subject>> Subject::create(MLIRContext *context, GeneratedGraph graph,
                                                   const Environment &environment, Counters &counters) {
  std::unique_ptr<Subject> subject(new Subject(std::move(graph), environment, counters));
  subject->text = printModule(*subject->graph.module);
  auto parsed = parseGraph(context, subject->text, counters);
  if (!parsed)
    return parsed.takeError();
  subject->module = std::move(*parsed);
  if (environment.device == "cuda") {
    auto device = openDevice(FUSION_CUDA);
    if (!device)
      return device.takeError();
    const auto *chip = findChipFor((*device)->info().major, (*device)->info().minor);
    if (!chip)
      return Error::make("the GPU is older than the chips that kernels are made for");
    subject->deviceOptions.target = chip->name.str();
  }
  return std::move(subject);
}

Expected<const Program *> Subject::getProgram(const CompileOptions &options) {
  std::string key = options.target + "/" + options.numerics + (options.fuse ? "/fused" : "/unfused");
  if (auto known = programs.find(key); known != programs.end())
    return &known->second;
  auto program = makeProgram(*module, options, counters);
  if (!program)
    return program.takeError();
  return &(programs[key] = std::move(*program));
}

/// Any bits, the limits of the type, and numbers about 0.
static void setSpecialInteger(HostTensor &tensor, int64_t i, uint64_t random) {
  int64_t size = runtime::elementSize(tensor.dtype());
  if (tensor.dtype() == FUSION_I1)
    return;
  uint64_t least = uint64_t(1) << (8 * size - 1);
  const uint64_t numbers[] = {random >> 8, random >> 8, least, least - 1, least + 1, ~uint64_t(0), 0, 1, 2, 3};
  std::memcpy(tensor.as<char>() + i * size, &numbers[random % std::size(numbers)], size);
}

/// Puts values that few algorithms like among those of a tensor.
static void addSpecialValues(HostTensor &tensor, uint64_t seed) {
  static constexpr double kSpecial[] = {NAN, INFINITY, -INFINITY, -0.0, 0.0, 0x1p-149, -0x1p-133, 0x1p-24, 240};
  if (!runtime::isFloat(tensor.dtype())) {
    for (int64_t i = 0; i < tensor.elements(); ++i)
      setSpecialInteger(tensor, i, nextRandom(seed));
    return;
  }
  for (int64_t i = 0; i < tensor.elements(); ++i)
    if (uint64_t random = nextRandom(seed); random % 8 == 0)
      tensor.setValue(i, kSpecial[(random >> 8) % std::size(kSpecial)]);
}

Expected<Tensors> Subject::makeInputs() const {
  auto function = module.get().lookupSymbol<func::FuncOp>("graph");
  Tensors tensors;
  for (auto [index, axes] : llvm::enumerate(graph.inputs)) {
    runtime::Shape shape;
    for (int axis : axes)
      shape.push_back(graph.axes[axis].size);
    auto tensor = HostTensor::allocate(*getDType(getElementTypeOrSelf(function.getArgumentTypes()[index])), shape);
    if (!tensor)
      return tensor.takeError();
    runtime::fillRandom(*tensor, graph.dataSeed, index,
                        graph.data == DataKind::Integer ? runtime::RandomKind::Integer : runtime::RandomKind::Normal);
    if (graph.data == DataKind::Special)
      addSpecialValues(*tensor, graph.dataSeed + index);
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

Expected<Tensors> Subject::run(const Program &program, const Tensors &inputs) const {
  auto device = openDevice(program.module->device());
  if (!device)
    return device.takeError();
  auto runtime = runtime::Context::create(program.module, *device);
  if (!runtime) {
    keptDevice(program.module->device()).reset();
    return runtime.takeError();
  }
  auto entry = program.module->findEntry("graph");
  if (!entry)
    return entry.takeError();
  auto result = runtime::runEntry(**runtime, **entry, inputs, {});
  if (!result) {
    keptDevice(program.module->device()).reset(); // a kernel that failed leaves its context of no use
    return Error::make("run failed\n", result.error().message());
  }
  ++counters["total.runs"];
  return std::move(result->outputs);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Error fusion::smith::compareBits(const Tensors &expected, const Tensors &actual) {
  for (size_t index = 0; index < expected.size(); ++index) {
    const HostTensor &a = expected[index], &b = actual[index];
    if (a.shape() != b.shape() || a.dtype() != b.dtype())
      return Error::make("shapes differ\noutput ", index, " is ", runtime::typeName(a.tensor()), " and ",
                         runtime::typeName(b.tensor()));
    int64_t size = runtime::elementSize(a.dtype());
    for (int64_t i = 0; i < a.elements(); ++i) {
      if (std::memcmp(a.as<char>() + i * size, b.as<char>() + i * size, size) == 0)
        continue;
      if (runtime::isFloat(a.dtype()) && std::isnan(a.valueAt(i)) && std::isnan(b.valueAt(i)))
        continue;
      return Error::make("bits differ\noutput ", index, " of ", runtime::typeName(a.tensor()), ", element ", i, ": ",
                         a.valueAt(i), " and ", b.valueAt(i));
    }
  }
  return {};
}
