// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Ops of the tensor dialect: mostly views.

#include "Evaluator.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace fusion::reference;

static Type elementTypeOf(Operation *op) { return getElementTypeOrSelf(op->getResult(0).getType()); }

static LogicalResult finishEmpty(Evaluator &e, Operation *op, ArrayRef<int64_t> shape) {
  if (failed(checkSize(op, shape)))
    return failure();
  // Reading it is a mistake that NaN shows.
  bool isFloat = isa<FloatType>(elementTypeOf(op));
  return e.finish(op, Tensor::splat(elementTypeOf(op), shape, isFloat ? makeFloat(NAN) : makeInt(0)));
}

static LogicalResult evaluateEmpty(Evaluator &e, Operation *op) {
  auto empty = cast<tensor::EmptyOp>(op);
  return finishEmpty(e, op, e.getInts(empty.getMixedSizes()));
}

static LogicalResult evaluateDim(Evaluator &e, Operation *op) {
  Tensor source = e.get(op->getOperand(0));
  int64_t dim = e.getInt(op->getOperand(1));
  if (dim < 0 || dim >= source.getRank())
    return op->emitOpError("asks for dimension ") << dim << " of a tensor of rank " << source.getRank();
  return e.finish(op, Tensor::splat(elementTypeOf(op), {}, makeInt(source.getDim(dim))));
}

/// Whether a run-time shape fits the static one of the result.
static LogicalResult checkResult(Operation *op, ArrayRef<int64_t> shape) {
  if (succeeded(verifyCompatibleShape(cast<ShapedType>(op->getResult(0).getType()).getShape(), shape)))
    return success();
  return op->emitOpError("gets a shape of [")
         << llvm::interleaved(shape) << "] at run time, but its result is " << op->getResult(0).getType();
}

static LogicalResult evaluateCast(Evaluator &e, Operation *op) {
  Tensor source = e.get(op->getOperand(0));
  return failed(checkResult(op, source.getShape())) ? failure() : e.finish(op, source);
}

static LogicalResult reshapeTo(Evaluator &e, Operation *op, ArrayRef<int64_t> shape) {
  Tensor source = e.get(op->getOperand(0));
  if (failed(checkSize(op, shape)) || failed(checkResult(op, shape)))
    return failure();
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  if (count != source.getNumElements())
    return op->emitOpError("reshapes ") << source.getNumElements() << " elements to [" << llvm::interleaved(shape)
                                        << "]";
  return e.finish(op, source.reshape(shape));
}

static LogicalResult evaluateCollapse(Evaluator &e, Operation *op) {
  Tensor source = e.get(op->getOperand(0));
  SmallVector<int64_t> shape;
  for (ReassociationIndices &group : cast<tensor::CollapseShapeOp>(op).getReassociationIndices()) {
    int64_t size = 1;
    for (int64_t d : group)
      size *= source.getDim(d);
    shape.push_back(size);
  }
  return reshapeTo(e, op, shape);
}

static LogicalResult evaluateExpand(Evaluator &e, Operation *op) {
  return reshapeTo(e, op, e.getInts(cast<tensor::ExpandShapeOp>(op).getMixedOutputShape()));
}

static LogicalResult evaluateReshape(Evaluator &e, Operation *op) {
  Tensor sizes = e.get(op->getOperand(1));
  SmallVector<int64_t> shape;
  for (int64_t i = 0; i < sizes.getDim(0); ++i)
    shape.push_back(sizes.value()[i * sizes.getStrides()[0]].i);
  return reshapeTo(e, op, shape);
}

namespace {
struct Slice {
  SmallVector<int64_t> offsets, sizes, strides;
};
} // namespace

/// The slice of `op`, checked against the tensor that it is taken of.
static FailureOr<Slice> getSlice(Evaluator &e, OffsetSizeAndStrideOpInterface op, ArrayRef<int64_t> shape) {
  Slice slice{e.getInts(op.getMixedOffsets()), e.getInts(op.getMixedSizes()), e.getInts(op.getMixedStrides())};
  for (auto [d, size] : llvm::enumerate(shape)) {
    int64_t first = slice.offsets[d], last = first + (slice.sizes[d] - 1) * slice.strides[d];
    bool empty = slice.sizes[d] == 0;
    if (slice.sizes[d] < 0 || (!empty && (first < 0 || last < 0 || first >= size || last >= size)))
      return op->emitOpError("takes elements ")
             << first << " to " << last << " of dimension " << d << " of size " << size;
  }
  return slice;
}

/// The elements of `t` in the slice, as a view.
static Tensor viewSlice(const Tensor &t, const Slice &slice) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  bool empty = llvm::is_contained(slice.sizes, 0);
  for (int64_t d = 0; d < t.getRank(); ++d) {
    strides.push_back(t.getStrides()[d] * slice.strides[d]);
    offset += empty ? 0 : t.getStrides()[d] * slice.offsets[d];
  }
  return t.view(slice.sizes, strides, offset);
}

