// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes faults in graphs: each kind is a function that changes an operation, or says that it cannot.

#include "FaultyGraph.h"
#include "Tape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::smith;

/// Another constant of the same type: half as large again, and a quarter more; or the next integer.
static TypedAttr changeValue(TypedAttr attr, uint64_t draw) {
  auto ofFloat = [](const APFloat &value) {
    bool lossy;
    APFloat wide = value;
    wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lossy);
    APFloat changed(1.5 * wide.convertToDouble() + 0.25);
    changed.convert(value.getSemantics(), APFloat::rmNearestTiesToEven, &lossy);
    return changed;
  };
  auto ofInteger = [draw](const APInt &value) { return draw % 2 ? value + 1 : value - 1; };
  if (auto value = dyn_cast<FloatAttr>(attr))
    return FloatAttr::get(value.getType(), ofFloat(value.getValue()));
  if (auto value = dyn_cast<IntegerAttr>(attr))
    return IntegerAttr::get(value.getType(), ofInteger(value.getValue()));
  auto dense = dyn_cast<DenseElementsAttr>(attr);
  if (!dense || dense.empty())
    return {};
  int64_t chosen = dense.isSplat() ? 0 : static_cast<int64_t>(draw / 2 % dense.getNumElements());
  if (isa<FloatType>(dense.getElementType())) {
    if (dense.isSplat())
      return DenseElementsAttr::get(dense.getType(), ofFloat(dense.getSplatValue<APFloat>()));
    SmallVector<APFloat> values(dense.getValues<APFloat>());
    values[chosen] = ofFloat(values[chosen]);
    return DenseElementsAttr::get(dense.getType(), values);
  }
  if (!dense.getElementType().isIntOrIndex())
    return {};
  if (dense.isSplat())
    return DenseElementsAttr::get(dense.getType(), ofInteger(dense.getSplatValue<APInt>()));
  SmallVector<APInt> values(dense.getValues<APInt>());
  values[chosen] = ofInteger(values[chosen]);
  return DenseElementsAttr::get(dense.getType(), values);
}

static bool changeConstant(Operation *op, uint64_t draw) {
  for (StringRef name : {"value", "values"})
    if (auto attr = op->getAttrOfType<TypedAttr>(name))
      if (op->hasTrait<OpTrait::ConstantLike>())
        if (TypedAttr changed = changeValue(attr, draw); changed && changed != attr) {
          op->setAttr(name, changed);
          return true;
        }
  return false;
}

/// Operations of the same operands and results, by their names without the dialect's.
static StringRef getOther(StringRef name) {
  static const llvm::StringMap<StringRef> others = {{"addf", "subf"},         {"subf", "addf"},
                                                    {"mulf", "addf"},         {"divf", "mulf"},
                                                    {"maximumf", "minimumf"}, {"minimumf", "maximumf"},
                                                    {"maxnumf", "minnumf"},   {"minnumf", "maxnumf"},
                                                    {"addi", "subi"},         {"subi", "addi"},
                                                    {"muli", "addi"},         {"andi", "ori"},
                                                    {"ori", "andi"},          {"xori", "ori"},
                                                    {"maxsi", "minsi"},       {"minsi", "maxsi"},
                                                    {"maxui", "minui"},       {"minui", "maxui"},
                                                    {"extsi", "extui"},       {"extui", "extsi"},
                                                    {"shli", "shrui"},        {"shrsi", "shrui"},
                                                    {"exp", "exp2"},          {"exp2", "exp"},
                                                    {"log", "log2"},          {"tanh", "erf"},
                                                    {"erf", "tanh"},          {"sin", "cos"},
                                                    {"cos", "sin"},           {"floor", "ceil"},
                                                    {"ceil", "floor"},        {"roundeven", "floor"},
                                                    {"absf", "sqrt"},         {"sqrt", "absf"},
                                                    {"rsqrt", "sqrt"},        {"add", "sub"},
                                                    {"sub", "add"},           {"mul", "add"},
                                                    {"div", "mul"},           {"max", "min"},
                                                    {"min", "max"},           {"maximum", "minimum"},
                                                    {"minimum", "maximum"},   {"relu", "abs"},
                                                    {"abs", "relu"},          {"sigmoid", "tanh"},
                                                    {"silu", "relu"},         {"negf", "absf"},
                                                    {"neg", "abs"},           {"logical_and", "logical_or"}};
  return others.lookup(name);
}

