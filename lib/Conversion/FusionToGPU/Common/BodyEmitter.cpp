// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BodyEmitter.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {

/// Whether something other than a product reads a body argument.
bool isElementwiseOperand(BlockArgument argument) {
  return llvm::any_of(argument.getUsers(), [](Operation *user) { return !isa<MatmulOp>(user); });
}

/// In a relaxed kernel a product may be fused into a sum; approximate functions will do where every result is rounded
/// to 16 bits.
arith::FastMathFlags chooseFastMath(KernelOp kernel, bool strict) {
  if (strict)
    return arith::FastMathFlags::none;
  bool narrow = llvm::all_of(kernel.getYield().getOperandTypes(), [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isF16() || element.isBF16();
  });
  return narrow ? arith::FastMathFlags::contract | arith::FastMathFlags::afn : arith::FastMathFlags::contract;
}

/// Puts flags on the arithmetic that is built while it lives.
class FastMathMarker : public OpBuilder::Listener {
public:
  FastMathMarker(KernelBuilder &kb, arith::FastMathFlags flags) : kb(kb), flags(flags), previous(kb.getListener()) {
    if (flags != arith::FastMathFlags::none)
      kb.setListener(this);
  }
  ~FastMathMarker() override { kb.setListener(previous); }

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    bool isMath = isa_and_nonnull<math::MathDialect>(op->getDialect());
    if (!isMath && !isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op))
      return;
    if (auto interface = dyn_cast<arith::ArithFastMathInterface>(op))
      op->setAttr(interface.getFastMathAttrName(), arith::FastMathFlagsAttr::get(op->getContext(), flags));
  }

private:
  KernelBuilder &kb;
  arith::FastMathFlags flags;
  OpBuilder::Listener *previous;
};

Type storedType(Type elementType) {
  return elementType.isInteger(1) ? IntegerType::get(elementType.getContext(), 8) : elementType;
}

/// From memory to compute type.
Value fromStored(KernelBuilder &kb, Value value, Type elementType) {
  if (elementType.isInteger(1))
    return kb.cmp(arith::CmpIPredicate::ne, value, kb.create<arith::ConstantOp>(kb.getI8IntegerAttr(0)));
  if (isa<FloatType>(elementType))
    return convertFloat(kb, kb.getLoc(), value, getComputeType(elementType));
  return value;
}

} // namespace

BodyEmitter::BodyEmitter(KernelOp kernel, ArrayRef<MemRefArgument> inputs, ArrayRef<MemRefArgument> outputs,
                         ArrayRef<int64_t> iteration)
    : kernel(kernel), inputArguments(inputs), outputArguments(outputs), iteration(iteration),
      strict(getNumerics(kernel) == Numerics::Strict), fastMath(chooseFastMath(kernel, strict)) {}

BodyEmitter::Access BodyEmitter::makeAccess(KernelBuilder &kb, const MemRefArgument &argument,
                                            ArrayRef<int64_t> iteration) {
  Access access;
  access.elementType = argument.elementType;
  access.pointer = access.base = argument.pointer;
  int64_t skipped = iteration.size() - argument.rank();
  for (int64_t dim = skipped, end = iteration.size(); dim < end; ++dim) {
    if (KernelBuilder::asConstant(argument.sizes[dim - skipped]) == 1)
      continue;
    Value stride = kb.mul(argument.strides[dim - skipped], storedBytes(argument.elementType));
    if (dim == end - 1)
      access.colStride = stride;
    else if (dim == end - 2)
      access.rowStride = stride;
    else
      access.outer.push_back({dim, stride});
  }
  return access;
}

void BodyEmitter::enterOuter(KernelBuilder &kb, ValueRange outer) {
  inputs.clear();
  outputs.clear();
  auto add = [&](SmallVector<Access> &list, const MemRefArgument &argument, Value body) {
    Access access = makeAccess(kb, argument, iteration);
    access.body = body;
    for (auto [position, stride] : access.outer)
      access.base = kb.offsetPtr(access.base, kb.mul(outer[position], stride));
    list.push_back(access);
  };
  for (auto [argument, body] : llvm::zip(inputArguments, kernel.getBodyBlock()->getArguments()))
    if (isElementwiseOperand(body))
      add(inputs, argument, body);
  for (const MemRefArgument &argument : outputArguments)
    add(outputs, argument, Value());
}

Value BodyEmitter::siteAddress(KernelBuilder &kb, const Access &access, Value row, Value col) {
  Value address = access.base;
  if (access.rowStride)
    address = kb.offsetPtr(address, kb.mul(kb.toI64(row), access.rowStride));
  if (access.colStride)
    address = kb.offsetPtr(address, kb.mul(kb.toI64(col), access.colStride));
  return address;
}