/// Removes the dimensions of size 1 that the type leaves out.
static Tensor dropDims(const Tensor &t, const llvm::SmallBitVector &dropped) {
  SmallVector<int64_t> shape, strides;
  for (int64_t d = 0; d < t.getRank(); ++d)
    if (!dropped.test(d)) {
      shape.push_back(t.getDim(d));
      strides.push_back(t.getStrides()[d]);
    }
  return t.view(shape, strides);
}

static LogicalResult evaluateExtractSlice(Evaluator &e, Operation *op) {
  auto extract = cast<tensor::ExtractSliceOp>(op);
  Tensor source = e.get(extract.getSource());
  FailureOr<Slice> slice = getSlice(e, extract, source.getShape());
  if (failed(slice))
    return failure();
  return e.finish(op, dropDims(viewSlice(source, *slice), extract.getDroppedDims()));
}

/// Writes `source` over the elements that `target`, a view of a fresh tensor, shows.
static void write(const Tensor &source, Tensor target) {
  bool bounds = !target.isExact();
  forEachOffset(target.getShape(), source.getStrides(), target.getStrides(), [&](int64_t from, int64_t to) {
    target.valueMut()[to] = source.value()[from];
    if (bounds) {
      target.loMut()[to] = source.lo()[from];
      target.hiMut()[to] = source.hi()[from];
    }
  });
}

FailureOr<Tensor> fusion::reference::insertSlice(Evaluator &e, OffsetSizeAndStrideOpInterface op, const Tensor &source,
                                                 const Tensor &dest, const llvm::SmallBitVector &dropped) {
  if (failed(checkSize(op, dest.getShape())))
    return failure();
  FailureOr<Slice> slice = getSlice(e, op, dest.getShape());
  if (failed(slice))
    return failure();
  Tensor result = dest.copy(/*bounds=*/!source.isExact());
  Tensor target = dropDims(viewSlice(result, *slice), dropped);
  if (target.getShape() != source.getShape())
    return op->emitOpError("inserts a tensor of [") << llvm::interleaved(source.getShape()) << "] into a slice of ["
                                                    << llvm::interleaved(target.getShape()) << "]";
  write(source, target);
  return result;
}

static LogicalResult evaluateInsertSlice(Evaluator &e, Operation *op) {
  auto insert = cast<tensor::InsertSliceOp>(op);
  FailureOr<Tensor> result =
      insertSlice(e, insert, e.get(insert.getSource()), e.get(insert.getDest()), insert.getDroppedDims());
  return failed(result) ? failure() : e.finish(op, *result);
}

static LogicalResult evaluateRank(Evaluator &e, Operation *op) {
  return e.finish(op, Tensor::splat(elementTypeOf(op), {}, makeInt(e.get(op->getOperand(0)).getRank())));
}

static LogicalResult evaluateBitcast(Evaluator &e, Operation *op) {
  Tensor source = e.get(op->getOperand(0));
  FailureOr<Tensor> result = Tensor::fromBytes(elementTypeOf(op), source.getShape(), source.toBytes());
  if (failed(result))
    return op->emitOpError("casts between types that the reference interpreter does not support");
  return e.finish(op, source.isExact() ? *result : result->withoutBounds());
}

/// bufferization.materialize_in_destination and the like: the source as it is.
static LogicalResult evaluateAlias(Evaluator &e, Operation *op) { return e.finish(op, e.get(op->getOperand(0))); }

static LogicalResult evaluateAllocTensor(Evaluator &e, Operation *op) {
  auto alloc = cast<bufferization::AllocTensorOp>(op);
  if (alloc.getCopy())
    return e.finish(op, e.get(alloc.getCopy()));
  SmallVector<int64_t> shape(alloc.getType().getShape());
  unsigned next = 0;
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = e.getInt(alloc.getDynamicSizes()[next++]);
  return finishEmpty(e, op, shape);
}

static LogicalResult evaluatePad(Evaluator &e, Operation *op) {
  auto pad = cast<tensor::PadOp>(op);
  Tensor source = e.get(pad.getSource());
  Slice inner{e.getInts(pad.getMixedLowPad()), llvm::to_vector(source.getShape()),
              SmallVector<int64_t>(source.getRank(), 1)};
  SmallVector<int64_t> high = e.getInts(pad.getMixedHighPad()), shape;
  for (int64_t d = 0; d < source.getRank(); ++d) {
    if (inner.offsets[d] < 0 || high[d] < 0)
      return op->emitOpError("pads by a negative size in dimension ") << d;
    shape.push_back(inner.offsets[d] + source.getDim(d) + high[d]);
  }
  FailureOr<Tensor> result = generate(e, op, pad.getRegion().front(), source.getElementType(), shape);
  if (failed(result))
    return failure();
  Tensor padded = result->copy(/*bounds=*/!source.isExact());
  write(source, viewSlice(padded, inner));
  return e.finish(op, padded);
}

