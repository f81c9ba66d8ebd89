// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a schedule takes of shared memory and registers, and whether a chip and a problem allow it.

#include "fusion/Families/SM90/Check.h"

#include "Spec.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/Common/RequireSchedule.h"
#include "fusion/Families/Product/ChainScales.h"
#include "fusion/Families/Product/SharedLayout.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

/// Registers that a consumer needs beside its accumulators: addresses, descriptors, one chunk of the epilogue.
static constexpr int64_t kFurtherRegisters = 72;
static constexpr int64_t kMostRegisters = 255;
/// Blocks of the largest cluster that a Hopper GPU runs. More than 8 the runtime must allow
/// (lib/Runtime/CudaContext.cpp).
static constexpr int64_t kMostSplit = 16;
/// What the registers of a consumer hold beside the epilogue's. Where three have 160 each, ptxas refuses 104.
static int64_t getMostAccumulators(const SM90Schedule &schedule) {
  if (schedule.consumers > 2)
    return 96;
  return schedule.sumsChains() || schedule.loadsByThreads() ? 128 : 176;
}

template <typename... Args> static FusionVerdict say(const char *format, Args &&...args) {
  return FusionVerdict::no(llvm::formatv(format, args...).str());
}

StagedChunks fusion::getStagedChunks(const SM90Schedule &schedule, ArrayRef<int64_t> outputBytes) {
  return StagedChunks::get(async::getWarpgroupTile(schedule), schedule.staging, outputBytes);
}

int64_t fusion::getColumnUnit(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  bool kMajor = schedule.swap ? problem.isKMajorA() : problem.isKMajorB();
  bool transposes = problem.type->crossRead == CrossRead::Instructions;
  return kMajor || !transposes ? 1 : 128 / problem.type->elementBytes;
}

bool fusion::hasUnreadableRows(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  return schedule.swap ? problem.needsTransposeB() && !schedule.copyB : problem.needsTransposeA() && !schedule.copyA;
}

int64_t fusion::getSM90SharedBytes(const SM90Schedule &schedule, int64_t elementBytes, const EpilogueProblem &epilogue,
                                   int64_t columnUnit) {
  StagedChunks chunks = getStagedChunks(schedule, epilogue.outputBytes);
  async::SharedSizes sizes;
  sizes.stages = schedule.stages;
  sizes.lowSlots = schedule.lowSlots();
  sizes.sum = async::getClusterSum(schedule);
  sizes.factors = {schedule.rows() * schedule.tileK * elementBytes,
                   int64_t(llvm::alignTo(schedule.columns(), columnUnit)) * schedule.tileK * elementBytes};
  for (int64_t staged : epilogue.outputBytes)
    if (canStage(sizes.sum.own, staged))
      sizes.staging += chunks.buffers * chunks.bufferBytes(staged);
  for (int64_t along : schedule.swap ? epilogue.alongMBytes : epilogue.alongNBytes)
    sizes.lines += llvm::alignTo(schedule.finishedColumns() * along, 16);
  sizes.inputBuffers = chunks.buffers;
  return async::SharedLayout::get(sizes).dynamicBytes();
}

/// Registers that a thread may have, so that `blocksPerSM` blocks fit: those of the consumers, where warpgroups pass
/// registers to each other.
static int64_t getRegisters(const SM90Schedule &schedule, const ChipInfo &chip) {
  if (schedule.movesRegisters())
    return schedule.consumerRegisters();
  // ptxas gives them out in units of 8.
  int64_t registers = chip.registersPerSM / (schedule.blocksPerSM * schedule.threads()) / 8 * 8;
  return std::min(registers, kMostRegisters);
}

