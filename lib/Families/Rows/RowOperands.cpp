// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads and stores a thread's elements of a row, as wide as operands allow.

#include "RowOperands.h"

#include "fusion/Dialect/Fusion/IR/StoreOps.h"

using namespace mlir;
using namespace fusion;

bool fusion::isReadInPlace(BlockArgument argument) {
  // An argument of which the kernel keeps elements is its destination, and one that became that has no use.
  if (argument.use_empty() || (isKept(argument) && argument.hasOneUse()))
    return false;
  return !KernelOp::isTable(argument) || KernelOp::isElementwiseOperand(argument);
}

AccessGuard::Size fusion::findSize(KernelOp kernel, const RowSpace &space, int64_t dim) {
  int64_t rank = space.shape.size();
  auto varies = [&](Value memref) {
    auto type = cast<MemRefType>(memref.getType());
    int64_t own = dim - (rank - type.getRank());
    return own >= 0 && type.getDimSize(own) != 1;
  };
  for (auto [number, input] : llvm::enumerate(kernel.getInputs()))
    if (isReadInPlace(kernel.getBodyArgument(number)) && varies(input))
      return {input, dim - (rank - cast<MemRefType>(input.getType()).getRank())};
  for (auto [number, output] : llvm::enumerate(kernel.getOuts())) {
    StoreOpInterface store = getStoreOp(kernel, number);
    if (varies(output) && !(store && store.getIndexedDim() == dim))
      return {output, dim};
  }
  llvm_unreachable("kernels have operands that vary along each dimension of an open size");
}

RowOperand::RowOperand(KernelBuilder &kb, const MemRefArgument &argument, const RowSpace &space, const RowThread &at,
                       bool wide)
    : elementType(argument.elementType), across(space.liesAcross()), wide(wide) {
  int64_t rank = space.shape.size(), skipped = rank - argument.rank();
  bases.assign(at.rows.size(), argument.pointer);
  columnStrides.resize(at.columnDims.size());
  size_t row = 0;
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isColumn = space.isColumn(dim);
    size_t place = isColumn ? llvm::find(at.columnDims, dim) - at.columnDims.begin() : row++;
    if (dim < skipped || KernelBuilder::asConstant(argument.sizes[dim - skipped]) == 1)
      continue;
    Value stride = kb.mul(argument.strides[dim - skipped], storedBytes(elementType));
    if (isColumn) {
      full = true;
      if (place < columnStrides.size())
        columnStrides[place] = stride;
      continue;
    }
    for (auto [base, positions] : llvm::zip_equal(bases, at.rows))
      base = kb.offsetPtr(base, kb.mul(positions[place], stride));
    rowsWide |= across && wide && dim == space.getLastDim();
  }
}

Value RowOperand::address(KernelBuilder &kb, Value base, ArrayRef<Value> position) const {
  for (auto [stride, index] : llvm::zip_equal(columnStrides, position))
    if (stride)
      base = kb.offsetPtr(base, kb.mul(kb.toI64(index), stride));
  return base;
}

// Wide accesses are cut into 16 bytes each.
SmallVector<Value> fusion::loadSideBySide(KernelBuilder &kb, Type type, Value place, int64_t size, int64_t alignment) {
  int64_t bytes = storedBytes(type), width = std::min(size, alignment / bytes);
  SmallVector<Value> packed;
  for (int64_t i = 0; i < size; i += width)
    packed.push_back(kb.load(width == 1 ? type : VectorType::get(width, type), kb.offsetPtr(place, i * bytes)));
  return packed;
}

SmallVector<Value> fusion::unpack(KernelBuilder &kb, ArrayRef<Value> packed) {
  SmallVector<Value> lanes;
  for (Value value : packed) {
    auto type = dyn_cast<VectorType>(value.getType());
    if (!type)
      lanes.push_back(value);
    for (int64_t k = 0; type && k < type.getNumElements(); ++k)
      lanes.push_back(kb.create<LLVM::ExtractElementOp>(value, kb.c32(k)));
  }
  return lanes;
}

static Value pack(KernelBuilder &kb, ArrayRef<Value> values) {
  Value packed = kb.create<LLVM::PoisonOp>(VectorType::get(values.size(), values.front().getType()));
  for (auto [number, value] : llvm::enumerate(values))
    packed = kb.create<LLVM::InsertElementOp>(packed, value, kb.c32(number));
  return packed;
}

