// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.kernel: syntax, checks, and what it answers of its operands.

#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace fusion;

RankedTensorType KernelOp::getBodyType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor;
  auto memref = cast<MemRefType>(type);
  return RankedTensorType::get(memref.getShape(), memref.getElementType());
}

void KernelOp::build(OpBuilder &builder, OperationState &state, TypeRange resultTypes, ValueRange inputs,
                     ValueRange outs) {
  state.addOperands(inputs);
  state.addOperands(outs);
  state.getOrAddProperties<Properties>().operandSegmentSizes = {static_cast<int32_t>(inputs.size()),
                                                                static_cast<int32_t>(outs.size())};
  state.addTypes(resultTypes);
  Region *region = state.addRegion();
  Block &block = region->emplaceBlock();
  for (Value input : inputs)
    block.addArgument(getBodyType(input.getType()), input.getLoc());
}

YieldOp KernelOp::getYield() { return cast<YieldOp>(getBodyBlock()->getTerminator()); }

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, outs;
  SmallVector<Type> outTypes;
  auto parseBinding = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
                   parser.parseOperand(inputs.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseBinding))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("outs"))) {
    if (parser.parseLParen() || parser.parseOperandList(outs) || parser.parseColonTypeList(outTypes) ||
        parser.parseRParen())
      return failure();
  }
  FunctionType type;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonType(type) || parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(inputs, type.getInputs(), loc, result.operands) ||
      parser.resolveOperands(outs, outTypes, loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  for (auto [argument, inputType] : llvm::zip_equal(arguments, type.getInputs())) {
    if (!isa<RankedTensorType, MemRefType>(inputType))
      return parser.emitError(loc) << "expects inputs of tensor or memref type, but one is " << inputType;
    argument.type = getBodyType(inputType);
  }
  result.getOrAddProperties<Properties>().operandSegmentSizes = {static_cast<int32_t>(inputs.size()),
                                                                 static_cast<int32_t>(outs.size())};
  Region *region = result.addRegion();
  if (parser.parseRegion(*region, arguments))
    return failure();
  ensureTerminator(*region, parser.getBuilder(), result.location);
  return success();
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleaveComma(llvm::zip_equal(getBodyBlock()->getArguments(), getInputs()), printer,
                        [&](auto binding) { printer << std::get<0>(binding) << " = " << std::get<1>(binding); });
  printer << ')';
  if (!getOuts().empty())
    printer << " outs(" << getOuts() << " : " << getOuts().getTypes() << ')';
  printer << " : ";
  printer.printFunctionalType(getInputs().getTypes(), getResultTypes());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {getOperandSegmentSizesAttrName()});
  printer << ' ';
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult KernelOp::verify() {
  bool memrefs = llvm::any_of(getOuts(), [](Value out) { return isa<MemRefType>(out.getType()); });
  for (Value out : getOuts())
    if (isa<MemRefType>(out.getType()) != memrefs)
      return emitOpError("expects outs that are all tensors or all memrefs");
  if (memrefs && getNumResults() != 0)
    return emitOpError() << "expects no results beside outs of memref type, but has " << getNumResults();
  if (!memrefs && !getOuts().empty() && !llvm::equal(getOuts().getTypes(), getResultTypes()))
    return emitOpError("expects outs of the same types as the results");
  if (!getAlternativesAttr())
    return success();
  if (!getScheduleAttr())
    return emitOpError("expects a schedule beside alternatives");
  int64_t previous = 0;
  for (auto alternative : getAlternativesAttr().getAsRange<AlternativeAttr>()) {
    if (alternative.getMostM() <= previous)
      return emitOpError() << "expects alternatives in ascending order of most_m, but " << alternative.getMostM()
                           << " comes after " << previous;
    previous = alternative.getMostM();
  }
  return success();
}

