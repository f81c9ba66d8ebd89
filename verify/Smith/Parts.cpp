// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Cuts tensors along an axis, and joins them.

#include "Parts.h"
#include <cstring>

using namespace mlir;
using namespace fusion::smith;

namespace {
/// A tensor as [outer, positions, bytes], or without the axis.
struct View {
  View(const HostTensor &tensor, ArrayRef<int> axes, int axis) : shape(tensor.shape()) {
    const int *found = llvm::find(axes, axis);
    dim = found - axes.begin();
    hasAxis = found != axes.end();
    for (size_t i = 0; i < shape.size(); ++i)
      (i < dim ? outer : inner) *= i == dim ? 1 : shape[i];
    inner *= fusion::runtime::elementSize(tensor.dtype());
  }
  fusion::runtime::Shape shape;
  size_t dim;
  bool hasAxis;
  int64_t outer = 1, inner = 1;
};
} // namespace

/// Copies positions of `from`, all of them, to those of `to` from `begin` on, or the other way.
static HostTensor takePart(const HostTensor &tensor, ArrayRef<int> axes, int axis, int64_t begin, int64_t end,
                           bool reversed) {
  View view(tensor, axes, axis);
  if (!view.hasAxis)
    return tensor;
  int64_t all = view.shape[view.dim], size = end - begin;
  view.shape[view.dim] = size;
  HostTensor part = *HostTensor::allocate(tensor.dtype(), view.shape);
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t i = 0; i < size; ++i)
      std::memcpy(part.as<char>() + (o * size + i) * view.inner,
                  tensor.as<char>() + (o * all + (reversed ? end - 1 - i : begin + i)) * view.inner, view.inner);
  return part;
}

Tensors fusion::smith::takePart(const Tensors &tensors, ArrayRef<Axes> axes, int axis, int64_t begin, int64_t end,
                                bool reversed) {
  Tensors parts;
  for (auto [tensor, own] : llvm::zip_equal(tensors, axes))
    parts.push_back(::takePart(tensor, own, axis, begin, end, reversed));
  return parts;
}

static HostTensor join(const HostTensor &first, const HostTensor &second, ArrayRef<int> axes, int axis) {
  View view(first, axes, axis);
  if (!view.hasAxis)
    return first;
  int64_t one = first.shape()[view.dim] * view.inner, two = second.shape()[view.dim] * view.inner;
  view.shape[view.dim] += second.shape()[view.dim];
  HostTensor whole = *HostTensor::allocate(first.dtype(), view.shape);
  for (int64_t o = 0; o < view.outer; ++o) {
    std::memcpy(whole.as<char>() + o * (one + two), first.as<char>() + o * one, one);
    std::memcpy(whole.as<char>() + o * (one + two) + one, second.as<char>() + o * two, two);
  }
  return whole;
}

Tensors fusion::smith::join(const Tensors &first, const Tensors &second, ArrayRef<Axes> axes, int axis) {
  Tensors whole;
  for (size_t i = 0; i < first.size(); ++i)
    whole.push_back(::join(first[i], second[i], axes[i], axis));
  return whole;
}

int fusion::smith::findFreeAxis(const GeneratedGraph &graph) {
  for (const Axes &axes : graph.outputs)
    for (int axis : axes)
      if (!graph.axes[axis].mixed && graph.axes[axis].size > 1)
        return axis;
  return -1;
}
