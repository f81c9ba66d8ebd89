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

/// By one thread of the producer.
static void initialize(KernelBuilder &kb, const KernelArguments &arguments, const ProductSpec &spec,
                       const EpiloguePlan &plan, const Pipeline &pipeline, const Pipeline &lowHalves,
                       Value stagingBarriers, Value sumBarriers) {
  SmallVector<Value> maps, further;
  for (const auto &factor : arguments.factors)
    for (auto [number, map] : llvm::enumerate(factor->maps()))
      (number == 0 ? maps : further).push_back(map);
  llvm::append_range(maps, further);
  llvm::append_range(maps, arguments.epilogue.inputMaps);
  llvm::append_range(maps, arguments.epilogue.outputMaps);
  for (Value map : maps)
    if (map)
      prefetchTensorMap(kb, map);
  pipeline.initialize(kb, getStageReaders(spec.roles, spec.walk.cluster));
  if (spec.atom->lowSlots > 0)
    lowHalves.initialize(kb, spec.roles.consumers);
  if (plan.stagesInputs())
    for (int64_t i = 0; i < spec.roles.consumers * plan.chunks.buffers; ++i)
      initBarrier(kb, kb.offsetPtr(stagingBarriers, 8 * i), 1);
  PartialSums::initialize(kb, spec.sums.cluster, sumBarriers);
  fenceBarrierInit(kb);
}

namespace {
/// What the roles of a kernel's warpgroups share, and where they wait for other kernels and other blocks.
class KernelRoles {
public:
  KernelRoles(KernelBuilder &kb, const ProductSpec &spec, const EpiloguePlan &plan, const KernelArguments &arguments,
              Value shared, bool dependentLaunch);

  /// Emits what comes before the roles, the branches to them, and what comes behind them.
  void emit(KernelOp kernel);

private:
  void makeBarriers();
  void wait();
  void meetLate();
  void consume(KernelOp kernel);
  void shrink();
  void produce();
  void split();
  void supply();

  SmallVector<StagedFactor, 2> stageFactors();

  Value part(int64_t offset) { return kb.offsetPtr(base, offset); }

  KernelBuilder &kb;
  const ProductSpec &spec;
  const Roles &roles;
  const EpiloguePlan &plan;
  const KernelArguments &arguments;
  const bool dependentLaunch, early;
  /// Loads of others come to a block.
  const bool sharesLoads;
  const int64_t producer; ///< its first warpgroup
  SharedLayout layout;
  Value base; ///< of the shared memory
  Pipeline pipeline;
  ThreadPosition position;
  ClusterPosition cluster;
  std::unique_ptr<TileScheduler> scheduler;
  /// Where an operand is stable, its first loads come before the wait; then each role waits for itself.
  const bool ahead;
  BlockContext block;
};
} // namespace

KernelRoles::KernelRoles(KernelBuilder &kb, const ProductSpec &spec, const EpiloguePlan &plan,
                         const KernelArguments &arguments, Value shared, bool dependentLaunch)
    : kb(kb), spec(spec), roles(spec.roles), plan(plan), arguments(arguments), dependentLaunch(dependentLaunch),
      early(dependentLaunch && roles.launchesEarly), sharesLoads(spec.walk.cluster.tiles() > 1),
      producer(roles.producer()), layout(SharedLayout::get(spec, plan)), base(alignShared(kb, shared)),
      pipeline(part(layout.pipelineBarriers), spec.stages.count), position(ThreadPosition::get(kb)),
      cluster(ClusterPosition::get(kb, spec.walk.cluster)),
      scheduler(arguments.createScheduler(kb, spec.walk, arguments.sizes, cluster)),
      ahead(dependentLaunch && roles.readsAhead && !scheduler->readsMemory() &&
            llvm::any_of(arguments.factors, [](const auto &factor) { return factor->isStable(); })),
      block{spec,
            arguments.sizes,
            *scheduler,
            pipeline,
            cluster,
            stageFactors(),
            Pipeline(part(layout.lowBarriers), spec.atom->lowSlots),
            part(layout.lowColumns),
            PartialTiles(spec.sums.tile, *spec.atom, arguments.partialTiles),
            arguments.scales} {}