void fusion::storeSideBySide(KernelBuilder &kb, Value place, ArrayRef<Value> values, int64_t alignment) {
  int64_t bytes = storedBytes(values.front().getType()), size = values.size(),
          width = std::min(size, alignment / bytes);
  for (int64_t i = 0; i < size; i += width)
    kb.store(width == 1 ? values[i] : pack(kb, values.slice(i, width)), kb.offsetPtr(place, i * bytes));
}

void RowOperand::storeGroup(KernelBuilder &kb, Value place, ArrayRef<Value> values) const {
  int64_t bytes = storedBytes(elementType), size = values.size(), width = std::min(size, 16 / bytes);
  for (int64_t i = 0; i < size; i += width) {
    Value value = width == 1 ? values[i] : pack(kb, values.slice(i, width));
    kb.store(toStored(kb, value, elementType), kb.offsetPtr(place, i * bytes));
  }
}

SmallVector<Value> RowOperand::load(KernelBuilder &kb, const RowPiece &piece) const {
  if (isPieceWide(piece))
    return loadGroup(kb, address(kb, bases.front(), piece.positions.front()), piece.positions.size());
  SmallVector<Value> packed, ofPosition;
  for (auto [number, position] : llvm::enumerate(piece.positions)) {
    // What is repeated along the last dimension is loaded once.
    if (number == 0 || !piece.beside || columnStrides.back()) {
      ofPosition.clear();
      if (rowsWide)
        ofPosition = loadGroup(kb, address(kb, bases.front(), position), bases.size());
      else
        for (Value base : bases)
          llvm::append_range(ofPosition, loadGroup(kb, address(kb, base, position), 1));
    }
    llvm::append_range(packed, ofPosition);
  }
  return packed;
}

size_t RowOperand::countLoads(const RowPiece &piece) const {
  int64_t most = 16 / storedBytes(elementType), size = piece.positions.size(), rows = bases.size();
  if (isPieceWide(piece))
    return size / std::min(size, most);
  return size * (rowsWide ? rows / std::min(rows, most) : rows);
}

SmallVector<Value> RowOperand::loadOnes(KernelBuilder &kb) const {
  if (rowsWide)
    return unpack(kb, loadGroup(kb, bases.front(), bases.size()));
  return llvm::map_to_vector(bases, [&](Value base) { return kb.load(storedType(elementType), base); });
}

void RowOperand::store(KernelBuilder &kb, const RowPiece &piece, ArrayRef<Value> lanes) const {
  if (isPieceWide(piece))
    return storeGroup(kb, address(kb, bases.front(), piece.positions.front()), lanes);
  for (auto [number, position] : llvm::enumerate(piece.positions)) {
    ArrayRef<Value> own = lanes.slice(number * bases.size(), bases.size());
    if (rowsWide) {
      storeGroup(kb, address(kb, bases.front(), position), own);
      continue;
    }
    for (auto [base, value] : llvm::zip_equal(bases, own))
      storeGroup(kb, address(kb, base, position), value);
  }
}

void RowOperand::storeOnes(KernelBuilder &kb, ArrayRef<Value> values) const {
  if (rowsWide)
    return storeGroup(kb, bases.front(), values);
  for (auto [base, value] : llvm::zip_equal(bases, values))
    kb.store(toStored(kb, value, elementType), base);
}

RowPiece fusion::makePiece(KernelBuilder &kb, const RowThread &at, Value first, int64_t size, bool beside) {
  ArrayRef<Value> sizes = at.columnSizes;
  RowPiece piece{first, {}, beside || sizes.size() == 1};
  auto delinearize = [&](Value number) {
    SmallVector<Value> position(sizes.size());
    for (size_t dim = sizes.size(); dim-- > 1;) {
      position[dim] = kb.rem(number, sizes[dim]);
      number = kb.div(number, sizes[dim]);
    }
    position[0] = number;
    return position;
  };
  for (int64_t i = 0; i < size; ++i) {
    if (i == 0 || !piece.beside) {
      piece.positions.push_back(delinearize(kb.add(first, i)));
      continue;
    }
    piece.positions.push_back(piece.positions.front());
    piece.positions.back().back() = kb.add(piece.positions.front().back(), i);
  }
  return piece;
}
