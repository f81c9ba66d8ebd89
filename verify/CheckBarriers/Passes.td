// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that checks barriers.

#ifndef FUSION_VERIFY_CHECKBARRIERS_PASSES_TD
#define FUSION_VERIFY_CHECKBARRIERS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckBarriersPass : Pass<"fusion-check-barriers"> {
  let summary = "Check the synchronisation of kernels in all interleavings of their threads";
  let description = [{
    Takes each kernel (`llvm.func` in a `gpu.module`) as it is between convert-fusion-to-gpu and the lowering of control
    flow, runs it for every thread of each cluster of a small grid with integers as values and data unknown, and checks
    what the threads do to each other through mbarriers, named barriers, barriers of warps and clusters, TMA, cp.async
    and wgmma. It is an error

    - if threads wait for ever;
    - if a read of shared memory may meet a write of it, or bytes that nothing has written, be it through wgmma, TMA,
      ld/st.shared, stmatrix or distributed shared memory; or if bytes pass from the generic to the async proxy without
      a fence;
    - if a barrier is used before its initialisation is visible, gets more arrivals or bytes than its phase takes, or if
      a wait may see another phase than its own;
    - if a thread exits before its asynchronous work is done, or a CTA before its peers have done with it;
    - if a kernel with griddepcontrol.wait touches global memory before it.

    `search=order` runs the threads once and proves from vector clocks that every interleaving orders the accesses in
    the same way (verify/CheckBarriers/HappensBefore.h has the argument). The other two visit states instead and find
    stuck threads and colliding accesses without clocks, but not what is only a matter of order (fences, exits,
    dependent launch): `states` those that decide which accesses can be under way together, `interleavings` all that the
    interleavings of signals, waits and completing loads reach. They cross-check the first on small problems.

    wgmma counts as a collective of its warpgroup: done for one thread, it is done for all. A try_wait counts as a wait
    until it succeeds. What a barrier with a vote says is given (`votes`): a kernel is checked once for each course that
    flags in global memory may bring about. Counters that choose tiles are not modelled.

    Example:

    ```mlir
    // fusion-check-barriers{args=384,256,192 box-bytes=8192,8192,4096}
    nvvm.wgmma.mma_async %da, %db, %acc, ...
    // error: 'nvvm.wgmma.mma_async' op by CTA 0, threads 0-127 reads bytes 1024 to 9216 of CTA 0 while another write to
    // them may be under way
    nvvm.cp.async.bulk.tensor.shared.cluster.global %stage, %map, %full, box[%k, %row] : !llvm.ptr<7>, !llvm.ptr
    // note: the write is here, by CTA 0, thread 128
    ```
  }];
  let options = [
    Option<"kernel", "kernel", "std::string", /*default=*/"", "Check this kernel only">,
    Option<"grid", "grid", "unsigned", /*default=*/"0", "CTAs of the grid; 0: one cluster">,
    ListOption<"args", "args", "int64_t", "Values of the kernel's integer arguments, in order">,
    ListOption<"boxBytes", "box-bytes", "int64_t",
               "Bytes of a box of each tensor map, in the order of the arguments; by default what a launch passes">,
    ListOption<"constants", "constants", "int64_t", "Numbers of the arguments that no kernel before writes to">,
    ListOption<"votes", "votes", "int64_t",
               "What barriers with a vote give, 0 or 1, from the first on, and then again; by default 1">,
    Option<"dependent", "dependent", "bool", /*default=*/"false",
           "The kernel before may still run at the start; so it is, too, where the launch or the kernel says so">,
    Option<"search", "search", "::fusion::BarrierSearch", /*default=*/"::fusion::BarrierSearch::Order",
           "How interleavings are covered", [{::llvm::cl::values(
             clEnumValN(::fusion::BarrierSearch::Order, "order", "by the order that one of them proves"),
             clEnumValN(::fusion::BarrierSearch::States, "states", "states that can show a collision"),
             clEnumValN(::fusion::BarrierSearch::Interleavings, "interleavings", "every state"))}]>,
    Option<"summary", "summary", "bool", /*default=*/"false", "Say for each cluster what was visited, as a remark">,
    Option<"maxStates", "max-states", "uint64_t", /*default=*/"20000000", "States after which a search gives up">
  ];
  let statistics = [
    Statistic<"numKernels", "num-kernels", "Number of kernels checked">,
    Statistic<"numAgents", "num-agents", "Number of groups of like threads">,
    Statistic<"numEvents", "num-events", "Number of events of all groups">,
    Statistic<"numStates", "num-states", "Number of states visited">
  ];
}

#endif // FUSION_VERIFY_CHECKBARRIERS_PASSES_TD
