// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Decides conditions by types, emits the tests of the rest, and writes them as guards.

#include "fusion/Families/Common/AccessGuard.h"

#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/KnownAlignment.h"
#include "fusion/Families/Common/MemRefArgument.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fusion;

/// Whether the type leaves it open that elements of a row, which goes along a dimension, lie side by side, or tells it.
static bool mayBeAdjacent(MemRefType type, int64_t rowDim) {
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  if (strides.empty())
    return true;
  return llvm::all_of(type.getShape().drop_front(rowDim + 1), [](int64_t size) { return size == 1; }) &&
         (ShapedType::isDynamic(strides[rowDim]) || strides[rowDim] == 1 || type.getDimSize(rowDim) == 1);
}

/// Whether no stride is left to the launch.
static bool hasKnownStrides(MemRefType type) {
  return llvm::none_of(type.getStridesAndOffset().first, ShapedType::isDynamic);
}

int64_t AccessGuard::widestAccess(MemRefType type, int64_t dim, int64_t limit) {
  int64_t bytes = storedBytes(type.getElementType());
  auto [strides, offset] = type.getStridesAndOffset();
  if (strides.empty() || !mayBeAdjacent(type, dim))
    return bytes;
  int64_t widest = limit;
  for (auto [stride, size] : llvm::zip(ArrayRef(strides).take_front(dim), type.getShape().take_front(dim)))
    while (!ShapedType::isDynamic(stride) && size != 1 && widest > bytes && stride * bytes % widest != 0)
      widest /= 2;
  return widest;
}

AccessGuard::AccessGuard(KernelOp kernel, VariantAttr variant) {
  for (GuardAttr guard : variant.getGuards()) {
    auto sizes = llvm::map_to_vector<1>(llvm::zip(guard.getOperands(), guard.getDims()), [&](auto size) {
      return Size(kernel->getOperand(std::get<0>(size)), std::get<1>(size));
    });
    switch (guard.getKind()) {
    case GuardKind::Aligned:
      if (Value memref = kernel->getOperand(guard.getOperands().front()); guard.getDims().empty())
        requireAligned(memref, guard.getValue());
      else
        requireAligned(memref, guard.getDims().front(), guard.getValue());
      break;
    case GuardKind::Multiple:
      requireMultiple(sizes, guard.getValue());
      break;
    case GuardKind::AtMost:
      requireAtMost(sizes.front().first, sizes.front().second, guard.getValue());
      break;
    case GuardKind::Positive:
      requirePositive(sizes.front().first, sizes.front().second);
      break;
    }
  }
}

VariantAttr AccessGuard::toVariant(KernelOp kernel, StringRef suffix, ScheduleAttr schedule, bool anyAddress) const {
  SmallVector<GuardAttr> guards;
  auto add = [&](GuardKind kind, ArrayRef<Size> sizes, int64_t value) {
    auto numbers = llvm::map_to_vector(sizes, [&](Size size) -> int64_t {
      return llvm::find(kernel->getOperands(), size.first) - kernel->operand_begin();
    });
    auto dims = llvm::map_to_vector(sizes, [](Size size) { return size.second; });
    if (kind == GuardKind::Aligned && dims.front() == getLastDim(sizes.front().first.getType()))
      dims.clear();
    auto guard = GuardAttr::get(kernel.getContext(), kind, numbers, dims, value);
    if (!llvm::is_contained(guards, guard))
      guards.push_back(guard);
  };
  for (const Alignment &alignment : aligned)
    add(GuardKind::Aligned, {{alignment.memref, alignment.dim}}, alignment.bytes);
  for (const Multiple &multiple : multiples)
    add(GuardKind::Multiple, multiple.sizes, multiple.factor);
  for (const Limit &limit : limits)
    add(GuardKind::AtMost, {{limit.memref, limit.dim}}, limit.most);
  for (const Positive &positive : positives)
    add(GuardKind::Positive, {{positive.memref, positive.dim}}, 0);
  return VariantAttr::get(kernel.getContext(), suffix, guards, schedule, anyAddress);
}

static int64_t getStaticSize(AccessGuard::Size size) {
  return cast<MemRefType>(size.first.getType()).getDimSize(size.second);
}

void AccessGuard::require(const AccessGuard &other) {
  llvm::append_range(limits, other.limits);
  llvm::append_range(positives, other.positives);
  llvm::append_range(aligned, other.aligned);
  llvm::append_range(multiples, other.multiples);
}

