// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Each kernel alone, beside the interpreter.

#include "ChooseSamples.h"
#include "RunValues.h"
#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Reference/Compare.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace fusion;
using reference::Sample;
using reference::Tensor;
using runtime::Error;
using runtime::Expected;
using runtime::HostTensor;
using runtime::KernelVerdict;
using runtime::Span;
using runtime::Verdict;

//===----------------------------------------------------------------------===//
// What an operation is called
//===----------------------------------------------------------------------===//

/// "file:line:column" of the first place in a file that the location names, or nothing.
static std::string describePlace(Location loc) {
  std::string text;
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    llvm::raw_string_ostream(text) << file.getFilename().getValue() << ":" << file.getLine() << ":" << file.getColumn();
    return WalkResult::interrupt();
  });
  return text;
}

static std::string describeOps(Operation *op) {
  SmallVector<StringRef> names;
  if (auto kernel = dyn_cast<KernelOp>(op))
    for (Operation &inner : kernel.getBodyBlock()->without_terminator())
      if (!inner.hasTrait<OpTrait::ConstantLike>())
        names.push_back(inner.getName().stripDialect());
  return names.empty() ? op->getName().getStringRef().str() : llvm::join(names, ", ");
}

static KernelVerdict describe(Operation *op, StringRef name) {
  KernelVerdict verdict;
  verdict.name = name.str();
  verdict.ops = describeOps(op);
  verdict.place = describePlace(op->getLoc());
  return verdict;
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

/// Where an element of a sample is in the whole tensor.
static int64_t getWholeIndex(int64_t index, const Sample &sample, ArrayRef<int64_t> part, ArrayRef<int64_t> whole) {
  int64_t result = 0, stride = 1;
  for (int64_t d = part.size() - 1; d >= 0; --d) {
    int64_t position = index % part[d];
    index /= part[d];
    result += (sample.dims[d] ? (*sample.dims[d])[position] : position) * stride;
    stride *= whole[d];
  }
  return result;
}

/// Adds what the comparison of one result says.
static void addComparison(KernelVerdict &verdict, unsigned result, const reference::Comparison &comparison,
                          const ReadData &read, ArrayRef<int64_t> shape) {
  Judgement judgement = judgeResults(comparison, read);
  Verdict::Kind kind = judgement.kind;
  if (kind == Verdict::Inconclusive)
    verdict.isIdle = judgement.isIdle && (verdict.isIdle || verdict.kind == Verdict::Good);
  if (verdict.kind != Verdict::Mismatch && kind != Verdict::Good)
    verdict.kind = kind;
  verdict.checked += comparison.numElements;
  verdict.bounded += judgement.bounded;
  verdict.apart += comparison.apart;
  verdict.ratio = std::max(verdict.ratio, comparison.maxBoundRatio);
  if (kind == Verdict::Good)
    return;
  std::string line;
  llvm::raw_string_ostream lineStream(line);
  reference::printComparison(lineStream, /*name=*/"", comparison, shape);
  llvm::raw_string_ostream(verdict.note) << (verdict.note.empty() ? "" : "; ") << "result " << result << ": "
                                         << judgement.reason << StringRef(line).rtrim();
}

namespace {
class KernelChecker {
public:
  KernelChecker(const ExposedModule &exposed, Span<const HostTensor> inputs, Span<const HostTensor> outputs,
                const reference::InterpreterOptions &options)
      : exposed(exposed), inputs(inputs), outputs(outputs), options(options) {}

  Error check(Operation *op, KernelVerdict &verdict) const;

private:
  Error checkResults(Operation *op, KernelVerdict &verdict) const;
  Error checkReturns(Operation *op, KernelVerdict &verdict) const;
  Error compare(unsigned index, const Tensor &expected, const HostTensor &output, Type type, const Sample &sample,
                const ReadData &read, KernelVerdict &verdict) const;

  const ExposedModule &exposed;
  Span<const HostTensor> inputs, outputs;
  const reference::InterpreterOptions &options;
};
} // namespace

/// `expected` holds the elements of the sample.
Error KernelChecker::compare(unsigned index, const Tensor &expected, const HostTensor &output, Type type,
                             const Sample &sample, const ReadData &read, KernelVerdict &verdict) const {
  FailureOr<Tensor> actual = RunValues::decode(output, type);
  if (failed(actual))
    return Error::make("result ", index, " of '", verdict.name, "' has another type than the reference");
  verdict.elements += output.elements();
  if (sample.isWhole() && actual->getShape() != expected.getShape()) {
    verdict.kind = Verdict::Mismatch;
    llvm::raw_string_ostream(verdict.note) << (verdict.note.empty() ? "" : "; ") << "result " << index << " "
                                           << describeShapes(actual->getShape(), expected.getShape());
    return {};
  }
  Tensor taken = reference::take(*actual, Sample::whole(actual->getRank()), sample);
  reference::Comparison comparison = reference::compareOutputs(expected, taken);
  if (comparison.worstIndex >= 0)
    comparison.worstIndex = getWholeIndex(comparison.worstIndex, sample, taken.getShape(), output.shape());
  addComparison(verdict, index, comparison, read, output.shape());
  return {};
}

Error KernelChecker::checkResults(Operation *op, KernelVerdict &verdict) const {
  RunValues values(exposed, inputs, outputs, options);
  SmallVector<ArrayRef<int64_t>> shapes;
  for (Value result : op->getResults()) {
    const HostTensor *output = values.findOutput(result);
    shapes.push_back(output ? ArrayRef<int64_t>(output->shape()) : ArrayRef<int64_t>());
  }
  SmallVector<Sample> wanted = chooseSamples(op, shapes);
  for (auto [result, sample] : llvm::zip_equal(op->getResults(), wanted))
    if (auto type = dyn_cast<RankedTensorType>(result.getType()); type && !values.findOutput(result))
      sample = Sample::whole(type.getRank());
  reference::OpInterpreter interpreter(options);
  if (failed(values.feed(op, interpreter)))
    return Error::make("the reference interpreter cannot run what '", verdict.name, "' reads");
  FailureOr<SmallVector<Tensor>> results = interpreter.run(op, wanted);
  if (failed(results))
    return Error::make("the reference interpreter cannot run '", verdict.name, "'");
  FailureOr<ReadData> read = values.describeRead(op);
  if (failed(read))
    return Error::make("the reference interpreter cannot run what '", verdict.name, "' reads");
  for (auto [index, result] : llvm::enumerate(op->getResults()))
    if (const HostTensor *output = values.findOutput(result))
      if (Error error = compare(index, (*results)[index], *output, result.getType(), wanted[index], *read, verdict))
        return error;
  return {};
}

/// Inputs that are returned as they are, and values that are returned twice.
Error KernelChecker::checkReturns(Operation *op, KernelVerdict &verdict) const {
  RunValues values(exposed, inputs, outputs, options);
  for (unsigned index = 0; index < exposed.numResults; ++index) {
    Value value = op->getOperand(index);
    if (!isa<BlockArgument>(value) && values.findOutput(value) == &outputs[index])
      continue;
    FailureOr<Tensor> tensor = values.load(value);
    if (failed(tensor))
      return Error::make("the reference interpreter cannot run what '", verdict.name, "' reads");
    if (Error error =
            compare(index, *tensor, outputs[index], value.getType(), Sample::whole(tensor->getRank()), {}, verdict))
      return error;
  }
  return {};
}

Error KernelChecker::check(Operation *op, KernelVerdict &verdict) const {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return checkReturns(op, verdict);
  if (llvm::any_of(op->getResults(), [&](Value value) { return exposed.outputs.contains(value); }))
    return checkResults(op, verdict);
  return {};
}

Expected<std::vector<KernelVerdict>> fusion::checkKernels(const ExposedModule &exposed, Span<const HostTensor> inputs,
                                                          Span<const HostTensor> outputs, StringRef device) {
  reference::InterpreterOptions options;
  options.exactIntegers = true;
  options.accumulator = device == "cuda" ? reference::Accumulator::TensorCore : reference::Accumulator::FMA;
  KernelChecker checker(exposed, inputs, outputs, options);
  auto names = nameKernels(*exposed.module);
  std::vector<KernelVerdict> verdicts;
  func::FuncOp entry = exposed.entry;
  for (Operation &op : entry.front()) {
    auto named = names.find(&op);
    KernelVerdict verdict =
        describe(&op, named != names.end() ? StringRef(named->second) : op.getName().getStringRef());
    if (Error error = checker.check(&op, verdict))
      return error;
    if (verdict.elements > 0 || ExposedModule::isChecked(&op))
      verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}