static LogicalResult evaluateConcat(Evaluator &e, Operation *op) {
  auto concat = cast<tensor::ConcatOp>(op);
  int64_t dim = concat.getDim();
  SmallVector<int64_t> shape = llvm::to_vector(e.get(op->getOperand(0)).getShape());
  shape[dim] = 0;
  bool exact = true;
  for (Value operand : op->getOperands()) {
    Tensor part = e.get(operand);
    exact &= part.isExact();
    shape[dim] += part.getDim(dim);
    for (int64_t d = 0; d < part.getRank(); ++d)
      if (d != dim && part.getDim(d) != shape[d])
        return op->emitOpError("joins sizes ") << shape[d] << " and " << part.getDim(d) << " of dimension " << d;
  }
  if (failed(checkSize(op, shape)))
    return failure();
  Tensor result = Tensor::allocate(elementTypeOf(op), shape, !exact);
  Slice slice{SmallVector<int64_t>(shape.size(), 0), {}, SmallVector<int64_t>(shape.size(), 1)};
  for (Value operand : op->getOperands()) {
    Tensor part = e.get(operand);
    slice.sizes = llvm::to_vector(part.getShape());
    write(part, viewSlice(result, slice));
    slice.offsets[dim] += part.getDim(dim);
  }
  return e.finish(op, result);
}

/// Offset of the element at the index operands from `first` on, checked.
static FailureOr<int64_t> getOffset(Evaluator &e, Operation *op, const Tensor &t, unsigned first) {
  int64_t offset = 0;
  for (int64_t d = 0; d < t.getRank(); ++d) {
    int64_t index = e.getInt(op->getOperand(first + d));
    if (index < 0 || index >= t.getDim(d))
      return op->emitOpError("accesses element ") << index << " of dimension " << d << " of size " << t.getDim(d);
    offset += index * t.getStrides()[d];
  }
  return offset;
}

static LogicalResult evaluateExtract(Evaluator &e, Operation *op) {
  Tensor source = e.get(op->getOperand(0));
  FailureOr<int64_t> offset = getOffset(e, op, source, 1);
  return failed(offset) ? failure() : e.finish(op, source.view({}, {}, *offset));
}

static LogicalResult evaluateInsert(Evaluator &e, Operation *op) {
  Tensor scalar = e.get(op->getOperand(0)), dest = e.get(op->getOperand(1));
  if (failed(checkSize(op, dest.getShape())))
    return failure();
  Tensor result = dest.copy(/*bounds=*/!scalar.isExact());
  FailureOr<int64_t> offset = getOffset(e, op, result, 2);
  if (failed(offset))
    return failure();
  write(scalar, result.view({}, {}, *offset));
  return e.finish(op, result);
}

static LogicalResult evaluateFromElements(Evaluator &e, Operation *op) {
  bool exact = llvm::all_of(op->getOperands(), [&](Value v) { return e.get(v).isExact(); });
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Tensor result = Tensor::allocate(type.getElementType(), type.getShape(), !exact);
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    write(e.get(operand), result.view({}, {}, i));
  return e.finish(op, result);
}

static LogicalResult evaluateSplat(Evaluator &e, Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<int64_t> shape(type.getShape());
  unsigned next = 1;
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = e.getInt(op->getOperand(next++));
  if (failed(checkSize(op, shape)))
    return failure();
  return e.finish(op, e.get(op->getOperand(0)).broadcast(shape));
}

static LogicalResult evaluateGenerate(Evaluator &e, Operation *op) {
  SmallVector<int64_t> shape(cast<RankedTensorType>(op->getResult(0).getType()).getShape());
  unsigned next = 0;
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = e.getInt(op->getOperand(next++));
  FailureOr<Tensor> result = generate(e, op, op->getRegion(0).front(), elementTypeOf(op), shape);
  return failed(result) ? failure() : e.finish(op, *result);
}

const llvm::StringMap<Handler> &fusion::reference::getTensorHandlers() {
  static const llvm::StringMap<Handler> handlers = [] {
    llvm::StringMap<Handler> table;
    table["bufferization.alloc_tensor"] = evaluateAllocTensor;
    table["bufferization.materialize_in_destination"] = evaluateAlias;
    table["tensor.bitcast"] = evaluateBitcast;
    table["tensor.cast"] = evaluateCast;
    table["tensor.collapse_shape"] = evaluateCollapse;
    table["tensor.concat"] = evaluateConcat;
    table["tensor.dim"] = evaluateDim;
    table["tensor.empty"] = evaluateEmpty;
    table["tensor.expand_shape"] = evaluateExpand;
    table["tensor.extract"] = evaluateExtract;
    table["tensor.extract_slice"] = evaluateExtractSlice;
    table["tensor.from_elements"] = evaluateFromElements;
    table["tensor.generate"] = evaluateGenerate;
    table["tensor.insert"] = evaluateInsert;
    table["tensor.insert_slice"] = evaluateInsertSlice;
    table["tensor.pad"] = evaluatePad;
    table["tensor.rank"] = evaluateRank;
    table["tensor.reshape"] = evaluateReshape;
    table["tensor.splat"] = evaluateSplat;
    return table;
  }();
  return handlers;
}
