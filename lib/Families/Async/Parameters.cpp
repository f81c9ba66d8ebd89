// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lists a function's parameters: their types on the device, and what the host passes.

#include "fusion/Families/Async/Parameters.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Families/Common/HostIndex.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

static constexpr int64_t tensorMapBytes = 128, tensorMapAlignment = 64;

bool async::isTMAType(MemRefType type) {
  auto [strides, offset] = type.getStridesAndOffset();
  if (type.getRank() < 2 || type.getRank() > 5)
    return false;
  if (!ShapedType::isDynamic(strides.back()) && strides.back() != 1)
    return false;
  int64_t bytes = storedBytes(type.getElementType());
  return llvm::all_of(ArrayRef(strides).drop_back(),
                      [&](int64_t stride) { return ShapedType::isDynamic(stride) || stride * bytes % 16 == 0; });
}

unsigned Parameters::addTensorMap(Value memref, BoxShape box) {
  parameters.push_back({Kind::TensorMap, memref, 0, box});
  return parameters.size() - 1;
}

unsigned Parameters::addMemRef(Value memref) {
  unsigned first = parameters.size();
  auto type = cast<MemRefType>(memref.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  parameters.push_back({Kind::Address, memref});
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (type.isDynamicDim(dim))
      parameters.push_back({Kind::Size, memref, dim});
    if (ShapedType::isDynamic(strides[dim]))
      parameters.push_back({Kind::Stride, memref, dim});
  }
  return first;
}

unsigned Parameters::addSize(Value memref, int64_t dim) {
  parameters.push_back({Kind::Size, memref, dim});
  return parameters.size() - 1;
}

unsigned Parameters::addMemory() {
  parameters.push_back({Kind::Memory, Value()});
  return parameters.size() - 1;
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

SmallVector<Type> Parameters::getTypes(OpBuilder &builder) const {
  MLIRContext *context = builder.getContext();
  return llvm::map_to_vector(parameters, [&](const Parameter &parameter) -> Type {
    switch (parameter.kind) {
    case Kind::TensorMap:
      return LLVM::LLVMPointerType::get(context);
    case Kind::Address:
    case Kind::Memory:
      return LLVM::LLVMPointerType::get(context, /*addressSpace=*/1);
    case Kind::Size:
    case Kind::Stride:
      return builder.getI64Type();
    }
    llvm_unreachable("unknown kind of parameter");
  });
}

// A tensor map stays where the launch puts it: the copy engine cannot read a copy in local memory.
int64_t Parameters::getBytes() const {
  int64_t bytes = 0;
  for (const Parameter &parameter : parameters)
    bytes = parameter.kind == Kind::TensorMap ? llvm::alignTo(bytes, tensorMapAlignment) + tensorMapBytes : bytes + 8;
  return bytes;
}

void Parameters::annotate(LLVM::LLVMFuncOp function, unsigned first) const {
  Builder builder(function.getContext());
  auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), tensorMapBytes);
  for (auto [index, parameter] : llvm::enumerate(parameters)) {
    if (parameter.kind != Kind::TensorMap)
      continue;
    function.setArgAttr(first + index, LLVM::LLVMDialect::getByValAttrName(), TypeAttr::get(bytes));
    function.setArgAttr(first + index, NVVM::NVVMDialect::getGridConstantAttrName(), builder.getUnitAttr());
    function.setArgAttr(first + index, LLVM::LLVMDialect::getAlignAttrName(),
                        builder.getI64IntegerAttr(tensorMapAlignment));
    function.setArgAttr(first + index, LLVM::LLVMDialect::getReadonlyAttrName(), builder.getUnitAttr());
  }
}

