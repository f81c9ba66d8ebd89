// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the kernel that copies operands, and its launch.

#include "fusion/Families/Async/OperandCopy.h"

#include "TransposingCopy.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Families/Common/MemRefArgument.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// A thread writes one piece of a row.
static constexpr int64_t pieceBytes = 16, pitchBytes = 128, blockThreads = 256;

static int64_t getElementBytes(MemRefType type) { return storedBytes(type.getElementType()); }

bool OperandCopy::reads(MemRefType type) {
  int64_t rank = type.getRank();
  if (rank < 2 || rank > 5)
    return false;
  int64_t step = type.getStridesAndOffset().first.back();
  return ShapedType::isDynamic(step) || step == 1;
}

/// The source's dimensions in the order in which the copy has them.
static SmallVector<int64_t> getOrder(MemRefType type, bool transpose) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  if (transpose)
    std::swap(order[order.size() - 2], order.back());
  return order;
}

/// Row-major, rows padded.
static MemRefType getCopyType(MemRefType type, bool transpose) {
  auto shape = llvm::map_to_vector(getOrder(type, transpose), [&](int64_t dim) { return type.getDimSize(dim); });
  if (!ShapedType::isDynamic(shape.back()))
    shape.back() = llvm::alignTo(shape.back(), pitchBytes / getElementBytes(type));
  return MemRefType::get(shape, type.getElementType());
}

