// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Verification of outputs, and what the cache of compiled code keeps.

#include "../Support/Printing.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Driver/CompileCache.h"
#include "fusion/Driver/Verify.h"
#include "fusion/Runtime/Cache.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace fusion;
using runtime::HostTensor;

namespace {
class DriverTest : public testing::Test {
protected:
  DriverTest() { context.loadDialect<FusionDialect, func::FuncDialect>(); }
  MLIRContext context;
};
} // namespace

/// A function of one operation on two elements.
static OwningOpRef<ModuleOp> makeModule(MLIRContext &context, StringRef op) {
  std::string text = ("func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n%0 = fusion." + op +
                      " %x : tensor<2xf32>\nreturn %0 : tensor<2xf32>\n}\n")
                         .str();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module);
  return module;
}

static HostTensor makeTensor(ArrayRef<double> values) {
  HostTensor tensor = *HostTensor::allocate(FUSION_F32, {static_cast<int64_t>(values.size())});
  for (auto [index, value] : llvm::enumerate(values))
    tensor.setValue(index, value);
  return tensor;
}

/// A compiler that turns one operation into another is found out: what is right follows from the graph as it was read.
TEST_F(DriverTest, Verification) {
  OwningOpRef<ModuleOp> original = makeModule(context, "neg"), compiled = makeModule(context, "abs");
  auto specs = EntrySpecs::create(*original);
  EXPECT_TRUE(succeeded(specs));
  std::vector<HostTensor> inputs = {makeTensor({1.5, -2})};
  auto verify = [&](ModuleOp fused, ArrayRef<double> outputs) {
    runtime::RunResult result;
    result.device = "cpu";
    result.outputs = {makeTensor(outputs)};
    EXPECT_FALSE(verifyOutputs(*original, fused, **runtime::findEntry((*specs)->get(), "f"), inputs, result));
    return result.verdicts.size() == 1 && result.verdicts[0].kind == runtime::Verdict::Good;
  };
  EXPECT_TRUE(verify(*original, {-1.5, 2}));
  EXPECT_FALSE(verify(*original, {-1.5, 2.5}));
  EXPECT_FALSE(verify(*compiled, {1.5, 2}));
}

/// What was made without a diagnostic is made once; a warning is given each time.
TEST_F(DriverTest, CachedWarnings) {
  SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fusion-driver", folder));
  llvm::scope_exit removal([&] { (void)llvm::sys::fs::remove_directories(folder); });
  auto cache = runtime::Cache::open(folder.str().str());
  ASSERT_TRUE(cache);
  runtime::CacheScope scope(cache->get());
  OwningOpRef<ModuleOp> module = makeModule(context, "neg");
  int made = 0, warnings = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) { ++warnings; });
  auto compile = [&](std::string kind, bool warn) {
    auto text = getOrMake(kind, *module, CompileOptions(), {}, [&]() -> FailureOr<std::string> {
      ++made;
      if (warn)
        module->emitWarning("doubtful");
      return std::string("code");
    });
    EXPECT_TRUE(succeeded(text) && *text == "code");
  };
  for (int i = 0; i < 2; ++i)
    compile("silent", false);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(warnings, 0);
  for (int i = 0; i < 2; ++i)
    compile("loud", true);
  EXPECT_EQ(made, 3);
  EXPECT_EQ(warnings, 2);
}
