// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses paths of operands and outputs by their types and by what accesses are allowed.

#include "fusion/Families/Product/EpiloguePlan.h"

#include "fusion/Analysis/ColumnReads.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Families/Async/Parameters.h"
#include "fusion/Families/Common/BodyEmitter.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Whether all rows of a matrix begin and end at multiples of so many bytes if its first does.
static bool allowsAccess(MemRefType type, int64_t access) {
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t bytes = storedBytes(type.getElementType());
  auto allows = [&](int64_t size) { return !ShapedType::isDynamic(size) && size * bytes % access == 0; };
  return access == bytes ||
         (strides.back() == 1 && allows(type.getShape().back()) && llvm::all_of(ArrayRef(strides).drop_back(), allows));
}

int64_t async::getRowAccess(MemRefType type) {
  int64_t access = storedBytes(type.getElementType());
  while (access < 8 && allowsAccess(type, 2 * access))
    access *= 2;
  return access;
}

bool async::hasAlignedPairs(MemRefType type) {
  auto [strides, offset] = type.getStridesAndOffset();
  if (type.getRank() < 1 || strides.back() != 1 || type.getElementTypeBitWidth() < 8)
    return false;
  auto isEven = [](int64_t size) { return !ShapedType::isDynamic(size) && size % 2 == 0; };
  return isEven(type.getShape().back()) && llvm::all_of(ArrayRef(strides).drop_back(), isEven);
}

bool EpiloguePlan::stagesOutputs() const {
  return llvm::any_of(outputs, [](const EpilogueOutput &output) { return output.staged; });
}

bool EpiloguePlan::storesRows() const {
  return llvm::any_of(outputs, [](const EpilogueOutput &output) { return output.rowAccess > 0; });
}

bool EpiloguePlan::stagesInputs() const {
  return llvm::any_of(inputs, [](const EpilogueInput &input) { return input.path == InputPath::Staged; });
}

/// Whether dimension `fromEnd` (1: columns) of an input varies over the kernel's iteration space.
static bool varies(MemRefType type, int64_t fromEnd) {
  return type.getRank() >= fromEnd && type.getDimSize(type.getRank() - fromEnd) != 1;
}

static InputPath classify(MemRefType type, const AccumulatorLayout &layout) {
  bool alongColumns = varies(type, 1), alongRows = varies(type, 2);
  if (layout.isSwapped())
    std::swap(alongColumns, alongRows);
  if (alongRows)
    return alongColumns ? InputPath::Direct : InputPath::PerRow;
  return alongColumns ? InputPath::PerColumn : InputPath::Scalar;
}

/// Whether accesses to a matrix may be of so many bytes.
static bool allows(const AccessGuard *allowed, Value memref, int64_t bytes) {
  return !allowed || allowed->getAlignment(memref) >= bytes;
}

/// The output in whose buffer a full input can wait: the same kind of matrix, and nobody else's.
static std::optional<unsigned> findSlot(const EpiloguePlan &plan, MemRefType type, int64_t rank) {
  if (!isTMAType(type) || type.getRank() != rank)
    return std::nullopt;
  for (auto [slot, output] : llvm::enumerate(plan.outputs)) {
    bool taken = llvm::any_of(plan.inputs, [slot = slot](const EpilogueInput &input) {
      return input.path == InputPath::Staged && input.slot == slot;
    });
    if (output.staged && output.rowAccess == 0 && !taken && output.elementBytes == storedBytes(type.getElementType()))
      return slot;
  }
  return std::nullopt;
}

/// How an output whose elements lie in shared memory leaves it.
static int64_t chooseRowAccess(Value memref, const AccessGuard *allowed) {
  auto type = cast<MemRefType>(memref.getType());
  if (isTMAType(type) && allows(allowed, memref, 16))
    return 0;
  int64_t access = getRowAccess(type);
  while (access > storedBytes(type.getElementType()) && !allows(allowed, memref, access))
    access /= 2;
  return access;
}

