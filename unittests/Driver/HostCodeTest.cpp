// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Host code that no pass of ours writes does not reach the code generator, or the user.

#include "fusion/Driver/HostCode.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace fusion;

namespace {
class HostCodeTest : public testing::Test {
protected:
  HostCodeTest() : listener(&context, [this](Diagnostic &diagnostic) { said = diagnostic.str(); }) {
    context.loadDialect<LLVM::LLVMDialect>();
  }

  std::unique_ptr<llvm::Module> translate(StringRef text) {
    said.clear();
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    auto code = translateHostModule(*module, llvmContext, HostCPU::Portable);
    return succeeded(code) ? std::move(*code) : nullptr;
  }

  MLIRContext context;
  ScopedDiagnosticHandler listener;
  llvm::LLVMContext llvmContext;
  OwningOpRef<ModuleOp> module;
  std::string said;
};
} // namespace

static constexpr StringLiteral kCallsLibm =
    "llvm.mlir.global external constant @fusion_module() : !llvm.ptr {\n"
    "  %0 = llvm.mlir.addressof @f : !llvm.ptr\n  llvm.return %0 : !llvm.ptr\n}\n"
    "llvm.func @expf(f32) -> f32\n"
    "llvm.func internal @f(%x: f32) -> f32 {\n"
    "  %0 = llvm.call @expf(%x) : (f32) -> f32\n  llvm.return %0 : f32\n}\n";

TEST_F(HostCodeTest, WhatOursWriteIsEmitted) {
  std::unique_ptr<llvm::Module> code = translate(kCallsLibm);
  ASSERT_TRUE(code) << said;
  EXPECT_TRUE(succeeded(makeSharedObject(*code, HostCPU::Portable, UnknownLoc::get(&context)))) << said;
}

TEST_F(HostCodeTest, ForeignPartsAreNotTranslated) {
  const std::pair<StringRef, StringRef> cases[] = {
      {"llvm.func internal @f() attributes {passthrough = [[\"probe-stack\", \"system\"]]} { llvm.return }",
       "function 'f' with the attribute \"probe-stack\"=\"system\""},
      {"llvm.func internal @f() attributes {section = \".init_array\"} { llvm.return }", "function 'f' with a section"},
      {"llvm.func internal @f() attributes {garbageCollector = \"erlang\"} { llvm.return }", "a garbage collector"},
      {"llvm.func @f() { llvm.return }", "function 'f' with a name that other code sees"},
      {"llvm.func @system(!llvm.ptr) -> i32", "function 'system' with a name that other code sees"},
      {"llvm.mlir.global weak @x(1 : i32) : i32", "variable 'x' with another linkage"},
      {"module attributes {llvm.module_asm = [\"nop\"]} {}", "assembly of the module"},
      {"module attributes {llvm.dependent_libraries = [\"evil\"]} {}", "metadata 'llvm.dependent-libraries'"},
      {"llvm.func internal @f() { llvm.inline_asm \"nop\", \"\" : () -> ()\n llvm.return }",
       "function 'f' with assembly"},
      {"llvm.func internal @g() { llvm.return }\nllvm.func internal @f() { llvm.call fastcc @g() : () -> ()\n "
       "llvm.return }",
       "a call by calling convention 8"},
  };
  for (auto [text, expected] : cases) {
    EXPECT_FALSE(translate(text)) << text.str();
    EXPECT_NE(said.find("host code is not emitted, which is a fault of this compiler"), std::string::npos) << said;
    EXPECT_NE(said.find(expected.str()), std::string::npos) << said;
  }
}

/// What the code generator makes of a module is looked at once more.
TEST_F(HostCodeTest, ObjectsNeedKnownSymbolsAlone) {
  std::unique_ptr<llvm::Module> code = translate(kCallsLibm);
  ASSERT_TRUE(code) << said;
  code->getFunction("expf")->setName("abort");
  EXPECT_TRUE(failed(makeSharedObject(*code, HostCPU::Portable, UnknownLoc::get(&context))));
  EXPECT_NE(said.find("it calls 'abort'"), std::string::npos) << said;

  code = translate(kCallsLibm);
  ASSERT_TRUE(code) << said;
  code->getFunction("f")->setSection(".init_array");
  EXPECT_TRUE(failed(makeSharedObject(*code, HostCPU::Portable, UnknownLoc::get(&context))));
  EXPECT_NE(said.find("it has the section '.init_array'"), std::string::npos) << said;
}
