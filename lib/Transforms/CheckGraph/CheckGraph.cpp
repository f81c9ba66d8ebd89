// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Refuses, or rewrites, what verifiers let pass and no later stage can take.

#include "fusion/Transforms/CheckGraph/CheckGraph.h"
#include "ElementTypes.h"
#include "IndexOps.h"
#include "Promises.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Transforms/UnpackIntegers.h"
#include "fusion/Transforms/CheckGraph/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

namespace fusion {
#define GEN_PASS_DEF_CHECKGRAPHPASS
#include "fusion/Transforms/CheckGraph/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Bytes that a resource of this type has; none where that is not said here (types of parts of bytes).
static std::optional<int64_t> getResourceBytes(ShapedType type) {
  Type element = type.getElementType();
  if (element.isInteger(1))
    return type.getNumElements();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  return type.getNumElements() * (element.getIntOrFloatBitWidth() / 8);
}

/// Each attribute of `op` that names a resource must have its data, all of it.
static LogicalResult checkResources(Operation *op) {
  LogicalResult result = success();
  op->getAttrDictionary().walk([&](DenseResourceElementsAttr attr) {
    if (AsmResourceBlob *blob = attr.getRawHandle().getBlob()) {
      auto bytes = static_cast<int64_t>(blob->getData().size());
      if (std::optional<int64_t> expected = getResourceBytes(attr.getType()); expected && *expected != bytes) {
        op->emitOpError() << "holds the weight '" << attr.getRawHandle().getKey() << "' of " << bytes
                          << " bytes, where " << attr.getType() << " takes " << *expected;
        result = failure();
      }
      return;
    }
    op->emitOpError() << "holds the weight '" << attr.getRawHandle().getKey()
                      << "', whose data is not in the file; export the graph again with its weights (without "
                         "--mlir-elide-elementsattrs-if-larger and --mlir-elide-resource-strings-if-larger), or make "
                         "the weights arguments of the function";
    result = failure();
  });
  return result;
}

/// Booleans as LLVM's translation takes them, not as a resource; a byte other than 0 is true. Null for what is none, or
/// of another size.
static Attribute inlineBooleans(DenseResourceElementsAttr attr) {
  AsmResourceBlob *blob = attr.getRawHandle().getBlob();
  if (!blob || !attr.getElementType().isInteger(1))
    return nullptr;
  ArrayRef<char> bytes = blob->getData();
  if (static_cast<int64_t>(bytes.size()) != attr.getNumElements())
    return nullptr;
  return DenseElementsAttr::get(attr.getType(), llvm::map_to_vector(bytes, [](char byte) { return byte != 0; }));
}

static LogicalResult checkRounding(arith::TruncFOp op) {
  std::optional<arith::RoundingMode> mode = op.getRoundingmode();
  if (!mode || *mode == arith::RoundingMode::to_nearest_even)
    return success();
  return op.emitOpError() << "rounds " << arith::stringifyRoundingMode(*mode)
                          << ", where kernels round to the nearest even number; leave the mode out if that will do";
}

/// Drops the rounding mode that is meant without one; whether there was one.
static bool dropRoundingMode(arith::TruncFOp op) { return bool(op.removeRoundingmodeAttr()); }

/// Drops what asks not to inline: a graph is one program. Whether there was such.
static bool dropNoInline(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return std::exchange(call.getProperties().no_inline, nullptr) != nullptr;
  auto function = dyn_cast<func::FuncOp>(op);
  return function && std::exchange(function.getProperties().no_inline, nullptr) != nullptr;
}

static LogicalResult checkDim(tensor::DimOp op) {
  std::optional<int64_t> index = getConstantIntValue(op.getDimension());
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!index || !type || (*index >= 0 && *index < type.getRank()))
    return success();
  return op.emitOpError() << "asks for dimension " << *index << " of a tensor of rank " << type.getRank();
}

template <typename ReshapeOp> static LogicalResult checkGroups(ReshapeOp op, int64_t rank) {
  for (Attribute group : op.getReassociation())
    for (Attribute dim : cast<ArrayAttr>(group))
      if (cast<IntegerAttr>(dim).getInt() < 0 || cast<IntegerAttr>(dim).getInt() >= rank)
        return op.emitOpError() << "groups dimension " << cast<IntegerAttr>(dim).getInt() << " of a tensor of rank "
                                << rank;
  return success();
}

/// What compiled programs call of the runtime (lib/Runtime/Call.cpp, Module.cpp).
static constexpr StringLiteral kRuntimeFunctions[] = {"fusion_constant", "fusion_fail", "fusion_launch",
                                                      "fusion_tensor_map"};

static LogicalResult checkSymbol(SymbolOpInterface op) {
  StringRef name = op.getName();
  if (name.contains('\0'))
    return op->emitOpError() << "has a name with a zero in it, where names in programs end; rename it";
  if (llvm::is_contained(kRuntimeFunctions, name))
    return op->emitOpError() << "is named like a function of the runtime; rename it";
  return success();
}

