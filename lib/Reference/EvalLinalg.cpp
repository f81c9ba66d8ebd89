// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Structured ops of linalg: by their loops, maps and bodies; there is no list of their names.

#include "LinalgNest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace fusion::reference;

/// A body that only yields an input, element for element: transposes, broadcasts, copies, fills. The result is then a
/// view of that input. Null if it is not so.
static Tensor tryView(linalg::LinalgOp op, const LinalgNest &nest) {
  Block *body = op.getBlock();
  if (nest.inits.size() != 1 || !llvm::hasSingleElement(*body) || llvm::is_contained(nest.isReduction, true) ||
      !nest.initMaps[0].isPermutation())
    return Tensor();
  auto argument = dyn_cast<BlockArgument>(body->getTerminator()->getOperand(0));
  if (!argument || argument.getOwner() != body || argument.getArgNumber() >= nest.inputs.size())
    return Tensor();
  const LoopOperand &input = nest.inputs[argument.getArgNumber()];
  SmallVector<int64_t> shape, strides;
  for (unsigned r = 0; r < nest.initMaps[0].getNumResults(); ++r) {
    unsigned loop = nest.initMaps[0].getDimPosition(r);
    shape.push_back(nest.ranges[loop]);
    strides.push_back(input.strides[loop]);
  }
  return input.tensor.view(shape, strides, input.offset);
}

/// Whether no two points of the parallel dimensions meet at one element of an output, and none depends on a reduction.
static bool isIndependent(const LinalgNest &nest) {
  for (AffineMap map : nest.initMaps)
    for (unsigned d = 0; d < nest.ranges.size(); ++d) {
      if (nest.isReduction[d] ? map.isFunctionOfDim(d)
                              : nest.ranges[d] > 1 && !map.getResultPosition(getAffineDimExpr(d, map.getContext())))
        return false;
      // d0 + d1 beside a plain d0 would be fine, but is not worth telling apart.
      for (AffineExpr expr : map.getResults())
        if (expr.isFunctionOfDim(d) && !isa<AffineDimExpr>(expr))
          return false;
    }
  return true;
}

/// If output `o` is a sum, `yield(out + term)` with `out` used nowhere else, leaves the addition out of `program`.
static SumReduction findSum(linalg::LinalgOp op, unsigned o, LaneCompiler &compiler, LaneProgram &program,
                            const RoundingModel &rounding) {
  SumReduction sum;
  Block *body = op.getBlock();
  Value yielded = body->getTerminator()->getOperand(o);
  auto add = yielded.getDefiningOp<arith::AddFOp>();
  BlockArgument out = body->getArgument(op.getNumDpsInputs() + o);
  if (!add || !out.hasOneUse() || !yielded.hasOneUse() || (add.getLhs() != out && add.getRhs() != out))
    return sum;
  Value term = add.getLhs() == out ? add.getRhs() : add.getLhs();
  sum.addend = *compiler.getRegister(term, add);
  sum.unit = rounding.getSum(out.getType());
  sum.store = rounding.get(out.getType(), kExact);
  llvm::erase_if(program.instructions, [&](const Instruction &in) { return in.op == add; });
  return sum;
}

static LogicalResult addOutputs(LoopNest &loops, const LinalgNest &nest, Operation *op, bool bounds) {
  for (const LoopOperand &init : nest.inits) {
    if (failed(checkSize(op, init.tensor.getShape())))
      return failure();
    Tensor fresh = loops.readsOutputs ? init.tensor.copy(bounds)
                                      : Tensor::allocate(init.tensor.getElementType(), init.tensor.getShape(), bounds);
    // Strides of the fresh tensor: the init's may be those of a view.
    LoopOperand output{fresh, SmallVector<int64_t>(nest.ranges.size(), 0), 0};
    AffineMap map = nest.initMaps[loops.outputs.size()];
    for (unsigned r = 0; r < map.getNumResults(); ++r) {
      AffineExpr expr = map.getResult(r);
      SmallVector<int64_t> zero(nest.ranges.size(), 0);
      auto evaluate = [&](ArrayRef<int64_t> point) {
        return AffineMap::get(map.getNumDims(), 0, expr).compose(point)[0];
      };
      int64_t base = evaluate(zero);
      output.offset += base * fresh.getStrides()[r];
      for (unsigned d = 0; d < nest.ranges.size(); ++d) {
        zero[d] = 1;
        output.strides[d] += (evaluate(zero) - base) * fresh.getStrides()[r];
        zero[d] = 0;
      }
    }
    loops.outputs.push_back(std::move(output));
  }
  return success();
}

