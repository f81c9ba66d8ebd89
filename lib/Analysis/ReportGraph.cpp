// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads operations and edges off kernels, for the report.

#include "ReportGraph.h"
#include "fusion/Analysis/KernelGraph.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace fusion;

std::string fusion::describeType(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasRank())
    for (int64_t size : shaped.getShape())
      ShapedType::isDynamic(size) ? os << "?x" : os << size << 'x';
  os << getElementTypeOrSelf(type);
  return text;
}

static bool isConstant(Value value) {
  return value.getDefiningOp() && value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
}

/// Adds the operations of one kernel, whose first operand has the number `firstOperand` among those of the launch.
static void describeOperations(KernelOp kernel, int64_t firstOperand, std::vector<OperationReport> &reports) {
  llvm::DenseMap<Value, int64_t> numbers;
  for (BlockArgument argument : kernel.getBodyBlock()->getArguments())
    numbers[argument] = -1 - firstOperand - argument.getArgNumber();
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    OperationReport report{op.getName().stripDialect().str(), "", {}};
    for (Type type : op.getResultTypes())
      report.type += (report.type.empty() ? "" : ", ") + describeType(type);
    for (Value operand : op.getOperands())
      if (!isConstant(operand) && !llvm::is_contained(report.reads, numbers.lookup(operand)))
        report.reads.push_back(numbers.lookup(operand));
    for (Value result : op.getResults())
      numbers[result] = reports.size();
    reports.push_back(std::move(report));
  }
}

std::vector<OperationReport> fusion::describeOperations(ArrayRef<KernelOp> kernels) {
  std::vector<OperationReport> reports;
  int64_t operands = 0;
  for (KernelOp kernel : kernels) {
    ::describeOperations(kernel, operands, reports);
    operands += kernel.getInputs().size();
  }
  return reports;
}

std::string Makers::describe(Value value) const {
  while (Operation *op = value.getDefiningOp()) {
    auto launch = launches.find(op);
    if (launch != launches.end())
      return launch->second;
    if (isConstant(value))
      return "constant";
    if (!isReshape(op) && !isa<tensor::ExtractSliceOp, tensor::CastOp>(op))
      return op->getName().getStringRef().str();
    value = op->getOperand(0);
  }
  return llvm::formatv("argument {0}", cast<BlockArgument>(value).getArgNumber());
}
