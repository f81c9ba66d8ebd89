// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a kernel's frame: barriers, waits for others, and the branches to its warpgroups' roles.

#include "fusion/Families/Product/Kernel.h"

#include "Consumer.h"
#include "CopyingProducer.h"
#include "Epilogue.h"
#include "PartialSums.h"
#include "Splitter.h"
#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/Async/ThreadPosition.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

/// By one thread: the tensor maps of a kernel, those of whole boxes first.
static void prefetchMaps(KernelBuilder &kb, const KernelArguments &arguments) {
  SmallVector<Value> maps, further;
  for (const auto *factors : {&arguments.added.factors, &arguments.factors})
    for (const auto &factor : *factors)
      for (auto [number, map] : llvm::enumerate(factor->maps()))
        (number == 0 ? maps : further).push_back(map);
  llvm::append_range(maps, further);
  llvm::append_range(maps, arguments.epilogue.inputMaps);
  llvm::append_range(maps, arguments.epilogue.outputMaps);
  for (Value map : maps)
    if (map)
      prefetchTensorMap(kb, map);
}

namespace {
/// What the roles of a kernel's warpgroups share, and where they wait for other kernels and other blocks.
class KernelRoles {
public:
  KernelRoles(KernelBuilder &kb, const ProductSpec &spec, ArrayRef<LaunchedKernel> kernels, Value shared,
              bool dependentLaunch);

  /// Emits what comes before the roles, the branches to them, and what comes behind them.
  void emit();

private:
  void initialize();
  void makeBarriers();
  void wait();
  void meetLate();
  void consume();
  void shrink();
  void produce();
  void split();
  void supply();

  SmallVector<StagedFactor, 2> stageFactors(const Atom &atom, ArrayRef<std::unique_ptr<Source>> sources);
  AddedBlocks stageAdded(const AddedFactors &added);

  Value part(int64_t offset) { return kb.offsetPtr(base, offset); }

  KernelBuilder &kb;
  const ProductSpec &spec;
  const Roles &roles;
  const ArrayRef<LaunchedKernel> kernels;
  const bool dependentLaunch, early;
  /// Loads of others come to a block.
  const bool sharesLoads;
  const int64_t producer; ///< its first warpgroup
  SharedLayout layout;
  Value base; ///< of the shared memory
  Pipeline pipeline;
  ThreadPosition position;
  ClusterPosition cluster;
  SmallVector<std::unique_ptr<TileScheduler>, 1> schedulers; ///< of each kernel
  SmallVector<BlockContext, 1> blocks;                       ///< for each kernel
  /// Where an operand is stable, its first loads come before the wait; then each role waits for itself.
  bool ahead = false;
};
} // namespace

static SmallVector<const EpiloguePlan *, 1> getPlans(ArrayRef<LaunchedKernel> kernels) {
  return llvm::map_to_vector<1>(kernels, [](const LaunchedKernel &kernel) { return &kernel.plan; });
}

KernelRoles::KernelRoles(KernelBuilder &kb, const ProductSpec &spec, ArrayRef<LaunchedKernel> kernels, Value shared,
                         bool dependentLaunch)
    : kb(kb), spec(spec), roles(spec.roles), kernels(kernels), dependentLaunch(dependentLaunch),
      early(dependentLaunch && roles.launchesEarly), sharesLoads(spec.walk.cluster.tiles() > 1),
      producer(roles.producer()), layout(SharedLayout::get(spec, getPlans(kernels))), base(alignShared(kb, shared)),
      pipeline(part(layout.pipelineBarriers), spec.stages.count), position(ThreadPosition::get(kb)),
      cluster(ClusterPosition::get(kb, spec.walk.cluster)) {
  for (const LaunchedKernel &kernel : kernels) {
    std::unique_ptr<TileScheduler> own =
        kernel.arguments.createScheduler(kb, spec.walk, kernel.arguments.sizes, cluster);
    if (!schedulers.empty())
      own = std::make_unique<FollowingScheduler>(kb, std::move(own), *schedulers.back());
    schedulers.push_back(std::move(own));
  }
  for (auto [kernel, scheduler] : llvm::zip_equal(kernels, schedulers)) {
    const KernelArguments &arguments = kernel.arguments;
    blocks.push_back({spec, arguments.sizes, *scheduler, *schedulers.back(), pipeline, cluster,
                      stageFactors(*spec.atom, arguments.factors),
                      Pipeline(part(layout.lowBarriers), spec.atom->lowSlots), part(layout.lowColumns),
                      PartialTiles(spec.sums.tile, *spec.atom, arguments.partialTiles), arguments.scales,
                      stageAdded(arguments.added)});
    ahead |= llvm::any_of(arguments.factors, [](const auto &factor) { return factor->isStable(); });
  }
  ahead &= dependentLaunch && roles.readsAhead && !spec.added &&
           llvm::none_of(schedulers, [](const auto &scheduler) { return scheduler->readsMemory(); });
}

