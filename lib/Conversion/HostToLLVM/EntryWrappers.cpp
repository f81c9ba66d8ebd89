// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EntryWrappers.h"
#include "fusion/Runtime/ABI.h"
#include "fusion/Support/DType.h"
#include "fusion/Support/SeededFault.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {
/// What FusionTensorSpec says of an argument.
struct ArgumentSpec {
  FusionDType dtype;
  int64_t rank;
  SmallVector<int64_t> shape;
};
} // namespace

static ArgumentSpec getSpec(BlockArgument argument) {
  auto memref = dyn_cast<MemRefType>(argument.getType());
  if (!memref)
    return {*getScalarDType(argument.getType()), FUSION_SCALAR, {}};
  ArgumentSpec spec = {*getDType(memref.getElementType()), memref.getRank(), llvm::to_vector(memref.getShape())};
  for (int64_t &size : spec.shape)
    if (ShapedType::isDynamic(size))
      size = FUSION_DYNAMIC;
  return spec;
}

/// Table of FusionTensorSpec.
static std::string buildSpecs(HostBuilder &b, StringRef name, ArrayRef<BlockArgument> arguments) {
  SmallVector<std::string> shapes;
  for (BlockArgument argument : arguments)
    shapes.push_back(b.integers((name + ".shape").str(), getSpec(argument).shape));
  auto type = LLVM::LLVMArrayType::get(b.specType(), std::max<size_t>(1, arguments.size()));
  return b.global(name, type, [&]() -> Value {
    SmallVector<Value> specs;
    for (auto [argument, shape] : llvm::zip_equal(arguments, shapes)) {
      ArgumentSpec spec = getSpec(argument);
      Value fields[] = {b.i32(spec.dtype), b.i32(spec.rank), b.addressOf(shape)};
      specs.push_back(b.aggregate(b.specType(), fields));
    }
    if (specs.empty())
      return LLVM::ZeroOp::create(b, b.loc, type);
    return b.aggregate(type, specs);
  });
}

static LLVM::LLVMFuncOp createWrapper(HostBuilder &b, StringRef name, Type result, ArrayRef<Type> arguments) {
  b.setInsertionPointToEnd(b.module.getBody());
  auto function =
      LLVM::LLVMFuncOp::create(b, b.loc, name, LLVM::LLVMFunctionType::get(result, arguments), LLVM::Linkage::Internal);
  b.setInsertionPointToStart(function.addEntryBlock(b));
  return function;
}

static Value castTo(HostBuilder &b, Value value, Type type) {
  return UnrealizedConversionCastOp::create(b, b.loc, type, value).getResult(0);
}

/// Calls a function of sizes with those behind `dims`.
static ValueRange callWithSizes(HostBuilder &b, func::FuncOp callee, Value dims) {
  SmallVector<Value> sizes;
  for (unsigned i = 0; i < callee.getNumArguments(); ++i)
    sizes.push_back(castTo(b, b.loadAt(dims, i * 8, b.getI64Type()), b.getIndexType()));
  return func::CallOp::create(b, b.loc, callee, sizes).getResults();
}

