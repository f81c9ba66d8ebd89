// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds globals, strings, tables and declarations of the runtime's functions.

#include "RuntimeCalls.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace fusion;

Type HostBuilder::entryType() {
  return structOf({ptr(), getI32Type(), getI32Type(), ptr(), ptr(), ptr(), ptr(), ptr(), ptr()});
}

Type HostBuilder::moduleType() {
  Type i32 = getI32Type();
  return structOf({i32, i32, i32, i32, i32, i32, ptr(), ptr(), ptr(), ptr(), ptr(), ptr()});
}

Value HostBuilder::aggregate(Type type, ValueRange elements) {
  Value value = LLVM::UndefOp::create(*this, loc, type);
  for (auto [index, element] : llvm::enumerate(elements))
    value = LLVM::InsertValueOp::create(*this, loc, value, element, ArrayRef<int64_t>{static_cast<int64_t>(index)});
  return value;
}

Value HostBuilder::loadAt(Value pointer, int64_t offset, Type type) {
  Value address = LLVM::GEPOp::create(*this, loc, ptr(), getI8Type(), pointer,
                                      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  return LLVM::LoadOp::create(*this, loc, type, address);
}

std::string HostBuilder::unique(StringRef name) {
  if (symbols.empty())
    for (auto symbol : module.getOps<SymbolOpInterface>())
      symbols.insert(symbol.getName());
  std::string result = name.str();
  for (int &suffix = suffixes[name]; !symbols.insert(result).second; ++suffix)
    result = (name + "." + Twine(suffix)).str();
  return result;
}

std::string HostBuilder::global(StringRef name, Type type, function_ref<Value()> fill) {
  InsertionGuard guard(*this);
  setInsertionPointToEnd(module.getBody());
  auto op =
      LLVM::GlobalOp::create(*this, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal, unique(name), Attribute());
  createBlock(&op.getInitializerRegion());
  Value value = fill();
  LLVM::ReturnOp::create(*this, loc, value);
  return op.getSymName().str();
}

std::string HostBuilder::string(StringRef name, StringRef text) {
  InsertionGuard guard(*this);
  setInsertionPointToEnd(module.getBody());
  std::string zeroEnded = text.str();
  zeroEnded.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(getI8Type(), zeroEnded.size());
  return LLVM::GlobalOp::create(*this, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal, unique(name),
                                getStringAttr(zeroEnded))
      .getSymName()
      .str();
}

std::string HostBuilder::integers(StringRef name, ArrayRef<int64_t> values) {
  InsertionGuard guard(*this);
  setInsertionPointToEnd(module.getBody());
  // An array of no elements has no constant form: one element that nobody reads.
  SmallVector<int64_t> data(values);
  if (data.empty())
    data.push_back(0);
  auto type = LLVM::LLVMArrayType::get(getI64Type(), data.size());
  return LLVM::GlobalOp::create(*this, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal, unique(name),
                                getI64TensorAttr(data))
      .getSymName()
      .str();
}

LLVM::LLVMFuncOp HostBuilder::declare(StringRef name, Type result, ArrayRef<Type> arguments) {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  InsertionGuard guard(*this);
  setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(*this, loc, name, LLVM::LLVMFunctionType::get(result, arguments));
}

Value HostBuilder::memref(MemRefType type, Value pointer, ArrayRef<Value> sizes) {
  int64_t rank = type.getRank();
  SmallVector<Type> fields{ptr(), ptr(), getI64Type()};
  if (rank > 0)
    fields.append(2, LLVM::LLVMArrayType::get(getI64Type(), rank));
  Value memref = LLVM::UndefOp::create(*this, loc, structOf(fields));
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    memref = LLVM::InsertValueOp::create(*this, loc, memref, value, position);
  };
  insert(pointer, {0});
  insert(pointer, {1});
  insert(i64(0), {2});
  Value stride = i64(1);
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    insert(sizes[dim], {3, dim});
    insert(stride, {4, dim});
    if (dim > 0)
      stride = LLVM::MulOp::create(*this, loc, stride, sizes[dim]);
  }
  return UnrealizedConversionCastOp::create(*this, loc, type, memref).getResult(0);
}

std::string fusion::describeLocation(Location loc) {
  std::string text;
  if (auto file = loc->findInstanceOf<FileLineColLoc>()) {
    llvm::raw_string_ostream(text) << llvm::sys::path::filename(file.getFilename().getValue()) << ':' << file.getLine()
                                   << ':' << file.getColumn() << ": ";
  }
  return text;
}
