// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches, constants and PTX become calls of the runtime and the tables that it reads.

#include "RuntimeCalls.h"
#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "fusion/Conversion/LaunchToRuntime/LaunchToRuntime.h"
#include "fusion/Runtime/ABI.h"
#include "fusion/Support/ElementBytes.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Transforms/DialectConversion.h"

namespace fusion {
#define GEN_PASS_DEF_CONVERTLAUNCHESPASS
#include "fusion/Conversion/HostToLLVM/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Makes a table under the name that fusion-emit-module looks for.
static void buildTable(HostBuilder &b, StringRef symbol, Type elementType, size_t size,
                       function_ref<Value(size_t)> buildElement) {
  if (size == 0)
    return;
  auto type = LLVM::LLVMArrayType::get(elementType, size);
  b.global(symbol, type, [&]() -> Value {
    SmallVector<Value> elements;
    for (size_t index = 0; index < size; ++index)
      elements.push_back(buildElement(index));
    return b.aggregate(type, elements);
  });
}

/// Embeds the PTX of each gpu.binary and drops it.
static LogicalResult buildImages(HostBuilder &b) {
  struct Image {
    std::string name, chip, ptx;
    size_t size;
  };
  SmallVector<Image> images;
  for (auto binary : llvm::make_early_inc_range(b.module.getOps<gpu::BinaryOp>())) {
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    auto target = dyn_cast<NVVM::NVVMTargetAttr>(object.getTarget());
    if (!target || object.getFormat() != gpu::CompilationTarget::Assembly)
      return binary.emitOpError("expects PTX for an NVVM target");
    StringRef ptx = object.getObject().getValue();
    images.push_back({b.string("fusion.image", binary.getName()), b.string("fusion.chip", target.getChip()),
                      b.string("fusion.ptx", ptx), ptx.size()});
    binary.erase();
  }
  buildTable(b, kImagesSymbol, b.imageType(), images.size(), [&](size_t i) {
    const Image &image = images[i];
    Value fields[] = {b.addressOf(image.name),
                      b.addressOf(image.chip),
                      b.addressOf(image.ptx),
                      b.i64(image.size),
                      b.null(),
                      b.i64(0)};
    return b.aggregate(b.imageType(), fields);
  });
  return success();
}

static void buildKernels(HostBuilder &b, ArrayRef<KernelTable::Kernel> kernels) {
  SmallVector<std::string> names;
  for (const KernelTable::Kernel &kernel : kernels)
    names.push_back(b.string("fusion.kernel", kernel.name));
  buildTable(b, kKernelsSymbol, b.kernelType(), kernels.size(), [&](size_t i) {
    const KernelTable::Kernel &kernel = kernels[i];
    Value fields[] = {b.addressOf(names[i]), b.i32(kernel.image), b.i32(kernel.maxThreads), b.i64(kernel.sharedBytes),
                      b.i32(kernel.programmatic ? FUSION_KERNEL_PROGRAMMATIC : 0)};
    return b.aggregate(b.kernelType(), fields);
  });
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {
struct DeviceConstant {
  std::string symbol;
  uint64_t bytes;
};
} // namespace

/// A constant of indices as one of i64, and one of floats of 8 bits, which LLVM has not, as one of bytes.
static ElementsAttr replaceElements(ElementsAttr value) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  Type element = value.getElementType();
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8) {
    Type byte = IntegerType::get(value.getContext(), 8);
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
      return DenseResourceElementsAttr::get(value.getShapedType().clone(byte), resource.getRawHandle());
    return dense ? ElementsAttr(dense.bitcast(byte)) : value;
  }
  if (!dense || !element.isIndex())
    return value;
  Type wide = IntegerType::get(value.getContext(), 64);
  return dense.mapValues(wide, [](const APInt &index) { return index.zextOrTrunc(64); });
}

/// The data of a constant as a flat array in the module; elements of one bit take a byte.
static FailureOr<DeviceConstant> buildConstant(HostBuilder &b, memref::GlobalOp global) {
  auto value = dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
  if (!value || !global.getConstant())
    return global.emitOpError("is not a constant; GPU code can read constants alone");
  value = replaceElements(value);
  int64_t count = value.getNumElements();
  Type element = value.getElementType();
  if (!element.isIntOrFloat())
    return global.emitOpError() << "holds elements of type " << element << ", which cannot be embedded";
  auto flat = RankedTensorType::get({count}, element);
  Attribute data;
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    data = dense.isSplat() ? Attribute(DenseElementsAttr::get(flat, dense.getSplatValue<Attribute>()))
                           : Attribute(dense.reshape(flat));
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    data = DenseResourceElementsAttr::get(flat, resource.getRawHandle());
  } else {
    return global.emitOpError("holds a kind of constant that cannot be embedded");
  }
  uint64_t bytes = count * static_cast<uint64_t>(getElementBytes(element));
  if (count == 0) // nobody reads it, but a table entry needs an address
    return DeviceConstant{b.integers("fusion.constant", {}), 0};
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(b.module.getBody());
  auto op = LLVM::GlobalOp::create(b, global.getLoc(), LLVM::LLVMArrayType::get(element, count), /*isConstant=*/true,
                                   LLVM::Linkage::Internal, b.unique("fusion.constant"), data, /*alignment=*/64);
  return DeviceConstant{op.getSymName().str(), bytes};
}