static std::string buildShapesWrapper(HostBuilder &b, func::FuncOp shapes, int64_t index) {
  auto wrapper = createWrapper(b, ("fusion.shapes." + Twine(index)).str(), LLVM::LLVMVoidType::get(b.getContext()),
                               {b.ptr(), b.ptr()});
  for (auto [i, size] : llvm::enumerate(callWithSizes(b, shapes, wrapper.getArgument(0)))) {
    Value address = LLVM::GEPOp::create(b, b.loc, b.ptr(), b.getI64Type(), wrapper.getArgument(1),
                                        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(b, b.loc, castTo(b, size, b.getI64Type()), address);
  }
  LLVM::ReturnOp::create(b, b.loc, ValueRange());
  return wrapper.getName().str();
}

static std::string buildWorkspaceWrapper(HostBuilder &b, func::FuncOp workspace, int64_t index) {
  auto wrapper = createWrapper(b, ("fusion.workspace." + Twine(index)).str(), b.getI64Type(), {b.ptr()});
  Value bytes = callWithSizes(b, workspace, wrapper.getArgument(0)).front();
  LLVM::ReturnOp::create(b, b.loc, bytes);
  return wrapper.getName().str();
}

/// The memref that descriptor `descriptor` of the ABI describes: {base, aligned, offset in elements, sizes, strides}.
static Value unpackDescriptor(HostBuilder &b, MemRefType type, Value descriptor) {
  Value aligned = b.loadAt(descriptor, 8, b.ptr()), offset = b.loadAt(descriptor, 16, b.getI64Type());
  Type element = type.getElementType().isInteger(1) ? b.getI8Type() : type.getElementType();
  Value pointer = LLVM::GEPOp::create(b, b.loc, b.ptr(), element, aligned,
                                      ArrayRef<LLVM::GEPArg>{seeded("entry-ignores-offset") ? b.i64(0) : offset});
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    sizes.push_back(ShapedType::isDynamic(size) ? b.loadAt(descriptor, 24 + 8 * dim, b.getI64Type()) : b.i64(size));
  return b.memref(type, pointer, sizes);
}

/// The number that a descriptor of the ABI points to.
static Value unpackScalar(HostBuilder &b, Type type, Value descriptor) {
  Value address = b.loadAt(descriptor, 8, b.ptr());
  if (type.isIndex())
    return castTo(b, b.loadAt(address, 0, b.getI64Type()), type);
  if (!type.isInteger(1)) // one byte, 0 or 1
    return b.loadAt(address, 0, type);
  return LLVM::TruncOp::create(b, b.loc, type, b.loadAt(address, 0, b.getI8Type()));
}

static std::string buildInvokeWrapper(HostBuilder &b, func::FuncOp entry, int64_t index) {
  auto wrapper = createWrapper(b, ("fusion.invoke." + Twine(index)).str(), b.getI32Type(), {b.ptr(), b.ptr(), b.ptr()});
  SmallVector<Value> arguments{wrapper.getArgument(0)};
  SmallVector<BlockArgument> tensors = getInputs(entry);
  tensors.append(getOutputs(entry));
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    Value descriptor = b.loadAt(wrapper.getArgument(1), i * 8, b.ptr());
    auto type = dyn_cast<MemRefType>(tensor.getType());
    arguments.push_back(type ? unpackDescriptor(b, type, descriptor) : unpackScalar(b, tensor.getType(), descriptor));
  }
  if (BlockArgument workspace = getWorkspace(entry)) // its size was checked by the runtime
    arguments.push_back(
        b.memref(cast<MemRefType>(workspace.getType()), wrapper.getArgument(2), b.i64(int64_t(1) << 62)));
  auto call = func::CallOp::create(b, b.loc, entry, arguments);
  LLVM::ReturnOp::create(b, b.loc, call.getResults());
  return wrapper.getName().str();
}

FailureOr<EntrySymbols> mlir::fusion::buildEntry(HostBuilder &b, func::FuncOp entry, int64_t index) {
  b.loc = entry.getLoc();
  auto beside = [&](const std::string &name) { return b.module.lookupSymbol<func::FuncOp>(name); };
  func::FuncOp shapes = beside(getShapesName(entry)), workspace = beside(getWorkspaceName(entry));
  if (!shapes || !workspace || !getWorkspace(entry))
    return entry.emitError() << "function '" << entry.getName() << "' is not in the form of the host program: "
                             << "fusion-outline-shapes and fusion-plan-workspace come first";
  SmallVector<BlockArgument> inputs = getInputs(entry), outputs = getOutputs(entry);
  EntrySymbols symbols;
  symbols.numInputs = inputs.size();
  symbols.numOutputs = outputs.size();
  symbols.name = b.string("fusion.name", entry.getName());
  symbols.inputs = buildSpecs(b, "fusion.inputs", inputs);
  symbols.outputs = buildSpecs(b, "fusion.outputs", outputs);
  symbols.shapes = buildShapesWrapper(b, shapes, index);
  symbols.workspace = buildWorkspaceWrapper(b, workspace, index);
  symbols.invoke = buildInvokeWrapper(b, entry, index);
  return symbols;
}