SmallVector<StagedFactor, 2> KernelRoles::stageFactors(const Atom &atom, ArrayRef<std::unique_ptr<Source>> sources) {
  auto along = [&](bool isM) { return isM ? OutputDim::M : OutputDim::N; };
  SmallVector<StagedFactor, 2> factors;
  for (auto [number, source, offset] : llvm::enumerate(sources, layout.factors))
    factors.push_back({source.get(), number == 0 ? &atom.rows : &atom.columns[number - 1],
                       along((number == 0) != atom.own().swap), part(offset)});
  return factors;
}

AddedBlocks KernelRoles::stageAdded(const AddedFactors &added) {
  if (!spec.added)
    return {};
  KShare k = KShare::get(kb, spec.walk.k, kb.c32(added.k), /*number=*/{}, /*shares=*/1);
  // Of blocks that share K the first one has all of them: its share of the other product is the smallest.
  if (spec.walk.cluster.slices > 1)
    k.count = kb.select(kb.eq(cluster.slice, kb.c32(0)), k.count, kb.c32(0));
  return {stageFactors(*spec.added, added.factors), k, added.scale};
}

/// By one thread of the producer.
void KernelRoles::initialize() {
  for (const LaunchedKernel &kernel : kernels)
    prefetchMaps(kb, kernel.arguments);
  pipeline.initialize(kb, getStageReaders(roles, spec.walk.cluster));
  if (spec.atom->lowSlots > 0)
    blocks.front().lowHalves.initialize(kb, roles.consumers);
  for (int64_t offset = layout.stagingBarriers; offset < layout.sumBarriers; offset += 8)
    initBarrier(kb, part(offset), 1);
  PartialSums::initialize(kb, spec.sums.cluster, part(layout.sumBarriers));
  fenceBarrierInit(kb);
}

/// No block receives before its barriers exist: loads of others come at once, partial sums after the products.
void KernelRoles::makeBarriers() {
  kb.ifThen(kb.eq(position.thread, 128 * producer), [&] { initialize(); });
  if (spec.walk.cluster.size() > 1)
    arriveCluster(kb);
  if (sharesLoads)
    waitCluster(kb);
  else
    syncBlock(kb);
}

/// For the kernels before this one.
void KernelRoles::wait() {
  if (dependentLaunch)
    waitForDependencies(kb);
  // Not before: inputs that this kernel does not write are then stable for the next one (StableInputs.h).
  if (early)
    launchDependents(kb);
}

/// Waits for the cluster's barriers, where makeBarriers() has not.
void KernelRoles::meetLate() {
  if (spec.walk.cluster.size() > 1 && !sharesLoads)
    waitCluster(kb);
}

