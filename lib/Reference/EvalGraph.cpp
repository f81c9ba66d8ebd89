// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The graph: constants, elementwise ops on tensors, matrix products, kernels.

#include "Evaluator.h"
#include "ExactConstants.h"
#include "FloatFormat.h"
#include "Gemm.h"
#include "IntegerProduct.h"
#include "Lanes.h"
#include "Loops.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

/// Broadcasts at run time: sizes must agree or be 1.
static FailureOr<SmallVector<int64_t>> broadcastOf(Operation *op, ArrayRef<Tensor> operands) {
  SmallVector<int64_t> shape;
  for (const Tensor &operand : operands) {
    while (int64_t(shape.size()) < operand.getRank())
      shape.insert(shape.begin(), 1);
    int64_t lead = shape.size() - operand.getRank();
    for (int64_t d = 0; d < operand.getRank(); ++d) {
      int64_t &size = shape[lead + d], other = operand.getDim(d);
      if (size != 1 && other != 1 && size != other)
        return op->emitOpError("cannot broadcast sizes ")
               << size << " and " << other << " of dimension " << lead + d << " of the result";
      size = size == 1 ? other : size;
    }
  }
  return shape;
}

LogicalResult fusion::reference::evaluateElementwise(Evaluator &evaluator, Operation *op) {
  SmallVector<Tensor> operands = llvm::map_to_vector(op->getOperands(), [&](Value v) { return evaluator.get(v); });
  FailureOr<SmallVector<int64_t>> shape = broadcastOf(op, operands);
  if (failed(shape) || failed(checkSize(op, *shape)))
    return failure();
  LaneCompiler compiler(RoundingModel(op, evaluator.getOptions()), [](Value) { return Tensor(); });
  if (failed(compiler.compileOp(op)))
    return failure();
  LaneProgram &program = compiler.getProgram();

  bool splat = llvm::all_of(operands, [](const Tensor &t) { return t.isSplat(); });
  SmallVector<int64_t> ranges = splat ? SmallVector<int64_t>() : *shape;
  bool bounds = evaluator.getOptions().bounds;
  LoopNest nest;
  nest.ranges = ranges;
  nest.isReduction.assign(ranges.size(), false);
  for (const Tensor &operand : operands) {
    Tensor view = splat ? operand.view({}, {}) : operand.broadcast(ranges);
    nest.inputs.push_back({view, llvm::to_vector(view.getStrides()), 0});
  }
  for (Type type : op->getResultTypes()) {
    Tensor result = Tensor::allocate(getElementTypeOrSelf(type), ranges, bounds);
    nest.outputs.push_back({result, llvm::to_vector(result.getStrides()), 0});
  }
  nest.sums.resize(nest.outputs.size());
  if (failed(runLoops(nest, program, bounds, evaluator.getOptions().numThreads)))
    return failure();
  for (auto [value, output] : llvm::zip(op->getResults(), nest.outputs)) {
    output.tensor.dropTrivialBounds();
    evaluator.set(value, splat ? output.tensor.view(*shape, SmallVector<int64_t>(shape->size(), 0)) : output.tensor);
  }
  return success();
}

static LogicalResult evaluateConstant(Evaluator &evaluator, Operation *op) {
  Attribute attr = cast<arith::ConstantOp>(op).getValue();
  auto finish = [&](Tensor tensor) { return evaluator.finish(op, readConstant(tensor, evaluator.getOptions())); };
  if (auto elements = dyn_cast<ElementsAttr>(attr)) {
    FailureOr<Tensor> tensor = Tensor::fromAttribute(elements);
    if (succeeded(tensor))
      return finish(*tensor);
    if (isa<DenseResourceElementsAttr>(attr))
      return op->emitOpError("has no data for its resource: the weights were elided when the file was written");
    return op->emitOpError("is a constant that the reference interpreter does not support: ") << elements.getType();
  }
  if (auto typed = dyn_cast<TypedAttr>(attr))
    if (isa<FloatAttr, IntegerAttr>(attr)) {
      auto dense = DenseElementsAttr::get(RankedTensorType::get({}, typed.getType()), attr);
      return finish(*Tensor::fromAttribute(dense));
    }
  return op->emitOpError("is a constant that the reference interpreter does not support");
}

