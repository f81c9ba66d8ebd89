// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks that a parsed module holds nothing but what a graph needs, and no type over the limits.

#include "CheckModule.h"
#include "fusion/Transforms/CheckGraph/CheckGraph.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

/// Whether a tensor has at most `limit` bytes. Sizes beside one of zero count all the same: sums and products of sizes
/// are made of them too.
static bool fits(ShapedType type, uint64_t limit) {
  constexpr unsigned kOtherBits = 128; // of indices, complex and quantized numbers, at most
  Type element = type.getElementType();
  uint64_t bytes = llvm::divideCeil(element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : kOtherBits, 8);
  for (int64_t size : type.getShape()) {
    if (!ShapedType::isDynamic(size))
      bytes = llvm::SaturatingMultiply<uint64_t>(bytes, std::max<int64_t>(size, 1));
    if (bytes > limit)
      return false;
  }
  return true;
}

namespace {
/// Checks the types of one operation after the other, those in attributes too.
class LimitChecker {
public:
  explicit LimitChecker(const InputLimits &limits) : limits(limits) {
    walker.addWalk([this](Type type) { return checkType(type); });
  }

  WalkResult check(Operation *op) {
    location = op->getLoc();
    if (walker.walk(op->getAttrDictionary()).wasInterrupted())
      return WalkResult::interrupt();
    for (Type type : op->getResultTypes())
      if (walker.walk(type).wasInterrupted())
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          if (walker.walk(type).wasInterrupted())
            return WalkResult::interrupt();
    return WalkResult::advance();
  }

protected:
  AttrTypeWalker walker;
  LocationAttr location;

private:
  WalkResult checkType(Type type) {
    if (type.isInteger() && type.getIntOrFloatBitWidth() > limits.integerBits) {
      emitError(Location(location)) << "type " << type << " is wider than the limit of " << limits.integerBits
                                    << " bits";
      return WalkResult::interrupt();
    }
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || !shaped.hasRank())
      return WalkResult::advance();
    if (shaped.getRank() > limits.rank) {
      emitError(Location(location)) << "type of rank " << shaped.getRank() << " is over the limit of " << limits.rank;
      return WalkResult::interrupt();
    }
    if (!fits(shaped, limits.tensorBytes)) {
      emitError(Location(location)) << "type " << type << " is larger than the limit of " << limits.tensorBytes
                                    << " bytes";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  }

  const InputLimits &limits;
};

/// Checks dialects as well.
class GraphChecker : public LimitChecker {
public:
  explicit GraphChecker(const InputLimits &limits) : LimitChecker(limits) {
    walker.addWalk([this](Attribute attr) { return checkDialect(attr.getDialect(), "attribute"); });
    walker.addWalk([this](Type type) { return checkDialect(type.getDialect(), "type"); });
  }

  WalkResult check(Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (isGraphDialect(dialect))
      return LimitChecker::check(op);
    op->emitError() << "operation '" << op->getName() << "' of dialect '" << dialect
                    << "' is not allowed in an input graph; allowed are " << llvm::join(getGraphDialects(), ", ");
    return WalkResult::interrupt();
  }

private:
  WalkResult checkDialect(Dialect &dialect, StringRef what) {
    if (isGraphDialect(dialect.getNamespace()))
      return WalkResult::advance();
    emitError(Location(location)) << what << " of dialect '" << dialect.getNamespace()
                                  << "' is not allowed in an input graph";
    return WalkResult::interrupt();
  }
};
} // namespace

/// Asks about each operation, those around others first.
template <typename Checker> static LogicalResult checkAll(Operation *root, Checker &&checker) {
  WalkResult result = root->walk<WalkOrder::PreOrder>([&](Operation *op) { return checker.check(op); });
  return failure(result.wasInterrupted());
}

LogicalResult fusion::checkLimits(Operation *root, const InputLimits &limits) {
  return checkAll(root, LimitChecker(limits));
}

LogicalResult fusion::checkGraphModule(ModuleOp module, const InputLimits &limits) {
  int64_t numRemoved = 0;
  return success(succeeded(checkAll(module, GraphChecker(limits))) && succeeded(checkAttributes(module, numRemoved)));
}
