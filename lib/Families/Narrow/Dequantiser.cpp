// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Integers by bits of floats.

#include "Dequantiser.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::narrow;

/// `bits` in both halves of a word.
static int64_t twice(int64_t bits) { return static_cast<int32_t>(bits << 16 | bits); }

/// (word & mask) ^ pattern. ptxas makes two instructions of two constants; of this it makes one and keeps the pattern
/// in a register.
static Value selectBits(KernelBuilder &kb, Value word, int64_t mask, int64_t pattern) {
  std::string text = llvm::formatv("lop3.b32 $0, $1, {0}, {1}, 0x6A;", mask, pattern);
  return kb
      .create<LLVM::InlineAsmOp>(kb.getI32Type(), word, text, "=r,r", /*has_side_effects=*/false,
                                 /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
                                 LLVM::AsmDialectAttr(), ArrayAttr())
      .getRes();
}

Value Dequantiser::addNumber(KernelBuilder &kb, Value pair, double number) const {
  auto numbers = DenseElementsAttr::get(getPairType(), kb.getFloatAttr(floatType, number));
  return kb.create<arith::AddFOp>(pair, kb.create<arith::ConstantOp>(TypedAttr(numbers)));
}

Value Dequantiser::getBoth(KernelBuilder &kb, Value number) const {
  Value one = kb.create<arith::TruncFOp>(floatType, kb.create<arith::SIToFPOp>(kb.getF32Type(), number));
  Value pair = kb.create<LLVM::PoisonOp>(getPairType());
  for (int64_t half : {0, 1})
    pair = kb.create<LLVM::InsertElementOp>(pair, one, kb.c32(half));
  return pair;
}

// bf16 has room for 7 bits behind 128. The eighth says which number is taken off: -128 and -256 differ in that bit.
// f16 has room for all 8 behind 1024, once a sign is turned into 128 more.
SmallVector<Value> Dequantiser::getPairsOfBytes(KernelBuilder &kb, Value word) const {
  bool isBfloat = floatType.isBF16();
  if (isUnsigned == isBfloat)
    word = kb.xorI(word, twice(0x8080));
  SmallVector<Value> pairs;
  for (int64_t shift : {0, 8}) {
    Value bytes = kb.div(word, int64_t(1) << shift);
    if (isBfloat) {
      Value low = selectBits(kb, bytes, twice(0x7f), twice(0x4300));
      Value sign = selectBits(kb, bytes, twice(0x80), twice(0xc300));
      pairs.push_back(kb.create<arith::AddFOp>(asPair(kb, low), asPair(kb, sign)));
    } else {
      Value placed = selectBits(kb, bytes, twice(0xff), twice(0x6400));
      pairs.push_back(addNumber(kb, asPair(kb, placed), isUnsigned ? -1024 : -1152));
    }
  }
  return pairs;
}

// Behind 128 in bf16, 1024 in f16; the sign is turned into 8 more, which is taken off with the bias.
SmallVector<Value> Dequantiser::getPairsOfNibbles(KernelBuilder &kb, Value word) const {
  int64_t large = floatType.isBF16() ? 0x4300 : 0x6400, sign = isUnsigned ? 0 : 8;
  SmallVector<Value> pairs;
  for (int64_t shift = 0; shift < 16; shift += 4) {
    Value placed = selectBits(kb, kb.div(word, int64_t(1) << shift), twice(0xf), twice(large | sign));
    Value pair = asPair(kb, placed);
    pairs.push_back(leavesLarge ? pair : addNumber(kb, pair, static_cast<double>(-getLargeOfNibbles())));
  }
  return pairs;
}

SmallVector<Value> Dequantiser::getPairs(KernelBuilder &kb, Value word) const {
  return bits == 4 ? getPairsOfNibbles(kb, word) : getPairsOfBytes(kb, word);
}

SmallVector<Value> Dequantiser::pairActivations(KernelBuilder &kb, ArrayRef<Value> words, int64_t bits) {
  SmallVector<Value> pairs;
  for (int64_t i = 0; i < 2; ++i) {
    // Words hold neighbours; those that meet are four apart, or two.
    Value first = words[bits == 4 ? i : 2 * i], second = words[bits == 4 ? i + 2 : 2 * i + 1];
    auto pick = [&](int64_t halves) -> Value {
      return kb.create<NVVM::PermuteOp>(kb.getI32Type(), first, second, kb.c32(halves), NVVM::PermuteMode::DEFAULT);
    };
    pairs.push_back(pick(0x5410));
    pairs.push_back(pick(0x7632));
  }
  return pairs;
}