/// Guards are of operands and sizes that there are, and the last variant may always run.
static LogicalResult verifyVariants(KernelOp kernel) {
  if (!kernel.getVariantsAttr())
    return success();
  if (kernel.getVariantsAttr().empty())
    return kernel.emitOpError("expects variants to be at least one");
  SmallVector<Value> operands = kernel.getAccesses();
  llvm::append_range(operands, kernel.getYield().getOperands());
  for (auto variant : kernel.getVariantsAttr().getAsRange<VariantAttr>())
    for (GuardAttr guard : variant.getGuards())
      for (auto [position, number] : llvm::enumerate(guard.getOperands())) {
        if (number >= int64_t(operands.size()))
          return kernel.emitOpError() << "has a variant with a guard of operand " << number << ", but has "
                                      << operands.size() << " operands";
        int64_t rank = cast<RankedTensorType>(operands[number].getType()).getRank();
        if (position < guard.getDims().size() && guard.getDims()[position] >= rank)
          return kernel.emitOpError() << "has a variant with a guard of size " << guard.getDims()[position]
                                      << " of operand " << number << ", which has " << rank << " dimensions";
      }
  if (cast<VariantAttr>(kernel.getVariantsAttr().getValue().back()).getGuards().empty())
    return success();
  return kernel.emitOpError("expects a last variant that asks for nothing");
}

/// Views stand on arguments or in front of the yield.
static LogicalResult verifyViews(Block *body) {
  for (auto view : body->getOps<ViewOp>()) {
    if (view.isOfInput())
      continue;
    for (Operation *user : view->getUsers())
      if (!isa<YieldOp, ViewOp>(user))
        return view.emitOpError("of a value that the kernel computes expects no reader but its yield")
                   .attachNote(user->getLoc())
               << "another reader";
  }
  return success();
}

