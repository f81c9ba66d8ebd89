// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Access maps as texts, and all points of their loops.

#ifndef FUSION_UNITTESTS_DIALECT_ACCESSMAPSUPPORT_H
#define FUSION_UNITTESTS_DIALECT_ACCESSMAPSUPPORT_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace fusion {

class AccessMapTestBase : public testing::Test {
protected:
  AccessMapTestBase() { context.loadDialect<FusionDialect>(); }

  AccessMap parse(StringRef text) {
    auto attr = cast<AccessAttr>(parseAttribute(("#fusion.access<" + text + ">").str(), &context));
    return attr.getMap();
  }
  static std::string print(const AccessMap &map) {
    std::string text;
    llvm::raw_string_ostream(text) << Attribute(AccessAttr::get(map));
    return text.substr(StringRef("#fusion.access<").size(), text.size() - StringRef("#fusion.access<>").size());
  }
  /// Calls `visit` with each point of loops of `sizes`.
  static void forEachPoint(ArrayRef<int64_t> sizes, function_ref<void(ArrayRef<int64_t>)> visit) {
    SmallVector<int64_t> point(sizes.size(), 0);
    if (llvm::is_contained(sizes, 0))
      return;
    while (true) {
      visit(point);
      size_t loop = sizes.size();
      while (loop > 0 && ++point[loop - 1] == sizes[loop - 1])
        point[--loop] = 0;
      if (loop == 0)
        return;
    }
  }
  /// The address that a point reads; nothing for padding.
  static std::optional<int64_t> getAddress(const AccessMap &map, ArrayRef<int64_t> point, ArrayRef<int64_t> shape,
                                           ArrayRef<int64_t> strides) {
    std::optional<SmallVector<int64_t>> place = map.evaluate(point, shape);
    if (!place)
      return std::nullopt;
    int64_t address = 0;
    for (auto [index, stride] : llvm::zip_equal(*place, strides))
      address += index * stride;
    return address;
  }

  MLIRContext context;
};

} // namespace fusion

#endif // FUSION_UNITTESTS_DIALECT_ACCESSMAPSUPPORT_H
