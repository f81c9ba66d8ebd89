// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of kernels, and the edges between them.

#include "fusion/Analysis/KernelGraph.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace fusion;

std::string fusion::toIdentifier(StringRef text) {
  std::string name = text.empty() || llvm::isDigit(text.front()) ? "_" : "";
  for (char c : text)
    name += llvm::isAlnum(c) ? c : '_';
  return name;
}

static std::string makeName(Operation *scope, bool ofStep, int64_t ordinal) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(scope);
  return (function ? toIdentifier(function.getName()) : std::string("kernel")) + (ofStep ? "_initialize" : "") + "_k" +
         std::to_string(ordinal);
}

llvm::DenseMap<Operation *, std::string> fusion::nameKernels(Operation *root) {
  llvm::DenseMap<Operation *, std::string> names;
  std::array<llvm::DenseMap<Operation *, int64_t>, 2> counts; // of kernels, and of those of steps
  llvm::StringSet<> taken;                                    // @"a-b" and @a_b may both be there
  root->walk<WalkOrder::PreOrder>([&](KernelOp kernel) {
    Operation *scope = kernel->getParentOfType<FunctionOpInterface>();
    bool ofStep = kernel->hasAttr(kInitializeAttrName);
    std::string name = makeName(scope, ofStep, counts[ofStep][scope]++);
    while (!taken.insert(name).second)
      name += "_";
    names[kernel] = name;
  });
  return names;
}

Operation *FusionEdge::getReader() const {
  KernelOp kernel = getConsumerKernel();
  if (!kernel || layout)
    return consumer;
  for (Operation &op : *kernel.getBodyBlock())
    for (Value operand : op.getOperands())
      if (kernel.getInputOf(operand) == value && !isa<ViewOp>(op))
        return &op;
  return consumer;
}

bool fusion::isReshape(Operation *op) {
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op);
}

Value fusion::skipReshapes(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isReshape(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Adds the consumers of `value`, looking through reshapes.
static void addConsumers(Value value, FusionEdge edge, SmallVectorImpl<FusionEdge> &edges) {
  SmallVector<Operation *> users(value.getUsers());
  // Uses are listed last first.
  for (Operation *user : llvm::reverse(users)) {
    bool returns = user->hasTrait<OpTrait::IsTerminator>() && isa<FunctionOpInterface>(user->getParentOp());
    if (returns || isa<tensor::DimOp>(user))
      continue;
    if (isReshape(user)) {
      FusionEdge behind = edge;
      behind.layout = edge.layout ? edge.layout : user;
      addConsumers(user->getResult(0), behind, edges);
      continue;
    }
    edge.consumer = user;
    bool known = llvm::any_of(edges, [&](const FusionEdge &other) {
      return other.value == edge.value && other.consumer == user && other.layout == edge.layout;
    });
    if (!known)
      edges.push_back(edge);
  }
}

SmallVector<FusionEdge> fusion::getOutgoingEdges(KernelOp producer) {
  SmallVector<FusionEdge> edges;
  for (OpResult result : producer->getResults())
    addConsumers(result, FusionEdge{producer, result, nullptr}, edges);
  return edges;
}
