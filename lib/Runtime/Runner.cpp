// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs an entry for a command line: makes inputs, calls, times.

#include "fusion/Runtime/Runner.h"
#include "fusion/Runtime/Npy.h"
#include "fusion/Runtime/Progress.h"
#include "fusion/Runtime/Text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <sys/stat.h>

using namespace fusion;
using namespace fusion::runtime;

static constexpr int64_t defaultDynamicSize = 128;

int runtime::reportError(const std::string &message) {
  Progress::clear();
  std::cerr << "error: " << printable(message, "\n\t") << "\n";
  return ExitDiagnostic;
}

void runtime::noteMadeInputs(const FusionEntry &entry, const RunOptions &options) {
  if (std::string text = describeMadeInputs(entry, options); !text.empty())
    std::cerr << "note: " << text << "\n";
}

/// The next of the given sizes.
static int64_t chooseSize(const std::vector<int64_t> &sizes, size_t &next) {
  return sizes.empty() ? defaultDynamicSize : sizes[std::min(next++, sizes.size() - 1)];
}

/// The shape of a random input: dynamic dimensions take the given sizes in turn.
static Shape chooseShape(const FusionTensorSpec &spec, const std::vector<int64_t> &sizes, size_t &next) {
  Span<const int64_t> dims = shapeOf(spec);
  Shape shape(dims.begin(), dims.end());
  for (int64_t &dim : shape)
    if (dim == FUSION_DYNAMIC)
      dim = chooseSize(sizes, next);
  return shape;
}

static bool matchesShape(const FusionTensorSpec &spec, const HostTensor &tensor) {
  Span<const int64_t> shape = shapeOf(spec);
  if (shape.size() != tensor.shape().size())
    return false;
  for (size_t d = 0; d < shape.size(); ++d)
    if (shape[d] != FUSION_DYNAMIC && shape[d] != tensor.shape()[d])
      return false;
  return true;
}

/// Whether a number is most likely a size: exporters pass those of dynamic dimensions beside the tensors.
static bool isSize(const FusionTensorSpec &spec) {
  return isScalar(spec) && (spec.dtype == FUSION_I32 || spec.dtype == FUSION_I64);
}

/// The error of a tensor, which it names.
static Error errorOf(const char *kind, size_t index, const Error &error) {
  return Error::make(kind, " ", index, ": ", error.message());
}

Error runtime::checkInputFiles(const RunOptions &options) {
  for (size_t i = 0; i < options.inputs.size(); ++i) {
    const std::string &path = options.inputs[i];
    struct stat status = {};
    int code = stat(path.c_str(), &status) != 0 ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
    if (code)
      return Error::make("input ", i, ": cannot read '", path, "': ", std::strerror(code),
                         code == ENOENT ? suggestFile(path) : "");
  }
  return {};
}

/// How NumPy makes an array of a type, if it has the type.
static std::string adviseConversion(FusionDType dtype) {
  if (dtype == FUSION_BF16 || (isFloat(dtype) && elementSize(dtype) == 1))
    return "";
  std::string name = dtype == FUSION_I1 ? "bool" : concat(isFloat(dtype) ? "float" : "int", 8 * elementSize(dtype));
  return concat("; astype('", name, "') of NumPy converts it");
}

static Expected<HostTensor> readInput(const FusionTensorSpec &spec, size_t index, const std::string &path) {
  auto tensor = readNpy(path, static_cast<FusionDType>(spec.dtype));
  if (!tensor)
    return errorOf("input", index, tensor.error());
  bool isShape = matchesShape(spec, *tensor), isType = spec.dtype == tensor->dtype();
  if (!isShape || !isType)
    return Error::make("input ", index, ": expected ", typeName(spec), ", but '", path, "' holds ",
                       typeName(tensor->tensor()),
                       isShape ? adviseConversion(static_cast<FusionDType>(spec.dtype)) : "");
  return tensor;
}