/// Views of the last two dimensions as [batch, rows, columns], batches repeated to `batchShape` and made one dimension.
static Tensor toBatches(Tensor t, ArrayRef<int64_t> batchShape, bool transpose) {
  int64_t rank = t.getRank();
  if (transpose) {
    SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    std::swap(permutation[rank - 1], permutation[rank - 2]);
    t = t.transpose(permutation);
  }
  int64_t rows = t.getDim(rank - 2), columns = t.getDim(rank - 1), batches = 1;
  int64_t rowStride = t.getStrides()[rank - 2], columnStride = t.getStrides()[rank - 1];
  for (int64_t size : batchShape)
    batches *= size;
  bool oneBatch = llvm::all_of(t.getShape().drop_back(2), [](int64_t size) { return size == 1; });
  if (oneBatch)
    return t.view({batches, rows, columns}, {0, rowStride, columnStride});
  SmallVector<int64_t> full(batchShape);
  full.append({rows, columns});
  return t.broadcast(full).reshape({batches, rows, columns});
}

static LogicalResult evaluateMatmul(Evaluator &evaluator, Operation *op) {
  auto matmul = cast<MatmulOp>(op);
  Tensor a = evaluator.get(matmul.getLhs()), b = evaluator.get(matmul.getRhs());
  Tensor aBatch = a.view(a.getShape().drop_back(2), a.getStrides().drop_back(2));
  Tensor bBatch = b.view(b.getShape().drop_back(2), b.getStrides().drop_back(2));
  FailureOr<SmallVector<int64_t>> shape = broadcastOf(op, {aBatch, bBatch});
  if (failed(shape))
    return failure();
  Tensor lhs = toBatches(a, *shape, matmul.getTransposeA()), rhs = toBatches(b, *shape, matmul.getTransposeB());
  if (lhs.getDim(2) != rhs.getDim(1))
    return op->emitOpError("expects equal contraction sizes, but lhs has ")
           << lhs.getDim(2) << " and rhs has " << rhs.getDim(1);
  shape->append({lhs.getDim(1), rhs.getDim(2)});
  if (failed(checkSize(op, *shape)))
    return failure();
  const InterpreterOptions &options = evaluator.getOptions();
  RoundingModel rounding(op, options);
  Type type = matmul.getType().getElementType();
  if (isa<IntegerType>(type)) {
    Tensor product = multiplyIntegers({lhs, matmul.getUnsignedA()}, {rhs, matmul.getUnsignedB()}, type, options.bounds,
                                      options.numThreads);
    return evaluator.finish(op, product.reshape(*shape));
  }
  ProductError error{rounding.getContraction(a.getElementType(), b.getElementType()), rounding.get(type, kExact),
                     evaluator.getOptions().exactIntegers};
  Tensor result = multiply(lhs, rhs, Tensor(), type, options.bounds ? &error : nullptr, options.numThreads);
  return evaluator.finish(op, result.reshape(*shape));
}

/// One element.
static Tensor getPadding(TypedAttr value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return Tensor::splat(number.getType(), {}, makeFloat(number.getValueAsDouble()));
  auto integer = cast<IntegerAttr>(value);
  bool isTruth = integer.getType().isInteger(1);
  return Tensor::splat(integer.getType(), {},
                       makeInt(isTruth ? integer.getValue().getZExtValue() : integer.getValue().getSExtValue()));
}

static LogicalResult evaluateBoundary(Evaluator &evaluator, Operation *op) {
  evaluator.set(op->getResult(0), evaluator.get(op->getOperand(0)));
  return success();
}

