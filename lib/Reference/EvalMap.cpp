// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.map: its region as a lane program over the result's dimensions.

#include "Evaluator.h"
#include "Lanes.h"
#include "Loops.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

/// The result's sizes: static ones, and those of the operands.
static FailureOr<SmallVector<int64_t>> getSizes(MapOp map, ArrayRef<Tensor> elements) {
  SmallVector<int64_t> shape(map.getResultType().getShape());
  for (const Tensor &element : elements) {
    int64_t lead = shape.size() - element.getRank();
    for (int64_t d = 0; d < element.getRank(); ++d) {
      int64_t &size = shape[lead + d], other = element.getDim(d);
      if (ShapedType::isDynamic(size) || (size == 1 && map.getResultType().isDynamicDim(lead + d)))
        size = other;
      else if (other != 1 && other != size)
        return map.emitOpError("cannot broadcast size ")
               << other << " to " << size << ", dimension " << lead + d << " of the result";
    }
  }
  return shape;
}

/// Compiles the region; elements are the program's arguments.
static LogicalResult compileRegion(LaneCompiler &compiler, MapOp map) {
  LaneProgram &program = compiler.getProgram();
  for (BlockArgument element : map.getElementArguments()) {
    program.arguments.push_back(compiler.newRegister());
    compiler.setRegister(element, program.arguments.back());
  }
  for (auto [dim, position] : llvm::enumerate(map.getPositions()))
    if (!position.use_empty())
      compiler.setRegister(position, compiler.getIndexRegister(dim));
  if (failed(compiler.compileNested(*map.getBodyBlock())))
    return failure();
  FailureOr<int> result = compiler.getRegister(map.getYield().getOperand(0), map);
  if (failed(result))
    return failure();
  program.results.push_back(*result);
  return success();
}

LogicalResult fusion::reference::evaluateMap(Evaluator &evaluator, Operation *op) {
  auto map = cast<MapOp>(op);
  SmallVector<Tensor> elements = llvm::map_to_vector(map.getElements(), [&](Value v) { return evaluator.get(v); });
  FailureOr<SmallVector<int64_t>> shape = getSizes(map, elements);
  if (failed(shape) || failed(checkSize(op, *shape)))
    return failure();
  auto lookup = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument ? evaluator.get(map->getOperand(argument.getArgNumber())) : Tensor();
  };
  LaneCompiler compiler(RoundingModel(op, evaluator.getOptions()), lookup);
  if (failed(compileRegion(compiler, map)))
    return failure();
  bool bounds = evaluator.getOptions().bounds;
  LoopNest nest;
  nest.ranges = *shape;
  nest.isReduction.assign(shape->size(), false);
  for (const Tensor &element : elements) {
    Tensor view = element.broadcast(*shape);
    nest.inputs.push_back({view, llvm::to_vector(view.getStrides()), 0});
  }
  Tensor result = Tensor::allocate(map.getResultType().getElementType(), *shape, bounds);
  nest.outputs.push_back({result, llvm::to_vector(result.getStrides()), 0});
  nest.sums.resize(1);
  if (failed(runLoops(nest, compiler.getProgram(), bounds, evaluator.getOptions().numThreads)))
    return failure();
  result.dropTrivialBounds();
  return evaluator.finish(op, result);
}
