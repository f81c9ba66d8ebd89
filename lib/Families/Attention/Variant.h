// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel of attention by tensor cores from both sides of the launch, and one that takes anything.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_VARIANT_H
#define FUSION_LIB_FAMILIES_ATTENTION_VARIANT_H

#include "Reduction.h"
#include "fusion/Schedule/KernelVariant.h"

namespace fusion {

/// A grid of blocks of threads.
struct AttentionGrid {
  int64_t threads;
  int64_t blocksPerSM; ///< at least
  int64_t sharedBytes;
};

/// The function and the launch of a kernel by tensor cores, with the second kernel of splits. Which parameters are of
/// query, key and value, and what a block does, is for the classes derived from it.
class AttentionVariant : public KernelVariant {
public:
  StringRef suffix() const override { return nameSuffix; }
  const AccessGuard &guard() const override { return needed; }
  /// What a variant of the IR asks, which is no less.
  void setGuard(const AccessGuard &guard) { needed = guard; }
  FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) override;
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function) override;

  /// Whether types allow that the inputs are read.
  virtual bool readsInputs() const { return true; }

protected:
  struct Input {
    Value memref;
    unsigned parameter; ///< the first that it has
  };

  AttentionVariant(KernelOp kernel, StringRef suffix) : KernelVariant(kernel), nameSuffix(suffix) {}

  virtual const AttentionSpec &getSpec() const = 0;
  virtual AttentionGrid getGrid() const = 0;
  /// Emits what a block does, with `arguments` of the function.
  virtual void emitBlock(KernelBuilder &kb, Block::BlockArgListType arguments) = 0;

  // Parameters, in this order behind those of query, key and value.
  void addSizes();
  void addScoreOperands();
  void addOutputs();
  void getArguments(KernelBuilder &kb, Block::BlockArgListType arguments, AttentionArguments &result) const;

  async::Parameters parameters;
  AccessGuard needed;

private:
  AttentionSize addSize(Value memref, int64_t dim);
  bool readsPairs(Value memref) const;

  StringRef nameSuffix;
  AttentionSize rows, keys;
  SmallVector<AttentionSize> batch;
  SmallVector<Input> scoreOperands, tables; ///< of ScoreOperands
  SmallVector<unsigned> outputs;            ///< none where another kernel stores them
  std::optional<unsigned> memory;           ///< for splits
  std::optional<AttentionReduction> reduction;
};

/// A warp for each row, which walks over the keys one by one. For sizes and addresses that tensor cores' kernels do not
/// take.
std::unique_ptr<KernelVariant> createGeneralAttentionVariant(KernelOp kernel, StringRef suffix);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_VARIANT_H
