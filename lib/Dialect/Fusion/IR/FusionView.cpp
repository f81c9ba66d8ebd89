// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.view: inputs and outputs of kernels as other loops see them.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace fusion;

Value fusion::skipViews(Value value) {
  while (auto view = value.getDefiningOp<ViewOp>())
    value = view.getInput();
  return value;
}

static ArrayRef<int64_t> getShape(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

bool ViewOp::isOfInput() { return isa<BlockArgument>(skipViews(getInput())); }

std::optional<SmallVector<int64_t>> ViewOp::getAsPermutation() {
  return getAccess().getMap().getAsPermutation(getShape(getInput()));
}

bool ViewOp::keepsLastDim() {
  std::optional<SmallVector<int64_t>> permutation = getAsPermutation();
  return permutation && !permutation->empty() && permutation->back() == int64_t(permutation->size()) - 1;
}

/// What reading `outer` of the result of `inner` reads of memory of `shape`. Nothing where it is no map, or one that is
/// not known to stay inside.
static std::optional<AccessMap> compose(const AccessMap &inner, const AccessMap &outer, ArrayRef<int64_t> shape) {
  std::optional<AccessMap> composed = inner.compose(outer);
  bool isGood = composed && composed->findFault().empty() && composed->findOutside(shape).empty();
  return isGood ? composed : std::nullopt;
}

/// One form for what is the same: a permutation's, or that which the sizes of memory simplify most.
static AccessMap canonicalize(const AccessMap &access, ArrayRef<int64_t> shape) {
  if (std::optional<SmallVector<int64_t>> permutation = access.getAsPermutation(shape))
    return AccessMap::getPermutation(*permutation, access.getContext());
  AccessMap simple = access.simplify(shape);
  bool isSettled = simple.simplify(shape) == simple && simple.findFault().empty();
  return isSettled ? simple : access;
}

std::optional<AccessMap> ViewOp::getComposedAccess() {
  std::optional<AccessMap> access = getAccess().getMap();
  Value memory = getInput();
  while (auto view = access ? memory.getDefiningOp<ViewOp>() : ViewOp()) {
    memory = view.getInput();
    access = compose(view.getAccess().getMap(), *access, getShape(memory));
  }
  return access ? canonicalize(*access, getShape(memory)) : access;
}

SmallVector<int64_t> ViewOp::getComposedPermutation() {
  SmallVector<int64_t> permutation(getPermutation());
  for (auto view = getInput().getDefiningOp<ViewOp>(); view; view = view.getInput().getDefiningOp<ViewOp>())
    permutation = applyPermutation(view.getPermutation(), permutation);
  return permutation;
}

RankedTensorType ViewOp::getResultType(RankedTensorType input, const AccessMap &access) {
  return RankedTensorType::get(access.getLoopSizes(input.getShape()), input.getElementType(), input.getEncoding());
}

void ViewOp::build(OpBuilder &builder, OperationState &state, Value input, AccessAttr access) {
  build(builder, state, getResultType(cast<RankedTensorType>(input.getType()), access.getMap()), input, access);
}

void ViewOp::build(OpBuilder &builder, OperationState &state, Value input, ArrayRef<int64_t> permutation) {
  build(builder, state, input, AccessAttr::get(AccessMap::getPermutation(permutation, builder.getContext())));
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

// %input permute [1, 0] or %input access <...>, attributes and types
ParseResult ViewOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand input;
  RankedTensorType inputType, resultType;
  SmallVector<int64_t> permutation;
  AccessAttr access;
  if (parser.parseOperand(input))
    return failure();
  bool permutes = succeeded(parser.parseOptionalKeyword("permute"));
  auto parseDim = [&] { return parser.parseInteger(permutation.emplace_back()); };
  if (permutes ? parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim)
               : ParseResult(failure(parser.parseKeyword("access", " or permute") ||
                                     parser.parseCustomAttributeWithFallback(access))))
    return failure();
  SMLoc loc = parser.getNameLoc();
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(inputType) || parser.parseArrow() ||
      parser.parseType(resultType) || parser.resolveOperand(input, inputType, result.operands))
    return failure();
  if (permutes) {
    if (int64_t(permutation.size()) != inputType.getRank() || !isPermutationVector(permutation))
      return parser.emitError(loc) << "'fusion.view' expects a permutation of the " << inputType.getRank()
                                   << " dimensions of its input, but it is " << llvm::interleaved_array(permutation);
    access = AccessAttr::get(AccessMap::getPermutation(permutation, parser.getContext()));
  }
  result.getOrAddProperties<Properties>().access = access;
  result.addTypes(resultType);
  return success();
}

void ViewOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getInput();
  if (std::optional<SmallVector<int64_t>> permutation = getAsPermutation()) {
    printer << " permute " << llvm::interleaved_array(*permutation);
  } else {
    printer << " access ";
    printer.printStrippedAttrOrType(getAccess());
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {getAccessAttrName()});
  printer << " : " << getInput().getType() << " -> " << getType();
}

LogicalResult ViewOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  AccessMap access = getAccess().getMap();
  if (access.getRank() != input.getRank())
    return emitOpError() << "expects an access of the " << input.getRank() << " dimensions of its input, but it is of "
                         << access.getRank();
  if (!access.hasKnownSizes())
    return emitOpError("expects sizes of loops that are those of its input, or are made of them");
  if (access.isPadded() &&
      (access.getPadding().getType() != input.getElementType() || !isa<FloatAttr, IntegerAttr>(access.getPadding())))
    return emitOpError() << "expects padding of type " << input.getElementType() << ", but it is "
                         << access.getPadding();
  if (std::string fault = access.findOutside(input.getShape()); !fault.empty())
    return emitOpError(fault);
  if (RankedTensorType expected = getResultType(input, access); getType() != expected)
    return emitOpError() << "expects result type " << expected << ", but it is " << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes and folds
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> ViewOp::getMixedSizes(OpBuilder &builder, ArrayRef<OpFoldResult> ofInput) {
  AccessMap access = getAccess().getMap().simplify(getShape(getInput()));
  return llvm::map_to_vector(access.getSizes(), [&](AffineExpr size) -> OpFoldResult {
    if (auto constant = dyn_cast<AffineConstantExpr>(size))
      return builder.getIndexAttr(constant.getValue());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(size))
      return ofInput[symbol.getPosition()];
    SmallVector<Value> values = llvm::map_to_vector(
        ofInput, [&](OpFoldResult own) { return getValueOrCreateConstantIndexOp(builder, getLoc(), own); });
    return affine::expandAffineExpr(builder, getLoc(), size, {}, values);
  });
}

LogicalResult ViewOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(getMixedSizes(builder, tensor::getMixedSizes(builder, getLoc(), getInput())));
  return success();
}

// view [0, 1] -> input; view of a view -> one view
OpFoldResult ViewOp::fold(FoldAdaptor) {
  if (std::optional<SmallVector<int64_t>> permutation = getAsPermutation();
      permutation && isIdentityPermutation(*permutation))
    return getInput();
  AccessMap own = getAccess().getMap();
  Value memory = getInput();
  if (auto inner = getInput().getDefiningOp<ViewOp>())
    if (std::optional<AccessMap> composed = compose(inner.getAccess().getMap(), own, getShape(inner.getInput()))) {
      own = *composed;
      memory = inner.getInput();
    }
  own = canonicalize(own, getShape(memory));
  if (memory == getInput() && own == getAccess().getMap())
    return {};
  setAccessAttr(AccessAttr::get(own));
  getInputMutable().set(memory);
  return getResult();
}