/// memref.get_global -> a memref at the address that the runtime gives.
static void replaceGetGlobal(HostBuilder &b, memref::GetGlobalOp op, Value call, int64_t index) {
  b.setInsertionPoint(op);
  b.loc = op.getLoc();
  auto function = b.declare("fusion_constant", b.ptr(), {b.ptr(), b.getI32Type()});
  Value address = LLVM::CallOp::create(b, b.loc, function, ValueRange{call, b.i32(index)}).getResult();
  SmallVector<Value> sizes;
  for (int64_t size : op.getType().getShape())
    sizes.push_back(b.i64(size));
  op.replaceAllUsesWith(b.memref(op.getType(), address, sizes));
  op.erase();
}

static LogicalResult convertConstants(HostBuilder &b, SmallVectorImpl<DeviceConstant> &constants) {
  llvm::StringMap<int64_t> indices;
  SmallVector<memref::GetGlobalOp> uses;
  b.module.walk([&](memref::GetGlobalOp op) { uses.push_back(op); });
  for (memref::GetGlobalOp op : uses) {
    auto function = op->getParentOfType<func::FuncOp>();
    if (!function)
      return op.emitOpError("is in device code, which cannot name constants");
    auto [known, isNew] = indices.try_emplace(op.getName(), constants.size());
    if (isNew) {
      auto constant = buildConstant(b, b.module.lookupSymbol<memref::GlobalOp>(op.getName()));
      if (failed(constant))
        return failure();
      constants.push_back(*constant);
    }
    replaceGetGlobal(b, op, function.getArgument(0), known->second);
  }
  for (auto global : llvm::make_early_inc_range(b.module.getOps<memref::GlobalOp>()))
    global.erase();
  return success();
}

namespace {
struct ConvertLaunches : fusion::impl::ConvertLaunchesPassBase<ConvertLaunches> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    HostBuilder builder(module, module.getLoc());
    SmallVector<DeviceConstant> constants;
    if (failed(convertConstants(builder, constants)))
      return signalPassFailure();
    builder.loc = module.getLoc();
    buildTable(builder, kConstantsSymbol, builder.constantType(), constants.size(), [&](size_t i) {
      Value fields[] = {builder.addressOf(constants[i].symbol), builder.i64(constants[i].bytes)};
      return builder.aggregate(builder.constantType(), fields);
    });
    KernelTable kernels(module);
    buildKernels(builder, kernels.getKernels());
    numKernels += kernels.getKernels().size();
    numConstants += constants.size();
    if (failed(convertLaunches(kernels)) || failed(buildImages(builder)))
      return signalPassFailure();
    module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }

private:
  /// The unranked sources of tensor maps, which nobody reads any more.
  void eraseUnusedCasts() {
    getOperation().walk([](memref::CastOp cast) {
      if (isa<UnrankedMemRefType>(cast.getType()) && cast->use_empty())
        cast.erase();
    });
  }

  LogicalResult convertLaunches(const KernelTable &kernels) {
    getOperation().walk([&](gpu::LaunchFuncOp) { ++numLaunches; });
    WalkResult maps = getOperation().walk([](nvgpu::TmaCreateDescriptorOp op) {
      return failed(verifyTensorMap(op)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (maps.wasInterrupted())
      return failure();
    LowerToLLVMOptions options(&getContext());
    options.overrideIndexBitwidth(64);
    LLVMTypeConverter converter(&getContext(), options);
    RewritePatternSet patterns(&getContext());
    populateLaunchToRuntimePatterns(converter, kernels, patterns);
    populateTensorMapToRuntimePatterns(converter, patterns);
    populateFillToRuntimePatterns(converter, patterns);
    ConversionTarget target(getContext());
    target.addIllegalOp<gpu::LaunchFuncOp, gpu::MemsetOp, nvgpu::TmaCreateDescriptorOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns))))
      return failure();
    eraseUnusedCasts();
    return success();
  }
};
} // namespace
