// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks a call's tensors, and calls an entry.

#include "Call.h"
#include "CudaContext.h"
#include "Nvtx.h"
#include "fusion/Runtime/Module.h"

#include <cstddef>

using namespace fusion;
using namespace fusion::runtime;

namespace {
/// Host modules: constants stay where they are, and there is nothing to launch.
class CpuContext : public Context {
public:
  using Context::Context;
  Error launch(Stream, int32_t, const int64_t[3], const int64_t[3], int64_t, void **) override {
    return Error::make("a module for the CPU cannot launch kernels");
  }
  Error tensorMap(void *, const FusionTensorMapSpec &, void *, const int64_t *, const int64_t *) override {
    return Error::make("a module for the CPU cannot make tensor maps");
  }
  Error fill(Stream, void *, int32_t, int64_t) override {
    return Error::make("a module for the CPU cannot fill memory of a device");
  }
  void *constant(int32_t index) const override {
    const FusionModule &module = loaded->descriptor();
    if (index < 0 || index >= module.numConstants)
      return nullptr;
    return const_cast<void *>(module.constants[index].data);
  }
};

/// Memory that a call needs on the host; kept per thread, so that calls do not allocate.
struct Scratch {
  std::vector<int64_t> inputDims, outputDims;
  std::vector<int64_t> words; ///< memref descriptors
  std::vector<void *> args;
};
} // namespace

Expected<std::unique_ptr<Context>> Context::create(std::shared_ptr<Module> module, std::shared_ptr<Device> device) {
  if (module->device() != device->info().kind)
    return Error::make("module is compiled for ", deviceName(module->device()), ", not for ",
                       deviceName(device->info().kind));
  nvtx::initialize();
  if (module->device() == FUSION_CUDA)
    return CudaContext::create(std::move(module), std::static_pointer_cast<CudaDevice>(device));
  return std::unique_ptr<Context>(new CpuContext(std::move(module), std::move(device)));
}

static Error mismatch(const char *kind, size_t index, const std::string &expected, const Tensor &tensor) {
  return Error::make(kind, " ", index, ": expected ", expected, ", got ", typeName(tensor));
}

/// Checks element type, rank, the dimensions that `shape` fixes, and the layout.
static Error checkTensor(const char *kind, size_t index, FusionDType dtype, Span<const int64_t> shape,
                         const Tensor &tensor) {
  bool good = tensor.dtype == dtype && tensor.shape.size() == shape.size();
  for (size_t d = 0; good && d < shape.size(); ++d)
    good = tensor.shape[d] >= 0 && (shape[d] == FUSION_DYNAMIC || shape[d] == tensor.shape[d]);
  if (!good)
    return mismatch(kind, index, typeName(dtype, shape), tensor);
  if (!isRowMajor(tensor))
    return Error::make(kind, " ", index, ": expected row-major data without gaps");
  return {};
}

/// A multiple of which the workspace and what an initialise step fills start at. Values lie in both at multiples of 256
/// bytes, so that kernels of GPUs may load vectors of them and read them by TMA. Code for the CPU loads elements, or
/// vectors without more than their alignment: what malloc gives suffices.
static size_t memoryAlignment(FusionDevice device) { return device == FUSION_CUDA ? 256 : alignof(std::max_align_t); }

static bool isAligned(const void *data, size_t bytes) { return reinterpret_cast<uintptr_t>(data) % bytes == 0; }

static Error checkData(const char *kind, size_t index, const FusionTensorSpec &spec, const Tensor &tensor,
                       size_t alignment) {
  auto bytes = static_cast<size_t>(elementSize(tensor.dtype));
  if (!isAligned(tensor.data, bytes))
    return Error::make(kind, " ", index, ": data does not start at a multiple of its elements' ", bytes, " bytes");
  if (isInitialized(spec) && !isAligned(tensor.data, alignment))
    return Error::make(kind, " ", index, ": what an initialise step fills starts at a multiple of ", alignment,
                       " bytes");
  if ((spec.flags & FUSION_TENSOR_ALIGNED) && !isAligned(tensor.data, FUSION_PROMISED_ALIGNMENT))
    return Error::make(kind, " ", index, ": data does not start at a multiple of ", FUSION_PROMISED_ALIGNMENT,
                       " bytes, as the module was compiled for (option aligned): pass a copy, or compile without it");
  if (tensor.data)
    return {};
  for (int64_t dim : tensor.shape)
    if (dim == 0)
      return {};
  return Error::make(kind, " ", index, ": data is null");
}

