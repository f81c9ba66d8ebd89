// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowOperands.h"

#include "fusion/Support/SeededFault.h"

using namespace mlir;
using namespace mlir::fusion;

RowOperand::RowOperand(KernelBuilder &kb, const MemRefArgument &argument, const RowSpace &space, ValueRange rows,
                       bool wide)
    : elementType(argument.elementType), base(argument.pointer), wide(wide) {
  int64_t rank = space.shape.size(), skipped = rank - argument.rank();
  columnStrides.resize(rank - space.numRowDims);
  for (int64_t dim = skipped; dim < rank; ++dim) {
    if (KernelBuilder::asConstant(argument.sizes[dim - skipped]) == 1)
      continue;
    Value stride = kb.mul(argument.strides[dim - skipped], storedBytes(elementType));
    if (dim < space.numRowDims) {
      base = kb.offsetPtr(base, kb.mul(rows[dim], stride));
      continue;
    }
    columnStrides[dim - space.numRowDims] = stride;
    full = true;
  }
}

Value RowOperand::address(KernelBuilder &kb, ArrayRef<Value> position) const {
  Value address = base;
  for (auto [stride, index] : llvm::zip_equal(columnStrides, position))
    if (stride)
      address = kb.offsetPtr(address, kb.mul(kb.toI64(index), stride));
  return address;
}

// Wide accesses are cut into 16 bytes each.
int64_t RowOperand::perAccess(const RowPiece &piece) const {
  int64_t size = piece.positions.size();
  return wide && piece.beside && columnStrides.back() ? std::min(size, 16 / storedBytes(elementType)) : 1;
}

SmallVector<Value> RowOperand::load(KernelBuilder &kb, const RowPiece &piece) const {
  int64_t size = piece.positions.size(), width = perAccess(piece);
  Type type = storedType(elementType);
  SmallVector<Value> lanes;
  // What is repeated along the last dimension.
  if (piece.beside && !columnStrides.back())
    return SmallVector<Value>(size, kb.load(type, address(kb, piece.positions.front())));
  for (int64_t i = 0; i < size; i += width) {
    Value place = width == 1 ? address(kb, piece.positions[i])
                             : kb.offsetPtr(address(kb, piece.positions.front()), i * storedBytes(elementType));
    if (width == 1) {
      lanes.push_back(kb.load(type, place));
      continue;
    }
    Value loaded = kb.load(VectorType::get(width, type), place);
    for (int64_t k = 0; k < width; ++k)
      lanes.push_back(kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(k)));
  }
  return lanes;
}

Value RowOperand::loadOne(KernelBuilder &kb) const { return kb.load(storedType(elementType), base); }

void RowOperand::store(KernelBuilder &kb, const RowPiece &piece, ArrayRef<Value> lanes) const {
  int64_t size = lanes.size(), width = perAccess(piece);
  for (int64_t i = 0; i < size; i += width) {
    if (width == 1) {
      kb.store(toStored(kb, lanes[i], elementType), address(kb, piece.positions[i]));
      continue;
    }
    Value packed = kb.create<LLVM::PoisonOp>(VectorType::get(width, lanes[i].getType()));
    for (int64_t k = 0; k < width; ++k)
      packed = kb.create<LLVM::InsertElementOp>(packed, lanes[i + k], kb.c32(k));
    Value place = kb.offsetPtr(address(kb, piece.positions.front()), i * storedBytes(elementType));
    kb.store(toStored(kb, packed, elementType), place);
  }
}

void RowOperand::storeOne(KernelBuilder &kb, Value value) const { kb.store(toStored(kb, value, elementType), base); }

RowPiece fusion::makePiece(KernelBuilder &kb, const RowSpace &space, Value first, int64_t size) {
  ArrayRef<int64_t> shape = space.getColumnShape();
  RowPiece piece{first, {}, shape.back() % size == 0};
  auto delinearize = [&](Value number) {
    SmallVector<Value> position(shape.size());
    for (size_t dim = shape.size(); dim-- > 1;) {
      position[dim] = kb.rem(number, shape[dim]);
      number = kb.div(number, shape[dim]);
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
