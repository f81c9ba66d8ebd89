// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads off a lowered module which launches run which operations of the graph.

#include "fusion/Analysis/Launches.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace fusion;

OwningOpRef<ModuleOp> fusion::cloneWithOrigins(ModuleOp module) {
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone(mapping));
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ModuleOp, FunctionOpInterface, RegionBranchOpInterface>(op))
      return WalkResult::advance();
    mapping.lookup(op)->setLoc(OpaqueLoc::get<Operation *>(op, op->getLoc()));
    return WalkResult::skip();
  });
  return copy;
}

/// The first operation that the location knows.
static SmallVector<Operation *> getOrigins(Location loc) {
  SetVector<Operation *> origins;
  loc->walk([&](Location part) {
    if (auto *origin = OpaqueLoc::getUnderlyingLocationOrNull<Operation *>(part))
      origins.insert(origin);
    return WalkResult::advance();
  });
  return origins.takeVector();
}

static Operation *getOrigin(Location loc) {
  SmallVector<Operation *> origins = getOrigins(loc);
  return origins.empty() ? nullptr : origins.front();
}

/// The operations that the function's code is made of, `origin` among them. Of functions with equal code one is kept:
/// nothing where it is the code of several other operations.
static SmallVector<Operation *> getParts(Operation *function, Operation *origin) {
  SetVector<Operation *> parts;
  if (function)
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (Operation *part = op == function ? nullptr : getOrigin(op->getLoc()))
        parts.insert(part);
    });
  if (parts.contains(origin))
    return llvm::to_vector(parts);
  return parts.size() > 1 ? SmallVector<Operation *>() : SmallVector<Operation *>{origin};
}

/// By the functions' names: kernels and what goes with them are named by `nameKernels`, outlined loops by outlining.
static LaunchRole getRole(StringRef function, Operation *origin) {
  static const llvm::Regex loops("_kernel(_[0-9]+)?_*$"), copy("_copy_[ab]+$"), reduction("_reduce$"),
      step("_step[0-9]+$");
  if (!isa_and_nonnull<KernelOp>(origin) || loops.match(function))
    return LaunchRole::Loops;
  return copy.match(function)        ? LaunchRole::OperandCopy
         : reduction.match(function) ? LaunchRole::Reduction
         : step.match(function)      ? LaunchRole::Step
                                     : LaunchRole::Kernel;
}

namespace {
class Collector {
public:
  explicit Collector(ModuleOp module) : module(module) {}

  void collect(func::FuncOp function) {
    entry = function.getName().str();
    collect(function.getBody());
  }
  std::vector<Launch> take() { return std::move(launches); }

private:
  void collect(Region &region) {
    for (Operation &op : region.getOps()) {
      if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op)) {
        add(launch);
      } else if (auto choice = dyn_cast<scf::IfOp>(op); choice && isa_and_nonnull<KernelOp>(getOrigin(op.getLoc()))) {
        collectVariants(choice);
      } else {
        for (Region &nested : op.getRegions())
          collect(nested);
      }
    }
  }

  /// Guards choose among the variants of a kernel: what the others launch is in the place of the first one's launches.
  void collectVariants(scf::IfOp choice) {
    size_t first = launches.size();
    collect(choice.getThenRegion());
    MutableArrayRef<Launch> places = MutableArrayRef<Launch>(launches).drop_front(first);
    choice.getElseRegion().walk([&](gpu::LaunchFuncOp other) {
      LaunchRole role = getRole(other.getKernelName(), getOrigin(other.getLoc()));
      auto *place = llvm::find_if(places, [&](const Launch &launch) { return launch.role == role; });
      if (place == places.end())
        place = llvm::find_if(places, [](const Launch &launch) { return launch.role == LaunchRole::Kernel; });
      if (std::string name = other.getKernelName().str(); !llvm::is_contained(place->symbols, name))
        place->symbols.push_back(std::move(name));
    });
  }

  void add(gpu::LaunchFuncOp op) {
    Operation *origin = getOrigin(op.getLoc());
    LaunchRole role = getRole(op.getKernelName(), origin);
    // Memory of a kernel's result that is copied somewhere: the copy is none of the kernel.
    if (role == LaunchRole::Loops && isa_and_nonnull<KernelOp>(origin))
      origin = nullptr;
    Launch launch{entry, role, {op.getKernelName().str()}, origin, {}, {}};
    if (origin && role == LaunchRole::Loops)
      launch.parts = getParts(symbols.lookupSymbolIn(module, op.getKernelAttr()), origin);
    else if (origin) // several where kernels share the launch
      launch.parts = getOrigins(op.getLoc());
    SetVector<Value> memory(llvm::from_range, op.getKernelOperands());
    for (Value operand : memory)
      if (auto type = dyn_cast<MemRefType>(operand.getType()))
        launch.memory.push_back(type);
    launches.push_back(std::move(launch));
  }

  ModuleOp module;
  SymbolTableCollection symbols;
  std::string entry;
  std::vector<Launch> launches;
};
} // namespace

std::vector<Launch> fusion::collectLaunches(ModuleOp lowered) {
  Collector collector(lowered);
  for (auto function : lowered.getOps<func::FuncOp>())
    if (!function.isDeclaration())
      collector.collect(function);
  return collector.take();
}
