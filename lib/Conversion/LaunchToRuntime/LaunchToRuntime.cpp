// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Conversion/LaunchToRuntime/LaunchToRuntime.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::fusion;

//===----------------------------------------------------------------------===//
// KernelTable
//===----------------------------------------------------------------------===//

static int64_t getConstant(Value value) {
  APInt constant;
  return value && matchPattern(value, m_ConstantInt(&constant)) ? constant.getSExtValue() : 0;
}

KernelTable::KernelTable(ModuleOp module) {
  llvm::DenseMap<StringAttr, int32_t> images;
  for (Operation &op : *module.getBody())
    if (isa<gpu::GPUModuleOp, gpu::BinaryOp>(op))
      images.try_emplace(SymbolTable::getSymbolName(&op), images.size());
  module.walk([&](gpu::LaunchFuncOp launch) {
    auto [known, isNew] = indices.try_emplace(launch.getKernelAttr(), kernels.size());
    if (isNew)
      kernels.push_back({launch.getKernelName(), images.lookup(launch.getKernelModuleName()), 0, 0});
    Kernel &kernel = kernels[known->second];
    int64_t threads =
        getConstant(launch.getBlockSizeX()) * getConstant(launch.getBlockSizeY()) * getConstant(launch.getBlockSizeZ());
    kernel.maxThreads = std::max<int32_t>(kernel.maxThreads, threads);
    kernel.sharedBytes = std::max(kernel.sharedBytes, getConstant(launch.getDynamicSharedMemorySize()));
  });
}

FailureOr<int32_t> KernelTable::lookup(SymbolRefAttr name) const {
  auto found = indices.find(name);
  return found == indices.end() ? FailureOr<int32_t>(failure()) : FailureOr<int32_t>(found->second);
}

//===----------------------------------------------------------------------===//
// gpu.launch_func
//===----------------------------------------------------------------------===//

namespace {
/// gpu.launch_func @m::@k blocks in (%g, ..) threads in (%b, ..) args(%x : memref<?xf32>, ..)
///   ->
/// %args = an array of pointers to a slot for each of %x's pointers, offset, sizes and strides, ..
/// llvm.call @fusion_launch(%call, number of @k, %g, .., %b, .., shared bytes, %args)
struct LaunchFuncToRuntime : ConvertOpToLLVMPattern<gpu::LaunchFuncOp> {
  LaunchFuncToRuntime(const LLVMTypeConverter &converter, const KernelTable &table)
      : ConvertOpToLLVMPattern(converter), table(table) {}

  LogicalResult matchAndRewrite(gpu::LaunchFuncOp launch, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    FailureOr<int32_t> kernel = table.lookup(launch.getKernelAttr());
    if (failed(kernel))
      return rewriter.notifyMatchFailure(launch, "the kernel is not in the table");
    auto function = launch->getParentOfType<FunctionOpInterface>();
    if (!function || function.getNumArguments() == 0)
      return rewriter.notifyMatchFailure(launch, "no function with a FusionCall argument around the launch");
    Location loc = launch.getLoc();
    Type i64 = rewriter.getI64Type(), i32 = rewriter.getI32Type();
    auto ptr = LLVM::LLVMPointerType::get(rewriter.getContext());
    FailureOr<LLVM::LLVMFuncOp> callee =
        LLVM::lookupOrCreateFn(rewriter, launch->getParentOfType<ModuleOp>(), "fusion_launch",
                               {ptr, i32, i64, i64, i64, i64, i64, i64, i64, ptr}, i32);
    if (failed(callee))
      return rewriter.notifyMatchFailure(launch, "fusion_launch is declared with another type");
    SmallVector<Value> operands = {rewriter.getRemappedValue(function.getArgument(0)),
                                   LLVM::ConstantOp::create(rewriter, loc, i32, *kernel)};
    for (Value size : {adaptor.getGridSizeX(), adaptor.getGridSizeY(), adaptor.getGridSizeZ(), adaptor.getBlockSizeX(),
                       adaptor.getBlockSizeY(), adaptor.getBlockSizeZ()})
      operands.push_back(size);
    operands.push_back(getSharedBytes(launch, adaptor, rewriter));
    operands.push_back(packArguments(launch, adaptor, function, rewriter));
    LLVM::CallOp::create(rewriter, loc, *callee, operands);
    rewriter.eraseOp(launch);
    return success();
  }

private:
  static Value getSharedBytes(gpu::LaunchFuncOp launch, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) {
    Type i64 = rewriter.getI64Type();
    Value bytes = adaptor.getDynamicSharedMemorySize();
    if (!bytes)
      return LLVM::ConstantOp::create(rewriter, launch.getLoc(), i64, 0);
    return LLVM::ZExtOp::create(rewriter, launch.getLoc(), i64, bytes);
  }

  /// The array that fusion_launch takes. Slots are allocated in the function's entry block, so that a launch in a loop
  /// does not grow the stack.
  Value packArguments(gpu::LaunchFuncOp launch, OpAdaptor adaptor, FunctionOpInterface function,
                      ConversionPatternRewriter &rewriter) const {
    Location loc = launch.getLoc();
    auto ptr = LLVM::LLVMPointerType::get(rewriter.getContext());
    SmallVector<Value> values = getTypeConverter()->promoteOperands(
        loc, launch.getKernelOperands(), adaptor.getKernelOperands(), rewriter, /*useBarePtrCallConv=*/false);
    SmallVector<Type> types(ValueRange(values).getTypes());
    auto structType = LLVM::LLVMStructType::getLiteral(rewriter.getContext(), types);
    auto arrayType = LLVM::LLVMArrayType::get(ptr, values.size());
    Value slots, array;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
      Value one = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(), 1);
      slots = LLVM::AllocaOp::create(rewriter, loc, ptr, structType, one);
      array = LLVM::AllocaOp::create(rewriter, loc, ptr, arrayType, one);
    }
    for (auto [index, value] : llvm::enumerate(values)) {
      int32_t position = index;
      Value slot = LLVM::GEPOp::create(rewriter, loc, ptr, structType, slots, ArrayRef<LLVM::GEPArg>{0, position});
      LLVM::StoreOp::create(rewriter, loc, value, slot);
      Value entry = LLVM::GEPOp::create(rewriter, loc, ptr, arrayType, array, ArrayRef<LLVM::GEPArg>{0, position});
      LLVM::StoreOp::create(rewriter, loc, slot, entry);
    }
    return array;
  }

  const KernelTable &table;
};
} // namespace

void mlir::fusion::populateLaunchToRuntimePatterns(const LLVMTypeConverter &converter, const KernelTable &table,
                                                   RewritePatternSet &patterns) {
  patterns.add<LaunchFuncToRuntime>(converter, table);
}