/// Bounds that keep all later arithmetic small, and sizes that wgmma has.
static FusionVerdict checkTile(const SM90Schedule &schedule, const ProductType &type) {
  int64_t elementBytes = type.elementBytes;
  if (schedule.consumers < 1 || schedule.consumers > 3)
    return say("1 to 3 consumer warpgroups are needed, not {0}", schedule.consumers);
  if (schedule.isPingPong() && schedule.consumers != 2)
    return say("pingpong needs 2 consumer warpgroups, not {0}", schedule.consumers);
  int64_t rows = schedule.rows() / schedule.stackedRows(), mostRows = 256 / schedule.stackedRows();
  int64_t rowUnit = schedule.isPingPong() ? 64 : 64 * schedule.consumers;
  if (rows < rowUnit || rows > mostRows || rows % rowUnit != 0)
    return say("a tile of {0} warpgroups must have a multiple of {1} rows along {2}, {3} at most, not {4}",
               schedule.consumers, rowUnit, schedule.swap ? "n" : "m", mostRows, rows);
  int64_t columns = schedule.columns();
  int64_t columnUnit = schedule.swap ? 8 : 16;
  if (columns < columnUnit || columns > 256 || columns % columnUnit != 0)
    return say("a tile must have a multiple of {0} columns along {1}, 256 at most, not {2}", columnUnit,
               schedule.swap ? "m" : "n", columns);
  if (columns > 32 && columns % type.columnUnit != 0)
    return say("products of {0} need a multiple of {1} columns along {2} where there are more than 32, not {3}",
               type.name, type.columnUnit, schedule.swap ? "m" : "n", columns);
  if (int64_t most = getMostAccumulators(schedule); schedule.accumulators() > most)
    return say("a thread can hold {0} accumulators, but a warpgroup's {1} x {2} take {3}", most,
               schedule.warpgroupRows(), columns, schedule.accumulators());
  if (schedule.tileK != 128 / elementBytes && schedule.tileK != 256 / elementBytes)
    return say("a tile must hold 128 or 256 bytes along k, not {0} elements of {1}", schedule.tileK, elementBytes);
  return FusionVerdict::yes();
}

/// Several products, whose right factors are parts of one multiplicand.
static FusionVerdict checkProducts(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  if (schedule.products == 1)
    return FusionVerdict::yes();
  if (schedule.streamKTail > 1)
    return say("kernels of {0} products have no stream-K tail", schedule.products);
  if (schedule.loadsByThreads() || schedule.copyA || schedule.copyB)
    return say("factors of {0} products are loaded by TMA as they lie", schedule.products);
  if (schedule.sumsChains() || problem.type->crossRead != CrossRead::Instructions)
    return say("kernels of {0} products are for f16 and bf16, not for {1}", schedule.products, problem.type->name);
  int64_t unit = problem.isKMajorB() ? 16 : 128 / problem.type->elementBytes;
  if (schedule.tileN % unit != 0)
    return say("a tile of {0} products must have a multiple of {1} columns of each, not {2}", schedule.products, unit,
               schedule.tileN);
  return FusionVerdict::yes();
}

/// A product that is added, whose factors come to the same stages.
static FusionVerdict checkAdded(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  const AddedProblem &added = problem.added;
  if (!added.exists())
    return FusionVerdict::yes();
  if (schedule.streamKTail != 1)
    return say("a product that another is added to has no stream-K tail");
  if (schedule.loadsByThreads() || schedule.copyA || schedule.copyB)
    return say("factors of products that are added are loaded by TMA as they lie");
  if (schedule.sumsChains() || problem.type->crossRead != CrossRead::Instructions)
    return say("products that are added are of f16 or bf16, not of {0}", problem.type->name);
  if (std::min(added.accessA, added.accessB) < 16)
    return say("rows of the product that is added are no multiple of 16 bytes");
  // Whether they lie along k or not, tiles have as many bytes.
  int64_t unit = 128 / problem.type->elementBytes;
  bool isCrossedA = !problem.isKMajorA() || added.transposeA, isCrossedB = !problem.isKMajorB() || !added.transposeB;
  if ((isCrossedA && schedule.tileM % unit != 0) || (isCrossedB && schedule.tileN % unit != 0))
    return say("tiles of factors that do not lie along k must be multiples of {0}, where a product is added", unit);
  return FusionVerdict::yes();
}

/// Clusters and split-K.
static FusionVerdict checkCluster(const SM90Schedule &schedule) {
  int64_t clusterM = schedule.clusterM, clusterN = schedule.clusterN, splitK = schedule.splitK;
  if (clusterM < 1 || clusterN < 1 || clusterM > 4 || clusterN > 4 || clusterM * clusterN > 4)
    return say("clusters of more than 4 blocks leave multiprocessors idle; {0} x {1} is none of 1 to 4", clusterM,
               clusterN);
  if (splitK < 1 || splitK > kMostSplit)
    return say("split_k must be 1 to {0}, not {1}", kMostSplit, splitK);
  if (schedule.swap && clusterM * clusterN > 1)
    return say("a swapped product has no cluster along m or n, but this one has {0} x {1}", clusterM, clusterN);
  if (splitK > 1 && (schedule.isPingPong() || clusterM * clusterN > 1))
    return say("split_k needs cooperative warpgroups and no other cluster");
  return FusionVerdict::yes();
}

