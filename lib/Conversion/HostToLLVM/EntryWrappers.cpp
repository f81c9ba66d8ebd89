// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes an entry's C functions and the tables of its types.

#include "EntryWrappers.h"
#include "fusion/Analysis/Initialization.h"
#include "fusion/Runtime/ABI.h"
#include "fusion/Support/DType.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fusion;

namespace {
/// What FusionTensorSpec says of an argument.
struct ArgumentSpec {
  FusionDType dtype;
  int64_t rank;
  SmallVector<int64_t> shape;
  int64_t flags = 0;
  int64_t alias = 0;
};

/// The arguments of an entry as its caller passes them: some of them one by one, others together in one buffer.
struct Signature {
  /// Of an entry with an initialise step, or of a step: the inputs, or the outputs, that are in the buffer.
  SmallVector<BlockArgument> packed;
  SmallVector<BlockArgument> inputs, outputs; ///< the others
  bool isStep = false;
  InitializedLayout layout;

  static FailureOr<Signature> get(func::FuncOp entry);
};
} // namespace

/// Fails, with a diagnostic, where a text says that an argument is a value of a step that does not give it.
static LogicalResult checkStep(func::FuncOp entry, ArrayRef<BlockArgument> packed) {
  if (packed.empty())
    return success();
  auto step = entry->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(getInitializeName(entry));
  SmallVector<BlockArgument> inputs = getInputs(entry), given;
  bool last = ArrayRef(inputs).take_back(packed.size()) == packed;
  if (step)
    given = getOutputs(step);
  auto isDynamic = [](BlockArgument value) { return !cast<MemRefType>(value.getType()).hasStaticShape(); };
  auto sameType = [](BlockArgument a, BlockArgument b) { return a.getType() == b.getType(); };
  if (last && step && given.size() == packed.size() && llvm::equal(given, packed, sameType) &&
      llvm::none_of(packed, isDynamic))
    return success();
  return entry.emitError() << "function '" << entry.getName() << "' has arguments with '" << kInitializedAttrName
                           << "', which must be its last ones, of static shape, and the results of a function '"
                           << getInitializeName(entry) << "'";
}

FailureOr<Signature> Signature::get(func::FuncOp entry) {
  Signature signature;
  signature.isStep = static_cast<bool>(getEntryOfStep(entry));
  for (BlockArgument input : getInputs(entry))
    (isInitialized(entry, input.getArgNumber()) ? signature.packed : signature.inputs).push_back(input);
  if (failed(checkStep(entry, signature.packed)))
    return failure();
  (signature.isStep ? signature.packed : signature.outputs) = getOutputs(entry);
  signature.layout = getInitializedLayout(ValueRange(signature.packed).getTypes());
  return signature;
}

static ArgumentSpec getSpec(func::FuncOp entry, BlockArgument argument) {
  bool isConstant = static_cast<bool>(entry.getArgAttr(argument.getArgNumber(), kConstantAttrName));
  int64_t flags = isConstant ? FUSION_TENSOR_CONSTANT : 0;
  auto memref = dyn_cast<MemRefType>(argument.getType());
  if (!memref)
    return {*getScalarDType(argument.getType()), FUSION_SCALAR, {}, flags, 0};
  if (entry->hasAttr(kAlignedAttrName))
    flags |= FUSION_TENSOR_ALIGNED;
  ArgumentSpec spec = {*getDType(memref.getElementType()), memref.getRank(), llvm::to_vector(memref.getShape()), flags,
                       0};
  for (int64_t &size : spec.shape)
    if (ShapedType::isDynamic(size))
      size = FUSION_DYNAMIC;
  return spec;
}

/// Table of FusionTensorSpec.
static std::string buildSpecs(HostBuilder &b, StringRef name, ArrayRef<ArgumentSpec> specs) {
  SmallVector<std::string> shapes;
  for (const ArgumentSpec &spec : specs)
    shapes.push_back(b.integers((name + ".shape").str(), spec.shape));
  auto type = LLVM::LLVMArrayType::get(b.specType(), std::max<size_t>(1, specs.size()));
  return b.global(name, type, [&]() -> Value {
    SmallVector<Value> values;
    for (auto [spec, shape] : llvm::zip_equal(specs, shapes)) {
      Value fields[] = {b.i32(spec.dtype), b.i32(spec.rank), b.addressOf(shape), b.i32(spec.flags), b.i32(spec.alias)};
      values.push_back(b.aggregate(b.specType(), fields));
    }
    if (values.empty())
      return LLVM::ZeroOp::create(b, b.loc, type);
    return b.aggregate(type, values);
  });
}