bool AccessGuard::fold() {
  bool possible = true;
  for (Alignment &alignment : aligned) {
    auto type = cast<MemRefType>(alignment.memref.getType());
    possible &=
        mayBeAdjacent(type, alignment.dim) && widestAccess(type, alignment.dim, alignment.bytes) >= alignment.bytes;
    alignment.holds = hasKnownStrides(type) && getKnownAlignment(alignment.memref) >= alignment.bytes;
  }
  llvm::erase_if(multiples, [&](const Multiple &multiple) {
    uint64_t product = 1;
    for (Size size : multiple.sizes) {
      if (ShapedType::isDynamic(getStaticSize(size)))
        return false;
      product *= getStaticSize(size); // the factor is a power of two
    }
    possible &= product % multiple.factor == 0;
    return true;
  });
  llvm::erase_if(limits, [&](const Limit &limit) {
    int64_t size = getStaticSize({limit.memref, limit.dim});
    possible &= ShapedType::isDynamic(size) || size <= limit.most;
    return !ShapedType::isDynamic(size);
  });
  llvm::erase_if(positives, [&](const Positive &positive) {
    int64_t size = getStaticSize({positive.memref, positive.dim});
    possible &= size != 0;
    return !ShapedType::isDynamic(size);
  });
  return possible;
}

int64_t AccessGuard::getAlignment(Value memref, int64_t dim) const {
  int64_t bytes = 1;
  for (const Alignment &alignment : aligned)
    if (alignment.memref == memref && alignment.dim == dim)
      bytes = std::max(bytes, alignment.bytes);
  return bytes;
}

bool AccessGuard::covers(const AccessGuard &other) const {
  return llvm::all_of(other.aligned,
                      [&](const Alignment &asked) { return getAlignment(asked.memref, asked.dim) >= asked.bytes; }) &&
         llvm::all_of(other.multiples,
                      [&](const Multiple &asked) {
                        return llvm::any_of(multiples, [&](const Multiple &own) {
                          return own.sizes == asked.sizes && own.factor >= asked.factor;
                        });
                      }) &&
         llvm::all_of(other.positives,
                      [&](const Positive &asked) {
                        return llvm::any_of(positives, [&](const Positive &own) {
                          return own.memref == asked.memref && own.dim == asked.dim;
                        });
                      }) &&
         llvm::all_of(other.limits, [&](const Limit &asked) {
           return llvm::any_of(limits, [&](const Limit &own) {
             return own.memref == asked.memref && own.dim == asked.dim && own.most <= asked.most;
           });
         });
}

/// Address and strides in bytes are or-ed together; their low bits must be clear.
static void addAlignment(HostIndex index, Value memref, int64_t rowDim, int64_t bytes,
                         SmallVectorImpl<Value> &conditions) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t elementBytes = storedBytes(type.getElementType());
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  auto metadata = memref::ExtractStridedMetadataOp::create(index.builder, index.loc, memref);
  Value bits = index.address(memref);
  for (int64_t dim = 0; dim < rowDim; ++dim)
    if (ShapedType::isDynamic(strides[dim]))
      bits = index.orI(bits, index.mul(metadata.getStrides()[dim], elementBytes));
  conditions.push_back(index.isMultipleOf(bits, bytes));
  if (!strides.empty() && ShapedType::isDynamic(strides[rowDim]))
    conditions.push_back(index.equals(metadata.getStrides()[rowDim], 1));
}

Value AccessGuard::emit(OpBuilder &builder, Location loc) const {
  HostIndex index{builder, loc};
  SmallVector<Value> conditions;
  for (const Alignment &alignment : aligned)
    if (!alignment.holds)
      addAlignment(index, alignment.memref, alignment.dim, alignment.bytes, conditions);
  for (const Multiple &multiple : multiples) {
    auto [memref, dim] = multiple.sizes.front();
    Value product = index.dim(memref, dim);
    for (auto [memref, dim] : ArrayRef(multiple.sizes).drop_front())
      product = index.mul(product, index.dim(memref, dim));
    conditions.push_back(index.isMultipleOf(product, multiple.factor));
  }
  for (const Limit &limit : limits)
    conditions.push_back(index.isAtMost(index.dim(limit.memref, limit.dim), limit.most));
  for (const Positive &positive : positives)
    conditions.push_back(index.isPositive(index.dim(positive.memref, positive.dim)));
  Value all = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (Value condition : conditions)
    all = builder.createOrFold<arith::AndIOp>(loc, all, condition);
  return all;
}
