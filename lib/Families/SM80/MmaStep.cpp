// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits mma.sync, split products of f32, widened ones of 8-bit floats, and multiply-adds.

#include "fusion/Families/SM80/MmaStep.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

namespace {

/// One mma.sync on a 16x8 block of accumulators: 32 bytes of k.
class BlockMma {
public:
  BlockMma(KernelBuilder &kb, StringRef formatA, StringRef formatB, int64_t elementBytes, Type sumType)
      : kb(kb), result(LLVM::LLVMStructType::getLiteral(kb.getContext(), SmallVector<Type>(4, sumType))),
        formatA(formatA), formatB(formatB), k(32 / elementBytes) {
    if (isa<IntegerType>(sumType))
      overflow = NVVM::MMAIntOverflow::wrapped;
  }

  void operator()(ArrayRef<Value> a, ArrayRef<Value> b, MutableArrayRef<Value> acc) {
    bool ofFloat8 = k == 32 && !overflow;
    Value mma = ofFloat8 ? multiplyFloat8(a, b, acc) : multiply(a, b, acc);
    for (auto [i, value] : llvm::enumerate(acc))
      value = kb.extract(mma, i);
  }

private:
  Value multiply(ArrayRef<Value> a, ArrayRef<Value> b, ValueRange acc) {
    std::array<NVVM::MMATypes, 2> formats{*NVVM::symbolizeMMATypes(formatA), *NVVM::symbolizeMMATypes(formatB)};
    return kb.create<NVVM::MmaOp>(result, a, b, acc, ArrayRef<int64_t>{16, 8, k}, std::nullopt, overflow, formats,
                                  std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row, NVVM::MMALayout::col});
  }

  /// NVVM's operation does not take 8-bit floats; LLVM's intrinsic does.
  Value multiplyFloat8(ArrayRef<Value> a, ArrayRef<Value> b, ValueRange acc) {
    std::string name = ("llvm.nvvm.mma.m16n8k32.row.col.f32." + formatA + "." + formatB + ".f32").str();
    SmallVector<Value> operands(a);
    llvm::append_range(operands, b);
    llvm::append_range(operands, acc);
    return kb.create<LLVM::CallIntrinsicOp>(result, kb.getStringAttr(name), operands).getResult(0);
  }

  KernelBuilder &kb;
  Type result;
  StringRef formatA, formatB;
  int64_t k;
  std::optional<NVVM::MMAIntOverflow> overflow;
};

/// f32 bits to the nearest tf32.
Value roundToTF32(KernelBuilder &kb, Value bits) {
  Value value = kb.create<LLVM::BitcastOp>(kb.getF32Type(), bits);
  return kb.create<NVVM::ConvertFloatToTF32Op>(kb.getI32Type(), value, NVVM::FPRoundingMode::RNA,
                                               NVVM::SaturationMode::NONE, /*relu=*/false);
}

/// x = big + small, exactly: big holds the bits that tf32 keeps, small the other 13, of which the tensor core in turn
/// keeps the first 11: 2^-21 |x| are lost at most.
std::pair<Value, Value> splitTF32(KernelBuilder &kb, Value bits) {
  Value big = kb.andI(bits, 0xffffe000ll - (1ll << 32));
  Value whole = kb.create<LLVM::BitcastOp>(kb.getF32Type(), bits);
  Value head = kb.create<LLVM::BitcastOp>(kb.getF32Type(), big);
  Value rest = kb.create<arith::SubFOp>(whole, head);
  return {big, kb.create<LLVM::BitcastOp>(kb.getI32Type(), rest)};
}

void splitAll(KernelBuilder &kb, ArrayRef<Value> values, SmallVectorImpl<Value> &big, SmallVectorImpl<Value> &small) {
  for (Value value : values) {
    auto [head, rest] = splitTF32(kb, value);
    big.push_back(head);
    small.push_back(rest);
  }
}

/// Registers as NVVM's operation takes them: it wants f16 in pairs.
SmallVector<Value> prepare(KernelBuilder &kb, const ProductType &type, StringRef format, ArrayRef<Value> registers) {
  bool isPairs = NVVM::symbolizeMMATypes(format) == NVVM::MMATypes::f16;
  return llvm::map_to_vector(registers, [&](Value value) -> Value {
    if (isPairs)
      return kb.create<LLVM::BitcastOp>(VectorType::get(2, kb.getF16Type()), value);
    return type.rounds ? roundToTF32(kb, value) : value;
  });
}

/// Two 8-bit floats in the upper bytes of the halves of `bits`, as f16, exactly.
///
/// e5m2 is the upper byte of an f16. The bits of e4m3, moved to where f16 has them, are those of x / 256, also below
/// the normal numbers. All ones are NaN, but come as 480: 140 times that overflows, which 448 does not, and infinity
/// times 0 is NaN.
Value widenPair(KernelBuilder &kb, StringRef format, Value bits) {
  auto type = VectorType::get(2, kb.getF16Type());
  auto asPair = [&](Value word) -> Value { return kb.create<LLVM::BitcastOp>(type, word); };
  if (format == "e5m2")
    return asPair(bits);
  auto both = [&](float number) -> Value {
    auto numbers = DenseElementsAttr::get(type, ArrayRef<Attribute>(kb.getF16FloatAttr(number)));
    return kb.create<arith::ConstantOp>(TypedAttr(numbers));
  };
  Value magnitude = kb.create<arith::ShRUIOp>(kb.andI(bits, 0x7f007f00), kb.c32(1));
  Value placed = asPair(kb.orI(magnitude, kb.andI(bits, 0x80008000ll - (1ll << 32))));
  Value overflown = kb.create<arith::MulFOp>(placed, both(256 * 140));
  return kb.create<LLVM::FMAOp>(overflown, both(0), kb.create<arith::MulFOp>(placed, both(256)));
}

