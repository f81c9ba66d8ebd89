// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensor maps become calls of fusion_tensor_map.

#include "fusion/Conversion/LaunchToRuntime/LaunchToRuntime.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/DType.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fusion;

static constexpr int64_t kLargestBox = 256; ///< of cuTensorMapEncodeTiled, in each dimension

/// The ranked memref that a map describes, or null.
static TypedValue<MemRefType> getSource(nvgpu::TmaCreateDescriptorOp op) {
  auto cast = op.getTensor().getDefiningOp<memref::CastOp>();
  return cast ? dyn_cast<TypedValue<MemRefType>>(cast.getSource()) : TypedValue<MemRefType>();
}

/// The element type of a map as the runtime counts them.
static std::optional<int32_t> getMapType(nvgpu::TmaCreateDescriptorOp op, Type elementType) {
  if (op->hasAttr(kRoundToTF32AttrName))
    return elementType.isF32() ? std::optional<int32_t>(FUSION_TENSOR_MAP_TF32) : std::nullopt;
  return getDType(elementType);
}

LogicalResult fusion::verifyTensorMap(nvgpu::TmaCreateDescriptorOp op) {
  TypedValue<MemRefType> source = getSource(op);
  if (!source || !source.getType().isStrided())
    return op.emitOpError("expects the memref.cast of a ranked, strided memref");
  MemRefType type = source.getType();
  if (!getDType(type.getElementType()))
    return op.emitOpError("expects an element type that the runtime knows, but it is ") << type.getElementType();
  if (!getMapType(op, type.getElementType()))
    return op.emitOpError("rounds to tf32, which expects a tensor of f32, but it is of ") << type.getElementType();
  if (type.getRank() < 1 || type.getRank() > FUSION_TENSOR_MAP_RANK)
    return op.emitOpError("expects a tensor of rank 1 to ")
           << FUSION_TENSOR_MAP_RANK << ", but its rank is " << type.getRank();
  if (static_cast<int64_t>(op.getBoxDimensions().size()) != type.getRank())
    return op.emitOpError("expects a box size for each of the tensor's ")
           << type.getRank() << " dimensions, but has " << op.getBoxDimensions().size();
  for (auto [dim, size] : llvm::enumerate(op.getBoxDimensions())) {
    std::optional<int64_t> constant = getConstantIntValue(size);
    if (constant && (*constant < 1 || *constant > kLargestBox))
      return op.emitOpError("expects box sizes of 1 to ")
             << kLargestBox << ", but that of dimension " << dim << " is " << *constant;
  }
  if (op.getTensorMap().getType().getOob() != nvgpu::TensorMapOOBKind::OOB_ZERO)
    return op.emitOpError("expects elements out of bounds to be zero");
  return success();
}