/// The longest run of bits. What a warpgroup finishes of a tile begins and ends at multiples of it.
static int64_t chooseBitRun(Value memref, const AccumulatorLayout &layout, const AccessGuard *allowed) {
  auto type = cast<MemRefType>(memref.getType());
  const WarpgroupTile &own = layout.getTile();
  auto fits = [&](int64_t run) {
    int64_t access = layout.getBitAccess(run);
    return allowsAccess(type, access) && allows(allowed, memref, access) && own.columns % (8 * run) == 0 &&
           own.finishedColumns % (8 * run) == 0;
  };
  int64_t run = 32;
  while (run > 1 && !fits(run))
    run /= 2;
  return run;
}

/// Where an epilogue reads other columns, what it looks up beside them is mostly for each column, as sines are: then
/// pairs are loaded at once.
static int64_t chooseTableAccess(KernelOp kernel, Value memref, const AccumulatorLayout &layout,
                                 const AccessGuard *allowed, bool anyAddress) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t bytes = storedBytes(type.getElementType());
  bool inPairs = looksUpComputed(kernel) && !layout.isSwapped() && !anyAddress && hasAlignedPairs(type) &&
                 allows(allowed, memref, 2 * bytes);
  return inPairs ? 2 * bytes : bytes;
}

EpiloguePlan EpiloguePlan::get(KernelOp kernel, const AccumulatorLayout &layout, int64_t buffers,
                               const AccessGuard *allowed, bool anyAddress) {
  const WarpgroupTile &own = layout.getTile();
  EpiloguePlan plan;
  plan.anyAddress = anyAddress;
  SmallVector<int64_t> outputBytes;
  for (auto [index, memref] : llvm::enumerate(kernel.getOuts())) {
    auto type = cast<MemRefType>(memref.getType());
    EpilogueOutput output;
    output.index = index;
    output.elementBytes = storedBytes(type.getElementType());
    StoreOpInterface store = getStoreOp(kernel, index);
    output.isMaximum = isa_and_nonnull<AmaxOp>(store.getOperation());
    output.isBits = isa_and_nonnull<PackBitsOp>(store.getOperation());
    if (output.isBits && !layout.isSwapped() && !anyAddress) {
      output.bitRun = chooseBitRun(memref, layout, allowed);
      output.bitAccess = layout.getBitAccess(output.bitRun);
    }
    // What leaves shared memory leaves it whole.
    output.staged = !store && canStage(own, output.elementBytes);
    if (output.staged)
      output.rowAccess = anyAddress ? output.elementBytes : chooseRowAccess(memref, allowed);
    output.pairs =
        !layout.isSwapped() && !anyAddress && hasAlignedPairs(type) && allows(allowed, memref, 2 * output.elementBytes);
    if (writesElements(kernel, index))
      outputBytes.push_back(output.elementBytes);
    plan.outputs.push_back(output);
  }
  plan.chunks = StagedChunks::get(own, buffers, outputBytes);
  for (EpilogueOutput &output : plan.outputs) {
    if (!output.staged)
      continue;
    output.bufferOffset = plan.stagingBytes;
    plan.stagingBytes += plan.chunks.buffers * plan.chunks.bufferBytes(output.elementBytes);
  }
  int64_t rank = KernelPlan(kernel).getIterationType().getRank();
  for (auto [index, memref] : llvm::enumerate(kernel.getInputs())) {
    if (KernelOp::isTable(kernel.getBodyArgument(index))) {
      plan.tables.push_back(index);
      plan.tableAccess.push_back(chooseTableAccess(kernel, memref, layout, allowed, anyAddress));
    }
    if (!KernelOp::isElementwiseOperand(kernel.getBodyArgument(index)))
      continue;
    auto type = cast<MemRefType>(memref.getType());
    EpilogueInput input;
    input.index = index;
    input.path = classify(type, layout);
    if (input.path == InputPath::PerColumn) {
      input.lineOffset = plan.lineBytes;
      plan.lineBytes += llvm::alignTo(own.finishedColumns * storedBytes(type.getElementType()), 16);
    } else if (input.path == InputPath::Direct && !anyAddress) {
      std::optional<unsigned> slot = findSlot(plan, type, rank);
      if (slot && allows(allowed, memref, 16)) {
        input.path = InputPath::Staged;
        input.slot = *slot;
      }
      input.pairs = !layout.isSwapped() && hasAlignedPairs(type) &&
                    allows(allowed, memref, 2 * storedBytes(type.getElementType()));
    }
    plan.inputs.push_back(input);
  }
  return plan;
}
