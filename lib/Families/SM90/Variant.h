// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A variant of a product, and what the variants of a kernel share.

#ifndef FUSION_LIB_FAMILIES_SM90_VARIANT_H
#define FUSION_LIB_FAMILIES_SM90_VARIANT_H

#include "Spec.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/Async/OperandCopy.h"
#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Families/Common/StableInputs.h"
#include "fusion/Families/Product/Kernel.h"
#include "fusion/Families/Product/ReductionKernel.h"
#include "fusion/Families/Product/StackedSource.h"
#include "fusion/Schedule/KernelVariant.h"
#include "fusion/Support/ChipTable.h"

#include <map>

namespace fusion::async {

/// Bytes that threads can copy at once of a matrix of this type, 16, 8 or 4, if it starts at a multiple of them; fewer
/// where cp.async cannot.
int64_t getCopyAccess(MemRefType type);

/// How an operand comes to shared memory, as its schedule says.
struct OperandPath {
  OperandLoad load = OperandLoad::TMA;
  bool copied = false; ///< a kernel in front lays it out anew
};

/// How an operand of the product comes in: as a tensor map, or as a memref that threads copy, `access` bytes at a time.
struct OperandParameter {
  unsigned number = 0;
  int64_t access = 0; ///< 0 for a tensor map
  int64_t rows = 0;   ///< of the map's box
  std::optional<unsigned> lastMap = {};
};

/// A schedule, and what the variant that runs it is called and asks for.
struct VariantSchedule {
  SM90Schedule schedule;
  std::string suffix;
  std::optional<int64_t> mostM = {};
  bool anyAddress = false;               ///< nothing is asked of addresses and pitches but those of A and B
  std::optional<AccessGuard> guard = {}; ///< what a variant of the IR asks; else what it is to ask is found out
};

/// What the variants of a kernel share, of which one runs.
class VariantPool {
public:
  /// The copies of A, of B, of both, of neither.
  std::shared_ptr<OperandCopy> getCopy(bool ofA, bool ofB) {
    std::shared_ptr<OperandCopy> &operandCopy = copies[2 * ofA + ofB];
    if (!operandCopy)
      operandCopy = std::make_shared<OperandCopy>();
    return operandCopy;
  }
  /// Where the partial tiles of a stream-K tail wait.
  std::shared_ptr<PartialTileMemory> getPartialTileMemory(const ProductSpec &spec) {
    std::shared_ptr<PartialTileMemory> &memory = partialTileMemories[{
        PartialTiles::bytes(spec.sums.tile), spec.walk.tileM, spec.walk.streamKTail, spec.walk.wave}];
    if (!memory)
      memory = std::make_shared<PartialTileMemory>();
    return memory;
  }

private:
  std::array<std::shared_ptr<OperandCopy>, 4> copies;
  std::map<std::array<int64_t, 4>, std::shared_ptr<PartialTileMemory>> partialTileMemories;
};

/// The whole product and its epilogue as one kernel of warpgroups; with a stream-K tail that a
/// reduction kernel adds, as two.
class SM90Variant : public KernelVariant {
public:
  SM90Variant(const KernelPlan &formula, const VariantSchedule &variant, VariantPool &pool);

  /// Whether the copy engine can read A and B, or their copies, where they turned out to lie: slices of other tensors
  /// may have any pitch.
  bool readsOperands();
  /// Whether it can run, and its guard asks for what it takes. Fails with a diagnostic.
  LogicalResult check();

  StringRef suffix() const override { return nameSuffix; }
  const AccessGuard &guard() const override { return variant.guard ? *variant.guard : needed; }
  FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) override;
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function) override;

  // What a launch of several kernels asks (SharedVariant.h).
  KernelOp getKernel() const { return kernel; }
  MLIRContext *getContext() const { return KernelOp(kernel).getContext(); }
  const ChipInfo &getChip() const { return chip; }
  const ProductSpec &getSpec() const { return spec; }
  const EpiloguePlan &getPlan() const { return plan; }
  const Parameters &getParameters() const { return parameters; }
  /// Whether the two can be parts of one launch, as far as they are alike and have no other launches.
  bool canShareWith(const SM90Variant &other) const;
  /// On the device, of the function's arguments those that are parameters of this variant.
  KernelArguments getArguments(KernelBuilder &kb, Block::BlockArgListType arguments) const;
  /// Marks which of them are stable, from the function's argument `first` on.
  void markStableArguments(LLVM::LLVMFuncOp function, unsigned first) const;
  Value emitTiles(OpBuilder &builder, Location loc);

