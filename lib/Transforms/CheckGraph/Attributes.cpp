// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Refuses discardable attributes that are not known, and removes those that nothing reads.

#include "KnownAttributes.h"
#include "fusion/Transforms/CheckGraph/CheckGraph.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fusion;

static constexpr StringLiteral kGraphDialects[] = {
    "builtin", "fusion", "func",  "linalg",     "tosa",  "tensor",  "arith", "math",         "affine",
    "scf",     "cf",     "index", "ml_program", "shape", "complex", "quant", "bufferization"};

ArrayRef<StringLiteral> fusion::getGraphDialects() { return kGraphDialects; }

bool fusion::isGraphDialect(StringRef dialect) { return llvm::is_contained(getGraphDialects(), dialect); }

namespace {
/// Checks the attributes of one operation after the other.
class AttributeChecker {
public:
  explicit AttributeChecker(int64_t &numRemoved) : numRemoved(numRemoved) {
    locations.addWalk([](Attribute attr) {
      return isGraphDialect(attr.getDialect().getNamespace()) ? WalkResult::advance() : WalkResult::interrupt();
    });
  }

  LogicalResult check(Operation *op) {
    if (failed(checkLocation(op, op->getLoc())))
      return failure();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(checkLocation(op, argument.getLoc())))
            return failure();
    return success(succeeded(checkOwn(op)) && succeeded(checkSignature(op)));
  }

private:
  /// Debug information, which LLVM's translation would read, is an attribute of a fused location.
  LogicalResult checkLocation(Operation *op, Location loc) {
    if (!locations.walk(LocationAttr(loc)).wasInterrupted())
      return success();
    return emitError(UnknownLoc::get(op->getContext()))
           << "'" << op->getName() << "' op has a location with an attribute that no graph has; print the graph "
           << "without debug information of LLVM";
  }

  LogicalResult checkOwn(Operation *op) {
    AttributePlace place = isa<ModuleOp>(op) ? OnModule : isa<FunctionOpInterface>(op) ? OnFunction : OnOperation;
    SmallVector<StringAttr> unread;
    for (NamedAttribute attr : op->getDiscardableAttrs())
      if (failed(check(op, attr, place, "", unread)))
        return failure();
    for (StringAttr name : unread)
      op->removeDiscardableAttr(name);
    return success();
  }

  /// Those of arguments and results, of functions and of calls.
  LogicalResult checkSignature(Operation *op) {
    auto signature = dyn_cast<ArgAndResultAttrsOpInterface>(op);
    if (!signature)
      return success();
    FailureOr<ArrayAttr> arguments = checkList(op, signature.getArgAttrsAttr(), OnArgument, " on argument #");
    FailureOr<ArrayAttr> results = checkList(op, signature.getResAttrsAttr(), OnResult, " on result #");
    if (failed(arguments) || failed(results))
      return failure();
    if (*arguments != signature.getArgAttrsAttr())
      signature.setArgAttrsAttr(*arguments);
    if (*results != signature.getResAttrsAttr())
      signature.setResAttrsAttr(*results);
    return success();
  }

  /// The dictionaries without what nothing reads.
  FailureOr<ArrayAttr> checkList(Operation *op, ArrayAttr list, AttributePlace place, StringRef where) {
    if (!list)
      return list;
    SmallVector<Attribute> kept;
    for (auto [number, element] : llvm::enumerate(list)) {
      auto attributes = cast<DictionaryAttr>(element);
      SmallVector<StringAttr> unread;
      for (NamedAttribute attr : attributes)
        if (failed(check(op, attr, place, (where + Twine(number)).str(), unread)))
          return failure();
      NamedAttrList rest(attributes);
      for (StringAttr name : unread)
        rest.erase(name);
      kept.push_back(rest.getDictionary(op->getContext()));
    }
    return ArrayAttr::get(op->getContext(), kept);
  }

  LogicalResult check(Operation *op, NamedAttribute attr, AttributePlace place, StringRef where,
                      SmallVectorImpl<StringAttr> &unread) {
    AttributeUse use = getAttributeUse(attr.getName(), place);
    if (use == AttributeUse::Unknown)
      return op->emitOpError() << "has the attribute '" << attr.getName().getValue() << "'" << where
                               << ", which is not among those that a graph may have there; leave it out";
    if (use == AttributeUse::Unread) {
      unread.push_back(attr.getName());
      ++numRemoved;
    }
    return success();
  }

  AttrTypeWalker locations;
  int64_t &numRemoved;
};
} // namespace

LogicalResult fusion::checkAttributes(Operation *root, int64_t &numRemoved) {
  AttributeChecker checker(numRemoved);
  WalkResult result = root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isOfGraph = op->isRegistered() && isGraphDialect(op->getName().getDialectNamespace());
    return isOfGraph && failed(checker.check(op)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