namespace {
/// %u = memref.cast %x : memref<?x?xbf16, strided<[?, 1]>> to memref<*xbf16>
/// %d = nvgpu.tma.create.descriptor %u box[%c64, %c32] : memref<*xbf16> -> !nvgpu.tensormap.descriptor<..>
///   ->
/// llvm.mlir.global constant @fusion.tensor_map = FusionTensorMapSpec of element type, rank, swizzle, L2 and box
/// %d = llvm.alloca 128 bytes, in the function's first block, as the arrays of sizes and strides
/// llvm.call @fusion_tensor_map(%call, %d, @fusion.tensor_map, address of %x, its sizes, its strides in bytes)
///
/// Where a size of the box is computed, the FusionTensorMapSpec is in memory of the function's frame too.
struct TensorMapToRuntime : ConvertOpToLLVMPattern<nvgpu::TmaCreateDescriptorOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(nvgpu::TmaCreateDescriptorOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    TypedValue<MemRefType> source = getSource(op);
    if (!source)
      return rewriter.notifyMatchFailure(op, "the source is not the cast of a ranked memref");
    auto function = op->getParentOfType<FunctionOpInterface>();
    if (!function || function.getNumArguments() == 0)
      return rewriter.notifyMatchFailure(op, "no function with a FusionCall argument around the map");
    Location loc = op.getLoc();
    auto ptr = LLVM::LLVMPointerType::get(rewriter.getContext());
    FailureOr<LLVM::LLVMFuncOp> callee =
        LLVM::lookupOrCreateFn(rewriter, op->getParentOfType<ModuleOp>(), "fusion_tensor_map",
                               {ptr, ptr, ptr, ptr, ptr, ptr}, rewriter.getI32Type());
    if (failed(callee))
      return rewriter.notifyMatchFailure(op, "fusion_tensor_map is declared with another type");

    MemRefType type = source.getType();
    MemRefDescriptor memref(rewriter.getRemappedValue(source));
    SmallVector<Value> sizes, byteStrides;
    buildLayout(rewriter, loc, memref, type, sizes, byteStrides);
    Value map =
        allocate(rewriter, loc, function, LLVM::LLVMArrayType::get(rewriter.getI8Type(), FUSION_TENSOR_MAP_BYTES),
                 FUSION_TENSOR_MAP_ALIGNMENT);
    Value spec = getSpec(rewriter, op, function, adaptor.getBoxDimensions());
    Value operands[] = {rewriter.getRemappedValue(function.getArgument(0)),
                        map,
                        spec,
                        memref.bufferPtr(rewriter, loc, *getTypeConverter(), type),
                        storeArray(rewriter, loc, function, sizes),
                        storeArray(rewriter, loc, function, byteStrides)};
    LLVM::CallOp::create(rewriter, loc, *callee, operands);
    rewriter.replaceOp(op, map);
    return success();
  }

private:
  /// Sizes and strides in bytes, as constants where the type knows them.
  static void buildLayout(OpBuilder &builder, Location loc, MemRefDescriptor &memref, MemRefType type,
                          SmallVectorImpl<Value> &sizes, SmallVectorImpl<Value> &byteStrides) {
    auto constant = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), value);
    };
    int64_t elementBytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    SmallVector<int64_t> strides = type.getStridesAndOffset().first;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      sizes.push_back(type.isDynamicDim(dim) ? memref.size(builder, loc, dim) : constant(type.getDimSize(dim)));
      if (ShapedType::isDynamic(strides[dim]))
        byteStrides.push_back(
            LLVM::MulOp::create(builder, loc, memref.stride(builder, loc, dim), constant(elementBytes)));
      else
        byteStrides.push_back(constant(strides[dim] * elementBytes));
    }
  }

  /// Memory of the function's frame; in its first block, so that a loop does not grow the stack.
  static Value allocate(OpBuilder &builder, Location loc, FunctionOpInterface function, Type type, int64_t alignment) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&function.getFunctionBody().front());
    Value one = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1);
    return LLVM::AllocaOp::create(builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), type, one, alignment);
  }

  static Value storeArray(OpBuilder &builder, Location loc, FunctionOpInterface function, ArrayRef<Value> values) {
    auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), values.size());
    Value array = allocate(builder, loc, function, type, /*alignment=*/8);
    for (auto [index, value] : llvm::enumerate(values)) {
      Value slot = LLVM::GEPOp::create(builder, loc, array.getType(), type, array,
                                       ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(index)});
      LLVM::StoreOp::create(builder, loc, value, slot);
    }
    return array;
  }

  /// The address of the op's FusionTensorMapSpec, which is nothing but 32-bit numbers.
  static Value getSpec(OpBuilder &builder, nvgpu::TmaCreateDescriptorOp op, FunctionOpInterface function,
                       ValueRange boxSizes) {
    nvgpu::TensorMapDescriptorType type = op.getTensorMap().getType();
    MemRefType source = getSource(op).getType();
    SmallVector<int32_t> fields = {*getMapType(op, source.getElementType()), static_cast<int32_t>(source.getRank()),
                                   static_cast<int32_t>(type.getSwizzle()), static_cast<int32_t>(type.getL2promo())};
    SmallVector<std::pair<size_t, Value>> computed;
    for (auto [size, converted] : llvm::zip(op.getBoxDimensions(), boxSizes)) {
      std::optional<int64_t> constant = getConstantIntValue(size);
      if (!constant)
        computed.push_back({fields.size(), converted});
      fields.push_back(static_cast<int32_t>(constant.value_or(0)));
    }
    fields.resize(sizeof(FusionTensorMapSpec) / sizeof(int32_t), 0);
    Location loc = op.getLoc();
    auto ptr = LLVM::LLVMPointerType::get(builder.getContext());
    if (computed.empty())
      return LLVM::AddressOfOp::create(builder, loc, ptr, getConstantSpec(builder, op, fields));

    auto arrayType = LLVM::LLVMArrayType::get(builder.getI32Type(), fields.size());
    Value spec = allocate(builder, loc, function, arrayType, alignof(FusionTensorMapSpec));
    LLVM::StoreOp::create(builder, loc,
                          LLVM::ConstantOp::create(builder, loc, arrayType, builder.getI32TensorAttr(fields)), spec);
    for (auto [field, size] : computed) {
      Value slot = LLVM::GEPOp::create(builder, loc, ptr, arrayType, spec,
                                       ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(field)});
      LLVM::StoreOp::create(builder, loc, LLVM::TruncOp::create(builder, loc, builder.getI32Type(), size), slot);
    }
    return spec;
  }

  /// The name of a global that holds these numbers.
  static StringAttr getConstantSpec(OpBuilder &builder, nvgpu::TmaCreateDescriptorOp op, ArrayRef<int32_t> fields) {
    auto value = builder.getI32TensorAttr(fields);

    auto module = op->getParentOfType<ModuleOp>();
    std::string name = "fusion.tensor_map";
    for (int suffix = 0; Operation *known = module.lookupSymbol(name); ++suffix) {
      if (auto global = dyn_cast<LLVM::GlobalOp>(known); global && global.getValueOrNull() == value)
        return global.getSymNameAttr();
      name = ("fusion.tensor_map." + Twine(suffix)).str();
    }
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(module.getBody());
    return LLVM::GlobalOp::create(builder, op.getLoc(), LLVM::LLVMArrayType::get(builder.getI32Type(), fields.size()),
                                  /*isConstant=*/true, LLVM::Linkage::Internal, name, value)
        .getSymNameAttr();
  }
};
} // namespace

void fusion::populateTensorMapToRuntimePatterns(LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  converter.addConversion(
      [](nvgpu::TensorMapDescriptorType type) -> Type { return LLVM::LLVMPointerType::get(type.getContext()); });
  patterns.add<TensorMapToRuntime>(converter);
}
