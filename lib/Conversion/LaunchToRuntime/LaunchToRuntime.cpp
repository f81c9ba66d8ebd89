// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches become calls of fusion_launch, with their arguments in an array.

#include "fusion/Conversion/LaunchToRuntime/LaunchToRuntime.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fusion;

//===----------------------------------------------------------------------===//
// KernelTable
//===----------------------------------------------------------------------===//

static int64_t getConstant(Value value) {
  APInt constant;
  return value && matchPattern(value, m_ConstantInt(&constant)) ? constant.getSExtValue() : 0;
}

/// What is one row: a function and a way to launch it.
static std::pair<Attribute, unsigned> getKey(gpu::LaunchFuncOp launch) {
  return {launch.getKernelAttr(), launch->hasAttr(kProgrammaticAttrName)};
}

KernelTable::KernelTable(ModuleOp module) {
  llvm::DenseMap<StringAttr, int32_t> images;
  for (Operation &op : *module.getBody())
    if (isa<gpu::GPUModuleOp, gpu::BinaryOp>(op))
      images.try_emplace(SymbolTable::getSymbolName(&op), images.size());
  // What launches ask for is a limit of the function, whichever way it is launched.
  struct Limits {
    int64_t threads = 0, sharedBytes = 0;
  };
  llvm::DenseMap<Attribute, Limits> limits;
  SmallVector<SymbolRefAttr> functions;
  module.walk([&](gpu::LaunchFuncOp launch) {
    auto [known, isNew] = indices.try_emplace(getKey(launch), kernels.size());
    if (isNew) {
      functions.push_back(launch.getKernelAttr());
      kernels.push_back({launch.getKernelName(), images.lookup(launch.getKernelModuleName()), 0, 0,
                         launch->hasAttr(kProgrammaticAttrName)});
    }
    Limits &limit = limits[launch.getKernelAttr()];
    int64_t threads =
        getConstant(launch.getBlockSizeX()) * getConstant(launch.getBlockSizeY()) * getConstant(launch.getBlockSizeZ());
    limit.threads = std::max(limit.threads, threads);
    limit.sharedBytes = std::max(limit.sharedBytes, getConstant(launch.getDynamicSharedMemorySize()));
  });
  for (auto [kernel, function] : llvm::zip_equal(kernels, functions)) {
    Limits limit = limits.lookup(function);
    kernel.maxThreads = static_cast<int32_t>(limit.threads);
    kernel.sharedBytes = limit.sharedBytes;
  }
}

FailureOr<int32_t> KernelTable::lookup(gpu::LaunchFuncOp launch) const {
  auto found = indices.find(getKey(launch));
  return found == indices.end() ? FailureOr<int32_t>(failure()) : FailureOr<int32_t>(found->second);
}

//===----------------------------------------------------------------------===//
// gpu.launch_func
//===----------------------------------------------------------------------===//

namespace {
/// gpu.launch_func @m::@k blocks in (%g, ..) threads in (%b, ..) args(%x : memref<?xf32>, ..)
///   ->
/// %args = an array of pointers to a slot for each of %x's pointers, offset, sizes and strides, .., and of the pointers
///   to tensor maps
/// llvm.call @fusion_launch(%call, number of @k, %g, .., %b, .., shared bytes, %args)
struct LaunchFuncToRuntime : ConvertOpToLLVMPattern<gpu::LaunchFuncOp> {
  LaunchFuncToRuntime(const LLVMTypeConverter &converter, const KernelTable &table)
      : ConvertOpToLLVMPattern(converter), table(table) {}

  LogicalResult matchAndRewrite(gpu::LaunchFuncOp launch, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    FailureOr<int32_t> kernel = table.lookup(launch);
    if (failed(kernel))
      return rewriter.notifyMatchFailure(launch, "the kernel is not in the table");
    if (launch.hasClusterSize())
      return rewriter.notifyMatchFailure(launch, "the size of clusters is the kernel's (nvvm.cluster_dim)");
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

  /// What the kernel takes, in order: values that need a slot, and pointers to what lies in memory (tensor maps).
  struct Parameters {
    SmallVector<std::pair<Value, bool>> values;
    SmallVector<Type> slotTypes;
  };

  Parameters collectParameters(gpu::LaunchFuncOp launch, OpAdaptor adaptor, OpBuilder &builder) const {
    Parameters parameters;
    for (auto [operand, converted] : llvm::zip_equal(launch.getKernelOperands(), adaptor.getKernelOperands())) {
      bool inMemory = isa<nvgpu::TensorMapDescriptorType>(operand.getType());
      for (Value part : getTypeConverter()->promoteOperands(launch.getLoc(), operand, converted, builder,
                                                            /*useBarePtrCallConv=*/false)) {
        parameters.values.push_back({part, inMemory});
        if (!inMemory)
          parameters.slotTypes.push_back(part.getType());
      }
    }
    return parameters;
  }

  /// The array that fusion_launch takes. Slots are allocated in the function's entry block, so that a launch in a loop
  /// does not grow the stack.
  Value packArguments(gpu::LaunchFuncOp launch, OpAdaptor adaptor, FunctionOpInterface function,
                      ConversionPatternRewriter &rewriter) const {
    Location loc = launch.getLoc();
    auto ptr = LLVM::LLVMPointerType::get(rewriter.getContext());
    Parameters parameters = collectParameters(launch, adaptor, rewriter);
    auto structType = LLVM::LLVMStructType::getLiteral(rewriter.getContext(), parameters.slotTypes);
    auto arrayType = LLVM::LLVMArrayType::get(ptr, parameters.values.size());
    Value slots, array;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
      Value one = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(), 1);
      slots = LLVM::AllocaOp::create(rewriter, loc, ptr, structType, one);
      array = LLVM::AllocaOp::create(rewriter, loc, ptr, arrayType, one);
    }
    int32_t slotPosition = 0;
    for (auto [index, parameter] : llvm::enumerate(parameters.values)) {
      auto [value, inMemory] = parameter;
      if (!inMemory) {
        Value slot =
            LLVM::GEPOp::create(rewriter, loc, ptr, structType, slots, ArrayRef<LLVM::GEPArg>{0, slotPosition++});
        LLVM::StoreOp::create(rewriter, loc, value, slot);
        value = slot;
      }
      int32_t position = index;
      Value entry = LLVM::GEPOp::create(rewriter, loc, ptr, arrayType, array, ArrayRef<LLVM::GEPArg>{0, position});
      LLVM::StoreOp::create(rewriter, loc, value, entry);
    }
    return array;
  }

  const KernelTable &table;
};
} // namespace

void fusion::populateLaunchToRuntimePatterns(const LLVMTypeConverter &converter, const KernelTable &table,
                                             RewritePatternSet &patterns) {
  patterns.add<LaunchFuncToRuntime>(converter, table);
}
