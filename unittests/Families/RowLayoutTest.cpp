// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The epilogue behind sums that do not lie as wgmma's do: a thread has a row of them. What computes the sums is a loop
// of each thread over its row; the kernel is interpreted. test/Emulator/drafts.test runs a whole product.

#include "../Drafts/RowAtom.h"

#include "../../lib/Families/Product/Epilogue.h"
#include "EmulatedLaunch.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "fusion/Families/Product/FinishParameters.h"
#include "fusion/Families/Product/SharedLayout.h"
#include "fusion/InitAll.h"
#include "fusion/Target/PTX/PTX.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

namespace {

constexpr int64_t kDepth = 24;

/// A matrix in memory: small integers, so that sums and bf16 have no error.
struct Matrix {
  MemRefType type;
  std::vector<uint8_t> bytes;

  explicit Matrix(MemRefType type)
      : type(type), bytes(type.getNumElements() * storedBytes(type.getElementType()), 0xAA) {}

  int64_t rows() const { return type.getRank() < 2 ? 1 : type.getDimSize(0); }
  int64_t columns() const { return type.getShape().back(); }
  template <typename T> T &at(int64_t index) { return reinterpret_cast<T *>(bytes.data())[index]; }

  void fill(std::mt19937 &random) {
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      auto value = static_cast<float>(static_cast<int>(random() % 7) - 3);
      uint32_t bits = llvm::bit_cast<uint32_t>(value);
      if (type.getElementType().isF32())
        at<float>(i) = value;
      else
        at<uint16_t>(i) = static_cast<uint16_t>(bits >> 16);
    }
  }
  /// The element that a kernel reads at a place; dimensions of size 1 are repeated.
  double get(int64_t row, int64_t column) {
    int64_t index = (rows() == 1 ? 0 : row) * columns() + (columns() == 1 ? 0 : column);
    return type.getElementType().isF32() ? at<float>(index)
                                         : llvm::bit_cast<float>(uint32_t(at<uint16_t>(index)) << 16);
  }
  bool getBit(int64_t row, int64_t column) { return bytes[row * columns() + column / 8] >> column % 8 & 1; }
};

/// A product of M x kDepth with kDepth x N, and what follows. In texts, M, N and B stand for the sizes and N / 8.
struct Formula {
  std::vector<std::string> inputs, outputs; ///< types: "MxNxbf16"; those of i8 are bits
  std::string body;                         ///< of the sums %s and the inputs %i0, %i1 ...
  /// Of a sum and inputs there, the outputs.
  std::function<std::vector<double>(double sum, ArrayRef<double> inputs)> expected;
  double tolerance = 0; ///< of outputs: relative to 1 or to them, whichever is more
};

std::string replaceSizes(std::string text, int64_t m, int64_t n) {
  auto replace = [&](StringRef name, int64_t size) {
    for (size_t at; (at = text.find(name.str())) != std::string::npos;)
      text.replace(at, name.size() - 1, std::to_string(size));
  };
  replace("Mx", m), replace("Nx", n), replace("Bx", n / 8);
  return text;
}

/// The module: a function with the kernel, as bufferization leaves it, and the module of kernels.
std::string getText(const Formula &formula, int64_t m, int64_t n) {
  std::string arguments, operands, types, outs, outTypes, k = std::to_string(kDepth);
  for (auto [i, type] : llvm::enumerate(formula.inputs)) {
    std::string number = std::to_string(i);
    arguments += ", %in" + number + ": memref<" + type + ">";
    operands += ", %i" + number + " = %in" + number;
    types += ", memref<" + type + ">";
  }
  for (auto [i, type] : llvm::enumerate(formula.outputs)) {
    std::string number = std::to_string(i), separator = i == 0 ? "" : ", ";
    arguments += ", %out" + number + ": memref<" + type + ">";
    outs += separator + "%out" + number;
    outTypes += separator + "memref<" + type + ">";
  }
  std::string a = "Mx" + k + "xbf16>", b = k + "xNxbf16>";
  return replaceSizes("gpu.module @kernels {}\nfunc.func @f(%a: memref<" + a + ", %b: memref<" + b + arguments +
                          ") {\n  fusion.kernel(%x = %a, %w = %b" + operands + ") outs(" + outs + " : " + outTypes +
                          ") : (memref<" + a + ", memref<" + b + types +
                          ") -> () {\n  %s = fusion.matmul %x, %w : " + "(tensor<" + a + ", tensor<" + b +
                          ") -> tensor<MxNxf32>\n" + formula.body + "  }\n  return\n}\n",
                      m, n);
}

