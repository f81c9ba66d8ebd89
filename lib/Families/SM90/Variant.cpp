// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes the parameters, the function and the checks of a variant of a product.

#include "Variant.h"

#include "WgmmaAtom.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "fusion/Families/Product/BoxLoader.h"
#include "fusion/Families/Product/ThreadLoader.h"
#include "fusion/Schedule/ScheduleSelection.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

static std::optional<ProductSum> getAdded(const ProductFormula &formula) {
  return formula.getAddition() ? std::optional(*formula.getAdded()) : std::nullopt;
}

SM90Variant::SM90Variant(const KernelPlan &formula, const VariantSchedule &variant, VariantPool &pool)
    : KernelVariant(formula.getKernel()), variant(variant), nameSuffix(variant.suffix),
      products(formula.getAccumulatedProducts()), product(products.front()), added(getAdded(formula.getFormula())),
      addedScale(added ? formula.getFormula().getAddition()->scale : 1), chip(getTargetChip(kernel)),
      pathA{variant.schedule.loadA, variant.schedule.copyA}, pathB{variant.schedule.loadB, variant.schedule.copyB},
      spec(getProductSpec(product, chip, variant.schedule, added ? &*added : nullptr)),
      plan(EpiloguePlan::get(kernel, *spec.atom->layout, variant.schedule.staging, allowed(), variant.anyAddress)),
      layout(SharedLayout::get(spec, plan)), a(kernel.getInputOf(product.lhs.getValue())),
      b(llvm::map_to_vector<1>(products, [&](const ProductSum &own) { return kernel.getInputOf(own.rhs.getValue()); })),
      operandCopy(pool.getCopy(pathA.copied, pathB.copied)) {
  const Atom &atom = *spec.atom;
  const Multiplicand &multiplicandA = atom.own().ofRows(atom.rows, atom.columns.front());
  Multiplicand multiplicandB = atom.own().ofColumns(atom.rows, atom.columns.front());
  multiplicandB.extent /= static_cast<int64_t>(products.size());
  operandA = addOperand(a, product.getRowDim(), multiplicandA, !product.isTransposedA(), spec.walk.cluster.n, pathA);
  for (auto [memref, own] : llvm::zip_equal(b, products))
    operandB.push_back(
        addOperand(memref, own.getColumnDim(), multiplicandB, own.isTransposedB(), spec.walk.cluster.m, pathB));
  if (added)
    addAddedOperands();
  scaleA = addScale(product.lhs.scale);
  scaleB = addScale(product.rhs.scale);
  // Variants that make copies share the functions of those that do not, unless these read the operand earlier.
  for (auto [memref, letter] : {std::pair(a, "a"), std::pair(b.front(), "b")})
    if (isStable(kernel, memref) && isCopied(memref))
      nameSuffix += std::string("_copied_") + letter;
  // Where the other variant's copy is transposed, its rows lie otherwise.
  if (spec.atom->rows.isUnreadable())
    nameSuffix += "_transposing";
  finish.emplace(kernel, product, plan, parameters, needed);
  if (spec.walk.streamKTail > 1) {
    partialTiles = parameters.addMemory();
    partialTileMemory = pool.getPartialTileMemory(spec);
  }
  if (variant.schedule.hasReductionKernel())
    reductionKernel = std::make_unique<ReductionKernel>(
        formula, spec, getProductSpec(product, chip, variant.schedule.getReductionShare()),
        variant.schedule.getReductionShare().staging, allowed(), variant.anyAddress, needed);
  if (variant.mostM)
    needed.requireAtMost(a, product.getRowDim(), *variant.mostM);
}

bool SM90Variant::canShareWith(const SM90Variant &other) const {
  const Atom &own = *spec.atom, &its = *other.spec.atom;
  bool areAlike = variant.schedule.toAttr(getContext()) == other.variant.schedule.toAttr(getContext()) &&
                  variant.schedule.type == other.variant.schedule.type && products.size() == other.products.size() &&
                  own.sumType == its.sumType && own.rows.kMajor == its.rows.kMajor &&
                  own.columns.front().kMajor == its.columns.front().kMajor;
  // Turns of ping-pong and slots of low halves count k blocks of all tiles alike.
  bool haveOneDepth = !ShapedType::isDynamic(product.k) && product.k == other.product.k;
  // The function has the layouts of the first one's factors, and each its own number.
  auto addsAlike = [&] {
    if (!spec.added || !other.spec.added)
      return !spec.added && !other.spec.added;
    return added->k == other.added->k && spec.added->rows.kMajor == other.spec.added->rows.kMajor &&
           spec.added->columns.front().kMajor == other.spec.added->columns.front().kMajor;
  };
  bool isAlone = operandCopy->empty() && spec.walk.streamKTail == 1;
  return areAlike && haveOneDepth && addsAlike() && isAlone && !scaleA && !scaleB;
}

bool SM90Variant::isCopied(Value memref) const { return operandCopy->contains(memref); }