// Wide accesses are cut into 16 bytes each.
BodyEmitter::Lanes BodyEmitter::load(KernelBuilder &kb, const Access &access, Value row, Value col, int64_t width) {
  Value address = siteAddress(kb, access, row, col);
  Type type = storedType(access.elementType);
  if (width == 1 || !access.colStride)
    return Lanes(width, kb.load(type, address));
  Lanes lanes;
  int64_t perAccess = std::min<int64_t>(width, 16 / storedBytes(type));
  for (int64_t first = 0; first < width; first += perAccess) {
    Value loaded = kb.load(VectorType::get(perAccess, type), kb.offsetPtr(address, first * storedBytes(type)));
    for (int64_t i = 0; i < perAccess; ++i)
      lanes.push_back(kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(i)));
  }
  return lanes;
}

void BodyEmitter::loadColumns(KernelBuilder &kb, Value col, int64_t width) {
  for (Access &access : inputs)
    if (!access.rowStride)
      access.perColumn = load(kb, access, Value(), col, width);
}

SmallVector<Value> BodyEmitter::loadSite(KernelBuilder &kb, const EpilogueSite &site) {
  SmallVector<Value> loaded;
  for (const Access &access : inputs)
    if (access.rowStride)
      llvm::append_range(loaded, load(kb, access, site.row, site.col, site.width));
  return loaded;
}

BodyEmitter::Lanes BodyEmitter::evaluate(KernelBuilder &kb, Operation &op, DenseMap<Value, Lanes> &values,
                                         int64_t width) {
  Type elementType = getElementTypeOrSelf(op.getResult(0).getType());
  DenseElementsAttr constant;
  if (matchPattern(&op, m_Constant(&constant))) {
    auto value = cast<TypedAttr>(constant.getSplatValue<Attribute>());
    return Lanes(width, fromStored(kb, kb.create<arith::ConstantOp>(value), elementType));
  }
  auto elementwise = cast<ElementwiseOpInterface>(op);
  Lanes results;
  for (int64_t lane = 0; lane < width; ++lane) {
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(values[operand][lane]);
    Value result = elementwise.buildScalar(kb, kb.getLoc(), operands);
    if (strict && isa<FloatType>(elementType))
      result = convertFloat(kb, kb.getLoc(), convertFloat(kb, kb.getLoc(), result, elementType), result.getType());
    results.push_back(result);
  }
  return results;
}

void BodyEmitter::finish(KernelBuilder &kb, const EpilogueSite &site, ArrayRef<Value> loaded) {
  FastMathMarker marker(kb, fastMath);
  DenseMap<Value, Lanes> values;
  for (const Access &access : inputs) {
    ArrayRef<Value> stored = access.rowStride ? loaded.take_front(site.width) : ArrayRef<Value>(access.perColumn);
    if (access.rowStride)
      loaded = loaded.drop_front(site.width);
    values[access.body] =
        llvm::map_to_vector(stored, [&](Value value) { return fromStored(kb, value, access.elementType); });
  }
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (auto matmul = dyn_cast<MatmulOp>(op)) {
      Type rounded = strict ? matmul.getType().getElementType() : kb.getF32Type();
      values[matmul.getResult()] = llvm::map_to_vector(site.acc, [&](Value value) {
        return convertFloat(kb, kb.getLoc(), convertFloat(kb, kb.getLoc(), value, rounded), kb.getF32Type());
      });
      continue;
    }
    values[op.getResult(0)] = evaluate(kb, op, values, site.width);
  }
  kb.ifThen(site.inBounds, [&] {
    for (auto [access, value] : llvm::zip(outputs, kernel.getYield().getOperands()))
      store(kb, access, site, values[value]);
  });
}

void BodyEmitter::store(KernelBuilder &kb, const Access &access, const EpilogueSite &site, ArrayRef<Value> lanes) {
  Value address = siteAddress(kb, access, site.row, site.col);
  Type stored = storedType(access.elementType), computed = lanes[0].getType();
  auto round = [&](Value value) -> Value {
    if (access.elementType.isInteger(1)) {
      Type wide = isa<VectorType>(value.getType()) ? cast<VectorType>(value.getType()).clone(stored) : stored;
      return kb.create<arith::ExtUIOp>(wide, value);
    }
    return isa<FloatType>(stored) ? convertFloat(kb, kb.getLoc(), value, stored) : value;
  };
  int64_t perAccess = std::min<int64_t>(site.width, 16 / storedBytes(stored));
  if (perAccess == 1) {
    for (auto [i, lane] : llvm::enumerate(lanes))
      kb.store(round(lane), kb.offsetPtr(address, i * storedBytes(stored)));
    return;
  }
  for (int64_t first = 0; first < site.width; first += perAccess) {
    Value packed = kb.create<LLVM::PoisonOp>(VectorType::get(perAccess, computed));
    for (int64_t i = 0; i < perAccess; ++i)
      packed = kb.create<LLVM::InsertElementOp>(packed, lanes[first + i], kb.c32(i));
    kb.store(round(packed), kb.offsetPtr(address, first * storedBytes(stored)));
  }
}