/// The kernel with RowLayout: block after block takes a tile of 128 rows and some columns.
class RowKernel {
public:
  RowKernel(KernelOp kernel, int64_t columns)
      : formula(kernel), atom(std::make_shared<RowAtom>(getElement(kernel), columns)),
        plan(EpiloguePlan::get(kernel, *atom->layout, 0)), a(parameters.addMemRef(kernel.getInputs()[0])),
        b(parameters.addMemRef(kernel.getInputs()[1])),
        finish(kernel, *formula.getPlainProduct(), plan, parameters, guard) {
    SharedSizes sizes;
    sizes.staging = plan.stagingBytes, sizes.lines = plan.lineBytes;
    sizes.inputBuffers = plan.stagesInputs() ? plan.chunks.buffers : 0;
    shared = SharedLayout::get(sizes);
    spec.atom = atom;
    spec.walk.tileM = atom->own().rows, spec.walk.tileN = columns;
  }

  void emit(OpBuilder &builder, StringRef name);
  const EpiloguePlan &getPlan() const { return plan; }
  int64_t getSharedBytes() const { return shared.dynamicBytes(); }

private:
  static Type getElement(KernelOp kernel) { return cast<MemRefType>(kernel.getInputs()[0].getType()).getElementType(); }
  Value multiply(KernelBuilder &kb, const ProductSizes &sizes, const OperandAccess &rows, const OperandAccess &columns,
                 Value row, Value firstColumn);

  KernelPlan formula;
  std::shared_ptr<RowAtom> atom;
  EpiloguePlan plan;
  Parameters parameters;
  AccessGuard guard;
  unsigned a, b;
  FinishParameters finish;
  SharedLayout shared;
  ProductSpec spec = {};
};

/// The sums of a thread's row.
Value RowKernel::multiply(KernelBuilder &kb, const ProductSizes &sizes, const OperandAccess &rows,
                          const OperandAccess &columns, Value row, Value firstColumn) {
  int64_t count = atom->layout->countRegisters(atom->own().columns);
  auto load = [&](const OperandAccess &access, Value row, Value column) -> Value {
    return kb.create<arith::ExtFOp>(kb.getF32Type(), kb.load(access.elementType, access.address(kb, row, column)));
  };
  Value inside = kb.minS(row, kb.sub(sizes.m, 1));
  SmallVector<Value> sums(count, kb.cF32(0));
  sums = kb.forLoop(kb.c32(0), sizes.k, 1, sums, [&](Value k, ValueRange carried) {
    Value left = load(rows, inside, k);
    SmallVector<Value> next;
    for (auto [i, sum] : llvm::enumerate(carried)) {
      Value column = kb.minS(kb.add(firstColumn, static_cast<int64_t>(i)), kb.sub(sizes.n, 1));
      next.push_back(kb.create<arith::AddFOp>(sum, kb.create<arith::MulFOp>(left, load(columns, k, column))));
    }
    return next;
  });
  auto type = LLVM::LLVMStructType::getLiteral(kb.getContext(), SmallVector<Type>(count, kb.getF32Type()));
  Value accumulator = kb.create<LLVM::UndefOp>(type);
  for (auto [i, sum] : llvm::enumerate(sums))
    accumulator = kb.create<LLVM::InsertValueOp>(accumulator, sum, static_cast<int64_t>(i));
  return accumulator;
}

void RowKernel::emit(OpBuilder &builder, StringRef name) {
  KernelOp kernel = formula.getKernel();
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), parameters.getTypes(builder));
  auto function = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(), name, type);
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  parameters.annotate(function);
  KernelBuilder kb(kernel.getLoc(), builder.getContext());
  kb.setInsertionPointToStart(function.addEntryBlock(kb));
  ProductSizes sizes = finish.getSizes(kb, function.getArguments());
  EpilogueArguments arguments = finish.getEpilogue(kb, function.getArguments());
  Value base = alignShared(kb, getSharedMemory(kb));
  auto part = [&](int64_t offset) { return kb.offsetPtr(base, offset); };
  ConsumerPosition position = getConsumerPosition(kb, ThreadPosition::get(kb));
  kb.ifThen(position.lead, [&] {
    for (int64_t i = 0; plan.stagesInputs() && i < plan.chunks.buffers; ++i)
      initBarrier(kb, part(shared.stagingBarriers + 8 * i), 1);
    fenceBarrierInit(kb);
  });
  syncBlock(kb);
  OperandAccess rows = OperandAccess::get(kb, parameters.getMemRef(kb, function.getArguments(), a), 2);
  OperandAccess columns = OperandAccess::get(kb, parameters.getMemRef(kb, function.getArguments(), b), 2);
  rows.enterOuter(kb, {});
  columns.enterOuter(kb, {});
  EpilogueMemory memory = {part(shared.staging), part(shared.lines), part(shared.stagingBarriers)};
  Epilogue epilogue(kb, kernel, spec, plan, arguments, sizes, position, memory);
  Value across = kb.ceilDiv(sizes.n, spec.walk.tileN), down = kb.ceilDiv(sizes.m, spec.walk.tileM);
  Value first = kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), step = kb.create<NVVM::GridDimXOp>(kb.getI32Type());
  kb.forLoop(first, kb.mul(across, down), step, kb.c32(0), [&](Value tile, ValueRange uses) {
    Value row = kb.mul(kb.div(tile, across), spec.walk.tileM), column = kb.mul(kb.rem(tile, across), spec.walk.tileN);
    epilogue.begin({}, row, column, uses[0], kb.cBool(true), kb.c32(0));
    epilogue.finish(multiply(kb, sizes, rows, columns, kb.add(row, position.thread), column));
    return SmallVector<Value>{kb.add(uses[0], 1)};
  });
  epilogue.drain();
  kb.create<LLVM::ReturnOp>(ValueRange());
}

