// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies the code of scores for each element, and loads its operands.

#include "ScoreEmitter.h"

#include "fusion/Families/Common/BodyEvaluator.h"

using namespace mlir;
using namespace fusion;

static Value toIndex(KernelBuilder &kb, Value value) {
  return kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), value);
}

/// A position of the iteration space, or the last one.
static Value clamp(KernelBuilder &kb, Value position, Value size, int64_t behind) {
  return kb.minS(position, kb.sub(size, behind));
}

ScoreEmitter::ScoreEmitter(KernelBuilder &kb, const ScoreFormula &formula, ArrayRef<ScoreOperand> operands,
                           ScorePlace place)
    : kb(kb), formula(formula), place(std::move(place)), operands(operands) {
  int64_t rank = formula.getRank(), batches = rank - 2;
  SmallVector<Value> outer = llvm::map_to_vector(this->place.batch, [&](Value index) { return kb.toI64(index); });
  for (const ScoreOperand &operand : operands) {
    accesses.push_back(OperandAccess::get(kb, operand.memory, rank));
    accesses.back().enterOuter(kb, outer);
  }
  findDependences();
  IRMapping all;
  for (int64_t dim = 0; dim < batches; ++dim)
    if (BlockArgument position = formula.getCode().getPosition(dim); isUsed(position))
      all.map(position, toIndex(kb, outer[dim]));
  // Operands that are the same for all, or for all keys of a row.
  auto loadConstants = [&](int64_t row, bool varies, IRMapping &mapping) {
    for (auto [number, access] : llvm::enumerate(accesses))
      if (!access.colStride && (access.rowStride != nullptr) == varies)
        mapping.map(formula.getElement(number), loadOperand(number, row, Value(), false).front());
  };
  loadConstants(0, false, all);
  copyOps([](unsigned dependence) { return dependence == 0; }, all);
  for (auto [number, row] : llvm::enumerate(this->place.rows)) {
    IRMapping &mapping = rows.emplace_back(all);
    if (BlockArgument position = formula.getCode().getPosition(batches); isUsed(position))
      mapping.map(position, toIndex(kb, row));
    loadConstants(number, true, mapping);
    copyOps([](unsigned dependence) { return dependence == OnRow; }, mapping);
  }
}

unsigned ScoreEmitter::getDependence(Operation &op) const {
  unsigned all = 0;
  op.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      all |= dependences.lookup(operand);
  });
  return all;
}

void ScoreEmitter::findDependences() {
  int64_t rank = formula.getRank();
  const ScalarFormula &code = formula.getCode();
  dependences[code.getPosition(rank - 2)] = OnRow;
  dependences[code.getPosition(rank - 1)] = OnKey;
  dependences[formula.getInside()] = OnRow | OnKey;
  dependences[formula.getProduct()] = OnProduct;
  for (auto [number, access] : llvm::enumerate(accesses))
    dependences[formula.getElement(number)] = (access.rowStride ? OnRow : 0) | (access.colStride ? OnKey : 0);
  for (Operation &op : code.getBlock())
    for (Value result : op.getResults())
      dependences[result] = getDependence(op);
}

void ScoreEmitter::copyOps(bool (*isTaken)(unsigned dependence), IRMapping &mapping) {
  for (Operation &op : formula.getCode().getBlock())
    if (unsigned dependence = getDependence(op); isTaken(dependence)) {
      Operation *copy = kb.clone(op, mapping);
      // LLVM would make one conversion for each element again of those of a row and of a key.
      if (dependence == OnRow && isa<arith::SIToFPOp>(op) && copy->getResult(0).getType().isF32())
        mapping.map(op.getResult(0), kb.hide(copy->getResult(0)));
    }
}

/// Two elements side by side. Bytes share a register.
static SmallVector<Value, 2> loadPair(KernelBuilder &kb, Type type, Value address) {
  if (type.isInteger(8)) {
    Value pair = kb.load(kb.getI16Type(), address);
    Value high = kb.create<arith::ShRUIOp>(pair, kb.create<arith::ConstantOp>(kb.getI16IntegerAttr(8)));
    return {kb.create<arith::TruncIOp>(type, pair), kb.create<arith::TruncIOp>(type, high)};
  }
  Value pair = kb.load(VectorType::get(2, type), address);
  return {kb.create<LLVM::ExtractElementOp>(pair, kb.c32(0)), kb.create<LLVM::ExtractElementOp>(pair, kb.c32(1))};
}

