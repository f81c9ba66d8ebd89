// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The operands of a warpgroup's epilogue.

#ifndef FUSION_LIB_FAMILIES_PRODUCT_EPILOGUEINPUTS_H
#define FUSION_LIB_FAMILIES_PRODUCT_EPILOGUEINPUTS_H

#include "StagingMemory.h"
#include "TileFrame.h"
#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Product/EpilogueArguments.h"

namespace fusion::async {

/// A warpgroup's parts of shared memory.
struct EpilogueMemory {
  Value staging, lines, barriers;
};

/// The operands of a warpgroup's epilogue, each on the path that the plan gives it.
class EpilogueInputs {
public:
  using Lanes = BodyEvaluator::Lanes;

  EpilogueInputs(KernelBuilder &kb, KernelOp kernel, const AccumulatorLayout &layout, const EpiloguePlan &plan,
                 const EpilogueArguments &arguments, int64_t rank, const ConsumerPosition &position, TileFrame &frame,
                 StagingMemory &staging, const EpilogueMemory &memory);

  /// Before the products of a tile: loads what does not vary along both rows and columns. `use` (i32) counts the
  /// warpgroup's tiles.
  void begin(Value use);
  /// After them: lines go to shared memory.
  void storeLines();

  /// By the lead: loads of a chunk's staged operands.
  void startStaged(int64_t chunk);
  void waitStaged(int64_t chunk);
  /// Loads what the chunk of these fragments needs besides; the loads of the chunk before are forgotten.
  void loadChunk(int64_t chunk, ArrayRef<Fragment> fragments);

  /// The values of the kernel's body that are the inputs, with their elements.
  SmallVector<std::pair<Value, Lanes>> at(Pair pair) const;
  /// The elements of one of them, which does not vary along both rows and columns, for a pair that may be of another
  /// chunk.
  Lanes loadAt(Value argument, Pair pair);

private:
  bool isOnPath(unsigned input, InputPath path) const { return plan.inputs[input].path == path; }
  void loadLines();
  void loadRows();
  void loadStaged(unsigned input, int64_t chunk, const Fragment &fragment);
  void loadLine(unsigned input, ArrayRef<Fragment> fragments);
  Lanes loadFromLine(unsigned input, Pair pair);
  Lanes loadDirect(unsigned input, Pair pair);
  Value chunkBarrier(int64_t chunk);
  Lanes lanesOf(unsigned input, Pair pair) const;

  KernelBuilder &kb;
  const AccumulatorLayout &layout;
  const EpiloguePlan &plan;
  const EpilogueArguments &arguments;
  const ConsumerPosition &position;
  TileFrame &frame;
  StagingMemory &staging;
  const EpilogueMemory memory;
  SmallVector<Value> bodyArguments; ///< of the plan's inputs
  SmallVector<OperandAccess> inputs;

  Value use;
  SmallVector<SmallVector<Value>> loaded;                   ///< per input: line elements, row elements or the scalar
  DenseMap<std::pair<unsigned, int64_t>, Lanes> chunkLoads; ///< per input and pair (or its columns)
};

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_PRODUCT_EPILOGUEINPUTS_H
