// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The rows of product types.

#include "fusion/Analysis/ProductType.h"

#include "fusion/Support/ChipTable.h"
#include "fusion/Support/DType.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace fusion;

static constexpr auto kTensor = ProductUnit::TensorCores, kOrdinary = ProductUnit::MultiplyAdd,
                      kNone = ProductUnit::None;
static constexpr auto kTransposed = CrossRead::Instructions, kByElements = CrossRead::Elements,
                      kCopied = CrossRead::Copy;
static constexpr auto kPeak = &ChipInfo::tensorTFlops, kTF32 = &ChipInfo::tf32TFlops, kF32 = &ChipInfo::fp32TFlops,
                      kFloat8 = &ChipInfo::float8TFlops;
static constexpr auto kTF32x3 = F32Precision::TF32x3, kTF32x1 = F32Precision::TF32, kIEEE = F32Precision::IEEE;

// Chains of tf32x3 are two tiles of 128 bytes, those of 8-bit floats one.
// clang-format off
static constexpr auto kAny = std::nullopt;
static constexpr ProductType kRows[] = {
  // name                 operands                          unsigned      precision unit       formats         bytes           rounds products chain peak share columns, fast, wider
  {"bf16",               FUSION_BF16,     FUSION_BF16,     false, false, kAny,    kTensor,   "bf16", "bf16", 2, kTransposed, false, 1, 0,   kPeak, 1,       8,  kAny},
  {"f16",                FUSION_F16,      FUSION_F16,      false, false, kAny,    kTensor,   "f16",  "f16",  2, kTransposed, false, 1, 0,   kPeak, 1,       8,  kAny},
  {"f32:tf32x3",         FUSION_F32,      FUSION_F32,      false, false, kTF32x3, kTensor,   "tf32", "tf32", 4, kByElements, false, 3, 64,  kTF32, 1.0 / 3, 8,  kAny},
  {"f32:tf32",           FUSION_F32,      FUSION_F32,      false, false, kTF32x1, kTensor,   "tf32", "tf32", 4, kByElements, true,  1, 0,   kTF32, 1,       8,  kAny},
  {"f32:ieee",           FUSION_F32,      FUSION_F32,      false, false, kIEEE,   kOrdinary, "",     "",     4, kByElements, false, 1, 0,   kF32,  1,       0,  kAny},
  {"i8",                 FUSION_I8,       FUSION_I8,       false, false, kAny,    kTensor,   "s8",   "s8",   1, kCopied,     false, 1, 0,   kPeak, 2,       16, kAny},
  {"i8:su",              FUSION_I8,       FUSION_I8,       false, true,  kAny,    kTensor,   "s8",   "u8",   1, kCopied,     false, 1, 0,   kPeak, 2,       0,  kAny},
  {"i8:us",              FUSION_I8,       FUSION_I8,       true,  false, kAny,    kTensor,   "u8",   "s8",   1, kCopied,     false, 1, 0,   kPeak, 2,       0,  kAny},
  {"i8:uu",              FUSION_I8,       FUSION_I8,       true,  true,  kAny,    kTensor,   "u8",   "u8",   1, kCopied,     false, 1, 0,   kPeak, 2,       16, kAny},
  {"f8E4M3FN",           FUSION_F8E4M3FN, FUSION_F8E4M3FN, false, false, kAny,    kTensor,   "e4m3", "e4m3", 1, kCopied,     false, 1, 128, kFloat8, 1,     8,  false, "f16"},
  {"f8E5M2",             FUSION_F8E5M2,   FUSION_F8E5M2,   false, false, kAny,    kTensor,   "e5m2", "e5m2", 1, kCopied,     false, 1, 128, kFloat8, 1,     8,  false, "f16"},
  {"f8E4M3FN:e5m2",      FUSION_F8E4M3FN, FUSION_F8E5M2,   false, false, kAny,    kTensor,   "e4m3", "e5m2", 1, kCopied,     false, 1, 128, kFloat8, 1,     8,  false, "f16"},
  {"f8E5M2:e4m3",        FUSION_F8E5M2,   FUSION_F8E4M3FN, false, false, kAny,    kTensor,   "e5m2", "e4m3", 1, kCopied,     false, 1, 128, kFloat8, 1,     8,  false, "f16"},
  {"f8E4M3FN:fast",      FUSION_F8E4M3FN, FUSION_F8E4M3FN, false, false, kAny,    kTensor,   "e4m3", "e4m3", 1, kCopied,     false, 1, 0,   kFloat8, 1,     8,  true,  "f16"},
  {"f8E5M2:fast",        FUSION_F8E5M2,   FUSION_F8E5M2,   false, false, kAny,    kTensor,   "e5m2", "e5m2", 1, kCopied,     false, 1, 0,   kFloat8, 1,     8,  true,  "f16"},
  {"f8E4M3FN:e5m2:fast", FUSION_F8E4M3FN, FUSION_F8E5M2,   false, false, kAny,    kTensor,   "e4m3", "e5m2", 1, kCopied,     false, 1, 0,   kFloat8, 1,     8,  true,  "f16"},
  {"f8E5M2:e4m3:fast",   FUSION_F8E5M2,   FUSION_F8E4M3FN, false, false, kAny,    kTensor,   "e5m2", "e4m3", 1, kCopied,     false, 1, 0,   kFloat8, 1,     8,  true,  "f16"},
  {"f64",                FUSION_F64,      FUSION_F64,      false, false, kAny,    kNone,     "",     "",     8, kByElements, false, 1, 0,   kF32,  0.5,     0,  kAny},
};
// clang-format on

double ProductType::getTFlops(const ChipInfo &chip) const { return chip.*peak * share; }

ArrayRef<ProductType> fusion::getProductTypes() { return kRows; }

const ProductType &fusion::getProductType(MatmulOp product) {
  std::optional<FusionDType> lhs = getDType(product.getLhs().getType().getElementType()),
                             rhs = getDType(product.getRhs().getType().getElementType());
  F32Precision precision = getF32Precision(product);
  // Scales are those of chains.
  bool isFast = getNumerics(product) == Numerics::Fast && !product.isBlockScaled();
  const auto *row = llvm::find_if(kRows, [&](const ProductType &type) {
    return type.lhs == lhs && type.rhs == rhs && type.unsignedA == product.getUnsignedA() &&
           type.unsignedB == product.getUnsignedB() && type.precision.value_or(precision) == precision &&
           type.isFast.value_or(isFast) == isFast;
  });
  assert(row != std::end(kRows) && "the verifier takes what has a row");
  return *row;
}

const ProductType *fusion::lookupProductType(StringRef name) {
  const auto *row = llvm::find_if(kRows, [&](const ProductType &type) { return type.name == name; });
  return row == std::end(kRows) ? nullptr : row;
}

/// What `name` says of the rows that have kernels, each once.
static SmallVector<StringRef> listNames(function_ref<StringRef(const ProductType &)> name) {
  llvm::SmallSetVector<StringRef, 16> names;
  for (const ProductType &type : kRows)
    if (type.unit != ProductUnit::None)
      names.insert(name(type));
  return names.takeVector();
}

std::string fusion::listMultipliedTypes() {
  SmallVector<StringRef> names = listNames([](const ProductType &type) { return type.name.split(':').first; });
  std::string text = llvm::join(ArrayRef(names).drop_back(), ", ");
  return text + " and " + names.back().str();
}

std::string fusion::listProductTypes() {
  return llvm::join(listNames([](const ProductType &type) { return type.name; }), ", ");
}
