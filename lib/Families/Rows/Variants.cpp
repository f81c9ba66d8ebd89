// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses the variants of a kernel of rows: by lengths of rows, and by what accesses ask.

#include "Variants.h"

#include "Launches.h"
#include "RowOperands.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include <numeric>

using namespace mlir;
using namespace fusion;

/// Asks for what accesses to `width` elements of all operands take. False if a type rules it out.
static bool requireWideAccess(KernelOp kernel, const RowSpace &space, const RowsSchedule &schedule, int64_t width,
                              AccessGuard &guard) {
  int64_t last = space.getLastDim(), size = space.shape[last], rank = space.shape.size();
  if (width == 1 || (!ShapedType::isDynamic(size) && size % width != 0))
    return false;
  auto require = [&](Value memref) {
    auto type = cast<MemRefType>(memref.getType());
    int64_t dim = last - (rank - type.getRank());
    if (dim < 0 || type.getDimSize(dim) == 1)
      return true;
    int64_t bytes = std::min<int64_t>(16, width * storedBytes(type.getElementType()));
    if (AccessGuard::widestAccess(type, dim, bytes) < bytes)
      return false;
    guard.requireAligned(memref, dim, bytes);
    if (type.isDynamicDim(dim))
      guard.requireMultiple(memref, dim, width);
    return true;
  };
  for (auto [input, body] : llvm::zip_equal(kernel.getInputs(), kernel.getBodyBlock()->getArguments()))
    if (isReadInPlace(body) && !require(input))
      return false;
  if (!llvm::all_of(kernel.getOuts(), require))
    return false;
  if (!schedule.across && last == rank - 1)
    requireWideLookups(kernel, width, guard);
  return true;
}

namespace {
/// What the variants of a kernel differ by: how large pieces are where the length of rows is open, and whether accesses
/// are wide.
class VariantSpace {
public:
  VariantSpace(KernelOp kernel, const RowsSchedule &schedule)
      : kernel(kernel), space(getRowSpace(KernelPlan(kernel))), schedule(schedule) {
    for (int64_t dim : space.columnDims)
      if (ShapedType::isDynamic(space.shape[dim]))
        open.push_back(findSize(kernel, space, dim));
      else
        known *= space.shape[dim];
  }

  /// The largest pieces come first, whether accesses are wide or not: a row's length alone says how large they are.
  SmallVector<RowAccess> getAccesses() const {
    SmallVector<RowAccess> accesses;
    for (int64_t piece : getPieces())
      for (bool wide : {true, false})
        accesses.push_back({piece, wide});
    return accesses;
  }

  /// What an access takes; nothing if a type rules it out.
  std::optional<AccessGuard> getGuard(RowAccess access) const {
    AccessGuard guard;
    if (access.wide && !requireWide(access.piece, guard))
      return std::nullopt;
    requirePieces(access.piece, guard);
    return guard;
  }

  /// The access of a variant that asks this: pieces are as large, and then accesses as wide, as that allows.
  RowAccess getAccess(const AccessGuard &guard) const {
    SmallVector<int64_t, 3> pieces = getPieces();
    int64_t piece = *llvm::find_if(pieces, [&](int64_t piece) {
      AccessGuard needed;
      requirePieces(piece, needed);
      return guard.covers(needed);
    });
    AccessGuard needed;
    return {piece, requireWide(piece, needed) && guard.covers(needed)};
  }

private:
  /// How long rows are says how large pieces are. The last size always divides the length.
  SmallVector<int64_t, 3> getPieces() const {
    if (open.empty())
      return {RowOrder::get(space.getLength()).piece};
    SmallVector<int64_t, 3> pieces = {RowOrder::kWidest};
    while (known % pieces.back() != 0)
      pieces.push_back(pieces.back() / 2);
    return pieces;
  }

  /// What is known of the length may bring some of the factor.
  void requirePieces(int64_t piece, AccessGuard &guard) const {
    if (int64_t rest = piece / std::gcd(known, piece); rest > 1)
      guard.requireMultiple(open, rest);
  }

  bool requireWide(int64_t piece, AccessGuard &guard) const {
    int64_t width = schedule.across ? schedule.rowsOfThread : open.empty() ? schedule.width : piece;
    return requireWideAccess(kernel, space, schedule, width, guard);
  }

  KernelOp kernel;
  RowSpace space;
  RowsSchedule schedule;
  SmallVector<AccessGuard::Size> open; ///< sizes that the length is made of and types leave open
  int64_t known = 1;                   ///< the product of the others
};
} // namespace

ArrayAttr fusion::selectRowsVariants(KernelOp kernel) {
  VariantSpace space(kernel, RowsSchedule::get(kernel.getScheduleAttr()));
  SmallVector<Attribute> variants;
  for (RowAccess access : space.getAccesses()) {
    std::optional<AccessGuard> guard = space.getGuard(access);
    if (!guard)
      continue;
    bool complete = guard->isTrivial();
    std::string suffix = variants.empty() || access.wide ? "" : kGeneralSuffix.str();
    if (!variants.empty() && !complete)
      suffix += "_of" + std::to_string(access.piece);
    variants.push_back(guard->toVariant(kernel, suffix));
    // A variant that may always run is the last.
    if (complete)
      break;
  }
  return ArrayAttr::get(kernel.getContext(), variants);
}

FailureOr<KernelVariants> fusion::createRowsVariants(KernelOp kernel, ArrayRef<VariantAttr> variants) {
  RowsSchedule schedule = RowsSchedule::get(kernel.getScheduleAttr());
  VariantSpace space(kernel, schedule);
  auto partials = std::make_shared<PartialResults>();
  KernelVariants created;
  for (VariantAttr variant : variants) {
    // Variants share memory for partial results, whose size follows from the schedule.
    if (variant.getSchedule() && variant.getSchedule() != kernel.getScheduleAttr())
      return kernel.emitOpError() << "has a variant '" << variant.getSuffix()
                                  << "' with a schedule of its own, but variants of rows all run by the kernel's";
    AccessGuard guard(kernel, variant);
    created.push_back(
        createRowsVariant(kernel, variant.getSuffix(), guard, schedule, space.getAccess(guard), partials));
  }
  return created;
}
