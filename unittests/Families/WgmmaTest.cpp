// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Products of a warpgroup as PTX: two in a row, of which the second takes the first one's results in registers.

#include "fusion/Families/SM90/Wgmma.h"
#include "fusion/Families/SM90/WgmmaLayout.h"
#include "fusion/InitAll.h"
#include "fusion/Target/PTX/PTX.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

namespace {
constexpr StringLiteral skeleton = R"(
module {
  gpu.module @kernels {
    gpu.func @chain(%rows: i32, %columns: i32, %others: i32, %out: !llvm.ptr<1>) kernel { gpu.return }
  }
}
)";

/// Packs sums of 16 columns as a left factor of 16-bit elements.
SmallVector<Value> packLeft(KernelBuilder &kb, Type elementType, ArrayRef<Value> sums) {
  SmallVector<Value> words;
  for (size_t i = 0; i < 4; ++i) {
    Value pair = kb.create<LLVM::UndefOp>(VectorType::get(2, elementType));
    for (size_t half = 0; half < 2; ++half)
      pair = kb.create<LLVM::InsertElementOp>(pair, kb.create<arith::TruncFOp>(elementType, sums[2 * i + half]),
                                              kb.c32(half));
    words.push_back(kb.create<LLVM::BitcastOp>(kb.getI32Type(), pair));
  }
  return words;
}

/// The PTX of S = Q K with 16 columns, and O = S V with `columns`, K a multiplicand whose rows lie along k and V one
/// whose columns do so or not.
std::string getChain(StringRef type, int64_t columns, bool kMajor) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerPTXTranslations(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(skeleton, &context);
  gpu::GPUFuncOp kernel;
  module->walk([&](gpu::GPUFuncOp op) { kernel = op; });
  KernelBuilder kb(kernel.getLoc(), &kernel.getBody().front(), kernel.getBody().front().begin());
  Type elementType = type == "f16" ? Type(kb.getF16Type()) : Type(kb.getBF16Type());
  Multiplicand q{true, 64, 64, 2}, k{true, 16, 64, 2}, v{kMajor, columns, 16, 2};
  auto undefined = [&](int64_t count) {
    WgmmaLayout layout({64, count, count, /*swap=*/false});
    return kb.create<LLVM::UndefOp>(layout.getAccumulatorType(kb.getF32Type(), count));
  };
  fenceProducts(kb);
  ProductFormat format = ProductFormat::get(*lookupProductType(type));
  Value scores = multiply(kb, format, undefined(16), emitDescriptor(kb, q, kernel.getArgument(0)), q.kMajor,
                          emitDescriptor(kb, k, kernel.getArgument(1)), k.kMajor, /*starts=*/true);
  commitProducts(kb);
  scores = waitProducts(kb, 1, scores).front();
  SmallVector<Value> left = packLeft(kb, elementType, kb.extractAll(scores));
  fenceProducts(kb);
  Value sums = multiplyRegisters(kb, format, undefined(columns), left, emitDescriptor(kb, v, kernel.getArgument(2)),
                                 v.kMajor, /*starts=*/false);
  commitProducts(kb);
  sums = waitProducts(kb, 0, sums, left).front();
  for (auto [i, sum] : llvm::enumerate(kb.extractAll(sums)))
    kb.store(sum, kb.offsetPtr(kernel.getArgument(3), 4 * static_cast<int64_t>(i)));
  PassManager passes(&context);
  buildGPUModuleToNVVMPipeline(passes);
  if (failed(passes.run(*module)))
    return "";
  return *translateGPUModuleToPTX(*module->getOps<gpu::GPUModuleOp>().begin(), "sm_90a");
}
} // namespace

TEST(Wgmma, LeftFactorInRegisters) {
  for (StringRef type : {"bf16", "f16"})
    for (bool kMajor : {true, false})
      for (int64_t columns : {8, 72, 128, 256}) {
        std::string ptx = getChain(type, columns, kMajor);
        std::string shape = "wgmma.mma_async.sync.aligned.m64n" + std::to_string(columns) + "k16.f32." + type.str() +
                            "." + type.str() + " {";
        ASSERT_NE(ptx.find(shape), std::string::npos) << ptx;
        std::string line = ptx.substr(ptx.find(shape));
        line.resize(line.find(';'));
        EXPECT_EQ(llvm::StringRef(line).count("%"), size_t(columns / 2 + 4 + 1)) << line;
        EXPECT_TRUE(llvm::StringRef(line).ends_with(kMajor ? ", p, 1, 1, 0" : ", p, 1, 1, 1")) << line;
        EXPECT_NE(ptx.find("wgmma.wait_group.sync.aligned 1;"), std::string::npos);
        EXPECT_NE(ptx.find("wgmma.wait_group.sync.aligned 0;"), std::string::npos);
        EXPECT_EQ(ptx.find(".local"), std::string::npos);
      }
}
