// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads each part of a multiplicand from a matrix of its own.

#include "fusion/Families/Product/StackedSource.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

namespace {
class StackedLoader : public Loader {
public:
  StackedLoader(KernelBuilder &kb, const StackedSource &source, const Delivery &to) : part(to.multiplicand) {
    part.extent /= static_cast<int64_t>(source.parts.size());
    // Rows along k lie in the same boxes as those of the other parts; others have boxes of their own.
    int64_t partBytes = part.kMajor ? part.extent * 128 : part.bytes();
    for (auto [number, own] : llvm::enumerate(source.parts)) {
      Delivery delivery{part, to.walk, to.sharing, kb.offsetPtr(to.shared, number * partBytes), to.extent, to.lane};
      delivery.whole = &to.multiplicand;
      loaders.push_back(std::make_unique<BoxLoader>(own, delivery));
    }
  }

  void begin(KernelBuilder &kb, Value position, ValueRange batch) override {
    for (const auto &loader : loaders)
      loader->begin(kb, position, batch);
  }
  Value bytes(KernelBuilder &kb) const override {
    Value sum = loaders.front()->bytes(kb);
    for (const auto &loader : llvm::drop_begin(loaders))
      sum = kb.add(sum, loader->bytes(kb));
    return sum;
  }
  void loadBoxes(KernelBuilder &kb, Value stage, Value k, Value barrier) const override {
    for (const auto &loader : loaders)
      loader->loadBoxes(kb, stage, k, barrier);
  }

private:
  Multiplicand part;
  SmallVector<std::unique_ptr<BoxLoader>, 2> loaders;
};
} // namespace

SmallVector<Value, 2> StackedSource::maps() const {
  SmallVector<Value, 2> first, last;
  for (const BoxSource &part : parts) {
    first.push_back(part.map);
    if (part.lastMap)
      last.push_back(part.lastMap);
  }
  llvm::append_range(first, last);
  return first;
}

std::unique_ptr<Loader> StackedSource::createLoader(KernelBuilder &kb, const Delivery &delivery) const {
  return std::make_unique<StackedLoader>(kb, *this, delivery);
}
