// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Divides a module into parts that are compiled side by side, and joins their PTX.

#include "KernelGroups.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

/// A part but the last has at least so many operations, since each has passes of its own to set up; and there are so
/// many parts at most.
static constexpr int64_t kLeastOperations = 3000, kMostParts = 16;

static bool isDeclaration(Operation *symbol) {
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(symbol))
    return function.isExternal();
  auto global = dyn_cast<LLVM::GlobalOp>(symbol);
  return global && global.getLinkage() == LLVM::Linkage::External && !global.getValueOrNull() &&
         !global.getInitializerBlock();
}

/// The symbol and what it refers to, at any distance.
static SetVector<Operation *> findReferences(Operation *symbol, const SymbolTable &table) {
  SetVector<Operation *> found;
  found.insert(symbol);
  for (size_t i = 0; i < found.size(); ++i) {
    std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(found[i]);
    for (SymbolTable::SymbolUse use : *uses)
      if (Operation *other = table.lookup(use.getSymbolRef().getLeafReference()))
        found.insert(other);
  }
  return found;
}

static int64_t countOperations(Operation *root) {
  int64_t count = 0;
  root->walk([&](Operation *) { ++count; });
  return count;
}

static OwningOpRef<gpu::GPUModuleOp> copyPart(gpu::GPUModuleOp module, const SetVector<Operation *> &symbols) {
  OwningOpRef<gpu::GPUModuleOp> part = cast<gpu::GPUModuleOp>(module->cloneWithoutRegions());
  OpBuilder builder = OpBuilder::atBlockEnd(&part->getBodyRegion().emplaceBlock());
  for (Operation &op : *module.getBody())
    if (symbols.contains(&op))
      builder.clone(op);
  return part;
}

SmallVector<OwningOpRef<gpu::GPUModuleOp>> fusion::divideKernels(gpu::GPUModuleOp module) {
  SymbolTable table(module);
  SmallVector<SetVector<Operation *>> needs; // of each function that is defined
  DenseMap<Operation *, size_t> lastUser;    // of what is defined: the last function that needs it
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    needs.push_back(findReferences(function, table));
    for (Operation *symbol : needs.back())
      if (!isDeclaration(symbol))
        lastUser[symbol] = needs.size() - 1;
  }
  int64_t least = std::max<int64_t>(kLeastOperations, llvm::divideCeil(countOperations(module), kMostParts));
  SmallVector<SetVector<Operation *>> parts;
  int64_t operations = least;
  size_t bound = 0; // the last function that needs something of the part
  for (auto [index, symbols] : llvm::enumerate(needs)) {
    if (parts.empty() || (operations >= least && bound < index)) {
      parts.emplace_back();
      operations = 0;
    }
    parts.back().insert(symbols.begin(), symbols.end());
    operations += countOperations(symbols.front());
    for (Operation *symbol : symbols)
      bound = std::max(bound, lastUser.lookup(symbol));
  }
  SmallVector<OwningOpRef<gpu::GPUModuleOp>> copies;
  if (parts.size() > 1)
    for (const SetVector<Operation *> &symbols : parts)
      copies.push_back(copyPart(module, symbols));
  return copies;
}

std::string fusion::joinPTX(ArrayRef<StringRef> parts) {
  // A part begins with its version and target; declarations, each to a semicolon, stand before the first kernel.
  static constexpr StringLiteral kHeaderEnd = ".address_size 64\n";
  llvm::StringSet<> declared;
  std::string joined;
  for (StringRef text : parts) {
    size_t header = text.find(kHeaderEnd) + kHeaderEnd.size();
    if (joined.empty())
      joined = text.take_front(header).str();
    text = text.drop_front(header);
    for (size_t begin = text.find("\n.extern "); begin != StringRef::npos; begin = text.find("\n.extern ")) {
      size_t end = text.find(";\n", begin) + 1;
      joined += text.take_front(begin);
      if (declared.insert(text.slice(begin, end)).second)
        joined += text.slice(begin, end);
      text = text.drop_front(end);
    }
    joined += text;
  }
  return joined;
}
