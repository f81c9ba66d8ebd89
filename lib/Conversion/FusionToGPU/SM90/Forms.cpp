// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Common/SettledInputs.h"
#include "../KernelForm.h"
#include "Kernel.h"
#include "Repack.h"
#include "TailCombiner.h"
#include "fusion/Schedule/SM90Check.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <map>

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm90;

namespace {

/// How an operand of the product comes in: as a tensor map, or as a memref that threads copy, `access` bytes at a time.
struct OperandParameter {
  unsigned number = 0;
  int64_t access = 0; ///< 0 for a tensor map
  int64_t rows = 0;   ///< of the map's box
  std::optional<unsigned> lastMap = {};
};

/// A schedule, and what the form that runs it is called and asks for.
struct FormSchedule {
  SM90Schedule schedule;
  std::string suffix;
  std::optional<int64_t> mostM = {};
  bool anyAddress = false; ///< nothing is asked of addresses and pitches but those of A and B
};

/// What the forms of a kernel share, of which one runs.
class FormPool {
public:
  /// The copies of A, of B, of both, of neither.
  std::shared_ptr<Repack> getRepack(const SM90Schedule &schedule) {
    std::shared_ptr<Repack> &repack = repacks[2 * schedule.repackA + schedule.repackB];
    if (!repack)
      repack = std::make_shared<Repack>();
    return repack;
  }
  /// Where the sums of a split tail wait.
  std::shared_ptr<TailMemory> getTailMemory(const ProductSpec &spec) {
    const SM90Schedule &schedule = spec.schedule;
    std::shared_ptr<TailMemory> &memory = tailMemories[{schedule.tileM, schedule.tileN, schedule.tailSplit, spec.wave}];
    if (!memory)
      memory = std::make_shared<TailMemory>();
    return memory;
  }

private:
  std::array<std::shared_ptr<Repack>, 4> repacks;
  std::map<std::array<int64_t, 4>, std::shared_ptr<TailMemory>> tailMemories;
};

/// The whole product and its epilogue as one kernel of warpgroups; where the tail is split, as two.
class SM90Form : public KernelForm {
public:
  SM90Form(KernelOp kernel, const FormSchedule &form, FormPool &pool);

  /// Restricts it to M of at most `most`.
  void limitM(int64_t most) { accessGuard.requireAtMost(a, matmul.getLhsMDim(), most); }

  /// Whether the copy engine can read A and B, or their copies, where they turned out to lie: slices of other tensors
  /// may have any pitch.
  bool readsOperands();
  /// Fails with a diagnostic.
  LogicalResult check();

  StringRef suffix() const override { return nameSuffix; }
  FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) override;
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function) override;

private:
  /// Copies are made by the kernel just before: they are not settled, though the operand may be.
  bool isCopied(Value memref) const { return repack->contains(memref) && !seeded("settled-copies"); }
  bool isSettledOperand(Value memref) const { return isSettled(kernel, memref) && !isCopied(memref); }
  Value input(Value operand) { return kernel.getInputs()[cast<BlockArgument>(operand).getArgNumber()]; }
  /// `dim` is the operand's M or N; `kMajor` tells how it lies in memory.
  OperandParameter addOperand(Value memref, int64_t dim, const Multiplicand &multiplicand, bool kMajor, int64_t sharers,
                              OperandLoad load, bool copied);
  OperandParameter addOperandMaps(Value memref, int64_t dim, const Multiplicand &multiplicand, int64_t sharers);

  KernelArguments getArguments(KernelBuilder &kb, Block::BlockArgListType arguments) const;
  OperandSource getSource(KernelBuilder &kb, Block::BlockArgListType arguments, Value memref,
                          OperandParameter parameter) const;
  Value emitTiles(OpBuilder &builder, Location loc);
  Value emitTail(OpBuilder &builder, Location loc);
  Value emitGrid(OpBuilder &builder, Location loc);

  int64_t sharedBytes() const;
  /// The name of the kernel that copies operands, made from that of this form's function: forms share it.
  std::string getRepackName(StringRef name) const {
    assert(name.ends_with(nameSuffix) && "the function of another form");
    StringRef which = spec.schedule.repackA ? (spec.schedule.repackB ? "ab" : "a") : "b";
    return (name.drop_back(nameSuffix.size()) + "_repack_" + which).str();
  }
  static std::string getCombinerName(StringRef name) { return (name + "_combine").str(); }

  std::string nameSuffix;
  MatmulOp matmul;
  const ChipInfo &chip;
  ProductSpec spec;
  EpiloguePlan plan;
  SharedLayout layout;
  Value a, b;
  std::shared_ptr<Repack> repack; ///< of all forms of the kernel that copy the same
  Parameters parameters;
  OperandParameter operandA, operandB;
  std::optional<FinishParameters> finish;
  // Where the tail is split:
  unsigned tailSums = 0; ///< parameter
  std::shared_ptr<TailMemory> tailMemory;
  std::unique_ptr<TailCombiner> combiner;
};

} // namespace

