// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Metamorphic: where no operation mixes the positions of an axis, permuted inputs give permuted outputs.

#include "../Oracle.h"
#include <cstring>

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::smith;

/// The tensor with its positions along `axis` in reverse order.
static HostTensor reverse(const HostTensor &tensor, ArrayRef<int> axes, int axis) {
  HostTensor result = *HostTensor::allocate(tensor.dtype(), tensor.shape());
  const int *found = llvm::find(axes, axis);
  if (found == axes.end()) {
    std::memcpy(result.data(), tensor.data(), tensor.bytes());
    return result;
  }
  size_t dim = found - axes.begin();
  int64_t outer = 1, inner = ::fusion::elementSize(tensor.dtype()), size = tensor.shape()[dim];
  for (size_t i = 0; i < tensor.shape().size(); ++i)
    (i < dim ? outer : inner) *= i == dim ? 1 : tensor.shape()[i];
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < size; ++i)
      std::memcpy(result.as<char>() + (o * size + size - 1 - i) * inner, tensor.as<char>() + (o * size + i) * inner,
                  inner);
  return result;
}

static Tensors reverse(const Tensors &tensors, ArrayRef<Axes> axes, int axis) {
  Tensors result;
  for (auto [tensor, own] : llvm::zip_equal(tensors, axes))
    result.push_back(reverse(tensor, own, axis));
  return result;
}

/// An axis whose positions do not depend on each other and that an output has, or -1.
static int findFreeAxis(const GeneratedGraph &graph) {
  for (const Axes &axes : graph.outputs)
    for (int axis : axes)
      if (!graph.axes[axis].mixed && graph.axes[axis].size > 1)
        return axis;
  return -1;
}

namespace {
struct Permuted : Oracle {
  StringRef getName() const override { return "permute"; }
  StringRef getHelp() const override { return "permuted rows or columns of inputs permute those of outputs, no more"; }
  unsigned getPeriod() const override { return 4; }

  Error check(Subject &subject) const override {
    const GeneratedGraph &graph = subject.getGraph();
    int axis = findFreeAxis(graph);
    if (axis < 0 || !subject.isRunnable())
      return {};
    auto program = subject.getProgram(subject.getDeviceOptions());
    if (!program)
      return program.takeError();
    auto inputs = subject.makeInputs();
    auto plain = subject.run(**program, *inputs);
    if (!plain)
      return plain.takeError();
    auto permuted = subject.run(**program, reverse(*inputs, graph.inputs, axis));
    if (!permuted)
      return permuted.takeError();
    ++subject.getCounters()["total.pairs"];
    return compareBits(reverse(*plain, graph.outputs, axis), *permuted);
  }
};
} // namespace

ArrayRef<const Oracle *> mlir::fusion::smith::getPermutationOracles() {
  static const Permuted permuted;
  static const Oracle *const oracles[] = {&permuted};
  return oracles;
}