static LogicalResult checkOp(Operation *op) {
  if (isa<ModuleOp>(op) && op->getParentOp())
    return op->emitOpError() << "stands in another module; move what it holds there";
  // What is in the LLVM dialect declares them.
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  if (symbol && op->getParentOp() && op->getName().getDialectNamespace() != "llvm" && failed(checkSymbol(symbol)))
    return failure();
  if (failed(checkDynamicMarks(op)) || failed(checkResources(op)) || failed(checkElementTypes(op)) ||
      failed(checkConstantIndices(op)))
    return failure();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([](arith::TruncFOp op) { return checkRounding(op); })
      .Case([](tensor::DimOp op) { return checkDim(op); })
      .Case([](tensor::ExpandShapeOp op) { return checkGroups(op, op.getResultType().getRank()); })
      .Case([](tensor::CollapseShapeOp op) { return checkGroups(op, op.getSrcType().getRank()); })
      .Default(success());
}

/// Where a load of a global is of one that keeps its value, the value is a constant; whether it is so.
static bool inlineGlobal(Operation *load, SymbolRefAttr name) {
  auto global = SymbolTable::lookupNearestSymbolFrom<ml_program::GlobalOp>(load, name);
  auto value =
      global && !global.getIsMutable() ? dyn_cast_or_null<ElementsAttr>(global.getValueAttr()) : ElementsAttr();
  if (!value || value.getType() != load->getResult(0).getType())
    return false;
  OpBuilder builder(load);
  load->getResult(0).replaceAllUsesWith(arith::ConstantOp::create(builder, load->getLoc(), value));
  load->erase();
  return true;
}

/// Numbers that an entry returns become tensors of rank 0, an index one of i64. (Those that it takes stay.) How many
/// there were.
static int64_t returnTensors(func::FuncOp function) {
  auto isNumber = [](Type type) { return type.isIntOrIndexOrFloat(); };
  if (!function.isPublic() || function.isDeclaration() || llvm::none_of(function.getResultTypes(), isNumber) ||
      !SymbolTable::symbolKnownUseEmpty(function, function->getParentOp()))
    return 0;
  SmallVector<Type> types;
  for (Type type : function.getResultTypes()) {
    Type element = type.isIndex() ? IntegerType::get(type.getContext(), 64) : type;
    types.push_back(isNumber(type) ? RankedTensorType::get({}, element) : type);
  }
  function.walk([&](func::ReturnOp op) {
    OpBuilder builder(op);
    for (auto [operand, type] : llvm::zip_equal(op->getOpOperands(), types)) {
      if (operand.get().getType() == type)
        continue;
      Value value = operand.get();
      if (value.getType().isIndex())
        value = arith::IndexCastOp::create(builder, op.getLoc(), getElementTypeOrSelf(type), value);
      operand.set(tensor::FromElementsOp::create(builder, op.getLoc(), type, value));
    }
  });
  int64_t numNumbers = llvm::count_if(function.getResultTypes(), isNumber);
  function.setType(FunctionType::get(function.getContext(), function.getArgumentTypes(), types));
  return numNumbers;
}

namespace {
struct CheckGraphPass : fusion::impl::CheckGraphPassBase<CheckGraphPass> {
  using Base::Base;

  void runOnOperation() override {
    AttrTypeReplacer booleans;
    booleans.addReplacement([](DenseResourceElementsAttr attr) -> std::optional<Attribute> {
      Attribute values = inlineBooleans(attr);
      return values ? std::optional(values) : std::nullopt;
    });
    int64_t removed = 0;
    bool good = succeeded(checkAttributes(getOperation(), removed));
    numRemoved += removed;
    getOperation()->walk([&](Operation *op) {
      good &= succeeded(checkOp(op));
      DictionaryAttr before = op->getAttrDictionary();
      booleans.replaceElementsIn(op);
      numBooleans += op->getAttrDictionary() != before;
    });
    int64_t packed = 0;
    if (!good || failed(checkInlinedSize(getOperation())) || failed(unpackIntegers(getOperation(), packed)))
      return signalPassFailure();
    numPacked += packed;
    getOperation()->walk([&](Operation *op) { numIndexOps += replaceIndexOp(op); });
    getOperation()->walk([&](Operation *op) { numPromises += dropPromises(op); });
    getOperation()->walk([&](Operation *op) { numNoInline += dropNoInline(op); });
    getOperation()->walk([&](arith::TruncFOp op) { numRoundingModes += dropRoundingMode(op); });
    getOperation()->walk([&](ml_program::GlobalLoadOp load) { numLoads += inlineGlobal(load, load.getGlobalAttr()); });
    getOperation()->walk(
        [&](ml_program::GlobalLoadConstOp load) { numLoads += inlineGlobal(load, load.getGlobalAttr()); });
    for (auto function : getOperation().getOps<func::FuncOp>())
      numResults += returnTensors(function);
  }
};
} // namespace