SmallVector<StagedFactor, 2> KernelRoles::stageFactors() {
  const Atom &atom = *spec.atom;
  auto along = [&](bool isM) { return isM ? OutputDim::M : OutputDim::N; };
  SmallVector<StagedFactor, 2> factors;
  for (auto [number, source, offset] : llvm::enumerate(arguments.factors, layout.factors))
    factors.push_back({source.get(), number == 0 ? &atom.rows : &atom.columns[number - 1],
                       along((number == 0) != atom.own().swap), part(offset)});
  return factors;
}

/// No block receives before its barriers exist: loads of others come at once, partial sums after the products.
void KernelRoles::makeBarriers() {
  kb.ifThen(kb.eq(position.thread, 128 * producer), [&] {
    initialize(kb, arguments, block.spec, plan, pipeline, block.lowHalves, part(layout.stagingBarriers),
               part(layout.sumBarriers));
  });
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

void KernelRoles::consume(KernelOp kernel) {
  if (ahead)
    wait();
  if (roles.movesRegisters())
    setMaxRegisters(kb, roles.consumerRegisters, /*increase=*/true);
  ConsumerPosition consumer = getConsumerPosition(kb, position);
  auto own = [&](int64_t offset, int64_t bytes) {
    return kb.offsetPtr(part(offset), kb.mul(consumer.warpgroup, bytes));
  };
  EpilogueMemory memory = {own(layout.staging, plan.stagingBytes), own(layout.lines, plan.lineBytes),
                           own(layout.stagingBarriers, 8 * plan.chunks.buffers)};
  Epilogue epilogue(kb, kernel, block.spec, plan, arguments.epilogue, arguments.sizes, consumer, memory);
  const ClusterSum &sum = spec.sums.cluster;
  PartialSums sums(kb, sum, *spec.atom, cluster, consumer, own(layout.slots, PartialSums::slotBytes(sum)),
                   own(layout.sumBarriers, PartialSums::barrierBytes(sum)));
  meetLate();
  emitConsumer(kb, block, consumer, epilogue, sums, dependentLaunch && !early);
}

void KernelRoles::shrink() {
  if (roles.movesRegisters())
    setMaxRegisters(kb, roles.producerRegisters, /*increase=*/false);
}

void KernelRoles::produce() {
  shrink();
  if (roles.loadsByThreads)
    emitCopyingProducer(kb, block, kb.rem(position.thread, 128), kb.rem(position.warp, 4));
  else
    kb.ifThen(kb.eq(position.warp, 4 * producer),
              [&] { kb.ifThen(electOne(kb), [&] { emitProducer(kb, block, ahead); }); });
  meetLate();
}

void KernelRoles::split() {
  shrink();
  emitSplitter(kb, block, kb.rem(position.thread, 128));
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

void KernelRoles::emit(KernelOp kernel) {
  makeBarriers();
  if (!ahead) {
    wait();
    scheduler->begin(kb);
  }
  branch(kb, position, roles.consumers, [&] { consume(kernel); }, [&] { supply(); });
  if (sharesLoads) {
    // No block leaves while another can still write into it or arrive on its barriers.
    arriveCluster(kb);
    waitCluster(kb);
  }
}

LLVM::LLVMFuncOp async::createKernelFunction(OpBuilder &builder, Location loc, StringRef name,
                                             const Parameters &parameters, const ProductSpec &spec) {
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), parameters.getTypes(builder));
  auto function = LLVM::LLVMFuncOp::create(builder, loc, name, type);
  auto dims = [&](int64_t x) { return builder.getDenseI32ArrayAttr({static_cast<int32_t>(x), 1, 1}); };
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getMaxntidAttrName(), dims(spec.roles.threads));
  function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(spec.roles.blocksPerSM));
  if (spec.walk.cluster.size() > 1)
    function->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(), dims(spec.walk.cluster.size()));
  parameters.annotate(function);
  return function;
}

void async::emitKernel(KernelBuilder &kb, KernelOp kernel, const ProductSpec &spec, const EpiloguePlan &plan,
                       const KernelArguments &arguments, Value shared, bool dependentLaunch) {
  KernelRoles(kb, spec, plan, arguments, shared, dependentLaunch).emit(kernel);
}
