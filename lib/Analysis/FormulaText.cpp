// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Spells what a kernel computes, so that equal kernels have equal texts.

#include "fusion/Analysis/FormulaText.h"
#include "fusion/Analysis/OperandKind.h"
#include "fusion/Analysis/ProductFormula.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

namespace {
class FormulaPrinter {
public:
  FormulaPrinter(const KernelPlan &plan, FormulaIdentity identity)
      : kernel(plan.getKernel()), product(plan.getPlainProduct()), iteration(plan.getIterationType()),
        byCode(identity == FormulaIdentity::Code) {}

  std::string print() {
    if (byCode)
      define(kernel.getBodyBlock()->getArguments());
    for (Operation &op : kernel.getBodyBlock()->without_terminator())
      if (byCode || (!op.hasTrait<OpTrait::ConstantLike>() && !isa<ViewOp>(op)))
        printOp(op);
    os << "->";
    for (Value output : byCode ? SmallVector<Value>(kernel.getYield().getOperands()) : kernel.getComputed())
      printOperand(output);
    return std::move(text);
  }

private:
  void printOp(Operation &op) {
    os << (byCode ? op.getName().getStringRef() : op.getName().stripDialect());
    bool isProduct = product && product->anchor == &op;
    if (byCode || !isProduct) {
      // What scalar operations of a region compare, say, takes the same time.
      bool isScalar = op.getParentOp() != kernel;
      if (!op.getAttrs().empty() && (byCode || !isScalar))
        os << op.getAttrDictionary();
      for (Value operand : op.getOperands())
        printOperand(operand);
    }
    if (isProduct && !byCode && product->isBlockScaled())
      os << " scaled";
    for (Region &region : op.getRegions())
      printRegion(region);
    define(op.getResults());
    os << ' ';
  }

  void printRegion(Region &region) {
    for (Block &block : region) {
      os << " {";
      define(block.getArguments());
      os << ' ';
      for (Operation &op : block)
        printOp(op);
      os << '}';
    }
  }

  /// Numbers values where they are defined, and prints their types.
  void define(ValueRange values) {
    for (Value value : values) {
      os << ':' << (byCode ? value.getType() : getElementTypeOrSelf(value));
      numbers[value] = numbers.size();
    }
  }

  /// A value of the body by number; where inputs and constants are not defined, they are a kind and a type.
  void printOperand(Value value) {
    os << ' ';
    if (auto number = numbers.find(value); number != numbers.end()) {
      os << '%' << number->second;
      return;
    }
    auto type = cast<RankedTensorType>(value.getType());
    std::optional<OperandKind> kind =
        iteration ? classifyOperand(type.getShape(), iteration.getShape()) : std::optional<OperandKind>();
    if (!kernel.getInputOf(value))
      os << "constant ";
    else
      os << (kind ? stringifyOperandKind(*kind) : StringRef("other")) << ' ';
    os << type.getElementType();
  }

  KernelOp kernel;
  const ProductSum *product; ///< null where it is not plain
  RankedTensorType iteration;
  const bool byCode;
  llvm::DenseMap<Value, int64_t> numbers;
  std::string text;
  llvm::raw_string_ostream os{text};
};
} // namespace

std::string fusion::printFormula(const KernelPlan &plan, FormulaIdentity identity) {
  return FormulaPrinter(plan, identity).print();
}