/// What is known when the whole kernel has run is no operand of it, and what it keeps is there before.
static LogicalResult verifyStores(Block *body) {
  for (auto store : body->getOps<StoreOpInterface>()) {
    if (Value kept = store.getKept(); kept && !isa<BlockArgument>(kept))
      return store->emitOpError("in a kernel expects to keep elements of an input");
    for (Operation *user : store->getUsers())
      if (!isa<YieldOp>(user))
        return store->emitOpError("in a kernel expects no reader but its yield").attachNote(user->getLoc())
               << "another reader";
  }
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  Block *body = getBodyBlock();
  if (body->getNumArguments() != getInputs().size())
    return emitOpError() << "expects a block argument for each of its " << getInputs().size() << " inputs, but has "
                         << body->getNumArguments();
  for (auto [index, argument, input] : llvm::enumerate(body->getArguments(), getInputs()))
    if (argument.getType() != getBodyType(input.getType()))
      return emitOpError() << "expects block argument " << index << " to be " << getBodyType(input.getType())
                           << ", but it is " << argument.getType();
  SmallVector<Type> expected(getResultTypes());
  if (isBufferized())
    expected = llvm::map_to_vector(getOuts().getTypes(), [](Type type) -> Type { return getBodyType(type); });
  auto yielded = getYield().getOperandTypes();
  if (yielded.size() != expected.size())
    return getYield().emitOpError() << "expects a value for each of the kernel's " << expected.size()
                                    << " outputs, but has " << yielded.size();
  for (auto [index, have, want] : llvm::enumerate(yielded, expected))
    if (have != want)
      return getYield().emitOpError() << "expects value " << index << " to be " << want << ", but it is " << have;
  return failure(failed(verifyViews(body)) || failed(verifyStores(body)) || failed(verifyVariants(*this)));
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

void KernelOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  for (OpOperand &input : getInputsMutable())
    if (isa<MemRefType>(input.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &input, SideEffects::DefaultResource::get());
  for (auto [number, out] : llvm::enumerate(getOutsMutable())) {
    if (!isa<MemRefType>(out.get().getType()))
      continue;
    // What is kept of it is as if it was read and written.
    if (StoreOpInterface store = getStoreOp(*this, number); store && store.keepsElements())
      effects.emplace_back(MemoryEffects::Read::get(), &out, SideEffects::DefaultResource::get());
    effects.emplace_back(MemoryEffects::Write::get(), &out, SideEffects::DefaultResource::get());
  }
}

/// A tensor of just this type, for its shape alone: `shape` may know sizes that the type does not.
static Value createStandIn(OpBuilder &builder, Location loc, RankedTensorType type, ArrayRef<OpFoldResult> shape) {
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (type.isDynamicDim(dim))
      sizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  return tensor::EmptyOp::create(builder, loc, type, sizes);
}

Value KernelOp::getInputOf(Value bodyValue) {
  auto argument = dyn_cast<BlockArgument>(skipViews(bodyValue));
  return argument ? getInputs()[argument.getArgNumber()] : Value();
}

/// Whether `use` in a kernel's body reads elements at the same place.
static bool isElementUse(OpOperand &use) {
  if (auto elementwise = dyn_cast<ElementwiseOpInterface>(use.getOwner()))
    return use.getOperandNumber() < elementwise.getElementOperands().size() &&
           elementwise.readsElement(use.getOperandNumber());
  // What a destination keeps is not read.
  if (auto store = dyn_cast<StoreOpInterface>(use.getOwner()); store && store.getKept())
    return &use != &store->getOpOperand(store->getNumOperands() - 1);
  return !isa<MatmulOp, ViewOp>(use.getOwner());
}

bool KernelOp::isElementwiseOperand(Value read) { return llvm::any_of(read.getUses(), isElementUse); }

bool KernelOp::readsOnlyElements(Value argument) {
  return llvm::all_of(argument.getUses(), [](OpOperand &use) {
    return isa<ElementwiseOpInterface, StoreOpInterface, YieldOp>(use.getOwner()) && isElementUse(use);
  });
}

bool KernelOp::isTable(Value read) {
  return llvm::any_of(read.getUses(), [](OpOperand &use) {
    auto elementwise = dyn_cast<ElementwiseOpInterface>(use.getOwner());
    return elementwise && use.getOperandNumber() >= elementwise.getElementOperands().size();
  });
}

ViewOp KernelOp::getGeneralView() {
  for (auto view : getBodyBlock()->getOps<ViewOp>())
    if (!view.getAsPermutation())
      return view;
  return {};
}

SmallVector<Value> KernelOp::getReads() {
  SmallVector<Value> reads;
  // Views of a value follow it.
  auto add = [&](Value value, auto &&add) -> void {
    if (!llvm::all_of(value.getUsers(), llvm::IsaPred<ViewOp>))
      reads.push_back(value);
    SmallVector<Operation *> users(value.getUsers());
    for (Operation *user : llvm::reverse(users)) // in the order of the text
      if (isa<ViewOp>(user))
        add(user->getResult(0), add);
  };
  for (BlockArgument argument : getBodyBlock()->getArguments())
    add(argument, add);
  return reads;
}

SmallVector<Value> KernelOp::getAccesses() {
  SmallVector<Value> accesses;
  for (BlockArgument argument : getBodyBlock()->getArguments())
    if (argument.use_empty() || !llvm::all_of(argument.getUsers(), llvm::IsaPred<ViewOp>))
      accesses.push_back(argument);
  SmallVector<std::pair<Value, AccessMap>> views;
  for (auto view : getBodyBlock()->getOps<ViewOp>()) {
    if (!view.isOfInput() || llvm::all_of(view->getUsers(), llvm::IsaPred<ViewOp>))
      continue;
    std::optional<AccessMap> access = view.getComposedAccess();
    std::pair<Value, AccessMap> known(access ? skipViews(view) : view.getInput(),
                                      access ? *access : view.getAccess().getMap());
    if (llvm::is_contained(views, known))
      continue;
    views.push_back(known);
    accesses.push_back(view);
  }
  return accesses;
}

SmallVector<Value> KernelOp::getComputed() {
  return llvm::map_to_vector(getYield().getOperands(), [](Value value) {
    if (auto store = dyn_cast_or_null<StoreOpInterface>(value.getDefiningOp()))
      return store.getStored();
    auto view = value.getDefiningOp<ViewOp>();
    return view && !view.isOfInput() ? skipViews(value) : value;
  });
}

/// Reifies the shape of a body value in terms of the kernel's inputs, by following the shapes of the ops behind it.
static FailureOr<SmallVector<OpFoldResult>> reifyBodyValue(OpBuilder &builder, KernelOp kernel, Value value) {
  Location loc = kernel.getLoc();
  if (auto argument = dyn_cast<BlockArgument>(value))
    return tensor::getMixedSizes(builder, loc, kernel.getInputOf(argument));
  // Work on a copy of the op whose operands are the kernel's inputs or stand-ins of the reified shapes.
  auto type = cast<RankedTensorType>(value.getType());
  if (type.hasStaticShape())
    return getAsIndexOpFoldResult(builder.getContext(), type.getShape());
  Operation *op = value.getDefiningOp();
  // A view stands in a kernel alone.
  if (auto view = dyn_cast<ViewOp>(op)) {
    FailureOr<SmallVector<OpFoldResult>> shape = reifyBodyValue(builder, kernel, view.getInput());
    if (failed(shape))
      return failure();
    return view.getMixedSizes(builder, *shape);
  }
  if (!isa<ReifyRankedShapedTypeOpInterface>(op))
    return failure();
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    auto operandType = cast<RankedTensorType>(operand.getType());
    FailureOr<SmallVector<OpFoldResult>> shape = reifyBodyValue(builder, kernel, operand);
    if (failed(shape))
      return failure();
    mapping.map(operand, createStandIn(builder, loc, operandType, *shape));
  }
  // Index-typed operands (of reshapes, say) do not occur in kernels; the tensors above serve for dim queries alone.
  Operation *copy = builder.clone(*op, mapping);
  ReifiedRankedShapedTypeDims dims;
  if (failed(cast<ReifyRankedShapedTypeOpInterface>(copy).reifyResultShapes(builder, dims)))
    return failure();
  return dims[cast<OpResult>(value).getResultNumber()];
}