/// The sizes that an input brings to the functions of sizes: its dimensions, or the value of an integer that is none of
/// a tensor.
static void addSizes(const FusionTensorSpec &spec, const Tensor &input, std::vector<int64_t> &sizes) {
  if (!isScalar(spec))
    sizes.insert(sizes.end(), input.shape.begin(), input.shape.end());
  else if (!isFloat(input.dtype))
    sizes.push_back(integerAt(input));
}

/// `sizes` gets what the functions of sizes take.
static Error checkInputs(const FusionEntry &entry, Span<const Tensor> inputs, std::vector<int64_t> &sizes) {
  if (inputs.size() != static_cast<size_t>(entry.numInputs))
    return Error::make("entry '", entry.name, "' takes ", entry.numInputs, " inputs, got ", inputs.size());
  sizes.clear();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const FusionTensorSpec &spec = entry.inputs[i];
    if (Error error = checkTensor("input", i, static_cast<FusionDType>(spec.dtype), shapeOf(spec), inputs[i]))
      return isScalar(spec) ? mismatch("input", i, typeName(spec), inputs[i]) : error;
    // A number is read at once.
    if (Error error = isScalar(spec) ? checkData("input", i, spec, inputs[i], /*alignment=*/1) : Error())
      return error;
    addSizes(spec, inputs[i], sizes);
  }
  return {};
}

static void computeOutputDims(const FusionEntry &entry, Scratch &scratch) {
  scratch.outputDims.clear();
  for (int32_t i = 0; i < entry.numOutputs; ++i)
    scratch.outputDims.insert(scratch.outputDims.end(), entry.outputs[i].shape,
                              entry.outputs[i].shape + entry.outputs[i].rank);
  if (entry.shapes)
    entry.shapes(scratch.inputDims.data(), scratch.outputDims.data());
}

static Error checkOutputs(const FusionEntry &entry, Span<const Tensor> outputs, const std::vector<int64_t> &dims,
                          size_t alignment) {
  if (outputs.size() != static_cast<size_t>(entry.numOutputs))
    return Error::make("entry '", entry.name, "' gives ", entry.numOutputs, " outputs, got ", outputs.size());
  const int64_t *dim = dims.data();
  for (size_t i = 0; i < outputs.size(); ++i) {
    const FusionTensorSpec &spec = entry.outputs[i];
    if (Error error = checkTensor("output", i, static_cast<FusionDType>(spec.dtype),
                                  {dim, static_cast<size_t>(spec.rank)}, outputs[i]))
      return error;
    if (Error error = checkData("output", i, spec, outputs[i], alignment))
      return error;
    dim += spec.rank;
  }
  return {};
}

/// An input and the output that is written into it are one memory. To be called when the types of both are right.
static Error checkAliases(const FusionEntry &entry, Span<const Tensor> inputs, Span<const Tensor> outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    std::optional<size_t> input = aliasOf(entry.outputs[i]);
    if (!input)
      continue;
    if (inputs[*input].shape != outputs[i].shape)
      return Error::make("output ", i, ": is written into input ", *input, ", but is ", typeName(outputs[i]),
                         ", and the input is ", typeName(inputs[*input]));
    if (inputs[*input].data != outputs[i].data)
      return Error::make("output ", i, ": is written into input ", *input,
                         ": pass one address for both (that of a copy, where the input is to be kept)");
  }
  return {};
}

static Error checkWorkspace(const FusionEntry &entry, const std::vector<int64_t> &inputDims, const CallOptions &options,
                            size_t alignment) {
  uint64_t needed = entry.workspaceSize ? entry.workspaceSize(inputDims.data()) : 0;
  if (needed == 0)
    return {};
  if (!options.workspace || options.workspaceBytes < needed)
    return Error::make("entry '", entry.name, "' needs ", needed, " bytes of workspace, got ",
                       options.workspace ? options.workspaceBytes : 0);
  if (!isAligned(options.workspace, alignment))
    return Error::make("the workspace does not start at a multiple of ", alignment, " bytes");
  return {};
}