int64_t async::getCopyAccess(MemRefType type) {
  return OperandCopy::reads(type) ? AccessGuard::widestAccess(type, 16) : 0;
}

OperandParameter SM90Variant::addOperand(Value memref, int64_t dim, const Multiplicand &multiplicand, bool kMajor,
                                         int64_t sharers, OperandPath path) {
  auto type = cast<MemRefType>(memref.getType());
  if (path.load == OperandLoad::CpAsync) {
    int64_t access = getCopyAccess(type);
    while (access > 4 && variant.guard && variant.guard->getAlignment(memref) < access)
      access /= 2;
    needed.requireAligned(memref, access);
    return {parameters.addMemRef(memref), access};
  }
  if (path.copied)
    operandCopy->add(memref, /*transpose=*/multiplicand.kMajor && !kMajor);
  else
    needed.requireAligned(memref, 16);
  // Elements of a row are adjacent even so.
  if (path.copied && ShapedType::isDynamic(type.getStridesAndOffset().first.back()))
    needed.requireAligned(memref, storedBytes(type.getElementType()));
  return addOperandMaps(memref, dim, multiplicand, sharers);
}

/// The map of an operand's boxes; and, where the last ones may have fewer rows, one of those.
OperandParameter SM90Variant::addOperandMaps(Value memref, int64_t dim, const Multiplicand &multiplicand,
                                             int64_t sharers) {
  int64_t rows = multiplicand.kMajor ? multiplicand.boxRows() / sharers : multiplicand.boxRows();
  BoxShape box{rows, multiplicand.rowElements(), variant.schedule.type->rounds};
  // What is contiguous along m or n has k for its rows, which end in zeros.
  if (multiplicand.kMajor && !spec.roles.loadsByThreads) {
    int64_t size = cast<MemRefType>(memref.getType()).getDimSize(dim);
    bool isOnly = size > 0 && size <= rows && sharers == 1 && spec.walk.cluster.tiles() == 1;
    // Of a cluster's tiles some may lie behind the end, or parts of the shared ones.
    int64_t clusterRows = multiplicand.boxRows() * (spec.walk.cluster.tiles() / sharers);
    if (isOnly || ShapedType::isDynamic(size) || size % clusterRows != 0) {
      BoxShape last = box;
      last.isLast = true;
      if (isOnly)
        return {parameters.addTensorMap(memref, last), 0, size};
      unsigned map = parameters.addTensorMap(memref, box);
      return {map, 0, rows, parameters.addTensorMap(memref, last)};
    }
  }
  return {parameters.addTensorMap(memref, box), 0, rows};
}

void SM90Variant::addAddedOperands() {
  const Atom &atom = *spec.added;
  auto add = [&](const ProductFactor &factor, int64_t dim, const Multiplicand &multiplicand, bool kMajor,
                 int64_t sharers) {
    Value memref = kernel.getInputOf(factor.getValue());
    addedOperands.emplace_back(memref, addOperand(memref, dim, multiplicand, kMajor, sharers, OperandPath()));
  };
  add(added->lhs, added->getRowDim(), atom.own().ofRows(atom.rows, atom.columns.front()), !added->isTransposedA(),
      spec.walk.cluster.n);
  add(added->rhs, added->getColumnDim(), atom.own().ofColumns(atom.rows, atom.columns.front()), added->isTransposedB(),
      spec.walk.cluster.m);
}

std::optional<unsigned> SM90Variant::addScale(const std::optional<FactorScale> &scale) {
  return scale ? std::optional(parameters.addMemRef(kernel.getInputOf(scale->value))) : std::nullopt;
}

bool SM90Variant::readsOperands() {
  // One matrix as A and as B has one copy, which is not both transposed and not.
  if (a == b.front() && !operandCopy->empty() && !ProductFormat::get(*variant.schedule.type).transposes() &&
      product.isTransposedA() == product.isTransposedB())
    return false;
  auto reads = [&](Value memref, OperandLoad load) {
    auto type = cast<MemRefType>(memref.getType());
    return load == OperandLoad::CpAsync || (operandCopy->contains(memref) ? OperandCopy::reads(type) : isTMAType(type));
  };
  return reads(a, pathA.load) && llvm::all_of(b, [&](Value memref) { return reads(memref, pathB.load); }) &&
         llvm::all_of(addedOperands, [&](const auto &operand) { return reads(operand.first, OperandLoad::TMA); });
}