/// The specs of `arguments`, and that of the buffer if it is among them.
static SmallVector<ArgumentSpec> getSpecs(func::FuncOp entry, ArrayRef<BlockArgument> arguments,
                                          const Signature &signature, bool hasBuffer) {
  SmallVector<ArgumentSpec> specs;
  for (BlockArgument argument : arguments)
    specs.push_back(getSpec(entry, argument));
  if (hasBuffer)
    specs.push_back({FUSION_I8, 1, {signature.layout.bytes}, FUSION_TENSOR_INITIALIZED, 0});
  return specs;
}

/// Lets inputs and the outputs that are written into them name each other.
static void setAliases(func::FuncOp entry, const Signature &signature, MutableArrayRef<ArgumentSpec> inputs,
                       MutableArrayRef<ArgumentSpec> outputs) {
  for (auto [number, input] : llvm::enumerate(signature.inputs))
    if (auto alias = entry.getArgAttrOfType<IntegerAttr>(input.getArgNumber(), kAliasesAttrName)) {
      ArgumentSpec &output = outputs[alias.getInt()];
      inputs[number].flags |= FUSION_TENSOR_ALIASED;
      inputs[number].alias = alias.getInt();
      output.flags |= FUSION_TENSOR_ALIASED;
      output.alias = number;
    }
}

static LLVM::LLVMFuncOp createWrapper(HostBuilder &b, StringRef name, Type result, ArrayRef<Type> arguments) {
  b.setInsertionPointToEnd(b.module.getBody());
  auto function =
      LLVM::LLVMFuncOp::create(b, b.loc, name, LLVM::LLVMFunctionType::get(result, arguments), LLVM::Linkage::Internal);
  b.setInsertionPointToStart(function.addEntryBlock(b));
  return function;
}

static Value castTo(HostBuilder &b, Value value, Type type) {
  return UnrealizedConversionCastOp::create(b, b.loc, type, value).getResult(0);
}

/// The functions that others call, by name.
using CalledNames = DenseSet<StringAttr>;