/// The stream-K tail.
static FusionVerdict checkTail(const SM90Schedule &schedule) {
  if (schedule.streamKTail == 1) {
    if (schedule.tailReduction != TailReduction::Kernel)
      return say("tail_reduction says who adds partial tiles, of which there are none without stream_k_tail");
    return FusionVerdict::yes();
  }
  if (schedule.streamKTail < 1 || schedule.streamKTail > SM90Schedule::kMostPartialTiles)
    return say("stream_k_tail must be 1 to {0}, not {1}", SM90Schedule::kMostPartialTiles, schedule.streamKTail);
  if (schedule.isPingPong() || schedule.clusterSize() > 1)
    return say("stream_k_tail needs cooperative warpgroups and no cluster");
  if (schedule.isSplitF32() || schedule.loadsByThreads())
    return say("stream_k_tail is for products of one part whose operands TMA loads");
  return FusionVerdict::yes();
}

/// Of a launch that kernels share there is nothing in front and nothing behind.
static FusionVerdict checkShared(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  if (problem.isShared() && (schedule.streamKTail > 1 || schedule.copyA || schedule.copyB))
    return say("kernels that share a launch have neither a stream_k_tail nor copies of operands");
  return FusionVerdict::yes();
}

/// One operand: its layout, the boxes that TMA copies, and the share of them that each of `blocks` copies for its
/// cluster. `left`: it is the left factor, which may come from registers.
static FusionVerdict checkOperand(StringRef name, int64_t extent, int64_t blocks, bool kMajor, const ProductType &type,
                                  bool copied, bool left) {
  bool byElements = type.crossRead == CrossRead::Elements;
  if (!kMajor && type.crossRead != CrossRead::Instructions && !copied && !(byElements && left))
    return say("{0} is not contiguous along k, which takes copy_{1} where elements have {2} bytes{3}", name,
               name.lower(), type.elementBytes, byElements ? ", but for A, or with swap for B" : "");
  kMajor |= type.crossRead != CrossRead::Instructions && copied;
  // Boxes: 128 bytes along k by all rows, which come in swizzle patterns of 8; or 128 bytes along m or n by all of k,
  // the last of them perhaps more than the tile has.
  int64_t unit = kMajor || blocks == 1 ? 8 : 64;
  if (extent % (unit * blocks) != 0)
    return say("the tile of {0} has {1} elements along its free dimension; {2} blocks need a multiple of {3}", name,
               extent, blocks, unit * blocks);
  return FusionVerdict::yes();
}

/// How one operand, which `blocks` blocks of a cluster share, is loaded, where its rows allow accesses of `access`
/// bytes.
static FusionVerdict checkLoad(StringRef name, OperandLoad load, bool copied, int64_t blocks, int64_t access,
                               bool kMajor, const ScheduleProblem &problem) {
  if (load == OperandLoad::TMA) {
    if (access < 16 && !copied)
      return say("{0}'s rows are no multiple of 16 bytes, which takes copy_{1} or load_{1} = cp_async", name,
                 name.lower());
    return FusionVerdict::yes();
  }
  if (copied)
    return say("{0} is copied to where TMA can read it by copy_{1}; load_{1} = cp_async is for operands as they lie",
               name, name.lower());
  if (access < 4)
    return say("{0}'s rows are no multiple of 4 bytes, the least that load_{1} = cp_async can copy", name,
               name.lower());
  if (problem.type->crossRead != CrossRead::Instructions && !kMajor)
    return say(
        "{0} is not contiguous along k, and load_{1} = cp_async does not bring {2}-byte elements to where threads "
        "read them so",
        name, name.lower(), problem.type->elementBytes);
  if (problem.type->rounds)
    return say("f32 is rounded to tf32 on its way by TMA, which load_{0} = cp_async cannot do", name.lower());
  if (blocks > 1)
    return say("threads load for their own block alone, but {0} blocks of a cluster share {1}", blocks, name);
  return FusionVerdict::yes();
}