SM90Form::SM90Form(KernelOp kernel, const FormSchedule &form, FormPool &pool)
    : KernelForm(kernel), nameSuffix(form.suffix), matmul(kernel.getMatmul()), chip(getTargetChip(kernel)),
      spec(ProductSpec::get(kernel, form.schedule)), plan(EpiloguePlan::get(kernel, form.schedule, form.anyAddress)),
      layout(SharedLayout::get(spec, plan)), a(input(matmul.getLhs())), b(input(matmul.getRhs())),
      repack(pool.getRepack(form.schedule)) {
  const SM90Schedule &schedule = spec.schedule;
  const Multiplicand &multiplicandA = schedule.swap ? spec.columns : spec.rows;
  const Multiplicand &multiplicandB = schedule.swap ? spec.rows : spec.columns;
  operandA = addOperand(a, matmul.getLhsMDim(), multiplicandA, !matmul.getTransposeA(), schedule.clusterN,
                        schedule.loadA, schedule.repackA);
  operandB = addOperand(b, matmul.getRhsNDim(), multiplicandB, matmul.getTransposeB(), schedule.clusterM,
                        schedule.loadB, schedule.repackB);
  // Forms that make copies share the functions of those that do not, unless these read the operand earlier.
  for (auto [memref, letter] : {std::pair(a, "a"), std::pair(b, "b")})
    if (isSettled(kernel, memref) && isCopied(memref))
      nameSuffix += std::string("_copied_") + letter;
  finish.emplace(kernel, plan, parameters, accessGuard);
  if (schedule.tailSplit > 1) {
    tailSums = parameters.addMemory();
    tailMemory = pool.getTailMemory(spec);
    combiner = std::make_unique<TailCombiner>(kernel, spec, form.anyAddress, accessGuard);
  }
}

/// Bytes that threads can copy at once of a matrix of this type, 16, 8 or 4, if it starts at a multiple of them; fewer
/// where cp.async cannot.
static int64_t getCopyAccess(MemRefType type) { return Repack::reads(type) ? AccessGuard::widestAccess(type, 16) : 0; }

OperandParameter SM90Form::addOperand(Value memref, int64_t dim, const Multiplicand &multiplicand, bool kMajor,
                                      int64_t sharers, OperandLoad load, bool copied) {
  auto type = cast<MemRefType>(memref.getType());
  if (load == OperandLoad::CpAsync) {
    int64_t access = getCopyAccess(type);
    accessGuard.requireAligned(memref, access);
    return {parameters.addMemRef(memref), access};
  }
  if (copied)
    repack->add(memref, /*transpose=*/multiplicand.kMajor && !kMajor);
  else
    accessGuard.requireAligned(memref, 16);
  // Elements of a row are adjacent even so.
  if (copied && ShapedType::isDynamic(type.getStridesAndOffset().first.back()))
    accessGuard.requireAligned(memref, storedBytes(type.getElementType()));
  return addOperandMaps(memref, dim, multiplicand, sharers);
}

