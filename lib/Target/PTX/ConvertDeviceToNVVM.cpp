// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that lowers what is left of device code, without libdevice.

#include "fusion/Target/PTX/Passes.h"

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/ArithCommon/AttrToLLVMConverter.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/LoweringOptions.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/LLVMCommon/VectorPattern.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/Path.h"

namespace fusion {
#define GEN_PASS_DEF_CONVERTDEVICETONVVMPASS
#include "fusion/Target/PTX/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Upstream calls libdevice for these; the back end has instructions of its own.
static void populateWithoutLibdevice(const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  PatternBenefit first = 2;
  patterns.add<VectorConvertToLLVMPattern<arith::MaxNumFOp, LLVM::MaxNumOp, arith::AttrConvertFastMathToLLVM>,
               VectorConvertToLLVMPattern<arith::MinNumFOp, LLVM::MinNumOp, arith::AttrConvertFastMathToLLVM>>(
      converter, first);
}

/// An assertion's code names its file. Without its folder, which is no part of the graph.
static void dropFolder(cf::AssertOp op) {
  auto place = op.getLoc()->findInstanceOf<FileLineColLoc>();
  if (!place) {
    op->setLoc(UnknownLoc::get(op.getContext()));
    return;
  }
  StringRef file = llvm::sys::path::filename(place.getFilename().strref());
  op->setLoc(FileLineColLoc::get(op.getContext(), file, place.getLine(), place.getColumn()));
}

/// The operations in `module` that are not what the pass makes.
static int64_t countOthers(gpu::GPUModuleOp module) {
  int64_t count = 0;
  module.getBodyRegion().walk(
      [&](Operation *op) { count += !isa_and_nonnull<LLVM::LLVMDialect, NVVM::NVVMDialect>(op->getDialect()); });
  return count;
}

/// An error at the first operation that nothing lowers. Casts between types that are converted and others are folded
/// later.
static LogicalResult checkLowered(gpu::GPUModuleOp module) {
  WalkResult result = module.getBodyRegion().walk([](Operation *op) {
    if (isa<UnrealizedConversionCastOp>(op) || isa_and_nonnull<LLVM::LLVMDialect, NVVM::NVVMDialect>(op->getDialect()))
      return WalkResult::advance();
    op->emitOpError("is not lowered for GPUs; the graph may run on the CPU (--target=cpu)");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
class ConvertDeviceToNVVM : public fusion::impl::ConvertDeviceToNVVMPassBase<ConvertDeviceToNVVM> {
public:
  using Base::Base;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    getOperation().walk(dropFolder);
    LowerToLLVMOptions options(context);
    options.overrideIndexBitwidth(64);
    LLVMTypeConverter converter(context, options);
    configureGpuToNVVMTypeConverter(converter);

    RewritePatternSet patterns(context);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    populateComplexToLLVMConversionPatterns(converter, patterns); // numbers of two parts
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns);
    index::populateIndexToLLVMConversionPatterns(converter, patterns); // upstream's lowering of tosa.fft2d makes such
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    populateVectorToLLVMConversionPatterns(converter, patterns);
    populateGpuToNVVMConversionPatterns(converter, patterns);
    populateWithoutLibdevice(converter, patterns);

    // Everything but the llvm and nvvm dialects and the module itself must go.
    LLVMConversionTarget target(*context);
    target.addLegalDialect<NVVM::NVVMDialect>();
    target.addIllegalDialect<gpu::GPUDialect>();
    target.addLegalOp<gpu::GPUModuleOp>();
    int64_t numFound = countOthers(getOperation());
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns))) ||
        failed(checkLowered(getOperation())))
      return signalPassFailure();
    numOps += numFound - countOthers(getOperation());
  }
};
} // namespace
