// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fusion;

#include "fusion/Dialect/Fusion/IR/FusionEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionAttrs.cpp.inc"

void FusionDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "fusion/Dialect/Fusion/IR/FusionAttrs.cpp.inc"
      >();
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef chip) {
  if (!lookupChip(chip))
    return emitError() << "unknown chip '" << chip << "'; known chips are " << listChips();
  return success();
}

FailureOr<std::string> mlir::fusion::parseFamilyName(AsmParser &parser) {
  std::string name;
  if (parser.parseKeywordOrString(&name))
    return failure();
  return name;
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef family,
                                   ArrayRef<int64_t> tile, ArrayRef<int64_t> warps, int64_t stages, int64_t group,
                                   SM90OptionsAttr sm90) {
  if (tile.size() != 3)
    return emitError() << "schedule expects a tile of 3 sizes [m, n, k], but has " << tile.size();
  if (warps.size() != 2)
    return emitError() << "schedule expects 2 warp counts [along m, along n], but has " << warps.size();
  for (int64_t size : tile)
    if (size <= 0)
      return emitError() << "schedule expects positive tile sizes, but has " << size;
  for (int64_t count : warps)
    if (count <= 0)
      return emitError() << "schedule expects positive warp counts, but has " << count;
  if (warps[0] > 32 || warps[1] > 32 || warps[0] * warps[1] > 32)
    return emitError() << "schedule expects at most 32 warps in a block, but has " << warps[0] << " x " << warps[1];
  if (stages < 1 || group < 1)
    return emitError() << "schedule expects stages and group of at least 1, but has " << stages << " and " << group;
  if (sm90 && family != "sm90")
    return emitError() << "schedule expects sm90 options with family sm90 alone, but has family " << family;
  return success();
}

LogicalResult SM90OptionsAttr::verify(function_ref<InFlightDiagnostic()> emitError, WarpgroupMode mode,
                                      int64_t clusterM, int64_t clusterN, int64_t splitK, bool swap, RasterOrder order,
                                      int64_t grid, int64_t blocksPerSM, int64_t staging, DependentLaunch dependents,
                                      bool repackA, bool repackB, OperandLoad loadA, OperandLoad loadB, bool spreadK,
                                      int64_t tailSplit) {
  if (clusterM < 1 || clusterN < 1 || splitK < 1 || blocksPerSM < 1)
    return emitError() << "sm90 options expect cluster_m, cluster_n, split_k and blocks_per_sm of at least 1, but have "
                       << clusterM << ", " << clusterN << ", " << splitK << " and " << blocksPerSM;
  if (tailSplit < 1)
    return emitError() << "sm90 options expect tail_split of at least 1, but have " << tailSplit;
  if (grid < 0)
    return emitError() << "sm90 options expect a grid of 0 or more blocks, but have " << grid;
  if (staging < 0)
    return emitError() << "sm90 options expect staging of 0 or more buffers, but have " << staging;
  return success();
}

LogicalResult AlternativeAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t mostM,
                                      ScheduleAttr schedule) {
  if (mostM < 1)
    return emitError() << "alternative expects most_m of at least 1, but has " << mostM;
  return success();
}
