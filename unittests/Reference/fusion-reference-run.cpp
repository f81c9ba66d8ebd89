// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs the reference interpreter on a .mlir file and prints the results, for FileCheck.
//
//   fusion-reference-run IN.mlir [--entry=NAME] [--input=SPEC ...] [--bounds] [--round-inside] [--fma]
//                        [--direction=up|down|zero] [--split-input-file] [--verify-diagnostics]
//
// SPEC: splat:V | list:V,V,... | mod:N:S (element i is i mod N + S) | random:SEED[:SIGMA] (Gaussian), with @AxB for the
// shape where the argument's is dynamic. Missing inputs are --rest, splat:1 if that is not given; random integers are 0
// or 1.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Reference/Interpreter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InterleavedRange.h"
#include "llvm/Support/SourceMgr.h"
#include <random>

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

namespace cl = llvm::cl;
static cl::opt<std::string> inputFile(cl::Positional, cl::init("-"));
static cl::opt<std::string> entryName("entry");
static cl::list<std::string> inputSpecs("input");
static cl::opt<std::string> restSpec("rest", cl::init("splat:1"));
static cl::opt<bool> printBounds("bounds");
static cl::opt<bool> quiet("quiet");
static cl::opt<bool> roundInside("round-inside");
static cl::opt<bool> useFMA("fma");
static cl::opt<Direction> direction("direction", cl::init(Direction::Nearest),
                                    cl::values(clEnumValN(Direction::Up, "up", "up"),
                                               clEnumValN(Direction::Down, "down", "down"),
                                               clEnumValN(Direction::TowardZero, "zero", "toward zero")));
static cl::opt<bool> splitInput("split-input-file");
static cl::opt<bool> verifyDiagnostics("verify-diagnostics");

static SmallVector<int64_t> parseShape(StringRef text) {
  SmallVector<int64_t> shape;
  SmallVector<StringRef> parts;
  text.split(parts, 'x', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts)
    shape.push_back(std::stoll(part.str()));
  return shape;
}

static Tensor makeInput(Type type, StringRef spec) {
  auto [text, shapeText] = spec.split('@');
  auto [kind, values] = text.split(':');
  SmallVector<int64_t> shape = parseShape(shapeText);
  if (auto shaped = dyn_cast<RankedTensorType>(type); shaped && shaped.hasStaticShape())
    shape = llvm::to_vector(shaped.getShape());
  Type element = getElementTypeOrSelf(type);
  bool isFloat = isa<FloatType>(element);
  auto scalar = [&](double v) { return isFloat ? makeFloat(v) : makeInt(v); };
  if (kind == "splat")
    return Tensor::splat(element, shape, scalar(std::stod(values.str())));
  Tensor tensor = Tensor::allocate(element, shape, /*bounds=*/false);
  SmallVector<StringRef> items;
  values.split(items, kind == "list" ? ',' : ':');
  std::mt19937 generator(kind == "random" ? std::stoi(items[0].str()) : 0);
  std::normal_distribution<double> gauss;
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    double v = kind == "list"  ? std::stod(items[i % items.size()].str())
               : kind == "mod" ? i % std::stoll(items[0].str()) + std::stoll(items[1].str())
               : isFloat       ? gauss(generator) * (items.size() > 1 ? std::stod(items[1].str()) : 1.0)
                               : generator() % 2;
    tensor.valueMut()[i] = scalar(v);
  }
  return *Tensor::fromBytes(element, shape, tensor.toBytes()); // rounded to the type
}

/// NaNs print alike.
static double withoutSign(double x) { return std::isnan(x) ? std::abs(x) : x; }

/// What a compiled program may have: ends in reverse where NaN is possible.
static void printInterval(double lo, double hi) {
  llvm::outs() << llvm::format(" in [%.8g, %.8g]", withoutSign(std::fmin(lo, hi)), withoutSign(std::fmax(lo, hi)))
               << (lo > hi ? " or nan" : "");
}

static void printTensor(const Tensor &tensor) {
  Tensor packed = tensor.contiguous();
  llvm::outs() << "tensor<";
  for (int64_t size : packed.getShape())
    llvm::outs() << size << "x";
  llvm::outs() << packed.getElementType() << ">" << (packed.isExact() ? ":" : " (bounded):");
  for (int64_t i = 0, e = quiet ? 0 : packed.getNumElements(); i < e; ++i) {
    if (!tensor.isFloat()) {
      llvm::outs() << " " << packed.value()[i].i;
      if (printBounds && !packed.isExact())
        llvm::outs() << " in [" << packed.lo()[i].i << ", " << packed.hi()[i].i << "]";
      continue;
    }
    llvm::outs() << llvm::format(" %g", withoutSign(packed.value()[i].f));
    if (printBounds && !packed.isExact())
      printInterval(packed.lo()[i].f, packed.hi()[i].f);
  }
  llvm::outs() << "\n";
}

static LogicalResult run(ModuleOp module) {
  if (failed(prepareForInterpreter(module)))
    return failure();
  func::FuncOp function;
  for (auto candidate : module.getOps<func::FuncOp>())
    if (entryName.empty() ? !function && candidate.isPublic() : candidate.getName() == entryName)
      function = candidate;
  if (!function)
    return module.emitError("has no such function");
  SmallVector<Tensor> inputs;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    inputs.push_back(makeInput(type, i < inputSpecs.size() ? inputSpecs[i] : restSpec));
  InterpreterOptions options;
  options.roundInsideKernels = roundInside;
  options.accumulator = useFMA ? Accumulator::FMA : Accumulator::TensorCore;
  options.direction = direction;
  options.bounds = direction == Direction::Nearest;
  auto results = interpret(function, inputs, options);
  if (failed(results))
    return failure();
  for (const Tensor &result : *results)
    printTensor(result);
  return success();
}

static LogicalResult process(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext &context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  if (!verifyDiagnostics) {
    SourceMgrDiagnosticHandler handler(sources, &context);
    OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
    return module ? run(*module) : failure();
  }
  SourceMgrDiagnosticVerifierHandler handler(sources, &context);
  if (OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context))
    (void)run(*module);
  return handler.verify();
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  DialectRegistry registry;
  registry
      .insert<FusionDialect, affine::AffineDialect, arith::ArithDialect, bufferization::BufferizationDialect,
              cf::ControlFlowDialect, func::FuncDialect, index::IndexDialect, linalg::LinalgDialect, math::MathDialect,
              ml_program::MLProgramDialect, scf::SCFDialect, tensor::TensorDialect, tosa::TosaDialect>();
  MLIRContext context(registry);
  context.printOpOnDiagnostic(!verifyDiagnostics);
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(inputFile, &error);
  if (!file) {
    llvm::errs() << error << "\n";
    return 2;
  }
  auto processor = [&](std::unique_ptr<llvm::MemoryBuffer> buffer, raw_ostream &) {
    return process(std::move(buffer), context);
  };
  return failed(
      splitAndProcessBuffer(std::move(file), processor, llvm::outs(), splitInput ? kDefaultSplitMarker : StringRef()));
}
