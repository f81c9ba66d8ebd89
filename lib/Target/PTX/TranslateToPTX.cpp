// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiles parts of a device module by LLVM's NVPTX back end.

#include "fusion/Target/PTX/PTX.h"

#include "KernelGroups.h"
#include "StoredBits.h"
#include "fusion/Support/CheckEmitted.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/LLVMOptimize.h"
#include "fusion/Support/Parallel.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <atomic>
#include <mutex>

using namespace mlir;

void fusion::registerPTXTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

/// Once per process: the back end, with 32-bit pointers to shared memory. They halve the registers of its addresses;
/// LLVM has no other switch for them than this option of the back end.
static void initializeNVPTX() {
  static const bool once = [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    auto &options = llvm::cl::getRegisteredOptions();
    if (auto found = options.find("nvptx-short-ptr"); found != options.end())
      static_cast<llvm::cl::opt<bool> *>(found->second)->setValue(true);
    return true;
  }();
  (void)once;
}

static std::unique_ptr<llvm::TargetMachine> createTargetMachine(const fusion::ChipInfo &chip, std::string &error) {
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, chip.name, chip.features, llvm::TargetOptions(), /*RelocModel=*/std::nullopt,
                                  /*CodeModel=*/std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

/// The back end ends the process for most other names, and assemblers take none with a dot. Kernels of fusion have good
/// ones.
static LogicalResult checkNames(gpu::GPUModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    StringRef name = function.getName();
    auto isAllowed = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; };
    if (function.isExternal() || (llvm::all_of(name, isAllowed) && !llvm::isDigit(name.front())))
      continue;
    return function.emitOpError()
           << "has a name that PTX cannot hold: letters, digits, '_' and '$' are allowed, and no "
              "digit first; rename the function that it belongs to";
  }
  return success();
}

constexpr unsigned kSharedMemory = 3; ///< address space of NVPTX
/// Shared memory whose size each launch gives (lib/Families/Common/MemRefVariant.cpp).
constexpr llvm::StringLiteral kSharedMemoryName = "fusion_shared";
/// The function of CUDA's that an assertion which fails calls.
constexpr llvm::StringLiteral kAssertionName = "__assertfail";

/// LLVM takes a variable without an alignment for one of the type's preferred alignment, and loads vectors from an
/// array by that; the back end declares it with the least that the type allows.
static void alignSharedVariables(llvm::Module &module) {
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == kSharedMemory && !variable.getAlign())
      variable.setAlignment(module.getDataLayout().getPreferredAlign(&variable));
}

/// What kernels hold.
static const fusion::EmittedForms &getDeviceForms() {
  using llvm::Attribute;
  static constexpr Attribute::AttrKind kFunctionAttrs[] = {Attribute::NoInline, Attribute::Memory, Attribute::NoUnwind,
                                                           Attribute::WillReturn, Attribute::NoReturn};
  static constexpr Attribute::AttrKind kParameterAttrs[] = {Attribute::ByVal, Attribute::Alignment, Attribute::ReadOnly,
                                                            Attribute::NoAlias};
  static constexpr StringLiteral kFunctionTexts[] = {"nvvm.maxntid", "nvvm.minctasm", "nvvm.cluster_dim"};
  static constexpr StringLiteral kParameterTexts[] = {"nvvm.grid_constant"};
  static constexpr llvm::CallingConv::ID kConventions[] = {llvm::CallingConv::C, llvm::CallingConv::PTX_Kernel};
  static const fusion::EmittedForms forms = {
      kFunctionAttrs,
      kParameterAttrs,
      kFunctionTexts,
      kParameterTexts,
      kConventions,
      /*mayDeclare=*/[](StringRef name) { return name == kSharedMemoryName || name == kAssertionName; },
      /*mayExport=*/[](StringRef) { return true; },
      /*inlineAssembly=*/true};
  return forms;
}

namespace {
/// Leaves out LLVM's straight-line strength reduction where it has nothing to do and takes seconds: of each integer of
/// a long formula it asks for the difference to all before it. Kernels without shared memory compute few addresses.
class StrengthReductionGate : public llvm::OptPassGate {
public:
  /// Looks at what is to be compiled.
  void add(const llvm::Module &module);