/// Moves the body of `function`, with these arguments, to the end of the wrapper that is being built; `finish` ends the
/// wrapper with what is returned. A call would pass thousands of arguments, of each of which LLVM asks what it knows,
/// with a list of all. A function that others call, as those of a workspace call those of shapes, stays and is called.
static void moveBody(HostBuilder &b, func::FuncOp function, const CalledNames &called, ArrayRef<Value> arguments,
                     function_ref<void(ValueRange)> finish) {
  if (called.contains(function.getSymNameAttr())) {
    finish(func::CallOp::create(b, b.loc, function, arguments).getResults());
    return;
  }
  Block *end = b.getInsertionBlock();
  Region &body = function.getBody();
  SmallVector<func::ReturnOp> returns = llvm::to_vector(body.getOps<func::ReturnOp>());
  for (auto [argument, value] : llvm::zip_equal(body.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  end->getOperations().splice(end->end(), body.front().getOperations());
  body.front().erase();
  end->getParent()->getBlocks().splice(end->getParent()->end(), body.getBlocks());
  for (func::ReturnOp op : returns) {
    b.setInsertionPoint(op);
    finish(op.getOperands());
    op.erase();
  }
  function.erase();
}

/// What a function of sizes takes, behind `dims`; what is in the buffer has sizes that are known.
static SmallVector<Value> loadSizes(HostBuilder &b, func::FuncOp function, const Signature &signature, Value dims) {
  SmallVector<Value> sizes;
  unsigned numPacked = 0;
  if (!signature.isStep)
    for (BlockArgument value : signature.packed)
      numPacked += cast<MemRefType>(value.getType()).getRank();
  for (unsigned i = 0; i < function.getNumArguments() - numPacked; ++i)
    sizes.push_back(castTo(b, b.loadAt(dims, i * 8, b.getI64Type()), b.getIndexType()));
  if (numPacked > 0)
    for (BlockArgument value : signature.packed)
      for (int64_t size : cast<MemRefType>(value.getType()).getShape())
        sizes.push_back(castTo(b, b.i64(size), b.getIndexType()));
  return sizes;
}

static std::string buildShapesWrapper(HostBuilder &b, func::FuncOp shapes, const CalledNames &called,
                                      const Signature &signature, int64_t index) {
  auto wrapper = createWrapper(b, ("fusion.shapes." + Twine(index)).str(), LLVM::LLVMVoidType::get(b.getContext()),
                               {b.ptr(), b.ptr()});
  auto store = [&](ValueRange sizes) {
    for (auto [i, size] : llvm::enumerate(sizes)) {
      Value address = LLVM::GEPOp::create(b, b.loc, b.ptr(), b.getI64Type(), wrapper.getArgument(1),
                                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
      Value stored = size.getType().isIndex() ? castTo(b, size, b.getI64Type()) : size;
      LLVM::StoreOp::create(b, b.loc, stored, address);
    }
    LLVM::ReturnOp::create(b, b.loc, ValueRange());
  };
  if (signature.isStep) {
    store(b.i64(signature.layout.bytes));
    shapes.erase();
  } else {
    moveBody(b, shapes, called, loadSizes(b, shapes, signature, wrapper.getArgument(0)), store);
  }
  return wrapper.getName().str();
}

static std::string buildWorkspaceWrapper(HostBuilder &b, func::FuncOp workspace, const CalledNames &called,
                                         const Signature &signature, int64_t index) {
  auto wrapper = createWrapper(b, ("fusion.workspace." + Twine(index)).str(), b.getI64Type(), {b.ptr()});
  moveBody(b, workspace, called, loadSizes(b, workspace, signature, wrapper.getArgument(0)),
           [&](ValueRange bytes) { LLVM::ReturnOp::create(b, b.loc, bytes); });
  return wrapper.getName().str();
}

/// An element in memory, as LLVM has it: bytes are all alike.
static Type getStoredType(HostBuilder &b, Type element) {
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() <= 8 ? b.getI8Type() : element;
}

/// The address that descriptor `descriptor` of the ABI gives: {base, aligned, offset in elements, sizes, strides}.
static Value unpackAddress(HostBuilder &b, Type element, Value descriptor) {
  Value aligned = b.loadAt(descriptor, 8, b.ptr()), offset = b.loadAt(descriptor, 16, b.getI64Type());
  return LLVM::GEPOp::create(b, b.loc, b.ptr(), getStoredType(b, element), aligned, ArrayRef<LLVM::GEPArg>{offset});
}

/// The memref that a descriptor describes.
static Value unpackDescriptor(HostBuilder &b, MemRefType type, Value descriptor) {
  Value pointer = unpackAddress(b, type.getElementType(), descriptor);
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    sizes.push_back(ShapedType::isDynamic(size) ? b.loadAt(descriptor, 24 + 8 * dim, b.getI64Type()) : b.i64(size));
  return b.memref(type, pointer, sizes);
}

/// The values in the buffer that a descriptor describes.
static void unpackBuffer(HostBuilder &b, const Signature &signature, Value descriptor, SmallVectorImpl<Value> &values) {
  Value start = unpackAddress(b, b.getI8Type(), descriptor);
  for (auto [value, offset] : llvm::zip_equal(signature.packed, signature.layout.offsets)) {
    auto type = cast<MemRefType>(value.getType());
    Value address = LLVM::GEPOp::create(b, b.loc, b.ptr(), b.getI8Type(), start, ArrayRef<LLVM::GEPArg>{b.i64(offset)});
    auto sizes = llvm::map_to_vector(type.getShape(), [&](int64_t size) { return b.i64(size); });
    values.push_back(b.memref(type, address, sizes));
  }
}

/// The number that a descriptor of the ABI points to.
static Value unpackScalar(HostBuilder &b, Type type, Value descriptor) {
  Value address = b.loadAt(descriptor, 8, b.ptr());
  if (type.isIndex())
    return castTo(b, b.loadAt(address, 0, b.getI64Type()), type);
  Value stored = b.loadAt(address, 0, getStoredType(b, type));
  if (type.isInteger(1)) // one byte, 0 or 1
    return LLVM::TruncOp::create(b, b.loc, type, stored);
  return stored.getType() == type ? stored : castTo(b, stored, type);
}

/// Moves what unpacks an argument in front of its first reader, where all read it in this block. Thousands of addresses
/// that wait for their reader are values of long lives, for whose registers LLVM searches in time that grows with the
/// square of their number.
static void unpackBeforeReaders(Block &block, ArrayRef<Operation *> unpacking) {
  DenseSet<Operation *> waiting(unpacking.begin(), unpacking.end()), staying;
  SmallVector<Operation *> readers;
  for (Operation &op : block)
    if (!waiting.contains(&op))
      readers.push_back(&op);
  for (Operation *op : llvm::reverse(unpacking))
    if (llvm::any_of(op->getUsers(),
                     [&](Operation *user) { return user->getBlock() != &block || staying.contains(user); })) {
      staying.insert(op);
      waiting.erase(op);
    }
  for (Operation *reader : readers) {
    auto place = [&](Operation *op, auto &&place) -> void {
      for (Value operand : op->getOperands())
        if (Operation *source = operand.getDefiningOp(); source && waiting.erase(source)) {
          place(source, place);
          source->moveBefore(reader);
        }
    };
    place(reader, place);
  }
}

static std::string buildInvokeWrapper(HostBuilder &b, func::FuncOp entry, const CalledNames &called,
                                      const Signature &signature, int64_t index) {
  auto wrapper = createWrapper(b, ("fusion.invoke." + Twine(index)).str(), b.getI32Type(), {b.ptr(), b.ptr(), b.ptr()});
  SmallVector<Value> arguments{wrapper.getArgument(0)};
  SmallVector<Operation *> unpacking; // of memory, whose descriptors nothing changes
  unsigned next = 0;
  auto getDescriptor = [&] { return b.loadAt(wrapper.getArgument(1), 8 * next++, b.ptr()); };
  auto unpack = [&](ArrayRef<BlockArgument> tensors) {
    for (BlockArgument tensor : tensors) {
      Value descriptor = getDescriptor();
      auto type = dyn_cast<MemRefType>(tensor.getType());
      arguments.push_back(type ? unpackDescriptor(b, type, descriptor) : unpackScalar(b, tensor.getType(), descriptor));
      for (Operation *op = descriptor.getDefiningOp(); type && op; op = op->getNextNode())
        unpacking.push_back(op);
    }
  };
  unpack(signature.inputs);
  if (!signature.packed.empty())
    unpackBuffer(b, signature, getDescriptor(), arguments);
  unpack(signature.outputs);
  if (BlockArgument workspace = getWorkspace(entry)) // its size was checked by the runtime
    arguments.push_back(
        b.memref(cast<MemRefType>(workspace.getType()), wrapper.getArgument(2), b.i64(int64_t(1) << 62)));
  moveBody(b, entry, called, arguments, [&](ValueRange status) { LLVM::ReturnOp::create(b, b.loc, status); });
  unpackBeforeReaders(wrapper.front(), unpacking);
  return wrapper.getName().str();
}

namespace {
/// An entry with the functions beside it.
struct Entry {
  func::FuncOp function, shapes, workspace;
  Signature signature;

  static FailureOr<Entry> get(func::FuncOp function);
};
} // namespace

FailureOr<Entry> Entry::get(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  auto beside = [&](const std::string &name) { return module.lookupSymbol<func::FuncOp>(name); };
  func::FuncOp shapes = beside(getShapesName(function)), workspace = beside(getWorkspaceName(function));
  if (!shapes || !workspace || !getWorkspace(function))
    return function.emitError() << "function '" << function.getName() << "' is not in the form of the host program: "
                                << "fusion-outline-shapes and fusion-plan-workspace come first";
  FailureOr<Signature> signature = Signature::get(function);
  if (failed(signature))
    return failure();
  return Entry{function, shapes, workspace, *signature};
}

static EntrySymbols buildEntry(HostBuilder &b, const Entry &entry, const CalledNames &called, int64_t index) {
  func::FuncOp function = entry.function;
  const Signature &signature = entry.signature;
  b.loc = function.getLoc();
  bool hasBuffer = !signature.packed.empty();
  SmallVector<ArgumentSpec> inputs = getSpecs(function, signature.inputs, signature, hasBuffer && !signature.isStep),
                            outputs = getSpecs(function, signature.outputs, signature, hasBuffer && signature.isStep);
  setAliases(function, signature, inputs, outputs);
  EntrySymbols symbols;
  symbols.entry = function.getName().str();
  if (hasBuffer && !signature.isStep)
    symbols.step = getInitializeName(function);
  symbols.numInputs = inputs.size();
  symbols.numOutputs = outputs.size();
  symbols.name = b.string("fusion.name", function.getName());
  symbols.inputs = buildSpecs(b, "fusion.inputs", inputs);
  symbols.outputs = buildSpecs(b, "fusion.outputs", outputs);
  symbols.shapes = buildShapesWrapper(b, entry.shapes, called, signature, index);
  symbols.workspace = buildWorkspaceWrapper(b, entry.workspace, called, signature, index);
  symbols.invoke = buildInvokeWrapper(b, function, called, signature, index);
  return symbols;
}

FailureOr<SmallVector<EntrySymbols, 0>> fusion::buildEntries(HostBuilder &builder) {
  // All are looked at before the first is taken apart: an entry asks its initialise step for its results.
  SmallVector<Entry, 0> entries;
  for (func::FuncOp function : getEntries(builder.module)) {
    FailureOr<Entry> entry = Entry::get(function);
    if (failed(entry))
      return failure();
    entries.push_back(*entry);
  }
  CalledNames called;
  builder.module.walk([&](func::CallOp call) { called.insert(call.getCalleeAttr().getAttr()); });
  SmallVector<EntrySymbols, 0> symbols;
  for (auto [index, entry] : llvm::enumerate(entries))
    symbols.push_back(buildEntry(builder, entry, called, index));
  return symbols;
}
