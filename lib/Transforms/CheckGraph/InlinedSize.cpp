// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counts operations as they are once calls are written out, without writing them out.

#include "fusion/Transforms/CheckGraph/CheckGraph.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

namespace {
struct Call {
  Operation *op;
  Operation *callee;
};

/// A function, and how far its calls have been counted.
struct Node {
  uint64_t size = 0; ///< its own operations, then those of its callees too
  SmallVector<Call> calls;
  unsigned numCounted = 0;
  bool isOpen = false; ///< its calls are being counted
  bool isCalled = false;
};
} // namespace

using CallGraph = llvm::MapVector<Operation *, Node>;

static CallGraph buildCallGraph(ModuleOp module) {
  CallGraph graph;
  for (auto function : module.getOps<FunctionOpInterface>())
    graph.insert({function.getOperation(), Node()});
  SymbolTableCollection symbols;
  for (auto &[function, node] : graph)
    function->walk([&, &node = node](Operation *op) {
      ++node.size;
      auto call = dyn_cast<CallOpInterface>(op);
      Operation *callee = call ? call.resolveCallableInTable(&symbols) : nullptr;
      auto found = graph.find(callee);
      if (found == graph.end())
        return;
      node.calls.push_back({op, callee});
      found->second.isCalled = true;
    });
  return graph;
}

/// Adds up callees before their callers. Emits an error at a call that would be written out within itself.
static LogicalResult addCallees(CallGraph &graph, Operation *root) {
  SmallVector<Operation *> stack = {root};
  graph[root].isOpen = true;
  while (!stack.empty()) {
    Node &node = graph[stack.back()];
    if (node.numCounted == node.calls.size()) {
      node.isOpen = false;
      stack.pop_back();
      continue;
    }
    Call call = node.calls[node.numCounted];
    Node &callee = graph[call.callee];
    if (callee.isOpen)
      return call.op->emitOpError() << "calls '" << cast<FunctionOpInterface>(call.callee).getName()
                                    << "', which calls itself; write it as a loop with scf";
    if (callee.numCounted < callee.calls.size()) {
      callee.isOpen = true;
      stack.push_back(call.callee);
      continue;
    }
    node.size = llvm::SaturatingAdd(node.size, callee.size);
    ++node.numCounted;
  }
  return success();
}

LogicalResult fusion::checkInlinedSize(ModuleOp module, int64_t limit) {
  CallGraph graph = buildCallGraph(module);
  uint64_t written = 0, inlined = 0;
  for (auto &[function, node] : graph)
    written += node.size;
  // A graph that is written out is as large as its text.
  uint64_t most = std::max<uint64_t>(limit, written);
  for (auto &[function, node] : graph) {
    if (failed(addCallees(graph, function)))
      return failure();
    if (!node.isCalled)
      inlined = llvm::SaturatingAdd(inlined, node.size);
    if (inlined > most)
      return function->emitError() << "function '" << cast<FunctionOpInterface>(function).getName()
                                   << "' brings the graph over the limit of " << most
                                   << " operations with calls written out; write what is repeated as a loop with scf, "
                                      "or as operations on larger tensors";
  }
  return success();
}