MemRefArgument Parameters::getMemRef(KernelBuilder &kb, Block::BlockArgListType arguments, unsigned first) const {
  auto type = cast<MemRefType>(parameters[first].memref.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  MemRefArgument argument;
  argument.elementType = type.getElementType();
  argument.pointer = arguments[first];
  unsigned next = first + 1;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    argument.sizes.push_back(type.isDynamicDim(dim) ? Value(arguments[next++]) : kb.c64(type.getDimSize(dim)));
    argument.strides.push_back(ShapedType::isDynamic(strides[dim]) ? Value(arguments[next++]) : kb.c64(strides[dim]));
  }
  return argument;
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

/// The widest swizzle whose pattern a row of the box fills.
static nvgpu::TensorMapSwizzleKind getSwizzle(int64_t rowBytes) {
  switch (rowBytes) {
  case 128:
    return nvgpu::TensorMapSwizzleKind::SWIZZLE_128B;
  case 64:
    return nvgpu::TensorMapSwizzleKind::SWIZZLE_64B;
  case 32:
    return nvgpu::TensorMapSwizzleKind::SWIZZLE_32B;
  default:
    return nvgpu::TensorMapSwizzleKind::SWIZZLE_NONE;
  }
}

/// Rows of the last box of a matrix whose other boxes have `rows`.
static Value getLastRows(OpBuilder &builder, Location loc, Value memref, int64_t dim, int64_t rows) {
  HostIndex index{builder, loc};
  Value one = index.constant(1);
  return index.add(index.rem(index.sub(index.dim(memref, dim), one), rows), one);
}

static Value createTensorMap(OpBuilder &builder, Location loc, Value memref, BoxShape box) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> shape(type.getRank(), 1);
  int64_t rowDim = type.getRank() - 2;
  shape[rowDim] = box.rows;
  shape.back() = box.columns;
  // The type is that of a whole box, though the last one may have fewer rows: its place in shared memory. An i1 has a
  // byte there.
  Type element = type.getElementType().isInteger(1) ? builder.getI8Type() : type.getElementType();
  auto boxType =
      MemRefType::get(shape, element, MemRefLayoutAttrInterface(), builder.getI64IntegerAttr(/*shared memory*/ 3));
  auto mapType = nvgpu::TensorMapDescriptorType::get(
      builder.getContext(), boxType, getSwizzle(box.columns * storedBytes(type.getElementType())),
      nvgpu::TensorMapL2PromoKind::L2PROMO_128B, nvgpu::TensorMapOOBKind::OOB_ZERO,
      nvgpu::TensorMapInterleaveKind::INTERLEAVE_NONE);
  auto unranked = UnrankedMemRefType::get(type.getElementType(), type.getMemorySpace());
  Value source = memref::CastOp::create(builder, loc, unranked, memref);
  SmallVector<Value> sizes =
      llvm::map_to_vector(shape, [&](int64_t size) { return HostIndex{builder, loc}.constant(size); });
  if (box.isLast)
    sizes[rowDim] = getLastRows(builder, loc, memref, rowDim, box.rows);
  auto map = nvgpu::TmaCreateDescriptorOp::create(builder, loc, mapType, source, sizes);
  if (box.roundsToTF32)
    map->setAttr(kRoundToTF32AttrName, builder.getUnitAttr());
  return map;
}

SmallVector<Value> Parameters::getOperands(OpBuilder &builder, Location loc, const IRMapping &copies,
                                           Value memory) const {
  return llvm::map_to_vector(parameters, [&](const Parameter &parameter) -> Value {
    switch (parameter.kind) {
    case Kind::TensorMap:
      return createTensorMap(builder, loc, copies.lookupOrDefault(parameter.memref), parameter.box);
    case Kind::Address:
      return HostIndex{builder, loc}.address(parameter.memref);
    case Kind::Memory:
      return HostIndex{builder, loc}.address(memory);
    case Kind::Size:
      return HostIndex{builder, loc}.dim(parameter.memref, parameter.dim);
    case Kind::Stride:
      return memref::ExtractStridedMetadataOp::create(builder, loc, parameter.memref).getStrides()[parameter.dim];
    }
    llvm_unreachable("unknown kind of parameter");
  });
}