/// Runs a formula with tiles of so many columns, and compares all of its outputs with what is expected.
void check(
    const Formula &formula, int64_t m, int64_t n, int64_t columns,
    function_ref<void(const EpiloguePlan &)> checkPlan = [](const EpiloguePlan &) {}) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerPTXTranslations(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(getText(formula, m, n), &context);
  ASSERT_TRUE(module);
  KernelOp kernel;
  module->walk([&](KernelOp op) { kernel = op; });
  auto kernels = *module->getOps<gpu::GPUModuleOp>().begin();
  RowKernel rowKernel(kernel, columns);
  EpiloguePlan plan = rowKernel.getPlan();
  checkPlan(plan);

  std::mt19937 random(7);
  std::vector<Matrix> inputs, outputs;
  for (Value memref : kernel.getInputs())
    inputs.emplace_back(cast<MemRefType>(memref.getType())).fill(random);
  for (Value memref : kernel.getOuts())
    outputs.emplace_back(cast<MemRefType>(memref.getType()));
  EmulatedLaunch launch(/*blocks=*/3, ConsumerPosition::kThreads, static_cast<unsigned>(rowKernel.getSharedBytes()));
  auto add = [&](Matrix &matrix, bool hasMap) {
    int64_t bytes = storedBytes(matrix.type.getElementType());
    if (hasMap)
      launch.addTensorMap(matrix.bytes, bytes, matrix.rows(), matrix.columns(), plan.chunks.rows,
                          plan.chunks.boxColumns(bytes));
    launch.addPointer(matrix.bytes);
  };
  add(inputs[0], false);
  add(inputs[1], false);
  for (const EpilogueInput &input : plan.inputs)
    add(inputs[input.index], input.path == InputPath::Staged);
  for (const EpilogueOutput &output : plan.outputs)
    add(outputs[output.index], output.staged && output.rowAccess == 0);

  OpBuilder builder = OpBuilder::atBlockBegin(kernels.getBody());
  rowKernel.emit(builder, "rows");
  kernel->getParentOfType<func::FuncOp>().erase();
  PassManager passes(&context);
  buildGPUModuleToNVVMPipeline(passes);
  ASSERT_TRUE(succeeded(passes.run(*module)));
  std::string ptx = *translateGPUModuleToPTX(kernels, "sm_90a");
  for (uint64_t seed : {1, 2}) {
    for (Matrix &output : outputs)
      llvm::fill(output.bytes, 0xAA);
    ASSERT_EQ(launch.run(ptx, "rows", seed), "");
    for (int64_t row = 0; row < m; ++row)
      for (int64_t column = 0; column < n; ++column) {
        double sum = 0;
        for (int64_t k = 0; k < kDepth; ++k)
          sum += inputs[0].get(row, k) * inputs[1].get(k, column);
        SmallVector<double> values;
        for (size_t i = 2; i < inputs.size(); ++i)
          values.push_back(inputs[i].get(row, column));
        for (auto [output, expected] : llvm::zip_equal(outputs, formula.expected(sum, values))) {
          bool isBit = output.type.getElementType().isInteger(8);
          double got = isBit ? output.getBit(row, column) : output.get(row, column);
          ASSERT_LE(std::abs(got - expected), formula.tolerance * std::max(1.0, std::abs(expected)))
              << m << " x " << n << " by " << columns << ", row " << row << ", column " << column << ", seed " << seed;
        }
      }
  }
}

