// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes the descriptor of a module, by which the runtime finds entries and tables.

#include "EntryWrappers.h"
#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Runtime/ABI.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "fusion/Version.h"

namespace fusion {
#define GEN_PASS_DEF_EMITMODULEPASS
#include "fusion/Conversion/HostToLLVM/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// The entry of the table `table` that is the initialise step of `entry`, or null.
static Value addressOfStep(HostBuilder &b, StringRef table, LLVM::LLVMArrayType type, ArrayRef<EntrySymbols> entries,
                           const EntrySymbols &entry) {
  const auto *step = llvm::find_if(
      entries, [&](const EntrySymbols &other) { return !entry.step.empty() && other.entry == entry.step; });
  if (step == entries.end())
    return b.null();
  return LLVM::GEPOp::create(b, b.loc, b.ptr(), type, b.addressOf(table),
                             ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(step - entries.begin())});
}

/// Table of FusionEntry.
static std::string buildTable(HostBuilder &b, ArrayRef<EntrySymbols> entries) {
  auto type = LLVM::LLVMArrayType::get(b.entryType(), std::max<size_t>(1, entries.size()));
  return b.global("fusion.entries", type, [&]() -> Value {
    StringRef table = cast<LLVM::GlobalOp>(b.getInsertionBlock()->getParentOp()).getSymName();
    SmallVector<Value> values;
    for (const EntrySymbols &e : entries) {
      Value fields[] = {b.addressOf(e.name),      b.i32(e.numInputs),     b.i32(e.numOutputs),
                        b.addressOf(e.inputs),    b.addressOf(e.outputs), b.addressOf(e.shapes),
                        b.addressOf(e.workspace), b.addressOf(e.invoke),  addressOfStep(b, table, type, entries, e)};
      values.push_back(b.aggregate(b.entryType(), fields));
    }
    if (values.empty())
      return LLVM::ZeroOp::create(b, b.loc, type);
    return b.aggregate(type, values);
  });
}

/// Number of elements of a table that fusion-convert-launches made; 0 where there is none.
static int64_t getTableSize(HostBuilder &b, StringRef symbol) {
  auto table = b.module.lookupSymbol<LLVM::GlobalOp>(symbol);
  return table ? cast<LLVM::LLVMArrayType>(table.getType()).getNumElements() : 0;
}

static Value getTable(HostBuilder &b, StringRef symbol) {
  return getTableSize(b, symbol) == 0 ? b.null() : b.addressOf(symbol);
}

namespace {
struct EmitModule : fusion::impl::EmitModulePassBase<EmitModule> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (device != "cpu" && device != "cuda") {
      module.emitError() << "expects option 'device' to be cpu or cuda, but it is " << device;
      return signalPassFailure();
    }
    HostBuilder builder(module, module.getLoc());
    FailureOr<SmallVector<EntrySymbols, 0>> symbols = buildEntries(builder);
    if (failed(symbols))
      return signalPassFailure();
    numEntries += symbols->size();
    builder.loc = module.getLoc();
    makeInternal(module);
    emitDescriptor(builder, *symbols);
  }

private:
  /// Renames functions, so that no name of the input meets one of the runtime's, and takes them off the symbol table.
  void makeInternal(ModuleOp module) {
    llvm::StringSet<> names;
    for (auto symbol : module.getOps<SymbolOpInterface>())
      names.insert(symbol.getName());
    DenseMap<StringAttr, FlatSymbolRefAttr> renamed;
    for (auto function : module.getOps<func::FuncOp>()) {
      std::string name = ("fusion.entry." + function.getName()).str(), unique = name;
      for (int suffix = 0; !names.insert(unique).second; ++suffix)
        unique = name + "_" + std::to_string(suffix);
      renamed[function.getSymNameAttr()] = FlatSymbolRefAttr::get(&getContext(), unique);
      function.setName(unique);
      function.setPrivate();
      function->setAttr("llvm.linkage", LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal));
      function.setAllArgAttrs(SmallVector<DictionaryAttr>(function.getNumArguments()));
    }
    // All calls at once: each search for those of one function is a walk over the module.
    module.walk([&](func::CallOp call) {
      if (FlatSymbolRefAttr callee = renamed.lookup(call.getCalleeAttr().getAttr()))
        call.setCalleeAttr(callee);
    });
  }

  void emitDescriptor(HostBuilder &b, ArrayRef<EntrySymbols> symbols) {
    std::string entries = buildTable(b, symbols), compiler = b.string("fusion.compiler", "fusion " FUSION_VERSION),
                numerics = b.string("fusion.numerics", stringifyNumerics(getNumerics(b.module)));
    std::string name = b.global(kModuleSymbol, b.moduleType(), [&]() -> Value {
      Value fields[] = {b.i32(FUSION_ABI_VERSION),
                        b.i32(device == "cuda" ? FUSION_CUDA : FUSION_CPU),
                        b.i32(symbols.size()),
                        b.i32(getTableSize(b, kImagesSymbol)),
                        b.i32(getTableSize(b, kKernelsSymbol)),
                        b.i32(getTableSize(b, kConstantsSymbol)),
                        b.addressOf(entries),
                        getTable(b, kImagesSymbol),
                        getTable(b, kKernelsSymbol),
                        getTable(b, kConstantsSymbol),
                        b.addressOf(compiler),
                        b.addressOf(numerics)};
      return b.aggregate(b.moduleType(), fields);
    });
    b.module.lookupSymbol<LLVM::GlobalOp>(name).setLinkage(LLVM::Linkage::External);
  }
};
} // namespace
