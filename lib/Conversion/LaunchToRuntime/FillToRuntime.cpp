// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fills of memory become calls of fusion_fill.

#include "fusion/Conversion/LaunchToRuntime/LaunchToRuntime.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fusion;

namespace {
/// gpu.memset %x, %value : memref<1x1xf32>, f32
///   ->
/// llvm.call @fusion_fill(%call, address of %x, bits of %value, number of elements)
struct FillToRuntime : ConvertOpToLLVMPattern<gpu::MemsetOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::MemsetOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<MemRefType>(op.getDst().getType());
    if (op.getAsyncToken() || !op.getAsyncDependencies().empty())
      return rewriter.notifyMatchFailure(op, "the call's stream orders fills");
    if (!type.getElementType().isIntOrFloat() || type.getElementTypeBitWidth() != 32)
      return rewriter.notifyMatchFailure(op, "elements are not of 32 bits");
    bool isOne = type.hasStaticShape() && type.getNumElements() == 1 && type.isStrided();
    if (!isOne && (!type.hasStaticShape() || !type.getLayout().isIdentity()))
      return rewriter.notifyMatchFailure(op, "elements are not known to lie side by side");
    auto function = op->getParentOfType<FunctionOpInterface>();
    if (!function || function.getNumArguments() == 0)
      return rewriter.notifyMatchFailure(op, "no function with a FusionCall argument around the fill");
    Location loc = op.getLoc();
    Type i64 = rewriter.getI64Type(), i32 = rewriter.getI32Type();
    auto ptr = LLVM::LLVMPointerType::get(rewriter.getContext());
    FailureOr<LLVM::LLVMFuncOp> callee =
        LLVM::lookupOrCreateFn(rewriter, op->getParentOfType<ModuleOp>(), "fusion_fill", {ptr, ptr, i32, i64}, i32);
    if (failed(callee))
      return rewriter.notifyMatchFailure(op, "fusion_fill is declared with another type");
    Value address = MemRefDescriptor(adaptor.getDst()).bufferPtr(rewriter, loc, *getTypeConverter(), type);
    Value bits = LLVM::BitcastOp::create(rewriter, loc, i32, adaptor.getValue());
    Value count = LLVM::ConstantOp::create(rewriter, loc, i64, type.getNumElements());
    LLVM::CallOp::create(rewriter, loc, *callee,
                         ValueRange{rewriter.getRemappedValue(function.getArgument(0)), address, bits, count});
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void fusion::populateFillToRuntimePatterns(const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<FillToRuntime>(converter);
}
