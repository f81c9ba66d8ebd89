// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Jit.h"
#include "Emulation.h"
#include "fusion/Conversion/MathExpand/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir;

static llvm::Error fail(const char *what) { return llvm::createStringError(what); }

Jit::Jit(std::unique_ptr<llvm::orc::LLJIT> jit) : jit(std::move(jit)) {}
Jit::Jit(Jit &&) = default;
Jit::~Jit() = default;

/// llvm.call_intrinsic "llvm.nvvm.NAME"(...) becomes llvm.call @emulated.llvm.nvvm.NAME(...).
static void emulateIntrinsics(ModuleOp module) {
  SmallVector<LLVM::CallIntrinsicOp> calls;
  module.walk([&](LLVM::CallIntrinsicOp op) {
    if (op.getIntrin().starts_with("llvm.nvvm."))
      calls.push_back(op);
  });
  for (LLVM::CallIntrinsicOp op : calls) {
    std::string name = ("emulated." + op.getIntrin()).str();
    auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
    OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
    if (!callee) {
      auto type = LLVM::LLVMFunctionType::get(op.getResultTypes()[0], llvm::to_vector(op.getArgs().getTypes()));
      callee = LLVM::LLVMFuncOp::create(b, module.getLoc(), name, type);
    }
    b.setInsertionPoint(op);
    op->replaceAllUsesWith(LLVM::CallOp::create(b, op.getLoc(), callee, op.getArgs()));
    op.erase();
  }
}

static LogicalResult lowerToLLVM(ModuleOp module, fusion::MathTarget target) {
  PassManager expand(module.getContext());
  expand.addPass(fusion::createExpandMathPass({target}));
  if (failed(expand.run(module)))
    return failure();
  emulateIntrinsics(module);
  PassManager pm(module.getContext());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  return pm.run(module);
}

llvm::Expected<Jit> Jit::create(llvm::StringRef text, fusion::MathTarget target) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, fusion::FusionDialect, LLVM::LLVMDialect, math::MathDialect,
                  vector::VectorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module || failed(lowerToLLVM(*module, target)))
    return fail("cannot lower the test module");

  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> llvmModule = translateModuleToLLVMIR(*module, *llvmContext);
  if (!llvmModule)
    return fail("cannot translate the test module");
  auto jit = llvm::orc::LLJITBuilder()
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  if (llvm::Error e = (*jit)->addIRModule({std::move(llvmModule), std::move(llvmContext)}))
    return std::move(e);
  llvm::orc::SymbolMap symbols;
  for (const auto &[name, address] : emulatedIntrinsics())
    symbols[(*jit)->mangleAndIntern("emulated." + name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                                            llvm::JITSymbolFlags::Exported};
  if (llvm::Error e = (*jit)->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return std::move(e);
  return Jit(std::move(*jit));
}

llvm::Expected<void *> Jit::lookup(llvm::StringRef name) {
  auto address = jit->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