Expected<std::vector<HostTensor>> runtime::makeInputs(const FusionEntry &entry, const RunOptions &options) {
  Phase phase("inputs");
  auto count = static_cast<size_t>(countGiven(entry)), files = options.inputs.size();
  if (Error error = checkInputFiles(options))
    return error;
  if (files > count || (files != 0 && files < count && !options.random))
    return Error::make("entry '", entry.name, "' takes ", count, count == 1 ? " input" : " inputs", ", got ", files,
                       files == 1 ? " file (" : " files (", files < count ? "--random makes the others, " : "",
                       "--info lists them)");
  std::vector<HostTensor> tensors;
  size_t nextDynamic = 0;
  for (size_t i = 0; i < count; ++i) {
    const FusionTensorSpec &spec = entry.inputs[i];
    bool hasFile = i < options.inputs.size();
    auto tensor = hasFile ? readInput(spec, i, options.inputs[i])
                          : HostTensor::allocate(static_cast<FusionDType>(spec.dtype),
                                                 chooseShape(spec, options.dynamicSizes, nextDynamic));
    if (!tensor)
      return tensor.takeError();
    if (!hasFile && isSize(spec))
      tensor->setValue(0, static_cast<double>(chooseSize(options.dynamicSizes, nextDynamic)));
    else if (!hasFile)
      fillRandom(*tensor, options.seed, i, options.randomKind);
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

std::string runtime::describeMadeInputs(const FusionEntry &entry, const RunOptions &options) {
  size_t made = 0, open = 0;
  for (size_t i = options.inputs.size(), count = static_cast<size_t>(countGiven(entry)); i < count; ++i, ++made) {
    const FusionTensorSpec &spec = entry.inputs[i];
    Span<const int64_t> shape = shapeOf(spec);
    open += static_cast<size_t>(std::count(shape.begin(), shape.end(), FUSION_DYNAMIC)) + isSize(spec);
  }
  std::string text;
  if (made && !options.random)
    text = concat(
        "no input is given: all are random (seed ", options.seed,
        options.randomKind == RandomKind::Integer ? ", whole numbers in [-4,4]" : ", floats N(0,1)",
        ", i8 of any value, other integers 0 or 1); --input=FILE.npy gives them in order, --random=SEED makes others");
  if (open && options.dynamicSizes.empty())
    text += concat(text.empty() ? "" : "; ", "open sizes are ", defaultDynamicSize, " (--dynamic=N[,N...] sets them)");
  return text;
}

static constexpr unsigned char kPoison = 0xff;

namespace {
/// The buffers of one call.
struct CallBuffers {
  std::vector<Buffer> buffers;
  std::vector<Tensor> inputs, outputs;
  Buffer workspace;
};
} // namespace

static Expected<void *> addBuffer(const std::shared_ptr<Device> &device, int64_t bytes, CallBuffers &call) {
  auto buffer = Buffer::allocate(device, static_cast<size_t>(bytes));
  if (!buffer)
    return buffer.takeError();
  call.buffers.push_back(std::move(*buffer));
  return call.buffers.back().data();
}

/// Uploads the inputs, but for numbers, makes room for the outputs and the workspace. Both are poisoned: what is read
/// before it was written is NaN, or -1.
static Error prepareCall(Context &context, const FusionEntry &entry, Span<const HostTensor> inputs, RunResult &result,
                         CallBuffers &call) {
  Phase phase("copy to device");
  const std::shared_ptr<Device> &device = context.device();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const HostTensor &input = inputs[i];
    call.inputs.push_back(input.tensor());
    if (isScalar(entry.inputs[i])) // the host reads it
      continue;
    auto data = addBuffer(device, input.bytes(), call);
    if (!data)
      return errorOf("input", i, data.error());
    call.inputs.back().data = *data;
    if (Error error = device->upload(*data, input.data(), static_cast<size_t>(input.bytes())))
      return errorOf("input", i, error);
  }
  auto shapes = outputShapes(entry, call.inputs);
  if (!shapes)
    return shapes.takeError();
  for (size_t i = 0; i < shapes->size(); ++i) {
    auto output = HostTensor::allocate(static_cast<FusionDType>(entry.outputs[i].dtype), (*shapes)[i]);
    if (!output)
      return errorOf("output", i, output.error());
    call.outputs.push_back(output->tensor());
    result.outputs.push_back(std::move(*output));
    const HostTensor &made = result.outputs.back();
    if (std::optional<size_t> input = aliasOf(entry.outputs[i])) { // what was uploaded is written over
      call.outputs.back().data = call.inputs[*input].data;
      continue;
    }
    auto data = addBuffer(device, made.bytes(), call);
    if (!data)
      return errorOf("output", i, data.error());
    call.outputs.back().data = *data;
    if (Error error = device->fill(*data, kPoison, static_cast<size_t>(made.bytes())))
      return errorOf("output", i, error);
  }
  auto workspace = Buffer::allocate(device, workspaceSize(entry, call.inputs));
  if (!workspace)
    return Error::make("workspace: ", workspace.error().message());
  call.workspace = std::move(*workspace);
  if (Error error = device->fill(call.workspace.data(), kPoison, call.workspace.bytes()))
    return Error::make("workspace: ", error.message());
  return {};
}

/// Where launches are timed: keeps the GPU busy until they are queued, so that none waits for the host. The buffer is
/// written until the stream is done. Nothing, where there is no memory for it: the trace says what waited.
static Buffer queueWork(Context &context) {
  std::shared_ptr<Timeline> timeline = Timeline::current();
  if (!timeline || !timeline->keeps() || context.device()->info().kind != FUSION_CUDA)
    return {};
  Phase phase("keep the GPU busy");
  constexpr size_t bytes = 64 << 20; // some 20 us
  auto buffer = Buffer::allocate(context.device(), bytes);
  if (!buffer)
    return {};
  int times = std::clamp<int>(context.module().descriptor().numKernels / 2, 16, 256);
  for (int i = 0; i < times; ++i)
    if (context.device()->fill(buffer->data(), 0, bytes))
      break;
  return std::move(*buffer);
}

static Error wait(Device &device) {
  Phase phase("wait");
  return device.synchronize();
}

/// Calls the entry once and waits for it; `result` gets the outputs.
static Error callOnce(Context &context, const FusionEntry &entry, Span<const HostTensor> inputs, RunResult &result) {
  Device &device = *context.device();
  CallBuffers call;
  if (Error error = prepareCall(context, entry, inputs, result, call))
    return error;
  Buffer lead = queueWork(context);
  if (Error error =
          context.invoke(entry, call.inputs, call.outputs, {call.workspace.data(), call.workspace.bytes(), nullptr}))
    return error;
  if (Error error = wait(device))
    return Error::make("entry '", entry.name, "': ", error.message());
  Phase phase("copy from device");
  for (size_t i = 0; i < result.outputs.size(); ++i)
    if (Error error = device.download(result.outputs[i].data(), call.outputs[i].data,
                                      static_cast<size_t>(result.outputs[i].bytes())))
      return errorOf("output", i, error);
  return {};
}

Expected<std::vector<HostTensor>> runtime::withInitialized(Context &context, const FusionEntry &entry,
                                                           Span<const HostTensor> inputs) {
  std::vector<HostTensor> all(inputs.begin(), inputs.end());
  if (!entry.initialize || all.size() != static_cast<size_t>(countGiven(entry)))
    return all;
  std::vector<HostTensor> constants;
  for (size_t i = 0; i < all.size(); ++i)
    if (isConstant(entry.inputs[i]))
      constants.push_back(all[i]);
  RunResult made;
  if (Error error = callOnce(context, *entry.initialize, constants, made))
    return error;
  all.push_back(std::move(made.outputs.front()));
  return all;
}

Expected<RunResult> runtime::runEntry(Context &context, const FusionEntry &entry, Span<const HostTensor> inputs,
                                      const RunOptions &options) {
  Device &device = *context.device();
  RunResult result;
  result.entry = entry.name;
  result.device = deviceName(device.info().kind);
  result.deviceDetail = device.info().name;
  for (const CubinResult &image : context.assembled()) {
    result.kernels.insert(result.kernels.end(), image.kernels.begin(), image.kernels.end());
    result.assembler = image.maker + (image.release.empty() ? "" : " " + image.release);
  }

  auto all = withInitialized(context, entry, inputs);
  if (!all)
    return all.takeError();
  if (Error error = callOnce(context, entry, *all, result))
    return error;
  if (options.bench) {
    Phase phase("bench");
    TimelinePause pause;
    auto timing = benchmark(context, entry, *all);
    if (!timing)
      return timing.takeError();
    result.benchmark = *timing;
    result.launches = matchLaunches(context.module().descriptor(), result.entry, timing->launches, options.predicted);
  }
  return result;
}

Error runtime::writeOutputs(RunResult &result, const RunOptions &options) {
  if (options.outputDir.empty())
    return {};
  Phase phase("write outputs", options.outputDir);
  if (mkdir(options.outputDir.c_str(), 0777) != 0 && errno != EEXIST)
    return Error::make("cannot create folder '", options.outputDir, "': ", std::strerror(errno));
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    result.files.push_back(concat(options.outputDir, "/output.", i, ".npy"));
    if (Error error = writeNpy(result.files.back(), result.outputs[i]))
      return error;
  }
  return {};
}