/// The map of an operand's boxes; and, where the last ones may have fewer rows, one of those.
OperandParameter SM90Form::addOperandMaps(Value memref, int64_t dim, const Multiplicand &multiplicand,
                                          int64_t sharers) {
  int64_t rows =
      multiplicand.kMajor && !seeded("sm90-wrong-box") ? multiplicand.boxRows() / sharers : multiplicand.boxRows();
  BoxShape box{rows, multiplicand.rowElements(), spec.roundsToTF32()};
  // What is contiguous along m or n has k for its rows, which end in zeros.
  if (multiplicand.kMajor && !spec.schedule.loadsByThreads()) {
    int64_t size = cast<MemRefType>(memref.getType()).getDimSize(dim);
    bool isOnly = size > 0 && size <= rows && sharers == 1 && spec.schedule.clusterM * spec.schedule.clusterN == 1;
    if (isOnly || ShapedType::isDynamic(size) || size % rows != 0) {
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

/// What the blocks need, and enough that no more than `blocksPerSM` of them share a multiprocessor. With more room the
/// blocks of a dependent launch would come in beside those of the kernel before it, unevenly (measured: 512^3 takes 3.5
/// us instead of 2.7).
int64_t SM90Form::sharedBytes() const {
  constexpr int64_t reserved = 1024; // of each block, by the system
  int64_t tooMuchForMore = chip.sharedPerSM / (spec.schedule.blocksPerSM + 1) - reserved + 16;
  return std::max(layout.dynamicBytes(), tooMuchForMore);
}

bool SM90Form::readsOperands() {
  // One matrix as A and as B has one copy, which is not both transposed and not.
  if (a == b && !repack->empty() && spec.elementBytes() == 4 && matmul.getTransposeA() == matmul.getTransposeB())
    return false;
  auto reads = [&](Value memref, OperandLoad load) {
    auto type = cast<MemRefType>(memref.getType());
    return load == OperandLoad::CpAsync || (repack->contains(memref) ? Repack::reads(type) : isTMAType(type));
  };
  return reads(a, spec.schedule.loadA) && reads(b, spec.schedule.loadB);
}

LogicalResult SM90Form::check() {
  if (layout.dynamicBytes() > chip.sharedPerBlock)
    return kernel.emitOpError() << "needs " << layout.dynamicBytes()
                                << " bytes of shared memory with its schedule, but " << chip.name << " has "
                                << chip.sharedPerBlock;
  return success();
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

OperandSource SM90Form::getSource(KernelBuilder &kb, Block::BlockArgListType arguments, Value memref,
                                  OperandParameter parameter) const {
  auto type = cast<MemRefType>(memref.getType());
  auto repeated = llvm::map_to_vector(type.getShape().drop_back(2), [](int64_t size) { return size == 1; });
  if (parameter.access == 0)
    return {arguments[parameter.number],
            repeated,
            parameter.rows,
            parameter.lastMap ? Value(arguments[*parameter.lastMap]) : Value(),
            MemRefArgument(),
            0,
            isSettledOperand(memref)};
  return {Value(), repeated, 0, Value(), parameters.getMemRef(kb, arguments, parameter.number), parameter.access};
}

KernelArguments SM90Form::getArguments(KernelBuilder &kb, Block::BlockArgListType arguments) const {
  KernelArguments result;
  result.sizes = finish->getSizes(kb, arguments);
  result.rows = getSource(kb, arguments, a, operandA);
  result.columns = getSource(kb, arguments, b, operandB);
  if (spec.schedule.swap)
    std::swap(result.rows, result.columns);
  result.epilogue = finish->getEpilogue(kb, arguments);
  if (combiner)
    result.tailSums = arguments[tailSums];
  return result;
}

FunctionOpInterface SM90Form::emitFunction(OpBuilder &builder, StringRef name) {
  auto module = cast<gpu::GPUModuleOp>(builder.getInsertionBlock()->getParentOp());
  if (std::string copy = getRepackName(name); !repack->empty() && !module.lookupSymbol(copy))
    repack->emitFunction(builder, kernel.getLoc(), copy, hasDependentLaunch());
  if (std::string combine = getCombinerName(name); combiner && !module.lookupSymbol(combine))
    combiner->emitFunction(builder, combine, hasDependentLaunch());
  // Of forms that differ in what they copy one has made it: where operands lie is in their tensor maps.
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  const SM90Schedule &schedule = spec.schedule;
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), parameters.getTypes(builder));
  auto function = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(), name, type);
  auto dims = [&](int64_t x) { return builder.getDenseI32ArrayAttr({static_cast<int32_t>(x), 1, 1}); };
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(), dims(schedule.threads()));
  function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(schedule.blocksPerSM));
  if (schedule.clusterSize() > 1)
    function->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(), dims(schedule.clusterSize()));
  parameters.annotate(function);
  for (auto [memref, parameter] : {std::pair(a, operandA), std::pair(b, operandB)})
    if (parameter.access == 0 && isSettledOperand(memref)) {
      function.setArgAttr(parameter.number, kSettledAttrName, builder.getUnitAttr());
      if (parameter.lastMap)
        function.setArgAttr(*parameter.lastMap, kSettledAttrName, builder.getUnitAttr());
    }

  KernelBuilder kb(kernel.getLoc(), builder.getContext());
  kb.setInsertionPointToStart(function.addEntryBlock(kb));
  KernelArguments arguments = getArguments(kb, function.getArguments());
  emitKernel(kb, kernel, spec, plan, arguments, getSharedMemory(kb), hasDependentLaunch());
  kb.create<LLVM::ReturnOp>(ValueRange());
  return function;
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