/// Registers, threads and shared memory.
static FusionVerdict checkResources(const SM90Schedule &schedule, const ScheduleProblem &problem,
                                    const ChipInfo &chip) {
  if (schedule.stages < 2 || schedule.stages > 32)
    return say("2 to 32 stages are needed, not {0}", schedule.stages);
  int64_t blocks = schedule.blocksPerSM;
  if (blocks < 1 || blocks > 8)
    return say("1 to 8 blocks can share a multiprocessor, not {0}", blocks);
  if (schedule.movesRegisters() && blocks > 1)
    return say("a block whose warpgroups pass registers to each other needs a multiprocessor alone, but {0} share one",
               blocks);
  int64_t registers = getRegisters(schedule, chip), needed = schedule.accumulators() + kFurtherRegisters;
  int64_t consumed = 128 * (schedule.consumers * schedule.consumerRegisters() +
                            (schedule.splitters() + 1) * schedule.producerRegisters());
  if ((!schedule.movesRegisters() && registers < needed) ||
      (schedule.movesRegisters() && consumed > chip.registersPerSM))
    return say("{0} blocks of {1} threads leave {2} registers to each, but {3} are needed", blocks, schedule.threads(),
               registers, needed);
  if (blocks * schedule.threads() > chip.threadsPerSM)
    return say("{0} blocks of {1} threads do not fit a multiprocessor's {2}", blocks, schedule.threads(),
               chip.threadsPerSM);
  int64_t bytes =
      getSM90SharedBytes(schedule, problem.type->elementBytes, problem.epilogue, getColumnUnit(schedule, problem));
  if (bytes > chip.sharedPerBlock)
    return say("a block needs {0} bytes of shared memory, but the chip has {1}", bytes, chip.sharedPerBlock);
  if (blocks * (bytes + kReservedSharedBytes) > chip.sharedPerSM)
    return say("{0} blocks of {1} bytes of shared memory do not fit a multiprocessor's {2}", blocks,
               bytes + kReservedSharedBytes, chip.sharedPerSM);
  return FusionVerdict::yes();
}

static FusionVerdict checkGrid(const SM90Schedule &schedule, const ChipInfo &chip) {
  if (schedule.group < 1 || schedule.group > 65535)
    return say("a group must have 1 to 65535 rows or columns, not {0}", schedule.group);
  if (schedule.grid < 0 || schedule.grid > chip.sms * schedule.blocksPerSM)
    return say("a grid has at most {0} blocks, {1} for each multiprocessor, not {2}", chip.sms * schedule.blocksPerSM,
               schedule.blocksPerSM, schedule.grid);
  if (schedule.grid % schedule.clusterSize() != 0)
    return say("a grid of {0} blocks is not made of clusters of {1}", schedule.grid, schedule.clusterSize());
  return FusionVerdict::yes();
}

static FusionVerdict checkPrecision(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  if (schedule.type != problem.type)
    return say("the schedule is one of products of {0}, but the problem is one of {1}", schedule.type->name,
               problem.type->name);
  if (schedule.sumsChains() && schedule.tileK > schedule.type->chain)
    return say("products of {0} need k blocks of {1} elements at most, not of {2}", schedule.type->name,
               schedule.type->chain, schedule.tileK);
  if (!schedule.isSplitF32())
    return FusionVerdict::yes();
  if (schedule.isPingPong())
    return say("split f32 needs cooperative warpgroups");
  if (schedule.consumers > 2)
    return say("split f32 takes 1 or 2 consumer warpgroups, not {0}", schedule.consumers);
  // With more the registers spill.
  if (schedule.warpgroupRows() != 64)
    return say("split f32 needs 64 rows for each warpgroup, not {0}", schedule.warpgroupRows());
  if (schedule.tileK * problem.type->elementBytes != 128)
    return say("split f32 needs k blocks of 128 bytes, not of {0} elements", schedule.tileK);
  return FusionVerdict::yes();
}

/// Scales of blocks.
static FusionVerdict checkScales(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  if (!problem.isBlockScaled())
    return FusionVerdict::yes();
  if (schedule.spreadK)
    return say("spread_k is for operands without scales of blocks: the order of these is that of K");
  int64_t scaled = schedule.swap ? problem.scaledRowsA : problem.scaledColumnsB;
  if (scaled > 0 && !async::fitsScaledColumns(scaled, schedule.columns()))
    return say("a tile must have at most two scales along {0}, in whole units of 8, but it has {1} columns and there "
               "is one for {2}",
               schedule.swap ? "m" : "n", schedule.columns(), scaled);
  return FusionVerdict::yes();
}

/// Columns that the epilogue reads of each other: one thread has them, in its registers.
static FusionVerdict checkColumnReads(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  if (problem.columnGroup == 1)
    return FusionVerdict::yes();
  if (schedule.streamKTail >= 2)
    return say("a stream_k_tail adds parts of tiles, but the epilogue reads columns of whole ones");
  async::WarpgroupTile own = async::getWarpgroupTile(schedule);
  int64_t columns = own.swap ? own.rows : own.finishedColumns;
  if (columns % problem.columnGroup != 0)
    return say("the epilogue reads columns in groups of {0}, but a warpgroup finishes {1}", problem.columnGroup,
               columns);
  // Columns that the threads of a warpgroup share out: of a quad, and with swap of all.
  int64_t shared = own.swap ? 64 : 8;
  if (problem.columnRun < shared && (own.swap || problem.columnGroup > 2))
    return say("the epilogue reads columns in runs of {0}, but threads share out {1}", problem.columnRun, shared);
  return FusionVerdict::yes();
}