/// Replaces the operation by one of another name. Fails where no operation has that name.
static bool changeKind(Operation *op, uint64_t) {
  StringRef other = getOther(op->getName().stripDialect());
  if (other.empty() || op->getNumResults() != 1)
    return false;
  std::string name = (op->getName().getDialectNamespace() + "." + other).str();
  auto info = RegisteredOperationName::lookup(name, op->getContext());
  if (!info)
    return false;
  OpBuilder builder(op);
  OperationState state(op->getLoc(), *info, op->getOperands(), op->getResultTypes());
  state.addAttributes(op->getDiscardableAttrDictionary().getValue());
  for (unsigned i = 0; i < op->getNumRegions(); ++i) {
    IRMapping mapping;
    op->getRegion(i).cloneInto(state.addRegion(), mapping);
  }
  Operation *changed = builder.create(state);
  if (failed(changed->getName().verifyInvariants(changed))) {
    changed->erase();
    return false;
  }
  op->replaceAllUsesWith(changed->getResults());
  op->erase();
  return true;
}

static bool changePredicate(Operation *op, uint64_t draw) {
  auto predicate = op->getAttrOfType<IntegerAttr>("predicate");
  if (!predicate)
    return false;
  int64_t most = isa<arith::CmpIOp>(op) ? 9 : 15, old = predicate.getInt();
  int64_t next = (old + 1 + static_cast<int64_t>(draw % static_cast<uint64_t>(most))) % (most + 1);
  op->setAttr("predicate", IntegerAttr::get(predicate.getType(), next));
  return next != old;
}

static bool swapOperands(Operation *op, uint64_t) {
  unsigned count = op->getNumOperands();
  if (count < 2 || op->getNumRegions() > 0 || op->hasTrait<OpTrait::IsCommutative>())
    return false;
  Value first = op->getOperand(count - 2), second = op->getOperand(count - 1);
  if (first == second || first.getType() != second.getType())
    return false;
  op->setOperand(count - 2, second);
  op->setOperand(count - 1, first);
  return true;
}

/// Leaves the operation out: its operand stands for its result.
static bool leaveOut(Operation *op, uint64_t draw) {
  if (op->getNumResults() != 1 || op->use_empty())
    return false;
  unsigned count = op->getNumOperands();
  for (unsigned i = 0; i < count; ++i)
    if (Value operand = op->getOperand((i + draw) % count); operand.getType() == op->getResult(0).getType()) {
      op->getResult(0).replaceAllUsesWith(operand);
      return true;
    }
  return false;
}

/// Lets the operation read another value of the same type, from in front of it in its block.
static bool readOther(Operation *op, uint64_t draw) {
  if (op->getNumOperands() == 0 || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  OpOperand &operand = op->getOpOperand(draw % op->getNumOperands());
  SmallVector<Value> others;
  auto add = [&](Value value) {
    if (value != operand.get() && value.getType() == operand.get().getType())
      others.push_back(value);
  };
  llvm::for_each(op->getBlock()->getArguments(), add);
  for (Operation &before : llvm::make_range(op->getBlock()->begin(), op->getIterator()))
    llvm::for_each(before.getResults(), add);
  if (others.empty())
    return false;
  operand.set(others[draw / 16 % others.size()]);
  return true;
}

namespace {
struct FaultKind {
  StringLiteral name;
  bool (*change)(Operation *op, uint64_t draw);
};
} // namespace

std::string fusion::smith::seedFault(ModuleOp module, uint64_t seed) {
  static constexpr FaultKind kinds[] = {{"another constant", changeConstant},
                                        {"another operation", changeKind},
                                        {"another predicate", changePredicate},
                                        {"operands exchanged", swapOperands},
                                        {"left out", leaveOut},
                                        {"another operand", readOther}};
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (!isa<ModuleOp, func::FuncOp>(op) && !op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
  });
  const FaultKind &kind = kinds[nextRandom(seed) % std::size(kinds)];
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
  for (unsigned attempt = 0; attempt < 64 && !ops.empty(); ++attempt) {
    Operation *op = ops[nextRandom(seed) % ops.size()];
    std::string name = op->getName().getStringRef().str();
    if (kind.change(op, nextRandom(seed)))
      return succeeded(verify(module)) ? (kind.name + ": " + name).str() : "";
  }
  return "";
}