void KernelRoles::consume() {
  if (ahead)
    wait();
  if (roles.movesRegisters())
    setMaxRegisters(kb, roles.consumerRegisters, /*increase=*/true);
  ConsumerPosition consumer = getConsumerPosition(kb, position);
  auto own = [&](int64_t offset, int64_t bytes) {
    return kb.offsetPtr(part(offset), kb.mul(consumer.warpgroup, bytes));
  };
  const ClusterSum &sum = spec.sums.cluster;
  PartialSums sums(kb, sum, *spec.atom, cluster, consumer, own(layout.slots, PartialSums::slotBytes(sum)),
                   own(layout.sumBarriers, PartialSums::barrierBytes(sum)));
  meetLate();
  ConsumerProgress progress = ConsumerProgress::start(kb, blocks.front(), consumer);
  int64_t stagingBarriers = layout.stagingBarriers;
  for (auto [kernel, block] : llvm::zip_equal(kernels, blocks)) {
    const EpiloguePlan &plan = kernel.plan;
    EpilogueMemory memory = {own(layout.staging, layout.stagingBytes), own(layout.lines, layout.lineBytes),
                             own(stagingBarriers, 8 * plan.inputBuffers())};
    stagingBarriers += 8 * roles.consumers * plan.inputBuffers();
    Epilogue epilogue(kb, kernel.kernel, spec, plan, kernel.arguments.epilogue, kernel.arguments.sizes, consumer,
                      memory);
    progress = emitConsumer(kb, block, consumer, progress, epilogue, sums, dependentLaunch && !early);
  }
}

void KernelRoles::shrink() {
  if (roles.movesRegisters())
    setMaxRegisters(kb, roles.producerRegisters, /*increase=*/false);
}

void KernelRoles::produce() {
  shrink();
  if (roles.loadsByThreads)
    emitCopyingProducer(kb, blocks, kb.rem(position.thread, 128), kb.rem(position.warp, 4));
  else
    kb.ifThen(kb.eq(position.warp, 4 * producer),
              [&] { kb.ifThen(electOne(kb), [&] { emitProducer(kb, blocks, ahead); }); });
  meetLate();
}

void KernelRoles::split() {
  shrink();
  emitSplitter(kb, blocks, kb.rem(position.thread, 128));
  meetLate();
}

/// Emits `then` for the warpgroups before number `first`, and `otherwise` for the others.
static void branch(KernelBuilder &kb, const ThreadPosition &position, int64_t first, function_ref<void()> then,
                   function_ref<void()> otherwise) {
  auto emit = [](function_ref<void()> role) {
    return [role] {
      role();
      return SmallVector<Value>();
    };
  };
  kb.ifElse(kb.lt(position.warpgroup, kb.c32(first)), TypeRange(), emit(then), emit(otherwise));
}

/// The warpgroups that do not consume.
void KernelRoles::supply() {
  if (roles.splitters == 0)
    return produce();
  branch(kb, position, producer, [&] { split(); }, [&] { produce(); });
}

void KernelRoles::emit() {
  makeBarriers();
  if (!ahead) {
    wait();
    for (const auto &scheduler : schedulers)
      scheduler->begin(kb);
  }
  branch(kb, position, roles.consumers, [&] { consume(); }, [&] { supply(); });
  if (sharesLoads) {
    // No block leaves while another can still write into it or arrive on its barriers.
    arriveCluster(kb);
    waitCluster(kb);
  }
}

LLVM::LLVMFuncOp async::createKernelFunction(OpBuilder &builder, Location loc, StringRef name,
                                             ArrayRef<const Parameters *> parameters, const ProductSpec &spec) {
  SmallVector<Type> types;
  SmallVector<unsigned, 1> firsts; // of each kernel's parameters
  for (const Parameters *own : parameters) {
    firsts.push_back(types.size());
    llvm::append_range(types, own->getTypes(builder));
  }
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), types);
  auto function = LLVM::LLVMFuncOp::create(builder, loc, name, type);
  auto dims = [&](int64_t x) { return builder.getDenseI32ArrayAttr({static_cast<int32_t>(x), 1, 1}); };
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(), dims(spec.roles.threads));
  function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(spec.roles.blocksPerSM));
  if (spec.walk.cluster.size() > 1)
    function->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(), dims(spec.walk.cluster.size()));
  for (auto [own, first] : llvm::zip_equal(parameters, firsts))
    own->annotate(function, first);
  return function;
}

void async::emitKernel(KernelBuilder &kb, const ProductSpec &spec, ArrayRef<LaunchedKernel> kernels, Value shared,
                       bool dependentLaunch) {
  KernelRoles(kb, spec, kernels, shared, dependentLaunch).emit();
}
