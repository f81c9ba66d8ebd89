// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes graphs as programs, with their data and the intervals of their results.

#include "Exporter.h"
#include "Trial.h"
#include "fusion/Driver/Artifact.h"
#include "fusion/Driver/Verify.h"
#include "fusion/Runtime/Npy.h"
#include "fusion/Support/DType.h"
#include "fusion/Transforms/Transforms.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InterleavedRange.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

/// Larger results tell little more, and take space.
static constexpr int64_t kMostElements = 1 << 14;

static Error writeFile(const std::string &path, StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream file(path, code);
  file << text;
  file.close();
  if (code || file.has_error())
    return Error::make("cannot write ", path);
  return {};
}

/// The ends of an element's interval as numbers of the type, and whether NaN and numbers are possible.
static char decodePossible(Type type, reference::Scalar &value, reference::Scalar &lo, reference::Scalar &hi) {
  if (!isa<FloatType>(type)) {
    unsigned width = type.getIntOrFloatBitWidth();
    lo.i = std::max(lo.i, width == 1 ? 0 : llvm::minIntN(width));
    hi.i = std::min(hi.i, width == 1 ? 1 : llvm::maxIntN(width));
    return 2;
  }
  if (std::isnan(lo.f) || std::isnan(hi.f))
    return 1;
  bool nan = lo.f > hi.f;
  if (nan)
    std::swap(lo, hi);
  if (!APFloat::semanticsHasInf(cast<FloatType>(type).getFloatSemantics())) {
    double most = APFloat::getLargest(cast<FloatType>(type).getFloatSemantics()).convertToDouble();
    lo.f = std::clamp(lo.f, -most, most);
    hi.f = std::clamp(hi.f, -most, most);
  }
  return nan ? 3 : 2;
}

static std::string describeExpected(const reference::Tensor &tensor) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Type type = tensor.getElementType();
  os << runtime::dtypeName(*getScalarDType(type)) << " " << llvm::interleaved(tensor.getShape(), "x") << "\n";
  reference::Tensor all = tensor.copy(/*bounds=*/true), low = all.copy(), high = all.copy();
  std::string possible;
  for (int64_t i = 0, e = all.getNumElements(); i < e; ++i) {
    reference::Scalar value = all.value()[i], lo = all.lo()[i], hi = all.hi()[i];
    possible += decodePossible(type, value, lo, hi);
    low.valueMut()[i] = lo;
    high.valueMut()[i] = hi;
  }
  for (const reference::Tensor &part : {low, high}) {
    SmallVector<char> bytes = part.toBytes();
    os.write(bytes.data(), bytes.size());
  }
  os << possible;
  return text;
}

static bool isSmall(ArrayRef<reference::Tensor> expected) {
  int64_t elements = 0;
  for (const reference::Tensor &tensor : expected)
    elements += tensor.getNumElements();
  return elements > 0 && elements <= kMostElements;
}

static Error writeData(const std::string &folder, const Subject &subject, const Tensors &inputs,
                       ArrayRef<reference::Tensor> expected) {
  const GeneratedGraph &graph = subject.getGraph();
  std::string arguments = getDataOptions(graph);
  if (graph.data == DataKind::Special) {
    arguments.clear();
    for (auto [index, input] : llvm::enumerate(inputs)) {
      std::string name = "input." + std::to_string(index) + ".npy";
      arguments += "--input=" + name + " ";
      if (Error error = runtime::writeNpy(folder + "/" + name, input))
        return error;
    }
  }
  if (Error error = writeFile(folder + "/arguments", arguments + "\n"))
    return error;
  for (auto [index, tensor] : llvm::enumerate(expected))
    if (Error error = writeFile(folder + "/expected." + std::to_string(index), describeExpected(tensor)))
      return error;
  return {};
}

Error Exporter::check(Subject &subject) const {
  if (!subject.isRunnable())
    return {};
  auto inputs = subject.makeInputs();
  if (!inputs)
    return inputs.takeError();
  CompileOptions options;
  options.verifyEach = true;
  options.target = chip;
  OwningOpRef<ModuleOp> program = subject.getModule().clone();
  FailureOr<SmallVector<reference::Tensor>> expected = failure();
  FailureOr<std::string> object = failure();
  Error error = runCompiler(*program, subject.getCounters(), [&]() -> LogicalResult {
    if (failed(buildKernels(*program, options)))
      return failure();
    OwningOpRef<ModuleOp> fused = program->clone();
    joinInitializeSteps(*fused);
    expected = expectOutputs(subject.getModule(), *fused, "graph", *inputs, reference::Accumulator::TensorCore);
    if (failed(expected))
      return failure();
    if (isSmall(*expected))
      object = makeArtifact(*program, EmitKind::SharedObject, options);
    return success(!isSmall(*expected) || succeeded(object));
  });
  if (error || failed(object) || !subject.getGraph().seed)
    return error;
  std::string own = folder + "/" + std::to_string(*subject.getGraph().seed);
  if (llvm::sys::fs::create_directories(own))
    return Error::make("cannot make folder '", own, "'");
  if (Error failed = writeFile(own + "/graph.so", *object))
    return failed;
  ++subject.getCounters()["total.programs exported"];
  return writeData(own, subject, *inputs, *expected);
}
