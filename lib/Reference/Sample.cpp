// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Joins and takes samples of tensors.

#include "fusion/Reference/Sample.h"
#include <random>

using namespace mlir;
using namespace fusion::reference;

Sample fusion::reference::join(const Sample &a, const Sample &b) {
  if (a.dims.empty() || b.dims.empty())
    return a.dims.empty() ? b : a;
  Sample both = a;
  for (auto [mine, theirs] : llvm::zip_equal(both.dims, b.dims))
    if (mine != theirs)
      mine = nullptr;
  return both;
}

Positions fusion::reference::choosePositions(int64_t size, int64_t count) {
  if (count >= size || size < 3)
    return nullptr;
  auto positions = std::make_shared<std::vector<int64_t>>();
  std::mt19937_64 generator(size);
  positions->push_back(0);
  int64_t parts = std::max<int64_t>(count - 2, 0), inner = size - 2;
  for (int64_t part = 0; part < parts; ++part) {
    int64_t begin = 1 + part * inner / parts, end = 1 + (part + 1) * inner / parts;
    positions->push_back(begin + generator() % (end - begin));
  }
  positions->push_back(size - 1);
  return positions;
}

Tensor fusion::reference::take(const Tensor &tensor, const Sample &held, const Sample &sample) {
  if (held == sample || sample.isWhole())
    return tensor;
  int64_t rank = tensor.getRank();
  SmallVector<int64_t> shape(tensor.getShape());
  for (int64_t d = 0; d < rank; ++d)
    if (sample.dims[d] && sample.dims[d] != held.dims[d] && shape[d] != 1)
      shape[d] = sample.dims[d]->size();
  bool bounds = !tensor.isExact();
  Tensor result = Tensor::allocate(tensor.getElementType(), shape, bounds);
  // Offsets of each position, dimension by dimension.
  SmallVector<std::vector<int64_t>> offsets(rank);
  for (int64_t d = 0; d < rank; ++d)
    for (int64_t i = 0; i < shape[d]; ++i) {
      bool chosen = sample.dims[d] && sample.dims[d] != held.dims[d] && tensor.getDim(d) != 1;
      offsets[d].push_back((chosen ? (*sample.dims[d])[i] : i) * tensor.getStrides()[d]);
    }
  SmallVector<int64_t> index(rank, 0);
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    int64_t offset = 0;
    for (int64_t d = rank - 1, rest = i; d >= 0; --d) {
      offset += offsets[d][rest % shape[d]];
      rest /= shape[d];
    }
    result.valueMut()[i] = tensor.value()[offset];
    if (bounds) {
      result.loMut()[i] = tensor.lo()[offset];
      result.hiMut()[i] = tensor.hi()[offset];
    }
  }
  return result;
}
