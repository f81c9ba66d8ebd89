// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product whose rows are read by any access map, windows of a convolution among them: a source of threads.

#include "Draft.h"
#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// Bytes that a thread copies at once, and pieces of that size in a row of a k block.
static constexpr int64_t kAccess = 16, kPieces = 128 / kAccess;
static constexpr int64_t kRowsPerPass = 32 / kPieces;
/// The number of the loop along k of a product without batches.
static constexpr unsigned kLoop = 2;

/// The value (i32) of an expression at `dims` (i32), of memory of `shape`. Quotients and remainders are of what is not
/// negative.
static Value evaluate(KernelBuilder &kb, AffineExpr expr, ArrayRef<Value> dims, ArrayRef<int64_t> shape) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return kb.c32(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return kb.c32(shape[symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = evaluate(kb, binary.getLHS(), dims, shape);
  auto number = [&] { return cast<AffineConstantExpr>(binary.getRHS()).getValue(); };
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return kb.add(lhs, evaluate(kb, binary.getRHS(), dims, shape));
  case AffineExprKind::Mul:
    return kb.mul(lhs, evaluate(kb, binary.getRHS(), dims, shape));
  case AffineExprKind::FloorDiv:
    return kb.div(lhs, number());
  case AffineExprKind::Mod:
    return kb.rem(lhs, number());
  default:
    llvm_unreachable("no expression of an access map");
  }
}

namespace {
/// A factor whose element (row, k) is the one that a map says; where guards do not hold, zero.
struct MappedSource : Source {
  MemRefArgument memory;
  SmallVector<int64_t> shape;
  std::optional<AccessMap> access; ///< from the loops of rows, columns and k

  bool isLoadedByThreads() const override { return true; }
  std::unique_ptr<Loader> createLoader(KernelBuilder &kb, const Delivery &delivery) const override;
};

/// Copies a k block of it: each thread 16 bytes of one row at a time, in all passes the same ones of a row.
class MappedLoader : public Loader {
public:
  MappedLoader(const MappedSource &source, const Delivery &to) : source(source), to(to) {}

  void begin(KernelBuilder &, Value position, ValueRange) override { first = position; }

  void copy(KernelBuilder &kb, Value stage, Value kBlock) const override {
    const Multiplicand &multiplicand = to.multiplicand;
    Value piece = kb.rem(to.lane, kPieces), laneRow = kb.div(to.lane, kPieces);
    Value k = kb.mad(kBlock, multiplicand.tileK, kb.mul(piece, kAccess / multiplicand.elementBytes));
    Value stageAddress = kb.offsetPtr(to.shared, kb.mul(stage, multiplicand.bytes()));
    kb.forLoop(kb.c32(0), kb.c32(multiplicand.boxRows() / kRowsPerPass), 1, {}, [&](Value pass, ValueRange) {
      Value row = kb.mad(pass, kRowsPerPass, laneRow);
      // The swizzle that TMA would have: piece c of row r lies at piece c ^ (r % 8).
      Value place = kb.mad(row, 128, kb.mul(kb.xorI(piece, kb.rem(row, 8)), kAccess));
      copyPiece(kb, kb.offsetPtr(stageAddress, place), kb.add(first, row), k);
      return SmallVector<Value>();
    });
  }

private:
  void copyPiece(KernelBuilder &kb, Value target, Value row, Value k) const {
    const AccessMap &access = *source.access;
    Value inside = kb.andI(kb.lt(row, to.extent), kb.lt(k, kb.c32(access.getLoopSizes(source.shape)[kLoop])));
    auto at = [&](AffineExpr expr) { return evaluate(kb, expr, {row, Value(), k}, source.shape); };
    for (auto [guarded, limit] : llvm::zip_equal(access.getGuarded(), access.getLimits())) {
      Value value = at(guarded);
      inside = kb.andI(inside, kb.andI(kb.lt(kb.c32(-1), value), kb.lt(value, at(limit))));
    }
    Value element = kb.c64(0);
    for (auto [place, stride] : llvm::zip_equal(access.getPlaces(), source.memory.strides))
      element = kb.add(element, kb.mul(kb.toI64(at(place)), stride));
    element = kb.select(inside, element, kb.c64(0));
    Value address = kb.offsetPtr(source.memory.pointer, kb.mul(element, to.multiplicand.elementBytes));
    copyAsync(kb, target, address, kAccess, kb.select(inside, kb.c32(kAccess), kb.c32(0)));
  }

  const MappedSource &source;
  const Delivery to;
  Value first;
};

class WindowVariant : public DraftVariant {
public:
  using DraftVariant::DraftVariant;

private:
  unsigned addFactor(unsigned number) override {
    return number == 0 ? parameters.addMemRef(getInput(products.front().lhs)) : DraftVariant::addFactor(number);
  }
  std::unique_ptr<Source> getFactor(KernelBuilder &kb, Block::BlockArgListType arguments,
                                    unsigned number) const override {
    if (number > 0)
      return DraftVariant::getFactor(kb, arguments, number);
    auto source = std::make_unique<MappedSource>();
    source->memory = parameters.getMemRef(kb, arguments, factors.front());
    llvm::append_range(source->shape, cast<MemRefType>(getInput(products.front().lhs).getType()).getShape());
    source->access = products.front().lhs.access;
    return source;
  }
};
} // namespace

std::unique_ptr<Loader> MappedSource::createLoader(KernelBuilder &, const Delivery &delivery) const {
  return std::make_unique<MappedLoader>(*this, delivery);
}

/// One product of 16-bit elements, whose left factor is read by a map, 16 bytes of a row at a time, and is 0 elsewhere.
static bool readsWindows(const KernelPlan &plan) {
  ArrayRef<ProductSum> sums = plan.getFormula().getSums();
  if (sums.size() != 1 || !sums.front().batches.empty() || sums.front().type->elementBytes != 2)
    return false;
  const ProductFactor &lhs = sums.front().lhs;
  if (lhs.kind != FactorKind::Mapped || !lhs.access || sums.front().rhs.kind != FactorKind::Tiled)
    return false;
  ArrayRef<int64_t> shape = cast<ShapedType>(lhs.argument.getType()).getShape();
  if (ShapedType::isDynamicShape(shape))
    return false;
  SmallVector<int64_t> strides = AccessMap::getDenseStrides(shape);
  constexpr int64_t elements = kAccess / 2;
  auto padding = dyn_cast_or_null<FloatAttr>(lhs.access->getPadding());
  return (!lhs.access->isPadded() || (padding && padding.getValue().isPosZero())) &&
         lhs.access->getRun(kLoop, 1, shape, strides).length % elements == 0 &&
         lhs.access->getAlignment(kLoop, elements, shape, strides) % elements == 0;
}

const Draft fusion::kWindows = {"windows", readsWindows, [](const KernelPlan &plan, SM90Schedule schedule) {
                                  schedule.loadA = OperandLoad::CpAsync;
                                  return std::unique_ptr<KernelVariant>(
                                      std::make_unique<WindowVariant>(plan, schedule));
                                }};