SmallVector<Type> OperandCopy::getParameterTypes() const {
  SmallVector<Type> types;
  for (Value operand : operands)
    types.push_back(operand.getType());
  for (Value operand : operands)
    types.push_back(getCopyType(cast<MemRefType>(operand.getType()), transposed.contains(operand)));
  return types;
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

namespace {

/// Copies one operand. Its pieces are numbered row by row, batch by batch.
class Copy {
public:
  Copy(KernelBuilder &kb, const MemRefArgument &source, const MemRefArgument &target)
      : source(source), target(target), elementBytes(storedBytes(source.elementType)),
        columns(kb.toI32(source.sizes.back())), perRow(kb.ceilDiv(columns, pieceBytes / elementBytes)), pieces(perRow) {
    for (Value size : ArrayRef(source.sizes).drop_back())
      pieces = kb.mul(pieces, kb.toI32(size));
  }

  Value blocks(KernelBuilder &kb) const { return kb.ceilDiv(pieces, blockThreads); } ///< i32, unsigned

  /// What a thread of a block does.
  void copyBlock(KernelBuilder &kb, Value block, Value thread) const {
    Value number = kb.add(kb.mul(block, blockThreads), thread);
    kb.ifThen(kb.cmp(arith::CmpIPredicate::ult, number, pieces), [&] { copyPiece(kb, number); });
  }

private:
  void copyPiece(KernelBuilder &kb, Value number) const {
    Value row = kb.div(number, perRow), piece = kb.rem(number, perRow);
    Value rowAddress = getSourceRow(kb, row);
    // All that the fast way loads belongs to the row, but for the start of the word in which it begins.
    int64_t loaded = elementBytes < 4 ? pieceBytes + 4 : pieceBytes;
    Value rowBytes = kb.mul(columns, elementBytes), begin = kb.mul(piece, pieceBytes);
    Value inside = kb.cmp(arith::CmpIPredicate::ule, kb.add(begin, loaded), rowBytes);
    SmallVector<Type> types(pieceBytes / 4, kb.getI32Type());
    SmallVector<Value> words = kb.ifElse(
        inside, types, [&] { return loadWords(kb, kb.offsetPtr(rowAddress, kb.toI64(begin))); },
        [&] { return loadElements(kb, rowAddress, piece); });
    Value vector = kb.create<LLVM::PoisonOp>(VectorType::get(words.size(), kb.getI32Type()));
    for (auto [index, word] : llvm::enumerate(words))
      vector = kb.create<LLVM::InsertElementOp>(vector, word, kb.c32(index));
    // Rows of all batches lie one behind the other.
    Value pitch = kb.mul(kb.toI64(target.sizes.back()), elementBytes);
    Value targetRow = kb.offsetPtr(target.pointer, kb.mul(kb.toI64(row), pitch));
    kb.store(vector, kb.offsetPtr(targetRow, kb.toI64(begin)));
  }

  Value getSourceRow(KernelBuilder &kb, Value row) const {
    Value address = source.pointer;
    for (int64_t dim = source.rank() - 1; dim-- > 0;) {
      Value size = kb.toI32(source.sizes[dim]), index = dim == 0 ? row : kb.rem(row, size);
      address = kb.offsetPtr(address, kb.mul(kb.mul(kb.toI64(index), source.strides[dim]), elementBytes));
      row = kb.div(row, size);
    }
    return address;
  }

  /// 16 bytes from any element: aligned words, each shifted together from two.
  SmallVector<Value> loadWords(KernelBuilder &kb, Value address) const {
    if (elementBytes >= 4) {
      SmallVector<Value> words;
      for (int64_t i = 0; i < pieceBytes / 4; ++i)
        words.push_back(kb.load(kb.getI32Type(), kb.offsetPtr(address, 4 * i)));
      return words;
    }
    Value odd = kb.andI(kb.create<LLVM::PtrToIntOp>(kb.getI64Type(), address), 3);
    Value first = kb.offsetPtr(address, kb.sub(kb.c64(0), odd)), shift = kb.mul(kb.toI32(odd), 8);
    SmallVector<Value> loaded, words;
    for (int64_t i = 0; i <= pieceBytes / 4; ++i)
      loaded.push_back(kb.load(kb.getI32Type(), kb.offsetPtr(first, 4 * i)));
    for (int64_t i = 0; i < pieceBytes / 4; ++i)
      words.push_back(kb.create<LLVM::FshrOp>(loaded[i + 1], loaded[i], shift));
    return words;
  }

  /// The same at the end of a row, whose last element is repeated.
  SmallVector<Value> loadElements(KernelBuilder &kb, Value rowAddress, Value piece) const {
    int64_t perPiece = pieceBytes / elementBytes, perWord = 4 / elementBytes;
    Type type = kb.getIntegerType(8 * elementBytes);
    Value last = kb.sub(columns, 1), first = kb.mul(piece, perPiece);
    SmallVector<Value> words(pieceBytes / 4);
    for (int64_t i = 0; i < perPiece; ++i) {
      Value element = kb.minS(kb.add(first, i), last);
      Value bits = kb.load(type, kb.offsetPtr(rowAddress, kb.mul(kb.toI64(element), elementBytes)));
      if (elementBytes < 4)
        bits = kb.shl(kb.create<arith::ExtUIOp>(kb.getI32Type(), bits), kb.c32(8 * elementBytes * (i % perWord)));
      Value &word = words[i / perWord];
      word = word ? kb.orI(word, bits) : bits;
    }
    return words;
  }

  const MemRefArgument &source, &target;
  int64_t elementBytes;
  Value columns, perRow, pieces;
};

} // namespace

void OperandCopy::emitFunction(OpBuilder &builder, Location loc, StringRef name, bool dependentLaunch) const {
  auto function = gpu::GPUFuncOp::create(builder, loc, name, builder.getFunctionType(getParameterTypes(), {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr({static_cast<int32_t>(blockThreads), 1, 1}));
  KernelBuilder kb(loc, builder.getContext());
  kb.setInsertionPointToStart(&function.getBody().front());
  if (dependentLaunch) {
    // Blocks are short-lived: those of the product may come in beside the last of them.
    waitForDependencies(kb);
    launchDependents(kb);
  }
  SmallVector<MemRefArgument> arguments = unpackArguments(kb, function.getArguments());
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), thread = kb.create<NVVM::ThreadIdXOp>(kb.getI32Type());
  Value shared = transposed.empty() ? Value() : getSharedMemory(kb);
  auto emit = [&](const auto &copy) {
    // The blocks of one operand come after those of another; with the numbers of the wrong ones nothing is in range.
    Value blocks = copy.blocks(kb);
    kb.ifThen(kb.cmp(arith::CmpIPredicate::ult, block, blocks), [&] { copy.copyBlock(kb, block, thread); });
    block = kb.sub(block, blocks);
  };
  for (auto [index, operand] : llvm::enumerate(operands)) {
    const MemRefArgument &source = arguments[index], &target = arguments[operands.size() + index];
    if (transposed.contains(operand))
      emit(TransposingCopy(kb, source, target, shared));
    else
      emit(Copy(kb, source, target));
  }
  kb.create<gpu::ReturnOp>();
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

static Value allocateCopy(HostIndex index, Value memref, bool transpose) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t rank = type.getRank(), perPitch = pitchBytes / getElementBytes(type);
  SmallVector<Value> dynamic;
  for (auto [position, dim] : llvm::enumerate(getOrder(type, transpose))) {
    if (!type.isDynamicDim(dim))
      continue;
    Value size = index.dim(memref, dim);
    if (int64_t(position) == rank - 1)
      size = index.mul(index.ceilDiv(size, perPitch), perPitch);
    dynamic.push_back(size);
  }
  return memref::AllocOp::create(index.builder, index.loc, getCopyType(type, transpose), dynamic);
}

/// `copy` without its padding.
static Value trimRows(HostIndex index, Value copy, Value memref, bool transpose) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), index.builder.getIndexAttr(0)),
      steps(type.getRank(), index.builder.getIndexAttr(1)), shape;
  for (int64_t dim : getOrder(type, transpose))
    shape.push_back(type.isDynamicDim(dim) ? OpFoldResult(index.dim(memref, dim))
                                           : OpFoldResult(index.builder.getIndexAttr(type.getDimSize(dim))));
  return memref::SubViewOp::create(index.builder, index.loc, copy, offsets, shape, steps);
}