static LogicalResult evaluateView(Evaluator &evaluator, Operation *op) {
  auto view = cast<ViewOp>(op);
  AccessMap access = view.getAccess().getMap();
  Tensor input = evaluator.get(view.getInput());
  if (std::optional<SmallVector<int64_t>> permutation = access.getAsPermutation(input.getShape()))
    return evaluator.finish(op, input.transpose(*permutation));
  SmallVector<int64_t> shape = access.getLoopSizes(input.getShape()), point(shape.size(), 0);
  if (failed(checkSize(op, shape)))
    return failure();
  Type elementType = input.getElementType();
  Tensor padding = access.isPadded() ? getPadding(access.getPadding()) : Tensor();
  Tensor result = Tensor::allocate(elementType, shape, /*bounds=*/!input.isExact());
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    for (int64_t left = i, loop = shape.size(); loop-- > 0; left /= shape[loop])
      point[loop] = left % shape[loop];
    std::optional<SmallVector<int64_t>> place = access.evaluate(point, input.getShape());
    const Tensor &from = place ? input : padding;
    int64_t offset = 0;
    for (int64_t dim = 0; place && dim < input.getRank(); ++dim)
      offset += (*place)[dim] * input.getStrides()[dim];
    result.valueMut()[i] = from.value()[offset];
    if (!input.isExact()) {
      result.loMut()[i] = from.lo()[offset];
      result.hiMut()[i] = from.hi()[offset];
    }
  }
  return evaluator.finish(op, result);
}

/// A kernel that is not strict rounds what it yields once, to the type it is stored in.
static Tensor roundStored(const Tensor &tensor) {
  auto type = dyn_cast<FloatType>(tensor.getElementType());
  if (!type || type.getWidth() >= 32)
    return tensor;
  FloatFormat format = FloatFormat::get(type);
  Rounding store = RoundingModel::getStore(type);
  Tensor result = tensor.copy(/*bounds=*/true);
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    Interval x = Interval::decode(result.valueMut()[i].f, result.loMut()[i].f, result.hiMut()[i].f);
    if (x.lo == x.hi && format.round(x.lo) == x.lo)
      continue;
    store.apply(x).encode(result.loMut()[i].f, result.hiMut()[i].f);
  }
  result.dropTrivialBounds();
  return result;
}

static LogicalResult evaluateKernel(Evaluator &evaluator, Operation *op) {
  auto kernel = cast<KernelOp>(op);
  SampleMap &samples = evaluator.getSamples();
  Block &body = *kernel.getBodyBlock();
  SmallVector<Sample> wanted = llvm::map_to_vector(op->getResults(), [&](Value v) { return getSample(samples, v); });
  if (!samples.empty())
    propagateNeeds(body, wanted, samples);
  for (auto [argument, input] : llvm::zip(body.getArguments(), kernel.getInputs()))
    evaluator.set(argument, take(evaluator.get(input), getSample(samples, input), getSample(samples, argument)));
  FailureOr<SmallVector<Tensor>> results = evaluator.runBlock(body);
  if (failed(results))
    return failure();
  const InterpreterOptions &options = evaluator.getOptions();
  bool round = options.bounds && !options.roundInsideKernels && getNumerics(op) != Numerics::Strict;
  for (auto [result, yielded, tensor, sample] :
       llvm::zip(op->getResults(), body.getTerminator()->getOperands(), *results, wanted)) {
    Tensor taken = take(tensor, getSample(samples, yielded), sample);
    evaluator.set(result, round ? roundStored(taken) : taken);
  }
  return success();
}

const llvm::StringMap<Handler> &fusion::reference::getGraphHandlers() {
  static const llvm::StringMap<Handler> handlers = [] {
    llvm::StringMap<Handler> table;
    table["arith.constant"] = evaluateConstant;
    table["fusion.map"] = evaluateMap;
    table["fusion.boundary"] = evaluateBoundary;
    table["fusion.matmul"] = evaluateMatmul;
    table["fusion.reduce"] = evaluateReduce;
    table["fusion.amax"] = evaluateAmax;
    table["fusion.pack_bits"] = evaluatePackBits;
    table["fusion.scatter"] = evaluateScatter;
    table["fusion.kernel"] = evaluateKernel;
    table["fusion.view"] = evaluateView;
    return table;
  }();
  return handlers;
}