FusionVerdict fusion::checkSM90Schedule(const SM90Schedule &schedule, const ScheduleProblem &problem,
                                        const ChipInfo &chip) {
  if (!problem.type)
    return say("the kernel has no product");
  if (problem.type->columnUnit == 0)
    return say("wgmma has no products of {0}", problem.type->name);
  if (FusionVerdict verdict = checkTile(schedule, *problem.type); !verdict)
    return verdict;
  if (FusionVerdict verdict = checkProducts(schedule, problem); !verdict)
    return verdict;
  if (FusionVerdict verdict = checkAdded(schedule, problem); !verdict)
    return verdict;
  if (FusionVerdict verdict = checkCluster(schedule); !verdict)
    return verdict;
  if (FusionVerdict verdict = checkTail(schedule); !verdict)
    return verdict;
  if (FusionVerdict verdict = checkShared(schedule, problem); !verdict)
    return verdict;
  if (FusionVerdict verdict = checkColumnReads(schedule, problem); !verdict)
    return verdict;
  if (FusionVerdict verdict = checkOperand("A", schedule.tileM, schedule.clusterN, problem.isKMajorA(), *problem.type,
                                           schedule.copyA, !schedule.swap);
      !verdict)
    return verdict;
  if (FusionVerdict verdict = checkOperand("B", schedule.tileN, schedule.clusterM, problem.isKMajorB(), *problem.type,
                                           schedule.copyB, schedule.swap);
      !verdict)
    return verdict;
  const AddedProblem &added = problem.added;
  if (added.exists())
    for (auto [name, extent, blocks, kMajor] :
         {std::tuple("A of the added product", schedule.tileM, schedule.clusterN, !added.transposeA),
          std::tuple("B of the added product", schedule.tileN, schedule.clusterM, added.transposeB)})
      if (FusionVerdict verdict = checkOperand(name, extent, blocks, kMajor, *problem.type, /*copied=*/false,
                                               /*left=*/false);
          !verdict)
        return verdict;
  if (FusionVerdict verdict = checkPrecision(schedule, problem); !verdict)
    return verdict;
  if (FusionVerdict verdict = checkScales(schedule, problem); !verdict)
    return verdict;
  if (FusionVerdict verdict = checkLoad("A", schedule.loadA, schedule.copyA, schedule.clusterN, problem.accessA,
                                        problem.isKMajorA(), problem);
      !verdict)
    return verdict;
  if (FusionVerdict verdict = checkLoad("B", schedule.loadB, schedule.copyB, schedule.clusterM, problem.accessB,
                                        problem.isKMajorB(), problem);
      !verdict)
    return verdict;
  if (FusionVerdict verdict = checkResources(schedule, problem, chip); !verdict)
    return verdict;
  if (schedule.spreadK && schedule.loadsByThreads())
    return say("spread_k is for operands that TMA loads");
  return checkGrid(schedule, chip);
}

FusionVerdict fusion::checkSM90Schedule(ScheduleAttr attr, const ScheduleProblem &problem, const ChipInfo &chip) {
  if (!chip.wgmma)
    return say("{0} has no wgmma", chip.name);
  SM90Schedule schedule = SM90Schedule::get(attr, problem);
  if (attr.getWarps() != schedule.toAttr(attr.getContext()).getWarps())
    return say("warps must be [4, 8 or 12, 1], or [1, 4, 8 or 12] with swap, but are [{0}, {1}]", attr.getWarps()[0],
               attr.getWarps()[1]);
  return checkSM90Schedule(schedule, problem, chip);
}

FailureOr<SM90Schedule> fusion::getSM90Schedule(const KernelPlan &plan) {
  KernelOp kernel = plan.getKernel();
  FailureOr<ScheduleAttr> attr = requireSchedule(kernel);
  if (failed(attr))
    return failure();
  if (attr->getFamily() != kSM90FamilyName || plan.getAccumulatedProducts().empty())
    return kernel.emitOpError() << "has no product with a schedule of family sm90";
  const ChipInfo &chip = getTargetChip(kernel);
  ScheduleProblem problem = ScheduleProblem::get(plan);
  if (FusionVerdict verdict = checkSM90Schedule(*attr, problem, chip); !verdict)
    return kernel.emitOpError() << "has a schedule that cannot be lowered for " << chip.name << ": " << verdict.reason;
  if (FusionVerdict verdict = lookupKernelFamily(kSM90FamilyName)->supports(plan, chip); !verdict)
    return kernel.emitOpError() << "has a schedule of family sm90, and cannot be lowered by it: " << verdict.reason;
  return SM90Schedule::get(*attr, problem);
}
