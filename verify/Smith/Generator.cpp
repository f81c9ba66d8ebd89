// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes a graph by drawing productions until the tape says stop.

#include "Generator.h"
#include "Production.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace fusion::smith;

static constexpr unsigned kMostProductions = 32;

static SmallVector<Production> &getProductions() {
  static SmallVector<Production> all = [] {
    SmallVector<Production> list;
    for (ArrayRef<Production> family :
         {getElementwiseProductions(), getProductProductions(), getActivationProductions(), getCastProductions(),
          getLayoutProductions(), getLeftoverProductions(), getBodyProductions(), getRowProductions(),
          getEpilogueProductions(), getScatterProductions(), getNormGradientProductions(), getJoinProductions(),
          getViewProductions()})
      llvm::append_range(list, family);
    return list;
  }();
  return all;
}

SmallVector<StringRef> fusion::smith::listProductions() {
  return llvm::map_to_vector(getProductions(), [](const Production &production) { return production.name; });
}

void fusion::smith::restrictProductions(ArrayRef<std::string> names) {
  llvm::erase_if(getProductions(),
                 [&](const Production &production) { return !llvm::is_contained(names, production.name); });
  for (Production &production : getProductions())
    production.weight = std::max(production.weight, 1u);
}

static const Production &pickProduction(Tape &tape) {
  unsigned total = 0;
  for (const Production &production : getProductions())
    total += production.weight;
  unsigned choice = tape.draw(total);
  for (const Production &production : getProductions()) {
    if (choice < production.weight)
      return production;
    choice -= production.weight;
  }
  llvm_unreachable("the choice is below the sum of the weights");
}

static fusion::Numerics pickNumerics(Tape &tape) {
  using fusion::Numerics;
  unsigned choice = tape.draw(8);
  return choice > 5 ? Numerics::Strict : choice == 5 ? Numerics::Fast : Numerics::Relaxed;
}

/// What nothing reads is returned, but for some dead code; now and then also what is read.
static SmallVector<Node> pickResults(GraphBuilder &graph) {
  SmallVector<Node> results;
  SmallVector<Node> computed;
  for (const Node &node : llvm::reverse(graph.getNodes()))
    if (node.value.getDefiningOp())
      computed.push_back(node);
  for (const Node &node : computed)
    if (node.value.use_empty() ? !graph.tape.oneIn(12) : graph.tape.oneIn(10))
      results.push_back(node);
  if (results.empty())
    results.push_back(computed.empty() ? graph.addArgument({graph.pickAxis()}, graph.builder.getF32Type())
                                       : computed.front());
  return results;
}

FailureOr<GeneratedGraph> fusion::smith::generate(MLIRContext *context, Tape &tape, const Sizes &sizes) {
  GeneratedGraph result;
  static constexpr DataKind kData[] = {DataKind::Integer, DataKind::Normal, DataKind::Integer, DataKind::Normal,
                                       DataKind::Special};
  result.data = kData[tape.draw(std::size(kData))];
  result.dataSeed = tape.draw(1000);
  result.seed = tape.seed();
  Numerics numerics = pickNumerics(tape);
  bool large = tape.oneIn(10);
  GraphBuilder graph(context, tape, large, sizes);
  while (true) {
    Tape::Mark piece(tape);
    if (tape.draw(3) == 0)
      break;
    graph.addRandomArgument();
  }
  // Whether there is more is a part of each piece: a tape without the piece is that of the graph without it.
  while (result.productions.size() < kMostProductions) {
    Tape::Mark piece(tape);
    if (tape.draw(8) == 0)
      break;
    const Production &production = pickProduction(tape);
    result.productions.push_back(production.name.str());
    production.grow(graph);
    if (production.isWhole)
      break;
  }
  SmallVector<Node> results = pickResults(graph);
  for (const Node &node : graph.getArguments())
    result.inputs.push_back(node.axes);
  for (const Node &node : results)
    result.outputs.push_back(node.axes);
  result.module = graph.finish(results);
  result.axes.assign(graph.getAxes().begin(), graph.getAxes().end());
  result.work = graph.getWork();
  result.tape = tape.values();
  if (numerics != Numerics::Relaxed)
    (*result.module)->setAttr(kNumericsAttrName, NumericsAttr::get(context, numerics));
  if (failed(verify(*result.module)))
    return failure();
  return result;
}
