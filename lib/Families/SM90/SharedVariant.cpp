// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes one function and one launch of several products.

#include "SharedVariant.h"

#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Families/Common/MemRefVariant.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

SharedVariant::SharedVariant(SmallVector<std::unique_ptr<SM90Variant>, 3> ofKernels)
    : KernelVariant(ofKernels.front()->getKernel()), variants(std::move(ofKernels)) {
  for (const auto &variant : variants)
    needed.require(variant->guard());
}

SharedLayout SharedVariant::getLayout() const {
  auto plans = llvm::map_to_vector(variants, [](const auto &variant) { return &variant->getPlan(); });
  return SharedLayout::get(variants.front()->getSpec(), plans);
}

SmallVector<const Parameters *, 3> SharedVariant::getParameters() const {
  return llvm::map_to_vector<3>(variants, [](const auto &variant) { return &variant->getParameters(); });
}

/// Of all kernels: the report finds the launch of each.
Location SharedVariant::getLoc() const {
  auto locations = llvm::map_to_vector(variants, [](const auto &variant) { return variant->getKernel().getLoc(); });
  return FusedLoc::get(variants.front()->getContext(), locations);
}

bool SharedVariant::canShare() const {
  int64_t bytes = 0;
  for (const Parameters *parameters : getParameters())
    bytes += parameters->getBytes();
  return bytes <= kMostParameterBytes && getLayout().dynamicBytes() <= variants.front()->getChip().sharedPerBlock &&
         llvm::all_of(variants, [&](const auto &variant) { return variant->canShareWith(*variants.front()); });
}

FunctionOpInterface SharedVariant::emitFunction(OpBuilder &builder, StringRef name) {
  const ProductSpec &spec = variants.front()->getSpec();
  LLVM::LLVMFuncOp function = createKernelFunction(builder, getLoc(), name, getParameters(), spec);
  KernelBuilder kb(getLoc(), builder.getContext());
  kb.setInsertionPointToStart(function.addEntryBlock(kb));
  SmallVector<KernelArguments, 3> arguments;
  unsigned first = 0;
  for (const auto &variant : variants) {
    variant->markStableArguments(function, first);
    unsigned count = variant->getParameters().getTypes(builder).size();
    arguments.push_back(variant->getArguments(kb, function.getArguments().slice(first, count)));
    first += count;
  }
  SmallVector<LaunchedKernel, 3> kernels;
  for (auto [variant, own] : llvm::zip_equal(variants, arguments))
    kernels.push_back({variant->getKernel(), variant->getPlan(), own});
  emitKernel(kb, spec, kernels, getSharedMemory(kb), hasDependentLaunch());
  kb.create<LLVM::ReturnOp>(ValueRange());
  return function;
}

void SharedVariant::emitLaunch(OpBuilder &builder, SymbolRefAttr function) {
  Location loc = getLoc();
  HostIndex index{builder, loc};
  const ProductSpec &spec = variants.front()->getSpec();
  Value clusters = index.constant(0);
  SmallVector<Value> operands;
  for (const auto &variant : variants) {
    clusters = index.add(clusters, variant->emitTiles(builder, loc));
    llvm::append_range(operands, variant->getParameters().getOperands(builder, loc, /*copies=*/{}, /*memory=*/Value()));
  }
  emitKernelLaunch(builder, loc, function, emitWave(builder, loc, clusters, spec.walk), spec.roles.threads,
                   getSharedBytes(getLayout(), spec, variants.front()->getChip()), operands, hasDependentLaunch());
}

FailureOr<KernelVariants> async::createSharedVariants(ArrayRef<KernelPlan> plans,
                                                      ArrayRef<SmallVector<VariantAttr>> variants) {
  KernelVariants created;
  size_t count = variants.front().size();
  for (ArrayRef<VariantAttr> own : variants)
    count = std::min(count, own.size());
  for (size_t number = 0; number < count; ++number) {
    SmallVector<std::unique_ptr<SM90Variant>, 3> ofKernels;
    for (auto [plan, own] : llvm::zip_equal(plans, variants)) {
      VariantPool pool;
      FailureOr<std::unique_ptr<SM90Variant>> variant = createVariant(plan, own[number], pool);
      if (failed(variant))
        return failure();
      if (*variant)
        ofKernels.push_back(std::move(*variant));
    }
    if (ofKernels.size() < plans.size())
      continue;
    auto shared = std::make_unique<SharedVariant>(std::move(ofKernels));
    if (shared->canShare())
      created.push_back(std::move(shared));
  }
  return created;
}