LogicalResult KernelOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  if (!getOuts().empty()) {
    for (Value out : getOuts())
      dims.push_back(tensor::getMixedSizes(builder, getLoc(), out));
    return success();
  }
  for (Value yielded : getYield().getOperands()) {
    FailureOr<SmallVector<OpFoldResult>> shape = reifyBodyValue(builder, *this, yielded);
    if (failed(shape))
      return failure();
    dims.push_back(std::move(*shape));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Canonical form: no unused or repeated inputs, no unused outputs
//===----------------------------------------------------------------------===//

/// Inputs to keep; uses of a repeated input's argument go to the first one's.
static SmallVector<unsigned> findUsedInputs(KernelOp op, PatternRewriter &rewriter) {
  SmallVector<unsigned> kept;
  llvm::SmallDenseMap<Value, unsigned> first;
  for (auto [index, input] : llvm::enumerate(op.getInputs())) {
    BlockArgument argument = op.getBodyArgument(index);
    auto [it, isNew] = first.try_emplace(input, index);
    if (!isNew && op.getBodyArgument(it->second).getType() == argument.getType())
      rewriter.replaceAllUsesWith(argument, op.getBodyArgument(it->second));
  }
  for (unsigned index = 0; index < op.getInputs().size(); ++index)
    if (!op.getBodyArgument(index).use_empty())
      kept.push_back(index);
  return kept;
}

LogicalResult KernelOp::canonicalize(KernelOp op, PatternRewriter &rewriter) {
  if (op.isBufferized())
    return rewriter.notifyMatchFailure(op, "bufferized kernels are left alone");
  SmallVector<unsigned> inputs = findUsedInputs(op, rewriter);
  SmallVector<unsigned> outputs;
  for (OpResult result : op->getResults())
    if (!result.use_empty())
      outputs.push_back(result.getResultNumber());
  if (inputs.size() == op.getInputs().size() && outputs.size() == op.getNumResults())
    return rewriter.notifyMatchFailure(op, "every input and output is used");
  SmallVector<Value> newInputs, newOuts, yielded;
  SmallVector<Type> types;
  for (unsigned index : inputs)
    newInputs.push_back(op.getInputs()[index]);
  for (unsigned index : outputs) {
    types.push_back(op.getResult(index).getType());
    yielded.push_back(op.getYield().getOperand(index));
    if (!op.getOuts().empty())
      newOuts.push_back(op.getOuts()[index]);
  }
  auto kernel = KernelOp::create(rewriter, op.getLoc(), types, newInputs, newOuts);
  kernel->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  kernel.copySchedules(op); // variants, which count operands, are chosen anew
  rewriter.modifyOpInPlace(op.getYield(), [&] { op.getYield()->setOperands(yielded); });
  op.getBodyBlock()->eraseArguments([](BlockArgument argument) { return argument.use_empty(); });
  rewriter.mergeBlocks(op.getBodyBlock(), kernel.getBodyBlock(), kernel.getBodyBlock()->getArguments());
  for (auto [position, index] : llvm::enumerate(outputs))
    rewriter.replaceAllUsesWith(op.getResult(index), kernel.getResult(position));
  rewriter.eraseOp(op);
  return success();
}
