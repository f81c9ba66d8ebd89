// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/OperandKind.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include "fusion/Schedule/TuningDatabase.h"
#include "fusion/Support/SeededFault.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::fusion;

/// Operands whose first loads may come ahead of the wait for the kernel before.
static constexpr StringRef kSettledA = "settled-a ", kSettledB = "settled-b ";
static constexpr StringRef kFast = "fast ";

namespace {
/// Writes a kernel's body without names, sizes and views: `matmul:f32 add(%0,row bf16):f32 cast(%1):bf16 -> %2`. Before
/// it comes what else its speed depends on: `settled-a `, `settled-b `, `strict ` or `fast `.
class BodyPrinter {
public:
  explicit BodyPrinter(KernelOp kernel) : kernel(kernel), iteration(KernelPlan(kernel).getProduct().getType()) {}

  std::string print() {
    ScheduleProblem problem = ScheduleProblem::get(kernel);
    if (problem.settledA)
      os << kSettledA;
    if (problem.settledB)
      os << kSettledB;
    if (getNumerics(kernel) != Numerics::Relaxed && !seeded("tuning-key-without-numerics"))
      os << stringifyNumerics(getNumerics(kernel)) << ' ';
    for (Operation &op : kernel.getBodyBlock()->without_terminator())
      if (!op.hasTrait<OpTrait::ConstantLike>() && !isa<ViewOp>(op))
        printOp(op);
    os << "->";
    for (Value output : kernel.getComputed())
      printOperand(output);
    return std::move(text);
  }

private:
  void printOp(Operation &op) {
    os << op.getName().stripDialect();
    // The product's operands are in the rest of the key.
    if (!isa<MatmulOp>(op)) {
      if (!op.getAttrs().empty())
        os << op.getAttrDictionary();
      for (Value operand : op.getOperands())
        printOperand(operand);
    }
    for (Region &region : op.getRegions())
      for (Operation &nested : region.front())
        os << '.' << nested.getName().stripDialect();
    for (Value result : op.getResults()) {
      os << ':' << cast<RankedTensorType>(result.getType()).getElementType();
      numbers[result] = numbers.size();
    }
    os << ' ';
  }

  /// A value of the body by number, an input by kind and type, a constant by type.
  void printOperand(Value value) {
    os << ' ';
    if (auto number = numbers.find(value); number != numbers.end()) {
      os << '%' << number->second;
      return;
    }
    auto type = cast<RankedTensorType>(value.getType());
    std::optional<OperandKind> kind = classifyOperand(type.getShape(), iteration.getShape());
    if (!kernel.getInputOf(value))
      os << "constant ";
    else
      os << (kind ? stringifyOperandKind(*kind) : StringRef("other")) << ' ';
    os << type.getElementType();
  }

  KernelOp kernel;
  RankedTensorType iteration;
  llvm::DenseMap<Value, int64_t> numbers;
  std::string text;
  llvm::raw_string_ostream os{text};
};
} // namespace

TuningKey TuningKey::get(KernelOp kernel) {
  MatmulOp matmul = KernelPlan(kernel).getProduct();
  auto toSize = [](int64_t size) { return ShapedType::isDynamic(size) ? -1 : size; };
  TuningKey key;
  key.m = toSize(matmul.getM());
  key.n = toSize(matmul.getN());
  key.k = toSize(matmul.getK());
  for (int64_t size : matmul.getBatchShape())
    key.batch = key.batch < 0 || ShapedType::isDynamic(size)
                    ? -1
                    : int64_t(llvm::SaturatingMultiply<uint64_t>(key.batch, size) & INT64_MAX);
  llvm::raw_string_ostream(key.type) << matmul.getInputElementType();
  if (matmul.getInputElementType().isF32())
    key.type += (":" + stringifyF32Precision(getF32Precision(kernel))).str();
  key.layout = {matmul.getTransposeA() && !seeded("tuning-key-without-layout") ? 't' : 'n',
                matmul.getTransposeB() ? 't' : 'n'};
  key.epilogue = BodyPrinter(kernel).print();
  return key;
}

TuningKey TuningKey::withAny16BitFloat() const {
  TuningKey key = *this;
  for (std::string *text : {&key.type, &key.epilogue})
    for (size_t at = 0; (at = text->find("bf16", at)) != std::string::npos;)
      text->erase(at, 1);
  return key;
}

StringRef TuningKey::getExtras() const {
  StringRef body = epilogue;
  for (StringRef extra : {kSettledA, kSettledB, kFast})
    body.consume_front(extra);
  return StringRef(epilogue).drop_back(body.size());
}

std::optional<TuningKey> TuningKey::withoutAnExtra() const {
  StringRef extras = getExtras();
  for (StringRef extra : {kSettledA, kFast, kSettledB})
    if (size_t at = extras.find(extra); at != StringRef::npos) {
      TuningKey key = *this;
      key.epilogue.erase(at, extra.size());
      return key;
    }
  return std::nullopt;
}

bool TuningKey::hasExtrasOf(const TuningKey &other) const {
  return llvm::all_of(ArrayRef<StringRef>{kSettledA, kSettledB, kFast}, [&](StringRef extra) {
    return getExtras().contains(extra) || !other.getExtras().contains(extra);
  });
}

bool TuningKey::hasProductOf(const TuningKey &other) const {
  return hasSizesOf(other) && layout == other.layout && withAny16BitFloat().type == other.withAny16BitFloat().type;
}

bool TuningKey::operator<(const TuningKey &other) const {
  return std::tie(m, n, k, batch, type, layout, epilogue) <
         std::tie(other.m, other.n, other.k, other.batch, other.type, other.layout, other.epilogue);
}