/// Writes {base, aligned, offset, sizes, strides} and returns the word after it.
static int64_t *writeDescriptor(int64_t *word, const Tensor &tensor) {
  auto address = static_cast<int64_t>(reinterpret_cast<intptr_t>(tensor.data));
  *word++ = address;
  *word++ = address;
  *word++ = 0;
  size_t rank = tensor.shape.size();
  int64_t stride = 1;
  for (size_t d = rank; d-- > 0;) {
    word[d] = tensor.shape[d];
    word[rank + d] = stride;
    stride *= tensor.shape[d];
  }
  return word + 2 * rank;
}

static void writeDescriptors(Span<const Tensor> inputs, Span<const Tensor> outputs, Scratch &scratch) {
  size_t words = 0;
  for (Span<const Tensor> tensors : {inputs, outputs})
    for (const Tensor &tensor : tensors)
      words += 3 + 2 * tensor.shape.size();
  scratch.words.resize(words);
  scratch.args.clear();
  int64_t *word = scratch.words.data();
  for (Span<const Tensor> tensors : {inputs, outputs})
    for (const Tensor &tensor : tensors) {
      scratch.args.push_back(word);
      word = writeDescriptor(word, tensor);
    }
}

Expected<std::vector<Shape>> runtime::outputShapes(const FusionEntry &entry, Span<const Tensor> inputs) {
  Scratch scratch;
  if (Error error = checkInputs(entry, inputs, scratch.inputDims))
    return error;
  computeOutputDims(entry, scratch);
  std::vector<Shape> shapes;
  const int64_t *dim = scratch.outputDims.data();
  for (int32_t i = 0; i < entry.numOutputs; ++i) {
    shapes.emplace_back(dim, dim + entry.outputs[i].rank);
    dim += entry.outputs[i].rank;
    if (auto count = elementCount(static_cast<FusionDType>(entry.outputs[i].dtype), shapes.back()); !count)
      return Error::make("output ", i, ": ", count.error().message());
  }
  return shapes;
}

uint64_t runtime::workspaceSize(const FusionEntry &entry, Span<const Tensor> inputs) {
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < inputs.size(); ++i)
    addSizes(entry.inputs[i], inputs[i], sizes);
  return entry.workspaceSize ? entry.workspaceSize(sizes.data()) : 0;
}

Error Context::invoke(const FusionEntry &entry, Span<const Tensor> inputs, Span<const Tensor> outputs,
                      const CallOptions &options) {
  // Kernels go by number: another module's entry would launch this one's.
  Span<const FusionEntry> own = loaded->entries();
  if (std::less<>()(&entry, own.begin()) || !std::less<>()(&entry, own.end()))
    return Error::make("entry '", entry.name, "' belongs to another module");
  thread_local Scratch scratch;
  size_t alignment = memoryAlignment(loaded->device());
  if (Error error = checkInputs(entry, inputs, scratch.inputDims))
    return error;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (Error error = checkData("input", i, entry.inputs[i], inputs[i], alignment))
      return error;
  computeOutputDims(entry, scratch);
  if (Error error = checkOutputs(entry, outputs, scratch.outputDims, alignment))
    return error;
  if (Error error = checkAliases(entry, inputs, outputs))
    return error;
  if (Error error = checkWorkspace(entry, scratch.inputDims, options, alignment))
    return error;
  if (Error error = enter())
    return error;
  writeDescriptors(inputs, outputs, scratch);

  std::optional<CallWatch> watch;
  if (CallWatch::isWanted())
    watch.emplace(loaded, place, entry, options.stream);
  FusionCall call{this, options.stream, {}, options.observer, watch ? &*watch : nullptr};
  int32_t code = entry.invoke(&call, scratch.args.data(), options.workspace);
  if (call.error)
    return Error::make("entry '", entry.name, "': ", call.error.message());
  if (code != 0)
    return Error::make("entry '", entry.name, "' returned code ", code);
  return {};
}