/// Tiles of the output, counted in clusters (index).
Value SM90Form::emitTiles(OpBuilder &builder, Location loc) {
  const SM90Schedule &schedule = spec.schedule;
  auto mul = [&](Value x, Value y) { return builder.createOrFold<arith::MulIOp>(loc, x, y); };
  auto tiles = [&](Value memref, int64_t dim, int64_t tile) {
    Value size = builder.createOrFold<memref::DimOp>(loc, memref, dim);
    return builder.createOrFold<arith::CeilDivUIOp>(loc, size, arith::ConstantIndexOp::create(builder, loc, tile));
  };
  Value clusters = mul(tiles(a, matmul.getLhsMDim(), schedule.tileM * schedule.clusterM),
                       tiles(b, matmul.getRhsNDim(), schedule.tileN * schedule.clusterN));
  for (int64_t dim = 0; dim < matmul.getNumBatchDims(); ++dim)
    clusters = mul(clusters, builder.createOrFold<memref::DimOp>(loc, kernel.getOuts()[0], dim));
  return clusters;
}

/// Those that fill no whole wave.
Value SM90Form::emitTail(OpBuilder &builder, Location loc) {
  Value wave = arith::ConstantIndexOp::create(builder, loc, spec.wave);
  return builder.createOrFold<arith::RemUIOp>(loc, emitTiles(builder, loc), wave);
}

/// A block for each tile and piece, but no more than run at once: then they walk over them.
Value SM90Form::emitGrid(OpBuilder &builder, Location loc) {
  const SM90Schedule &schedule = spec.schedule;
  auto constant = [&](int64_t value) { return arith::ConstantIndexOp::create(builder, loc, value).getResult(); };
  auto mul = [&](Value x, Value y) { return builder.createOrFold<arith::MulIOp>(loc, x, y); };
  Value clusters = emitTiles(builder, loc);
  if (schedule.tailSplit > 1)
    clusters = builder.createOrFold<arith::AddIOp>(loc, clusters,
                                                   mul(emitTail(builder, loc), constant(schedule.tailSplit - 1)));
  Value most = constant(std::max<int64_t>(spec.wave / schedule.clusterSize(), 1));
  clusters = builder.createOrFold<arith::MinUIOp>(loc, clusters, most);
  return mul(clusters, constant(schedule.clusterSize()));
}

void SM90Form::emitLaunch(OpBuilder &builder, SymbolRefAttr function) {
  Location loc = kernel.getLoc();
  IRMapping copies;
  if (!repack->empty()) {
    auto copy = FlatSymbolRefAttr::get(builder.getContext(), getRepackName(function.getLeafReference()));
    copies = repack->emitLaunch(builder, kernel, SymbolRefAttr::get(function.getRootReference(), copy),
                                hasDependentLaunch());
  }
  Value memory;
  if (combiner)
    memory = tailMemory->get(builder, kernel, [&](OpBuilder &front) {
      int64_t bytes = spec.schedule.tailSplit * TailSums::pieceBytes(spec.schedule);
      Value ofTile = arith::ConstantIndexOp::create(front, loc, bytes);
      return front.createOrFold<arith::MulIOp>(loc, emitTail(front, loc), ofTile);
    });
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value threads = arith::ConstantIndexOp::create(builder, loc, spec.schedule.threads());
  Value shared = arith::ConstantIntOp::create(builder, loc, sharedBytes(), 32);
  auto launch = gpu::LaunchFuncOp::create(builder, loc, function, gpu::KernelDim3{emitGrid(builder, loc), one, one},
                                          gpu::KernelDim3{threads, one, one}, shared,
                                          parameters.getOperands(builder, loc, copies, memory));
  if (hasDependentLaunch())
    launch->setAttr(kProgrammaticAttrName, builder.getUnitAttr());
  if (combiner) {
    auto combine = FlatSymbolRefAttr::get(builder.getContext(), getCombinerName(function.getLeafReference()));
    combiner->emitLaunch(builder, SymbolRefAttr::get(function.getRootReference(), combine), emitTail(builder, loc),
                         memory, hasDependentLaunch());
  }
}

