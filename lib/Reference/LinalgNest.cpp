// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes a loop nest of a linalg operation: offsets as linear forms of loops, or gathered elements.

#include "LinalgNest.h"

using namespace mlir;
using namespace fusion::reference;

namespace {
/// Σ coefficients[d] · d + constant.
struct LinearForm {
  SmallVector<int64_t> coefficients;
  int64_t constant = 0;

  void add(const LinearForm &other, int64_t factor) {
    for (auto [mine, theirs] : llvm::zip(coefficients, other.coefficients))
      mine += factor * theirs;
    constant += factor * other.constant;
  }
};
} // namespace

/// Fails on floordiv, ceildiv, mod and symbols.
static FailureOr<LinearForm> getLinearForm(AffineExpr expr, unsigned numDims) {
  LinearForm form;
  form.coefficients.assign(numDims, 0);
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    form.constant = constant.getValue();
    return form;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    form.coefficients[dim.getPosition()] = 1;
    return form;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return failure();
  FailureOr<LinearForm> lhs = getLinearForm(binary.getLHS(), numDims), rhs = getLinearForm(binary.getRHS(), numDims);
  if (failed(lhs) || failed(rhs))
    return failure();
  if (expr.getKind() == AffineExprKind::Add) {
    form.add(*lhs, 1);
    form.add(*rhs, 1);
    return form;
  }
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() != AffineExprKind::Mul || !factor)
    return failure();
  form.add(*lhs, factor.getValue());
  return form;
}

static bool isLinear(AffineMap map) {
  return llvm::all_of(map.getResults(),
                      [&](AffineExpr expr) { return succeeded(getLinearForm(expr, map.getNumDims())); });
}

/// The elements that an input's map reads, in a tensor of their own with a dimension for each loop that the map depends
/// on: for divisions and remainders, which no strides express.
static FailureOr<LoopOperand> gather(Operation *op, const Tensor &tensor, AffineMap map, ArrayRef<int64_t> ranges) {
  SmallVector<unsigned> dims;
  SmallVector<int64_t> shape;
  for (unsigned d = 0; d < ranges.size(); ++d)
    if (map.isFunctionOfDim(d)) {
      dims.push_back(d);
      shape.push_back(ranges[d]);
    }
  if (failed(checkSize(op, shape)))
    return failure();
  bool bounds = !tensor.isExact();
  Tensor gathered = Tensor::allocate(tensor.getElementType(), shape, bounds);
  SmallVector<int64_t> point(ranges.size(), 0);
  for (int64_t i = 0, e = gathered.getNumElements(); i < e; ++i) {
    for (int64_t r = dims.size() - 1, rest = i; r >= 0; --r) {
      point[dims[r]] = rest % shape[r];
      rest /= shape[r];
    }
    int64_t offset = 0;
    for (auto [r, expr] : llvm::enumerate(map.getResults())) {
      std::optional<int64_t> index = evaluateAffine(expr, point, {});
      if (!index)
        return op->emitOpError("divides by a number that is not positive in an indexing map");
      if (*index < 0 || *index >= tensor.getDim(r))
        return op->emitOpError("reads or writes element ")
               << *index << " of dimension " << r << " of an operand of size " << tensor.getDim(r);
      offset += *index * tensor.getStrides()[r];
    }
    gathered.valueMut()[i] = tensor.value()[offset];
    if (bounds) {
      gathered.loMut()[i] = tensor.lo()[offset];
      gathered.hiMut()[i] = tensor.hi()[offset];
    }
  }
  LoopOperand operand{gathered, SmallVector<int64_t>(ranges.size(), 0), 0};
  for (auto [r, d] : llvm::enumerate(dims))
    operand.strides[d] = gathered.getStrides()[r];
  return operand;
}

/// The offset of `tensor`'s element at `map`, checked to stay inside over all of `ranges`.
static FailureOr<LoopOperand> getLoopOperand(Operation *op, const Tensor &tensor, AffineMap map,
                                             ArrayRef<int64_t> ranges) {
  LoopOperand operand;
  operand.tensor = tensor;
  operand.strides.assign(ranges.size(), 0);
  bool empty = llvm::is_contained(ranges, 0);
  for (auto [r, expr] : llvm::enumerate(map.getResults())) {
    FailureOr<LinearForm> form = getLinearForm(expr, ranges.size());
    if (failed(form))
      return op->emitOpError("has an indexing map that the reference interpreter does not support: ")
             << AffineMapAttr::get(map);
    int64_t least = form->constant, greatest = form->constant;
    for (auto [coefficient, range] : llvm::zip(form->coefficients, ranges))
      (coefficient < 0 ? least : greatest) += coefficient * (range - 1);
    if (!empty && (least < 0 || greatest >= tensor.getDim(r)))
      return op->emitOpError("reads or writes elements ")
             << least << " to " << greatest << " of dimension " << r << " of an operand of size " << tensor.getDim(r);
    operand.offset += form->constant * tensor.getStrides()[r];
    for (auto [stride, coefficient] : llvm::zip(operand.strides, form->coefficients))
      stride += coefficient * tensor.getStrides()[r];
  }
  return operand;
}

FailureOr<LinalgNest> LinalgNest::get(Evaluator &evaluator, linalg::LinalgOp op) {
  SmallVector<int64_t> sizes;
  for (Value operand : op->getOperands())
    if (isa<ShapedType>(operand.getType()))
      llvm::append_range(sizes, evaluator.get(operand).getShape());
  AffineMap shapesToLoops = op.getShapesToLoopsMap();
  if (!shapesToLoops)
    return op->emitOpError("has loops whose sizes the reference interpreter cannot tell from its operands");
  LinalgNest nest;
  nest.ranges = shapesToLoops.compose(ArrayRef<int64_t>(sizes));
  for (utils::IteratorType type : op.getIteratorTypesArray())
    nest.isReduction.push_back(type == utils::IteratorType::reduction);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isInit = op.isDpsInit(&operand);
    Tensor tensor = evaluator.get(operand.get());
    FailureOr<LoopOperand> view =
        isInit || isLinear(map) ? getLoopOperand(op, tensor, map, nest.ranges) : gather(op, tensor, map, nest.ranges);
    if (failed(view))
      return failure();
    (isInit ? nest.inits : nest.inputs).push_back(*view);
    (isInit ? nest.initMaps : nest.inputMaps).push_back(map);
  }
  return nest;
}
