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
  bool pairs = false; ///< two keys side by side are read at once: sizes are even, and rows aligned
};

/// Where elements lie, as values of a thread.
struct ScorePlace {
  SmallVector<Value> batch;  ///< indices of the matrix
  SmallVector<Value> rows;   ///< of the thread, one or two
  SmallVector<int64_t> keys; ///< behind a first key: in pairs, where there are two rows
  Value rowSize, keySize;
};

/// Computes scores in place of elements of the first product. Those of two rows are in the order of accumulators: two
/// keys of a row, then the same of the other row. What does not vary along the keys is computed once.
class ScoreEmitter {
public:
  /// `operands` are those of the formula's elements. Emits what is the same for all keys.
  ScoreEmitter(KernelBuilder &kb, const ScoreFormula &formula, ArrayRef<ScoreOperand> operands, ScorePlace place);

  const ScoreFormula &getFormula() const { return formula; }

  /// Operands of keys from `first` (i32) on. Where `clamps`, keys may be behind the end; they are not read.
  struct Block {
    Value first;
    /// By operand and row; one row where they are the same for all, none where they do not vary along the keys.
    SmallVector<SmallVector<SmallVector<Value>>> elements;
  };
  Block load(Value first, bool clamps);
  void evaluate(MutableArrayRef<Value> elements, const Block &block);

private:
  /// On what a value depends.
  enum Dependence : unsigned { OnRow = 1, OnKey = 2, OnProduct = 4 };

  void findDependences();
  unsigned getDependence(Operation &op) const;
  bool isUsed(Value argument) const { return !argument.use_empty() || argument == formula.getCode().result; }
  /// The operand's elements at keys from `first` on, of a row.
  SmallVector<Value> loadOperand(int64_t operand, int64_t row, Value first, bool clamps);
  void copyOps(bool (*isTaken)(unsigned dependence), IRMapping &mapping);
  /// What depends on the key alone, at each of `block`'s keys.
  SmallVector<IRMapping> mapKeys(const Block &block);

  KernelBuilder &kb;
  const ScoreFormula &formula;
  ScorePlace place;
  SmallVector<ScoreOperand> operands;
  SmallVector<OperandAccess> accesses;
  DenseMap<Value, unsigned> dependences;
  SmallVector<IRMapping> rows; ///< what does not depend on the key, of each row
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SCOREEMITTER_H
