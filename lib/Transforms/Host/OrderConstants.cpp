// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Orders and numbers constants by their first reader.

#include "OrderConstants.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace fusion;

/// The name without the number that tells it from others: of __constant_4xf32_1, __constant_4xf32.
static StringRef getStem(StringRef name) {
  auto [stem, number] = name.rsplit('_');
  return !number.empty() && llvm::all_of(number, llvm::isDigit) ? stem : name;
}

void fusion::orderConstants(ModuleOp module) {
  SymbolTable symbols(module);
  llvm::MapVector<memref::GlobalOp, SmallVector<memref::GetGlobalOp>> readers;
  module.walk([&](memref::GetGlobalOp reader) {
    auto global = symbols.lookup<memref::GlobalOp>(reader.getName());
    if (global && global.isPrivate())
      readers[global].push_back(reader);
  });
  SmallVector<std::string> stems;
  Operation *last = nullptr;
  for (auto &[global, users] : readers) {
    stems.push_back(getStem(global.getSymName()).str());
    symbols.remove(global); // all names are free before the first one is given anew
    last ? global->moveAfter(last) : global->moveBefore(&module.getBody()->front());
    last = global;
  }
  for (auto [reader, stem] : llvm::zip_equal(readers, stems)) {
    auto &[global, users] = reader;
    global.setSymName(stem);
    StringAttr name = symbols.insert(global);
    for (memref::GetGlobalOp user : users)
      user.setName(name);
  }
}