private:
  /// Copies are made by the kernel just before: they are not stable, though the operand may be.
  bool isCopied(Value memref) const;
  bool isStableOperand(Value memref) const { return isStable(kernel, memref) && !isCopied(memref); }
  /// `dim` is the operand's M or N; `kMajor` tells how it lies in memory.
  OperandParameter addOperand(Value memref, int64_t dim, const Multiplicand &multiplicand, bool kMajor, int64_t sharers,
                              OperandPath path);
  OperandParameter addOperandMaps(Value memref, int64_t dim, const Multiplicand &multiplicand, int64_t sharers);

  void addAddedOperands();
  AddedFactors getAddedFactors(KernelBuilder &kb, Block::BlockArgListType arguments) const;

  /// A parameter for the scales of an operand, if it has any; on the device, the scales.
  std::optional<unsigned> addScale(const std::optional<FactorScale> &scale);
  BlockScale getScale(KernelBuilder &kb, Block::BlockArgListType arguments, std::optional<unsigned> number,
                      const std::optional<FactorScale> &scale) const;

  std::unique_ptr<Source> getSource(KernelBuilder &kb, Block::BlockArgListType arguments, Value memref,
                                    OperandParameter parameter) const;
  BoxSource getBoxes(Block::BlockArgListType arguments, Value memref, OperandParameter parameter) const;
  /// The right factors, as one multiplicand.
  std::unique_ptr<Source> getRightSource(KernelBuilder &kb, Block::BlockArgListType arguments) const;
  Value emitTail(OpBuilder &builder, Location loc);
  Value emitGrid(OpBuilder &builder, Location loc);

  /// The name of the kernel that copies operands, made from that of this variant's function: variants share it.
  std::string getCopyName(StringRef name) const {
    assert(name.ends_with(nameSuffix) && "the function of another variant");
    StringRef which = pathA.copied ? (pathB.copied ? "ab" : "a") : "b";
    return (name.drop_back(nameSuffix.size()) + "_copy_" + which).str();
  }
  static std::string getReductionName(StringRef name) { return (name + "_reduce").str(); }

  const AccessGuard *allowed() const { return variant.guard ? &*variant.guard : nullptr; }

  VariantSchedule variant;
  AccessGuard needed; ///< by what it accesses
  std::string nameSuffix;
  SmallVector<ProductSum, 1> products; ///< of one left factor
  const ProductSum &product;           ///< the first one
  std::optional<ProductSum> added;     ///< the product that is added to it
  double addedScale = 1;               ///< by which that is multiplied
  const ChipInfo &chip;
  OperandPath pathA, pathB;
  ProductSpec spec;
  EpiloguePlan plan;
  SharedLayout layout;
  Value a;
  SmallVector<Value, 1> b;                  ///< of each product
  std::shared_ptr<OperandCopy> operandCopy; ///< of all variants of the kernel that copy the same
  Parameters parameters;
  OperandParameter operandA;
  SmallVector<OperandParameter, 1> operandB; ///< of each product
  /// The factors of the product that is added, with their parameters.
  SmallVector<std::pair<Value, OperandParameter>, 2> addedOperands;
  std::optional<unsigned> scaleA, scaleB; ///< parameters
  std::optional<FinishParameters> finish;
  // With a stream-K tail:
  unsigned partialTiles = 0; ///< parameter
  std::shared_ptr<PartialTileMemory> partialTileMemory;
  std::unique_ptr<ReductionKernel> reductionKernel; ///< null where blocks add
};

/// Bytes of shared memory for a launch.
int64_t getSharedBytes(const SharedLayout &layout, const ProductSpec &spec, const ChipInfo &chip);
/// The blocks (index) of a persistent grid for so many tiles, counted in clusters.
Value emitWave(OpBuilder &builder, Location loc, Value clusters, const Walk &walk);

/// One of the kernel's variants; null where it is none of this family, or bufferization has put operands elsewhere than
/// was expected. Fails with a diagnostic on what has no lowering.
FailureOr<std::unique_ptr<SM90Variant>> createVariant(const KernelPlan &plan, VariantAttr attr, VariantPool &pool);

/// The variants of a product with its epilogue. Fail with a diagnostic on what has no lowering.
FailureOr<ArrayAttr> selectVariants(const KernelPlan &plan);
FailureOr<KernelVariants> createVariants(const KernelPlan &plan, ArrayRef<VariantAttr> variants);

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_SM90_VARIANT_H