LogicalResult SM90Variant::check() {
  if (layout.dynamicBytes() > chip.sharedPerBlock)
    return kernel.emitOpError() << "needs " << layout.dynamicBytes()
                                << " bytes of shared memory with its schedule, but " << chip.name << " has "
                                << chip.sharedPerBlock;
  if (!guard().covers(needed))
    return kernel.emitOpError() << "has a variant '" << variant.suffix
                                << "' that does not ask for what its accesses take";
  return success();
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

std::unique_ptr<Source> SM90Variant::getSource(KernelBuilder &kb, Block::BlockArgListType arguments, Value memref,
                                               OperandParameter parameter) const {
  if (parameter.access > 0) {
    auto source = std::make_unique<ThreadSource>();
    for (int64_t size : cast<MemRefType>(memref.getType()).getShape().drop_back(2))
      source->repeated.push_back(size == 1);
    source->memory = parameters.getMemRef(kb, arguments, parameter.number);
    source->access = parameter.access;
    return source;
  }
  return std::make_unique<BoxSource>(getBoxes(arguments, memref, parameter));
}

BoxSource SM90Variant::getBoxes(Block::BlockArgListType arguments, Value memref, OperandParameter parameter) const {
  BoxSource source;
  source.map = arguments[parameter.number];
  for (int64_t size : cast<MemRefType>(memref.getType()).getShape().drop_back(2))
    source.repeated.push_back(size == 1);
  source.rows = parameter.rows;
  source.lastMap = parameter.lastMap ? Value(arguments[*parameter.lastMap]) : Value();
  source.stable = isStableOperand(memref);
  return source;
}

std::unique_ptr<Source> SM90Variant::getRightSource(KernelBuilder &kb, Block::BlockArgListType arguments) const {
  if (products.size() == 1)
    return getSource(kb, arguments, b.front(), operandB.front());
  auto source = std::make_unique<StackedSource>();
  for (auto [memref, parameter] : llvm::zip_equal(b, operandB))
    source->parts.push_back(getBoxes(arguments, memref, parameter));
  return source;
}

BlockScale SM90Variant::getScale(KernelBuilder &kb, Block::BlockArgListType arguments, std::optional<unsigned> number,
                                 const std::optional<FactorScale> &scale) const {
  if (!number)
    return {};
  return {scale->rows, scale->depth, parameters.getMemRef(kb, arguments, *number)};
}

AddedFactors SM90Variant::getAddedFactors(KernelBuilder &kb, Block::BlockArgListType arguments) const {
  AddedFactors result;
  if (!added)
    return result;
  for (auto [memref, parameter] : addedOperands)
    result.factors.push_back(getSource(kb, arguments, memref, parameter));
  if (spec.atom->own().swap)
    std::swap(result.factors[0], result.factors[1]);
  result.k = added->k;
  result.scale = addedScale;
  return result;
}

KernelArguments SM90Variant::getArguments(KernelBuilder &kb, Block::BlockArgListType arguments) const {
  KernelArguments result;
  result.sizes = finish->getSizes(kb, arguments);
  result.factors.push_back(getSource(kb, arguments, a, operandA));
  result.factors.push_back(getRightSource(kb, arguments));
  result.scales = {getScale(kb, arguments, scaleA, product.lhs.scale),
                   getScale(kb, arguments, scaleB, product.rhs.scale)};
  if (spec.atom->own().swap) {
    std::swap(result.factors[0], result.factors[1]);
    std::swap(result.scales.rows, result.scales.columns);
  }
  result.added = getAddedFactors(kb, arguments);
  result.epilogue = finish->getEpilogue(kb, arguments);
  if (partialTileMemory)
    result.partialTiles = arguments[partialTiles];
  return result;
}

void SM90Variant::markStableArguments(LLVM::LLVMFuncOp function, unsigned first) const {
  Builder builder(function.getContext());
  SmallVector<std::pair<Value, OperandParameter>> operands{{a, operandA}};
  for (auto [memref, parameter] : llvm::zip_equal(b, operandB))
    operands.emplace_back(memref, parameter);
  for (auto [memref, parameter] : operands)
    if (parameter.access == 0 && isStableOperand(memref)) {
      function.setArgAttr(first + parameter.number, kStableAttrName, builder.getUnitAttr());
      if (parameter.lastMap)
        function.setArgAttr(first + *parameter.lastMap, kStableAttrName, builder.getUnitAttr());
    }
}

FunctionOpInterface SM90Variant::emitFunction(OpBuilder &builder, StringRef name) {
  auto module = cast<gpu::GPUModuleOp>(builder.getInsertionBlock()->getParentOp());
  if (std::string copy = getCopyName(name); !operandCopy->empty() && !module.lookupSymbol(copy))
    operandCopy->emitFunction(builder, kernel.getLoc(), copy, hasDependentLaunch());
  if (std::string reduce = getReductionName(name); reductionKernel && !module.lookupSymbol(reduce))
    reductionKernel->emitFunction(builder, reduce, hasDependentLaunch());
  // Of variants that differ in what they copy one has made it: where operands lie is in their tensor maps.
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  LLVM::LLVMFuncOp function = createKernelFunction(builder, kernel.getLoc(), name, &parameters, spec);
  markStableArguments(function, /*first=*/0);
  KernelBuilder kb(kernel.getLoc(), builder.getContext());
  kb.setInsertionPointToStart(function.addEntryBlock(kb));
  KernelArguments arguments = getArguments(kb, function.getArguments());
  emitKernel(kb, spec, LaunchedKernel{kernel, plan, arguments}, getSharedMemory(kb), hasDependentLaunch());
  kb.create<LLVM::ReturnOp>(ValueRange());
  return function;
}