const char *runtime::verdictName(Verdict::Kind kind) {
  return kind == Verdict::Good ? "good" : kind == Verdict::Mismatch ? "mismatch" : "inconclusive";
}

Verdict::Kind runtime::overallVerdict(const RunResult &result) {
  auto any = [&](Verdict::Kind kind) {
    return std::any_of(result.verdicts.begin(), result.verdicts.end(),
                       [&](const Verdict &verdict) { return verdict.kind == kind; }) ||
           std::any_of(result.kernelVerdicts.begin(), result.kernelVerdicts.end(),
                       [&](const KernelVerdict &verdict) { return verdict.kind == kind && verdict.counts; });
  };
  return any(Verdict::Mismatch)       ? Verdict::Mismatch
         : any(Verdict::Inconclusive) ? Verdict::Inconclusive
                                      : Verdict::Good;
}

static ExitCode exitCodeOf(const RunResult &result) {
  Verdict::Kind kind = overallVerdict(result);
  if (kind == Verdict::Mismatch)
    return ExitMismatch;
  return kind == Verdict::Inconclusive ? ExitInconclusive : ExitGood;
}

/// The device that the module needs, if the options allow it.
static Expected<std::shared_ptr<Device>> openDevice(const Module &module, const RunOptions &options) {
  FusionDevice kind = module.device();
  if (options.device != "auto" && options.device != deviceName(kind))
    return Error::make("module is compiled for ", deviceName(kind), ", not for ", options.device,
                       ": leave out --device, or compile the graph for it");
  auto device = Device::open(kind);
  if (!device)
    return Error::make("module is compiled for ", deviceName(kind), ", but there is ", device.error().message(),
                       "; fusion-run --device=cpu runs the graph, and fusion-compile --target=cpu compiles it, for the "
                       "CPU");
  return device;
}

