// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_BOXLOADER_H
#define FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_BOXLOADER_H

#include "Producer.h"

namespace mlir::fusion::sm90 {

/// The blocks of a cluster that share a tile of one operand: each loads a part of it, for all of them.
struct Sharing {
  int64_t blocks;
  Value part; ///< this block's (i32)
  Value mask; ///< of the blocks (i16); null if there is one

  static Sharing ofRows(KernelBuilder &kb, const BlockContext &block) {
    return block.spec.schedule.swap ? ofB(kb, block) : ofA(kb, block);
  }
  static Sharing ofColumns(KernelBuilder &kb, const BlockContext &block) {
    return block.spec.schedule.swap ? ofA(kb, block) : ofB(kb, block);
  }

private:
  static Sharing ofA(KernelBuilder &kb, const BlockContext &block);
  static Sharing ofB(KernelBuilder &kb, const BlockContext &block);
};

/// Loads one operand's part of a k block by TMA. One thread does.
class BoxLoader {
public:
  /// `shared` is the operand's first stage.
  BoxLoader(const Multiplicand &multiplicand, const OperandSource &source, const Sharing &sharing, Value shared)
      : multiplicand(multiplicand), source(source), sharing(sharing), shared(shared) {}

  /// `position` is the tile's first row (column), `k` the block's first k; `barrier` counts the bytes.
  void load(KernelBuilder &kb, Value stage, Value position, Value k, ValueRange batch, Value barrier) const;

private:
  void issue(KernelBuilder &kb, Value target, Value inner, Value outer, ValueRange batch, Value barrier) const;

  const Multiplicand &multiplicand;
  const OperandSource &source;
  Sharing sharing;
  Value shared;
};

} // namespace mlir::fusion::sm90

#endif // FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_BOXLOADER_H
