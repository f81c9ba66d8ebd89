// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs LLVM's pipeline with our own passes where it would go wrong.

#include "fusion/Support/LLVMOptimize.h"
#include "NestedExtrema.h"
#include "VectorizerLimit.h"
#include "ZeroSigns.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Target/TargetMachine.h"

/// Most instructions of a function whose copies of memory are looked over.
static constexpr unsigned kMaxInstructions = 4096;

/// Leaves out passes that have nothing to do in our code, and whose time grows with the square of a function's calls: a
/// host program has one for each kernel or loop. No function is called that is found at run time, and no call takes an
/// argument by a copy of its memory.
static bool shouldRun(llvm::StringRef pass, llvm::Any unit) {
  if (pass == "CalledValuePropagationPass")
    return false;
  const auto *function = llvm::any_cast<const llvm::Function *>(&unit);
  return pass != "MemCpyOptPass" || !function || (*function)->getInstructionCount() <= kMaxInstructions;
}

void fusion::optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, llvm::OptimizationLevel level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(shouldRun);
  // Functions with the attribute optnone stay as they are: the pass manager alone does not look at it.
  llvm::OptNoneInstrumentation optNone(/*DebugLogging=*/false);
  optNone.registerCallbacks(callbacks);
  llvm::PassBuilder builder(&machine, llvm::PipelineTuningOptions(), /*PGOOpt=*/std::nullopt, &callbacks);
  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(NestedExtremaPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(FenceZeroSignsPass()));
  });
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) { passes.addPass(VectorizerLimitPass()); });
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager &passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(ZeroSignsPass()));
      });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(level).run(module, modules);
}