LogicalResult fusion::reference::evaluateLinalg(Evaluator &evaluator, Operation *operation) {
  auto op = cast<linalg::LinalgOp>(operation);
  FailureOr<LinalgNest> nest = LinalgNest::get(evaluator, op);
  if (failed(nest))
    return failure();
  if (Tensor view = tryView(op, *nest))
    return evaluator.finish(op, view.withElementType(nest->inits[0].tensor.getElementType()));
  if (auto product = evaluateContraction(evaluator, op, *nest))
    return failed(*product) ? failure() : evaluator.finish(op, **product);

  const InterpreterOptions &options = evaluator.getOptions();
  RoundingModel rounding(op, options);
  LaneCompiler compiler(rounding, [&](Value value) { return evaluator.get(value); });
  Block *body = op.getBlock();
  if (failed(compiler.compileBlock(*body)))
    return failure();
  LoopNest loops;
  loops.ranges = nest->ranges;
  loops.isReduction = nest->isReduction;
  loops.inputs = nest->inputs;
  loops.independent = isIndependent(*nest);
  LaneProgram &program = compiler.getProgram();
  // Some ops (linalg.map in older forms) have no argument for their inits.
  while (program.arguments.size() < op->getNumOperands())
    program.arguments.push_back(compiler.newRegister());
  bool hasOutArguments = body->getNumArguments() == op->getNumOperands();
  bool reduces = llvm::is_contained(loops.isReduction, true);
  loops.readsOutputs = reduces || !loops.independent;
  for (unsigned o = 0; o < nest->inits.size(); ++o) {
    loops.readsOutputs |= hasOutArguments && !body->getArgument(op.getNumDpsInputs() + o).use_empty();
    bool maySum = hasOutArguments && reduces && loops.independent;
    loops.sums.push_back(maySum ? findSum(op, o, compiler, program, rounding) : SumReduction());
  }
  if (failed(addOutputs(loops, *nest, op, options.bounds)) ||
      failed(runLoops(loops, program, options.bounds, options.numThreads)))
    return failure();
  for (auto [result, output] : llvm::zip(op->getResults(), loops.outputs)) {
    output.tensor.dropTrivialBounds();
    evaluator.set(result, output.tensor);
  }
  return success();
}

FailureOr<Tensor> fusion::reference::generate(Evaluator &evaluator, Operation *op, Block &body, Type elementType,
                                              ArrayRef<int64_t> shape) {
  if (failed(checkSize(op, shape)))
    return failure();
  const InterpreterOptions &options = evaluator.getOptions();
  LaneCompiler compiler(RoundingModel(op, options), [&](Value value) { return evaluator.get(value); });
  if (failed(compiler.compileBlock(body, /*argumentsAreIndices=*/true)))
    return failure();
  LoopNest loops;
  loops.ranges.assign(shape.begin(), shape.end());
  loops.isReduction.assign(shape.size(), false);
  Tensor result = Tensor::allocate(elementType, shape, options.bounds);
  loops.outputs.push_back({result, llvm::to_vector(result.getStrides()), 0});
  loops.sums.resize(1);
  LaneProgram &program = compiler.getProgram();
  program.arguments.push_back(compiler.newRegister());
  if (failed(runLoops(loops, program, options.bounds, options.numThreads)))
    return failure();
  result.dropTrivialBounds();
  return result;
}
