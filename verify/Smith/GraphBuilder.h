// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A graph in the making: axes, values, and what productions need to add operations that are valid by construction.

#ifndef FUSION_VERIFY_SMITH_GRAPHBUILDER_H
#define FUSION_VERIFY_SMITH_GRAPHBUILDER_H

#include "Tape.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <map>

namespace fusion::smith {

/// A size that dimensions share: sizes agree because axes do.
struct Axis {
  int64_t size;
  bool dynamic; ///< "?" in the types, but for arguments that know better
  /// Whether what is computed at one position depends on others, or on which position it is: a sum runs over it, it was
  /// cut or made of other axes, a constant has different values along it.
  bool mixed = false;
  bool known = false;    ///< dynamic, but an argument knows the size
  bool repeated = false; ///< of static size 1, to be broadcast
};

using Axes = SmallVector<int>;

/// A tensor of the graph. Its axes are distinct.
struct Node {
  Value value;
  Axes axes;

  RankedTensorType getType() const { return cast<RankedTensorType>(value.getType()); }
  Type getElementType() const { return getType().getElementType(); }
};

class GraphBuilder {
public:
  /// `sizes` are those of axes that are not to have the tape's.
  GraphBuilder(MLIRContext *context, Tape &tape, bool large, const std::map<int, int64_t> &sizes);

  Tape &tape;
  OpBuilder builder; ///< inserts at the end of the function
  Location loc;

  // Axes.

  int addAxis(Axis axis);
  /// One that is there and not in `besides`, or a new one.
  int pickAxis(ArrayRef<int> besides = {});
  Axis &getAxis(int axis) { return axes[axis]; }
  ArrayRef<Axis> getAxes() const { return axes; }
  void setMixed(ArrayRef<int> which);
  bool hasEmpty(ArrayRef<int> which) const { return countElements(which) == 0; }
  /// Elements of a space.
  double countElements(ArrayRef<int> which) const;
  RankedTensorType getType(ArrayRef<int> which, Type elementType) const;
  /// The sizes, dynamic ones read off values that have the axis.
  SmallVector<OpFoldResult> getSizes(ArrayRef<int> which);

  // Element types.

  /// f32, bf16, f16 or rarely f64.
  Type pickFloat();
  static bool isFloat(const Node &node) { return isa<FloatType>(node.getElementType()); }

  // Values to use.

  /// A value that is there, rather a recent one; where none pleases `filter`, a new argument, a matrix of f32.
  Node pickNode(function_ref<bool(const Node &)> filter);
  Node pickFloatNode() { return pickNode(isFloat); }
  /// A value of these axes and this element type: one that is there, an argument or a constant.
  Node pickOperand(ArrayRef<int> which, Type elementType);
  /// The same for one that numpy broadcasting repeats to `which`.
  Node pickBroadcastable(ArrayRef<int> which, Type elementType);
  Node addArgument(ArrayRef<int> which, Type elementType);
  /// An argument whose shape and type the tape chooses.
  Node addRandomArgument();
  Node addConstant(ArrayRef<int> which, Type elementType);

  // Operations.

  /// Makes a value of the graph known.
  Node add(Value value, ArrayRef<int> which);
  /// An operation by its name, with one result.
  Value create(StringRef name, ValueRange operands, Type resultType, ArrayRef<NamedAttribute> attributes = {});
  Value empty(ArrayRef<int> which, Type elementType);
  Value zeros(ArrayRef<int> which, Type elementType);
  /// The tensor in the type that all tensors of its axes and element type have but for some arguments.
  Value getConformed(const Node &node);
  /// linalg.generic over `space`, in which each input is read by its axes; what an input has beside them is of size 1.
  /// Results have axes `result`. What is in `space` but not in `result` is reduced.
  SmallVector<Value> createGeneric(ArrayRef<Node> inputs, ArrayRef<Value> inits, ArrayRef<int> result,
                                   ArrayRef<int> space, function_ref<void(OpBuilder &, Location, ValueRange)> body);
  /// linalg.transpose, unless the order is right.
  Node createTranspose(const Node &node, ArrayRef<int> order);
  /// A permutation of the axes that the tape chooses.
  Axes shuffle(ArrayRef<int> which);
  /// Counts the operations that a run executes.
  void addWork(double operations) { work += operations; }

  // The whole.

  ArrayRef<Node> getNodes() const { return nodes; }
  ArrayRef<Node> getArguments() const { return arguments; }
  double getWork() const { return work; }
  /// Returns `results` and ends the function.
  OwningOpRef<ModuleOp> finish(ArrayRef<Node> results);

private:
  Node addPlainArgument();

  bool large;
  const std::map<int, int64_t> &sizes;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  SmallVector<Axis> axes;
  SmallVector<Node> nodes, arguments;
  double work = 0;
};

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_GRAPHBUILDER_H