/// Four 8-bit floats as f16: the first two, and the others.
std::pair<Value, Value> widenBytes(KernelBuilder &kb, StringRef format, Value word) {
  auto bytesType = VectorType::get(4, kb.getI8Type());
  Value bytes = kb.create<LLVM::BitcastOp>(bytesType, word), zeros = kb.zero(bytesType);
  auto widen = [&](int32_t first) -> Value {
    Value halves = kb.create<LLVM::ShuffleVectorOp>(bytes, zeros, ArrayRef<int32_t>{4, first, 4, first + 1});
    return widenPair(kb, format, kb.create<LLVM::BitcastOp>(kb.getI32Type(), halves));
  };
  return {widen(0), widen(2)};
}

/// Visits the accumulator blocks in an order that reuses B registers.
void forEachBlock(int64_t blocksM, int64_t blocksN, function_ref<void(int64_t, int64_t)> visit) {
  for (int64_t j = 0; j < blocksN; ++j)
    for (int64_t i = 0; i < blocksM; ++i)
      visit(j % 2 ? blocksM - 1 - i : i, j);
}

void emitFMAStep(KernelBuilder &kb, int64_t blocksM, int64_t blocksN, ArrayRef<Value> a, ArrayRef<Value> b,
                 MutableArrayRef<Value> acc) {
  for (int64_t k = 0; k < 4; ++k)
    forEachBlock(blocksM, blocksN, [&](int64_t i, int64_t j) {
      for (int64_t r = 0; r < 4; ++r) {
        Value &sum = acc[(i * blocksN + j) * 4 + r];
        sum = kb.create<LLVM::FMAOp>(a[(2 * i + r / 2) * 4 + k], b[(2 * j + r % 2) * 4 + k], sum);
      }
    });
}

/// Three products per block, the smaller terms first.
void emitSplitStep(KernelBuilder &kb, BlockMma &mma, int64_t blocksM, int64_t blocksN, ArrayRef<Value> a,
                   ArrayRef<Value> b, MutableArrayRef<Value> acc) {
  SmallVector<Value> bigA, smallA, bigB, smallB;
  splitAll(kb, a, bigA, smallA);
  splitAll(kb, b, bigB, smallB);
  auto pass = [&](ArrayRef<Value> left, ArrayRef<Value> right) {
    forEachBlock(blocksM, blocksN, [&](int64_t i, int64_t j) {
      mma(left.slice(i * 4, 4), right.slice(j * 2, 2), acc.slice((i * blocksN + j) * 4, 4));
    });
  };
  pass(smallA, bigB);
  pass(bigA, smallB);
  pass(bigA, bigB);
}

/// Two products per block, in the wider format: one of the first two bytes of each word, and one of the others. Both
/// factors take their k in the same order.
void emitWidenedStep(KernelBuilder &kb, const ProductType &type, Type sumType, int64_t blocksM, int64_t blocksN,
                     ArrayRef<Value> a, ArrayRef<Value> b, MutableArrayRef<Value> acc) {
  BlockMma mma(kb, type.wider, type.wider, /*elementBytes=*/2, sumType);
  SmallVector<Value> left[2], right[2];
  auto widen = [&](StringRef format, ArrayRef<Value> words, SmallVector<Value> *halves) {
    for (Value word : words) {
      auto [first, second] = widenBytes(kb, format, word);
      halves[0].push_back(first);
      halves[1].push_back(second);
    }
  };
  widen(type.formatA, a, left);
  widen(type.formatB, b, right);
  for (int64_t half = 0; half < 2; ++half)
    forEachBlock(blocksM, blocksN, [&](int64_t i, int64_t j) {
      mma(ArrayRef(left[half]).slice(i * 4, 4), ArrayRef(right[half]).slice(j * 2, 2),
          acc.slice((i * blocksN + j) * 4, 4));
    });
}

} // namespace

void sm80::emitMmaStep(KernelBuilder &kb, const ProductType &type, bool widens, Type sumType, int64_t blocksM,
                       int64_t blocksN, ArrayRef<Value> a, ArrayRef<Value> b, MutableArrayRef<Value> acc) {
  if (!type.usesTensorCores())
    return emitFMAStep(kb, blocksM, blocksN, a, b, acc);
  if (widens)
    return emitWidenedStep(kb, type, sumType, blocksM, blocksN, a, b, acc);
  BlockMma mma(kb, type.formatA, type.formatB, type.elementBytes, sumType);
  if (type.isSplit())
    return emitSplitStep(kb, mma, blocksM, blocksN, a, b, acc);
  SmallVector<Value> left = prepare(kb, type, type.formatA, a), right = prepare(kb, type, type.formatB, b);
  forEachBlock(blocksM, blocksN, [&](int64_t i, int64_t j) {
    mma(ArrayRef(left).slice(i * 4, 4), ArrayRef(right).slice(j * 2, 2), acc.slice((i * blocksN + j) * 4, 4));
  });
}