/// Whether rows of `type` may start at other addresses than multiples of 16 bytes apart, which only a launch knows.
static bool hasOpenPitch(MemRefType type) {
  return llvm::is_contained(ArrayRef(type.getStridesAndOffset().first).drop_back(), ShapedType::kDynamic);
}

/// Forms of all `schedules` that copy operands where `copies` says so, beside those that the schedules copy. Nothing if
/// the operands cannot be read even so.
static FailureOr<KernelForms> createForms(KernelOp kernel, ArrayRef<FormSchedule> schedules,
                                          function_ref<bool(MemRefType)> copies, FormPool &pool) {
  MatmulOp matmul = kernel.getMatmul();
  auto settle = [&](Value operand, OperandLoad &load, bool &copied) {
    auto type = cast<MemRefType>(kernel.getInputs()[cast<BlockArgument>(operand).getArgNumber()].getType());
    // What lies otherwise than its shape says may be out of the threads' reach.
    if (getCopyAccess(type) < 4)
      load = OperandLoad::TMA;
    copied |= load == OperandLoad::TMA && copies(type);
  };
  KernelForms forms;
  for (FormSchedule own : schedules) {
    SM90Schedule &schedule = own.schedule;
    settle(matmul.getLhs(), schedule.loadA, schedule.repackA);
    settle(matmul.getRhs(), schedule.loadB, schedule.repackB);
    if (matmul.getLhs() == matmul.getRhs() && (schedule.repackA || schedule.repackB)) {
      schedule.repackA = schedule.repackB = true;
      schedule.loadA = schedule.loadB = OperandLoad::TMA;
    }
    auto form = std::make_unique<SM90Form>(kernel, own, pool);
    if (own.mostM && !seeded("sm90-alternative-without-limit"))
      form->limitM(*own.mostM);
    if (!form->readsOperands())
      return KernelForms();
    if (failed(form->check()))
      return failure();
    forms.push_back(std::move(form));
  }
  return forms;
}

/// The same schedule with TMA in the place of threads, for operands that start or lie elsewhere than those need.
static FormSchedule loadByTMA(FormSchedule form) {
  if (form.schedule.loadsByThreads())
    form.suffix += "_tma";
  form.schedule.loadA = form.schedule.loadB = OperandLoad::TMA;
  return form;
}

FailureOr<KernelForms> fusion::createSM90Forms(KernelOp kernel) {
  FailureOr<SM90Schedule> schedule = getSM90Schedule(kernel);
  FailureOr<SmallVector<SM90Choice::Alternative, 3>> alternatives = getSM90Alternatives(kernel);
  if (failed(schedule) || failed(alternatives))
    return failure();
  SmallVector<FormSchedule> schedules;
  for (const SM90Choice::Alternative &alternative : *alternatives)
    schedules.push_back({alternative.schedule, "_m" + std::to_string(alternative.mostM), alternative.mostM});
  schedules.push_back({*schedule, ""});

  auto isOdd = [](MemRefType type) { return !isTMAType(type); };
  auto mayBeOdd = [&](MemRefType type) { return isOdd(type) || hasOpenPitch(type); };
  FormPool pool;
  FailureOr<KernelForms> forms = createForms(kernel, schedules, isOdd, pool);
  if (failed(forms))
    return failure();
  if (forms->empty())
    return createSM80Forms(kernel, chooseSM80Schedule(ScheduleProblem::get(kernel), getTargetChip(kernel)));
  auto append = [&](ArrayRef<FormSchedule> more) -> LogicalResult {
    FailureOr<KernelForms> created = createForms(kernel, more, mayBeOdd, pool);
    if (failed(created))
      return failure();
    llvm::move(*created, std::back_inserter(*forms));
    return success();
  };
  // The same kernels behind copies; then one that takes whatever a launch brings beside A and B.
  bool open = llvm::any_of(kernel.getMatmul()->getOperands(), [&](Value operand) {
    return hasOpenPitch(cast<MemRefType>(kernel.getInputs()[cast<BlockArgument>(operand).getArgNumber()].getType()));
  });
  if (open && failed(append(llvm::map_to_vector(schedules, loadByTMA))))
    return failure();
  FormSchedule unaligned = loadByTMA({*schedule, "", {}, /*anyAddress=*/true});
  unaligned.suffix = "_unaligned";
  if (!forms->back()->guard().isTrivial() && failed(append(unaligned)))
    return failure();
  if (!forms->back()->guard().isTrivial())
    forms->push_back(createSM80GeneralForm(kernel));
  return forms;
}
