// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Random elementwise graphs of one space, behind the value that they begin with: all float types, integers and truth
// values, and what leads from one to the other.

#ifndef FUSION_VERIFY_SMITH_EPILOGUEWRITER_H
#define FUSION_VERIFY_SMITH_EPILOGUEWRITER_H

#include "GraphBuilder.h"

namespace fusion::smith {

class EpilogueWriter {
public:
  static constexpr unsigned kMostSteps = 12;

  EpilogueWriter(GraphBuilder &graph, const Node &first)
      : graph(graph), tape(graph.tape), builder(graph.builder), space(first.axes), values{first} {}

  /// Adds operations, kMostSteps one after the other at most.
  void grow();

private:
  // What there is.
  /// Rather a recent one; nothing if there is none.
  std::optional<Node> find(function_ref<bool(const Node &)> filter);
  Node pickFloat();
  Node pickInteger();
  Node pickTruth();
  /// f32, or a narrower one.
  Type pickFloatType();
  /// A value of the epilogue of some float type, or a tensor that broadcasts to it.
  Node pickOther(Type type);

  // Steps. Each adds what the next may use.
  void addBinary();
  void addUnary();
  void addLimited();
  void addSpelled();
  void addDerivative();
  void addCast();
  void addComparison();
  void addSelect();
  void addInteger();
  void addMap();
  void addRandom();
  void addQuantized();
  /// What nothing goes on with: a transposed result, or one of another type.
  void addCopy();

  Node keep(Value value);
  Node keep(Node node) { return values.emplace_back(node); }
  Node cast(const Node &node, Type type, bool saturate, bool isUnsigned);
  /// The same, where the value is in the range of the integer type.
  Node castInRange(const Node &node, Type type, bool isUnsigned);
  Node compare(const Node &lhs, const Node &rhs);

  GraphBuilder &graph;
  Tape &tape;
  OpBuilder &builder;
  Axes space;
  SmallVector<Node> values;
};

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_EPILOGUEWRITER_H