/// The module made ready on its device.
static Expected<std::unique_ptr<Context>> load(const std::shared_ptr<Module> &module, const RunOptions &options) {
  Phase phase("load");
  auto device = openDevice(*module, options);
  if (!device)
    return device.takeError();
  const DeviceInfo &info = (*device)->info();
  phase.note("device", info.name.empty() ? deviceName(info.kind) : info.name);
  if (std::shared_ptr<Timeline> timeline = Timeline::current()) {
    timeline->state("device", info.name.empty() ? deviceName(info.kind) : info.name);
    if (module->descriptor().numImages && module->descriptor().images[0].chip)
      timeline->state("chip", module->descriptor().images[0].chip);
    timeline->predict(std::make_shared<const std::vector<PredictedLaunch>>(options.predicted));
  }
  return Context::create(module, *device);
}

static Expected<RunResult>
run(std::shared_ptr<Module> module, const RunOptions &options,
    const std::function<Error(const FusionEntry &, Span<const HostTensor>, RunResult &)> &verify) {
  auto entry = module->findEntry(options.entry);
  if (!entry)
    return entry.takeError();
  auto inputs = makeInputs(**entry, options);
  if (!inputs)
    return inputs.takeError();
  noteMadeInputs(**entry, options);
  auto context = load(module, options);
  if (!context)
    return context.takeError();
  auto result = runEntry(**context, **entry, *inputs, options);
  if (!result)
    return result;
  if (Error error = writeOutputs(*result, options))
    return error;
  if (verify)
    if (Error error = verify(**entry, *inputs, *result))
      return error;
  return result;
}

int runtime::runModule(std::shared_ptr<Module> module, const RunOptions &options,
                       const std::function<Error(const FusionEntry &, Span<const HostTensor>, RunResult &)> &verify) {
  if (options.info) {
    printModuleInfo(std::cout, module->descriptor(), options.json);
    return ExitGood;
  }
  auto result = run(std::move(module), options, verify);
  if (!result)
    return reportError(result.error().message());
  printResult(std::cout, *result, options);
  return exitCodeOf(*result);
}