/// Blocks that copy `memref`, as the device counts them.
static Value countBlocks(HostIndex index, Value memref, bool transpose) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t rank = type.getRank(), side = TransposingCopy::tileSide;
  Value count = index.dim(memref, rank - 1), rows = index.dim(memref, rank - 2);
  count = index.ceilDiv(count, transpose ? side : pieceBytes / getElementBytes(type));
  count = index.mul(count, transpose ? index.ceilDiv(rows, side) : rows);
  for (int64_t dim = 0; dim < rank - 2; ++dim)
    count = index.mul(count, index.dim(memref, dim));
  return transpose ? count : index.ceilDiv(count, blockThreads);
}

void OperandCopy::allocate(OpBuilder &builder, Operation *kernel) {
  if (!memory.empty())
    return;
  OpBuilder::InsertionGuard guard(builder);
  setInsertionPointBeforeVariants(builder, kernel);
  for (Value operand : operands)
    memory.push_back(allocateCopy({builder, kernel->getLoc()}, operand, transposed.contains(operand)));
}

IRMapping OperandCopy::emitLaunch(OpBuilder &builder, Operation *kernel, SymbolRefAttr function, bool dependentLaunch) {
  Location loc = kernel->getLoc();
  allocate(builder, kernel);
  HostIndex index{builder, loc};
  SmallVector<Value> arguments(operands.begin(), operands.end());
  Value blocks = index.constant(0);
  IRMapping copies;
  for (auto [operand, copy] : llvm::zip(operands, memory)) {
    bool transpose = transposed.contains(operand);
    blocks = index.add(blocks, countBlocks(index, operand, transpose));
    arguments.push_back(copy);
    copies.map(operand, trimRows(index, copy, operand, transpose));
  }
  emitKernelLaunch(builder, loc, function, blocks, blockThreads, transposed.empty() ? 0 : TransposingCopy::sharedBytes,
                   arguments, dependentLaunch);
  return copies;
}