  bool isEnabled() const override { return true; }
  bool shouldRunPass(StringRef pass, StringRef unit) const override {
    return pass != "slsr" || !skipped.contains(unit);
  }

private:
  static constexpr unsigned kMaxInstructions = 2048;
  llvm::StringSet<> skipped; ///< functions as LLVM describes them
};

/// A module on its way to PTX, in a context of its own, so that several can be compiled at once.
class Compilation {
public:
  LogicalResult translate(gpu::GPUModuleOp op, const fusion::ChipInfo &chip) {
    std::string error;
    machine = createTargetMachine(chip, error);
    if (!machine)
      return op.emitError() << "cannot create the NVPTX back end: " << error;
    module = translateModuleToLLVMIR(op, context, op.getName());
    if (!module)
      return op.emitError() << "cannot be translated to LLVM IR";
    if (std::string found = findForeignPart(*module, getDeviceForms()); !found.empty())
      return op.emitError() << "device code is not emitted: it has a " << found << ", which no kernel has";
    module->setTargetTriple(machine->getTargetTriple());
    module->setDataLayout(machine->createDataLayout());
    alignSharedVariables(*module);
    return success();
  }

  /// Fails if the back end cannot emit assembly.
  LogicalResult compile() {
    fusion::optimizeModule(*module, *machine, llvm::OptimizationLevel::O3);
    fusion::moveStoredBits(*module);
    llvm::raw_svector_ostream stream(ptx);
    gate.add(*module);
    context.setOptPassGate(gate);
    llvm::legacy::PassManager codegen;
    if (machine->addPassesToEmitFile(codegen, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
      return failure();
    codegen.run(*module);
    return success();
  }

  llvm::SmallString<0> ptx;

private:
  llvm::LLVMContext context;
  StrengthReductionGate gate;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;
};
} // namespace

void StrengthReductionGate::add(const llvm::Module &module) {
  auto isShared = [](const llvm::Value *value) {
    auto type = llvm::dyn_cast<llvm::PointerType>(value->getType());
    return type && type->getAddressSpace() == kSharedMemory;
  };
  for (const llvm::Function &function : module)
    if (function.getInstructionCount() > kMaxInstructions &&
        llvm::none_of(llvm::instructions(function),
                      [&](const llvm::Instruction &op) { return llvm::any_of(op.operand_values(), isShared); }))
      skipped.insert(("function (" + function.getName() + ")").str());
}

FailureOr<std::string> fusion::translateGPUModuleToPTX(gpu::GPUModuleOp op, StringRef chipName) {
  const ChipInfo *chip = lookupChip(chipName);
  if (!chip)
    return op.emitError() << "no such chip '" << chipName << "'; known are " << listChips();
  if (failed(checkNames(op)))
    return failure();
  initializeNVPTX();

  SmallVector<OwningOpRef<gpu::GPUModuleOp>> parts = divideKernels(op);
  std::vector<Compilation> compilations(std::max<size_t>(parts.size(), 1));
  // No part's PTX depends on which thread makes it, nor on how many there are. One part at a time is taken out of MLIR,
  // in their order, while others are compiled.
  std::mutex taking;
  size_t next = 0;
  bool allTranslated = true;
  std::atomic<bool> allCompiled = true;
  auto take = [&]() -> Compilation * {
    std::lock_guard<std::mutex> lock(taking);
    if (next == compilations.size() || !allTranslated)
      return nullptr;
    Compilation &compilation = compilations[next];
    allTranslated = succeeded(compilation.translate(parts.empty() ? op : *parts[next], *chip));
    ++next;
    return allTranslated ? &compilation : nullptr;
  };
  parallelFor(compilations.size(), /*numThreads=*/0, [&](int64_t, int64_t) {
    while (Compilation *compilation = take())
      if (failed(compilation->compile()))
        allCompiled = false;
  });
  if (!allTranslated)
    return failure();
  if (!allCompiled)
    return op.emitError() << "the NVPTX back end cannot emit assembly";
  return joinPTX(llvm::map_to_vector(compilations, [](const Compilation &done) -> StringRef { return done.ptx; }));
}
