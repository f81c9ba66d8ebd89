// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Declarations of the runtime's functions, and globals of constant data.

#ifndef FUSION_LIB_CONVERSION_HOSTTOLLVM_RUNTIMECALLS_H
#define FUSION_LIB_CONVERSION_HOSTTOLLVM_RUNTIMECALLS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace fusion {

/// Symbols of tables that fusion-convert-launches leaves for fusion-emit-module: arrays of FusionImage and so on.
inline constexpr llvm::StringLiteral kImagesSymbol = "fusion.images";
inline constexpr llvm::StringLiteral kKernelsSymbol = "fusion.kernels";
inline constexpr llvm::StringLiteral kConstantsSymbol = "fusion.constants";

/// The structures of include/fusion/Runtime/ABI.h, and builders of their parts.
class HostBuilder : public OpBuilder {
public:
  HostBuilder(ModuleOp module, Location loc) : OpBuilder(module.getContext()), loc(loc), module(module) {}

  Type ptr() { return LLVM::LLVMPointerType::get(getContext()); }
  Type structOf(ArrayRef<Type> fields) { return LLVM::LLVMStructType::getLiteral(getContext(), fields); }
  Type specType() { return structOf({getI32Type(), getI32Type(), ptr(), getI32Type(), getI32Type()}); }
  Type entryType();
  Type imageType() { return structOf({ptr(), ptr(), ptr(), getI64Type(), ptr(), getI64Type()}); }
  Type kernelType() { return structOf({ptr(), getI32Type(), getI32Type(), getI64Type(), getI32Type()}); }
  Type constantType() { return structOf({ptr(), getI64Type()}); }
  Type moduleType();

  Value i32(int64_t value) { return LLVM::ConstantOp::create(*this, loc, getI32Type(), getI32IntegerAttr(value)); }
  Value i64(int64_t value) { return LLVM::ConstantOp::create(*this, loc, getI64Type(), getI64IntegerAttr(value)); }
  Value null() { return LLVM::ZeroOp::create(*this, loc, ptr()); }
  Value addressOf(StringRef symbol) { return LLVM::AddressOfOp::create(*this, loc, ptr(), symbol); }
  /// A struct or array with these elements, one after the other.
  Value aggregate(Type type, ValueRange elements);
  /// The element at byte `offset` behind `pointer`.
  Value loadAt(Value pointer, int64_t offset, Type type);

  /// An internal constant at module level; `fill` builds its value. Returns its name, made unique.
  std::string global(StringRef name, Type type, function_ref<Value()> fill);
  /// A zero-terminated string at module level.
  std::string string(StringRef name, StringRef text);
  /// An array of 64-bit integers at module level.
  std::string integers(StringRef name, ArrayRef<int64_t> values);

  /// The declaration of a runtime function.
  LLVM::LLVMFuncOp declare(StringRef name, Type result, ArrayRef<Type> arguments);
  LLVM::LLVMFuncOp declareFail() { return declare("fusion_fail", getI32Type(), {ptr(), ptr()}); }

  /// A name that no symbol of the module has, and that is not given again.
  std::string unique(StringRef name);
  /// A row-major memref of type `type` at `pointer`; `sizes` gives its dimensions.
  Value memref(MemRefType type, Value pointer, ArrayRef<Value> sizes);

  Location loc;
  ModuleOp module;

private:
  llvm::StringMap<int> suffixes; ///< for each name the next to try
  llvm::StringSet<> symbols;     ///< names that the module has, and those that were given
};

/// "file.mlir:3:5: " for a location that has a file, without its folder, else nothing.
std::string describeLocation(Location loc);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_HOSTTOLLVM_RUNTIMECALLS_H
