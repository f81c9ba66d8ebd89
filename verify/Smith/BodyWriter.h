// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Random scalar code of all types, for the bodies of elementwise operations: integers, truth values, indices, floats,
// positions, lookups. It is defined for all operands: indices are in range, and so are shifts and conversions.

#ifndef FUSION_VERIFY_SMITH_BODYWRITER_H
#define FUSION_VERIFY_SMITH_BODYWRITER_H

#include "GraphBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace fusion::smith {

/// What a body asks of the operation around it.
class BodySite {
public:
  virtual ~BodySite() = default;
  /// The element's position; `dim` is one of the result's.
  virtual Value getPosition(OpBuilder &builder, Location loc, int64_t dim) = 0;
  /// Size of a dimension of a table.
  virtual Value getSize(OpBuilder &builder, Location loc, unsigned table, int64_t dim) = 0;
  /// An element of a table; without `condition`, indices are in range. With it, they are where it holds, and the result
  /// is any value of the type elsewhere.
  virtual Value lookup(OpBuilder &builder, Location loc, unsigned table, ValueRange indices, Value condition) = 0;
  /// Whether bodies may branch, call affine maps and assert.
  virtual bool mayBranch() const = 0;
};

class BodyWriter {
public:
  /// `scalars` are there at the beginning; of `tables` elements may be looked up.
  BodyWriter(GraphBuilder &graph, OpBuilder &builder, Location loc, BodySite &site, int64_t rank, ArrayRef<Node> tables,
             ValueRange scalars)
      : graph(graph), tape(graph.tape), builder(builder), loc(loc), site(site), rank(rank), tables(tables),
        pool(scalars) {}

  /// Adds so many operations, or a few more.
  void grow(unsigned count);
  /// A value of the type, converted if there is none.
  Value get(Type type);
  /// The same of an element that was looked up behind assertions that its indices are in range.
  Value getAsserted(Type type);

private:
  // What there is.
  Type pickType();
  Type pickInteger();
  Type pickFloat();
  Value pickAny();
  /// A value of one of the types; nothing if there is none.
  Value findValue(function_ref<bool(Type)> filter);
  Value constant(Type type, double value);
  Value pickConstant(Type type);

  // Operations.
  Value op(StringRef name, ValueRange operands, Type type, ArrayRef<NamedAttribute> attributes = {});
  Value compareIntegers(arith::CmpIPredicate predicate, Value lhs, Value rhs);
  Value select(Value condition, Value yes, Value no) { return op("arith.select", {condition, yes, no}, yes.getType()); }
  void addOne();
  Value addInteger();
  Value addDivision();
  Value addShift();
  Value addUnaryInteger();
  Value addExtended();
  Value addComparison();
  Value addSelect();
  Value addFloat();
  Value addUnaryFloat();
  Value addPosition();
  Value addScrambled();
  Value addAffine();
  Value addBranch();
  Value addLookup();
  Value lookUp(bool asserts);

  // Conversions.
  Value convert(Value value, Type type);
  Value convertInteger(Value value, Type type);
  Value convertToFloat(Value value, FloatType type);
  Value convertFromFloat(Value value, Type type);
  Value convertFloat(Value value, FloatType type);

  // Lookups.
  Value pickIndex();
  Value limitIndex(Value index, Value size, bool isEmpty, Value &condition);
  void assertInRange(Value index, unsigned table, int64_t dim);

  GraphBuilder &graph;
  Tape &tape;
  OpBuilder builder;
  Location loc;
  BodySite &site;
  int64_t rank;
  ArrayRef<Node> tables;
  SmallVector<Value> pool;
  unsigned depth = 0; ///< of branches
};

/// An element type of tensors, of integers rather than floats.
Type pickElementType(GraphBuilder &graph);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_BODYWRITER_H
