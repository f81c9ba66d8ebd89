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
                           ScorePlace place, int64_t registers)
    : kb(kb), formula(formula), place(std::move(place)), operands(operands) {
  int64_t rank = formula.getRank(), batches = rank - 2;
  SmallVector<Value> outer = llvm::map_to_vector(this->place.batch, [&](Value index) { return kb.toI64(index); });
  for (const ScoreOperand &operand : operands) {
    accesses.push_back(OperandAccess::get(kb, operand.memory, rank));
    accesses.back().enterOuter(kb, outer);
  }
  isEarly = countRegisters() <= registers;
  findDependences();
  IRMapping all;
  if (isUsed(formula.getNearRow()))
    all.map(formula.getNearRow(), toIndex(kb, this->place.rows.front()));
  for (int64_t dim = 0; dim < batches; ++dim)
    if (BlockArgument position = formula.getCode().getPosition(dim); isUsed(position))
      all.map(position, toIndex(kb, outer[dim]));
  // Operands that are the same for all, or for all keys of a row.
  auto loadConstants = [&](int64_t row, bool varies, IRMapping &mapping) {
    for (auto [number, access] : llvm::enumerate(accesses))
      if (!access.colStride && (access.rowStride != nullptr) == varies)
        mapping.map(formula.getElement(number), loadConstant(number, row));
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
  dependences[formula.getFirstKey()] = OnBlock;
  dependences[formula.getStep()] = OnKey;
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

static void addTo(IRMapping &mapping, const IRMapping &more) {
  for (auto [name, value] : more.getValueMap())
    mapping.map(name, value);
}

void ScoreEmitter::copyOnce(unsigned taken, IRMapping row, IRMapping &own) {
  addTo(row, own);
  for (Operation &op : formula.getCode().getBlock())
    if (getDependence(op) == taken) {
      kb.clone(op, row);
      for (Value result : op.getResults())
        own.map(result, row.lookup(result));
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

int64_t ScoreEmitter::countRegisters() const {
  int64_t count = 0;
  for (auto [operand, access] : llvm::zip_equal(operands, accesses)) {
    if (!access.colStride || operand.staged)
      continue;
    int64_t bytes = storedBytes(access.elementType);
    int64_t ofPair = operand.pairs && bytes <= 2 ? 1 : 2 * llvm::divideCeil(bytes, 4);
    count += (access.rowStride ? place.rows.size() : 1) * llvm::divideCeil(place.keys.size(), 2) * ofPair;
  }
  return count;
}

static Value getRowAddress(KernelBuilder &kb, const OperandAccess &access, const ScorePlace &place, int64_t row) {
  if (!access.rowStride)
    return access.base;
  return kb.offsetPtr(access.base, kb.mul(kb.toI64(clamp(kb, place.rows[row], place.rowSize, 1)), access.rowStride));
}

Value ScoreEmitter::loadConstant(int64_t operand, int64_t row) {
  const OperandAccess &access = accesses[operand];
  return kb.load(storedType(access.elementType), getRowAddress(kb, access, place, row));
}

SmallVector<Value, 2> ScoreEmitter::loadOperand(int64_t operand, int64_t row, const Block &block, int64_t firstKey) {
  const OperandAccess &access = accesses[operand];
  Value base = getRowAddress(kb, access, place, row);
  Type type = storedType(access.elementType);
  bool isPair = operands[operand].pairs && getGroupSize() == 2;
  auto getAddress = [&](int64_t behind, int64_t width) {
    if (block.clamps) {
      Value key = clamp(kb, kb.add(block.first, behind), place.keySize, width);
      return kb.offsetPtr(base, kb.mul(kb.toI64(key), access.colStride));
    }
    Value start = kb.offsetPtr(base, kb.mul(kb.toI64(block.first), access.colStride));
    return kb.offsetPtr(start, kb.mul(access.colStride, behind));
  };
  if (isPair)
    return loadPair(kb, type, getAddress(place.keys[firstKey], 2));
  SmallVector<Value, 2> elements;
  for (int64_t lane = 0; lane < getGroupSize(); ++lane)
    elements.push_back(kb.load(type, getAddress(place.keys[firstKey + lane], 1)));
  return elements;
}

ScoreEmitter::Elements ScoreEmitter::loadGroup(const Block &block, int64_t firstKey) {
  Elements group;
  for (auto [number, access] : llvm::enumerate(accesses)) {
    auto &elements = group.emplace_back();
    bool isLoaded = access.colStride && !operands[number].staged && isUsed(formula.getElement(number));
    int64_t count = !isLoaded ? 0 : access.rowStride ? place.rows.size() : 1;
    for (int64_t row = 0; row < count; ++row)
      elements.push_back(loadOperand(number, row, block, firstKey));
  }
  return group;
}

ScoreEmitter::Block ScoreEmitter::load(Value first, bool clamps) {
  Block block{first, clamps, {}, rows};
  BlockArgument position = formula.getCode().getPosition(formula.getRank() - 2);
  if (place.hidesRows && isUsed(position))
    for (auto [row, mapping] : llvm::zip_equal(place.rows, block.rows))
      mapping.map(position, toIndex(kb, kb.hide(row)));
  if (isUsed(formula.getFirstKey())) {
    IRMapping own;
    own.map(formula.getFirstKey(), toIndex(kb, first));
    copyOnce(OnBlock, block.rows.front(), own);
    for (IRMapping &mapping : block.rows) {
      addTo(mapping, own);
      copyOps([](unsigned dependence) { return dependence == (OnBlock | OnRow); }, mapping);
    }
  }
  if (isEarly && !accesses.empty())
    for (size_t key = 0; key < place.keys.size(); key += getGroupSize())
      block.groups.push_back(loadGroup(block, key));
  return block;
}

IRMapping ScoreEmitter::mapKey(const Block &block, const Elements &elements, int64_t firstKey, int64_t lane) {
  BlockArgument position = formula.getCode().getPosition(formula.getRank() - 1);
  IRMapping own;
  if (isUsed(position))
    own.map(position, toIndex(kb, kb.add(block.first, place.keys[firstKey + lane])));
  if (BlockArgument step = formula.getStep(); isUsed(step))
    own.map(step, kb.cF32(static_cast<double>(place.keys[firstKey + lane])));
  for (auto [operand, access] : llvm::enumerate(accesses))
    if (access.colStride && !access.rowStride && !elements[operand].empty())
      own.map(formula.getElement(operand), elements[operand].front()[lane]);
  copyOnce(OnKey, block.rows.front(), own);
  copyOnce(OnKey | OnBlock, block.rows.front(), own);
  return own;
}

void ScoreEmitter::evaluateGroup(MutableArrayRef<Value> results, const Block &block, const Elements &elements,
                                 int64_t firstKey) {
  for (int64_t lane = 0; lane < getGroupSize(); ++lane) {
    IRMapping key = mapKey(block, elements, firstKey, lane);
    for (size_t row = 0; row < place.rows.size(); ++row) {
      Value &element = results[row * getGroupSize() + lane];
      IRMapping mapping(block.rows[row]);
      addTo(mapping, key);
      mapping.map(formula.getProduct(), element);
      if (BlockArgument inside = formula.getInside(); isUsed(inside)) {
        Value ownKey = kb.add(block.first, place.keys[firstKey + lane]);
        mapping.map(inside, kb.andI(kb.lt(place.rows[row], place.rowSize), kb.lt(ownKey, place.keySize)));
      }
      for (auto [operand, access] : llvm::enumerate(accesses))
        if (access.colStride && access.rowStride && !elements[operand].empty())
          mapping.map(formula.getElement(operand), elements[operand][row][lane]);
      constexpr unsigned onBoth = OnRow | OnKey;
      copyOps([](unsigned dependence) { return (dependence & OnProduct) || (dependence & onBoth) == onBoth; }, mapping);
      element = mapping.lookup(formula.getCode().result);
    }
  }
}

void ScoreEmitter::addStaged(Elements &group, ArrayRef<Value> pairs) {
  for (auto [number, operand] : llvm::enumerate(operands)) {
    if (!operand.staged)
      continue;
    auto type = VectorType::get(2, operand.memory.elementType);
    for (Value pair : pairs) {
      Value both = kb.create<LLVM::BitcastOp>(type, pair);
      group[number].push_back(
          {kb.create<LLVM::ExtractElementOp>(both, kb.c32(0)), kb.create<LLVM::ExtractElementOp>(both, kb.c32(1))});
    }
  }
}

void ScoreEmitter::evaluate(MutableArrayRef<Value> elements, const Block &block, Staged staged) {
  if (formula.isMultiple())
    return;
  int64_t size = getGroupSize(), numRows = place.rows.size();
  bool isStaged = llvm::any_of(llvm::enumerate(operands), [&](auto operand) {
    return operand.value().staged && isUsed(formula.getElement(operand.index()));
  });
  for (int64_t key = 0; key < static_cast<int64_t>(place.keys.size()); key += size) {
    Elements group = block.groups.empty() ? loadGroup(block, key) : block.groups[key / size];
    if (isStaged)
      addStaged(group, staged(key));
    evaluateGroup(elements.slice(key * numRows, size * numRows), block, group, key);
  }
}