const Formula residual = {
    {"Nxf32", "MxNxbf16"},
    {"MxNxbf16", "MxNxf32"},
    "  %0 = fusion.add %s, %i0 : (tensor<MxNxf32>, tensor<Nxf32>) -> tensor<MxNxf32>\n"
    "  %1 = fusion.add %0, %i1 : (tensor<MxNxf32>, tensor<MxNxbf16>) -> tensor<MxNxf32>\n"
    "  %2 = fusion.cast %1 : tensor<MxNxf32> to tensor<MxNxbf16>\n"
    "  fusion.yield %2, %0 : tensor<MxNxbf16>, tensor<MxNxf32>\n",
    [](double sum, ArrayRef<double> in) { return std::vector<double>{sum + in[0] + in[1], sum + in[0]}; }};

double gelu(double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }
} // namespace

TEST(RowLayout, StagesOutputsAndAResidual) {
  for (int64_t columns : {32, 80})
    check(residual, 150, 160, columns, [](const EpiloguePlan &plan) {
      EXPECT_TRUE(plan.stagesInputs());
      EXPECT_TRUE(plan.stagesOutputs());
      EXPECT_FALSE(plan.storesRows());
    });
}

TEST(RowLayout, StoresRowsOfAnySize) {
  for (int64_t n : {1, 77, 90})
    check(residual, 131, n, 32, [](const EpiloguePlan &plan) {
      EXPECT_FALSE(plan.stagesInputs());
      EXPECT_TRUE(plan.storesRows());
    });
}

TEST(RowLayout, ComputesLongFunctionsInBranches) {
  Formula formula = {{"Nxf32", "Mx1xf32"},
                     {"MxNxf32"},
                     "  %0 = fusion.add %s, %i0 : (tensor<MxNxf32>, tensor<Nxf32>) -> tensor<MxNxf32>\n"
                     "  %1 = fusion.gelu %0 : tensor<MxNxf32>\n"
                     "  %2 = fusion.mul %1, %i1 : (tensor<MxNxf32>, tensor<Mx1xf32>) -> tensor<MxNxf32>\n"
                     "  fusion.yield %2 : tensor<MxNxf32>\n",
                     [](double sum, ArrayRef<double> in) { return std::vector<double>{gelu(sum + in[0]) * in[1]}; },
                     1e-5};
  check(formula, 140, 96, 32);
  check(formula, 140, 75, 32);
  formula.outputs[0] = "MxNxbf16";
  formula.body = StringRef(formula.body).drop_back(StringRef("  fusion.yield %2 : tensor<MxNxf32>\n").size()).str() +
                 "  %3 = fusion.cast %2 : tensor<MxNxf32> to tensor<MxNxbf16>\n  fusion.yield %3 : tensor<MxNxbf16>\n";
  formula.tolerance = 1.0 / 256;
  check(formula, 140, 96, 32);
  check(formula, 140, 75, 32);
}

TEST(RowLayout, JoinsBits) {
  Formula formula = {{},
                     {"MxNxf32", "MxBxi8"},
                     "  %zero = arith.constant dense<0.0> : tensor<f32>\n"
                     "  %0 = fusion.compare ogt, %s, %zero : (tensor<MxNxf32>, tensor<f32>) -> tensor<MxNxi1>\n"
                     "  %1 = fusion.pack_bits %0 : tensor<MxNxi1> -> tensor<MxBxi8>\n"
                     "  fusion.yield %s, %1 : tensor<MxNxf32>, tensor<MxBxi8>\n",
                     [](double sum, ArrayRef<double>) { return std::vector<double>{sum, double(sum > 0)}; }};
  auto hasRun = [](int64_t bytes) {
    return [bytes](const EpiloguePlan &plan) { EXPECT_EQ(plan.outputs[1].bitRun, bytes); };
  };
  check(formula, 130, 40, 32, hasRun(1));
  check(formula, 130, 96, 32, hasRun(4));
  check(formula, 130, 256, 64, hasRun(8));
  check(formula, 130, 256, 256, hasRun(32));
}

TEST(RowLayout, JoinsBitsOfBranches) {
  Formula formula = {{},
                     {"MxNxf32", "MxBxi8"},
                     "  %zero = arith.constant dense<0.0> : tensor<f32>\n"
                     "  %g = fusion.gelu %s : tensor<MxNxf32>\n"
                     "  %0 = fusion.compare ogt, %g, %zero : (tensor<MxNxf32>, tensor<f32>) -> tensor<MxNxi1>\n"
                     "  %1 = fusion.pack_bits %0 : tensor<MxNxi1> -> tensor<MxBxi8>\n"
                     "  fusion.yield %g, %1 : tensor<MxNxf32>, tensor<MxBxi8>\n",
                     [](double sum, ArrayRef<double>) { return std::vector<double>{gelu(sum), double(sum > 0)}; },
                     1e-5};
  check(formula, 130, 96, 32);
}
