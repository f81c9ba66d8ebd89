// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scores of elements in registers.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SCOREEMITTER_H
#define FUSION_LIB_FAMILIES_ATTENTION_SCOREEMITTER_H

#include "ScoreFormula.h"
#include "fusion/Families/Common/OperandAccess.h"
#include "mlir/IR/IRMapping.h"

namespace fusion {

/// An operand of the score formula in memory.
struct ScoreOperand {
  MemRefArgument memory;
  bool pairs = false;  ///< two keys side by side are read at once: sizes are even, and rows aligned
  bool staged = false; ///< it is in shared memory
};

/// Where elements lie, as values of a thread.
struct ScorePlace {
  SmallVector<Value> batch;  ///< indices of the matrix
  SmallVector<Value> rows;   ///< of the thread
  SmallVector<int64_t> keys; ///< behind a first key: in pairs, where there are several rows
  Value rowSize, keySize;
  /// LLVM does not see that rows are the same in all blocks of keys: it would keep the distances of each row to all
  /// keys of a block, two registers each.
  bool hidesRows = false;
};

/// Computes scores in place of elements of the first product. Those of several rows come in this order: two keys of a
/// row, then the same of the next row. What does not vary along the keys is computed once.
class ScoreEmitter {
public:
  /// `operands` are those of the formula's elements. Emits what is the same for all keys. There are `registers` to
  /// spare for operands that are loaded before scores are there; where that is too few, they are loaded beside their
  /// use.
  ScoreEmitter(KernelBuilder &kb, const ScoreFormula &formula, ArrayRef<ScoreOperand> operands, ScorePlace place,
               int64_t registers);

  const ScoreFormula &getFormula() const { return formula; }

  /// By operand and row, the elements at some keys; one row where they are the same for all, none where they do not
  /// vary along the keys.
  using Elements = SmallVector<SmallVector<SmallVector<Value, 2>, 2>>;
  /// Operands of keys from `first` (i32) on. Where `clamps`, keys may be behind the end; they are not read.
  struct Block {
    Value first;
    bool clamps;
    SmallVector<Elements> groups; ///< of as many keys as are loaded at once; none if they are loaded beside their use
    SmallVector<IRMapping> rows;  ///< what is the same for all keys of the block, of each row
  };
  Block load(Value first, bool clamps);
  /// The staged operand's elements at the thread's keys `key` and `key` + 1, in pairs (i32): that of each row. It is
  /// asked for one pair of keys after the other.
  using Staged = function_ref<SmallVector<Value>(int64_t key)>;
  void evaluate(MutableArrayRef<Value> elements, const Block &block, Staged staged = nullptr);

private:
  /// On what a value depends; OnBlock: on the first key of a block.
  enum Dependence : unsigned { OnRow = 1, OnKey = 2, OnProduct = 4, OnBlock = 8 };

  void findDependences();
  unsigned getDependence(Operation &op) const;
  bool isUsed(Value argument) const { return !argument.use_empty() || argument == formula.getCode().result; }
  /// Keys that are loaded at once: a pair, or one.
  int64_t getGroupSize() const { return place.rows.size() == 1 ? 1 : 2; }
  /// Registers that the operands of a block take.
  int64_t countRegisters() const;
  Value loadConstant(int64_t operand, int64_t row);
  SmallVector<Value, 2> loadOperand(int64_t operand, int64_t row, const Block &block, int64_t firstKey);
  Elements loadGroup(const Block &block, int64_t firstKey);
  void copyOps(bool (*isTaken)(unsigned dependence), IRMapping &mapping);
  /// Operations of just that dependence, which are the same in all rows; what they read of these is in `row`.
  void copyOnce(unsigned taken, IRMapping row, IRMapping &own);
  /// Puts the staged operand's elements into a group.
  void addStaged(Elements &group, ArrayRef<Value> pairs);
  /// What depends on the key alone.
  IRMapping mapKey(const Block &block, const Elements &elements, int64_t firstKey, int64_t lane);
  void evaluateGroup(MutableArrayRef<Value> results, const Block &block, const Elements &elements, int64_t firstKey);

  KernelBuilder &kb;
  const ScoreFormula &formula;
  ScorePlace place;
  SmallVector<ScoreOperand> operands;
  SmallVector<OperandAccess> accesses;
  DenseMap<Value, unsigned> dependences;
  bool isEarly;
  SmallVector<IRMapping> rows; ///< what does not depend on the key, of each row
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SCOREEMITTER_H