SmallVector<Value> ScoreEmitter::loadOperand(int64_t operand, int64_t row, Value first, bool clamps) {
  const OperandAccess &access = accesses[operand];
  Value base = access.base, ownRow = clamp(kb, place.rows[row], place.rowSize, 1);
  if (access.rowStride)
    base = kb.offsetPtr(base, kb.mul(kb.toI64(ownRow), access.rowStride));
  Type type = storedType(access.elementType);
  if (!access.colStride)
    return {kb.load(type, base)};
  SmallVector<Value> elements;
  int64_t width = operands[operand].pairs && place.rows.size() == 2 ? 2 : 1;
  Value start = kb.offsetPtr(base, kb.mul(kb.toI64(first), access.colStride));
  for (size_t next = 0; next < place.keys.size(); next += width) {
    Value address;
    if (clamps) {
      Value key = clamp(kb, kb.add(first, place.keys[next]), place.keySize, width);
      address = kb.offsetPtr(base, kb.mul(kb.toI64(key), access.colStride));
    } else {
      address = kb.offsetPtr(start, kb.mul(access.colStride, place.keys[next]));
    }
    if (width == 1) {
      elements.push_back(kb.load(type, address));
      continue;
    }
    llvm::append_range(elements, loadPair(kb, type, address));
  }
  return elements;
}

ScoreEmitter::Block ScoreEmitter::load(Value first, bool clamps) {
  Block block{first, {}};
  for (auto [number, access] : llvm::enumerate(accesses)) {
    auto &elements = block.elements.emplace_back();
    int64_t count = !access.colStride ? 0 : access.rowStride ? place.rows.size() : 1;
    for (int64_t row = 0; row < count; ++row)
      elements.push_back(loadOperand(number, row, first, clamps));
  }
  return block;
}

SmallVector<IRMapping> ScoreEmitter::mapKeys(const Block &block) {
  BlockArgument position = formula.getCode().getPosition(formula.getRank() - 1);
  SmallVector<IRMapping> keys;
  for (auto [number, behind] : llvm::enumerate(place.keys)) {
    // What other operations read is in each row.
    IRMapping mapping(rows.front()), &own = keys.emplace_back();
    auto define = [&](Value name, Value value) {
      mapping.map(name, value);
      own.map(name, value);
    };
    if (isUsed(position))
      define(position, toIndex(kb, kb.add(block.first, behind)));
    for (auto [operand, access] : llvm::enumerate(accesses))
      if (access.colStride && !access.rowStride)
        define(formula.getElement(operand), block.elements[operand].front()[number]);
    for (Operation &op : formula.getCode().getBlock())
      if (getDependence(op) == OnKey) {
        kb.clone(op, mapping);
        for (Value result : op.getResults())
          own.map(result, mapping.lookup(result));
      }
  }
  return keys;
}

void ScoreEmitter::evaluate(MutableArrayRef<Value> elements, const Block &block) {
  if (formula.isMultiple())
    return;
  const ScalarFormula &code = formula.getCode();
  SmallVector<IRMapping> keys = mapKeys(block);
  for (size_t key = 0; key < place.keys.size(); ++key)
    for (size_t row = 0; row < place.rows.size(); ++row) {
      Value &element = elements[key / 2 * 2 * place.rows.size() + 2 * row + key % 2];
      IRMapping mapping(rows[row]);
      for (auto [name, value] : keys[key].getValueMap())
        mapping.map(name, value);
      mapping.map(formula.getProduct(), element);
      if (BlockArgument inside = formula.getInside(); isUsed(inside)) {
        Value ownKey = kb.add(block.first, place.keys[key]);
        mapping.map(inside, kb.andI(kb.lt(place.rows[row], place.rowSize), kb.lt(ownKey, place.keySize)));
      }
      for (auto [operand, access] : llvm::enumerate(accesses))
        if (access.colStride && access.rowStride)
          mapping.map(formula.getElement(operand), block.elements[operand][row][key]);
      copyOps([](unsigned dependence) { return (dependence & OnProduct) || dependence == (OnRow | OnKey); }, mapping);
      element = mapping.lookup(code.result);
    }
}
