// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The chip's instructions, one function each.

#ifndef FUSION_FAMILIES_ASYNC_INSTRUCTIONS_H
#define FUSION_FAMILIES_ASYNC_INSTRUCTIONS_H

#include "fusion/Families/Common/KernelBuilder.h"

/// Instructions, one function each. Pointers to shared memory are in address space 3, those into the shared
/// memory of a cluster's blocks in 7; tensor maps are generic pointers; coordinates come innermost first, in i32.
namespace fusion::async {

//===----------------------------------------------------------------------===//
// mbarrier
//===----------------------------------------------------------------------===//

void initBarrier(KernelBuilder &kb, Value barrier, int64_t arrivals);
/// Makes initialized barriers visible to the copy engine and the cluster.
void fenceBarrierInit(KernelBuilder &kb);
/// With `cluster`, threads of other blocks that wait at the scope of the cluster see what this one did before.
void arrive(KernelBuilder &kb, Value barrier, bool cluster = false);
/// Arrives and expects `bytes` (i32) of copies in this phase.
void arriveExpect(KernelBuilder &kb, Value barrier, Value bytes);
/// Expects `bytes` (i32) of copies in this phase, which the caller's own arrival keeps from ending.
void expectBytes(KernelBuilder &kb, Value barrier, Value bytes);
/// Waits for the end of the phase of this parity (i32); with `cluster` it sees what other blocks wrote before that.
void waitBarrier(KernelBuilder &kb, Value barrier, Value parity, bool cluster = false);

//===----------------------------------------------------------------------===//
// Tensor memory access
//===----------------------------------------------------------------------===//

void prefetchTensorMap(KernelBuilder &kb, Value map);
/// Loads a box; `barrier` counts its bytes. With a `mask` (i16) all blocks of the cluster whose bits are set get it, at
/// the same place, and their barriers count.
void loadBox(KernelBuilder &kb, Value destination, Value map, ValueRange coordinates, Value barrier, Value mask);
void storeBox(KernelBuilder &kb, Value map, Value source, ValueRange coordinates);
/// Ends a group of stores.
void commitStores(KernelBuilder &kb);
/// Waits until all groups but the last `pending` have read their sources.
void waitStoresRead(KernelBuilder &kb, int64_t pending);

//===----------------------------------------------------------------------===//
// Copies by threads
//===----------------------------------------------------------------------===//

/// Starts the copy of `width` bytes, 16, 8 or 4, from global `source` to `target`, both multiples of it. Of them the
/// first `bytes` (i32) are read and the rest becomes zero; all of them where it is null.
void copyAsync(KernelBuilder &kb, Value target, Value source, int64_t width, Value bytes);
/// Waits until all copies that this thread has started are complete.
void waitCopies(KernelBuilder &kb);

//===----------------------------------------------------------------------===//
// Ordering, roles, dependent launches
//===----------------------------------------------------------------------===//

/// Orders this thread's accesses to shared memory before those of the copy engine.
void fenceAsyncShared(KernelBuilder &kb);
void syncWarp(KernelBuilder &kb);
void syncBlock(KernelBuilder &kb);
/// Named barriers: `id` (i32), and the threads that take part.
void syncThreads(KernelBuilder &kb, Value id, int64_t threads);
/// Waits as syncThreads does. i1: whether `vote` (i1) is true in any of the threads.
Value voteAny(KernelBuilder &kb, Value id, int64_t threads, Value vote);
void arriveThreads(KernelBuilder &kb, Value id, int64_t threads);
void arriveCluster(KernelBuilder &kb);
void waitCluster(KernelBuilder &kb);
/// The address of `shared` in block `rank` of the cluster.
Value mapToCluster(KernelBuilder &kb, Value shared, Value rank);
/// Stores 4 x f32 in a block of the cluster, whose `barrier` counts the 16 bytes when they are there.
void storeToCluster(KernelBuilder &kb, Value values, Value address, Value barrier);
/// True in one thread of the warp.
Value electOne(KernelBuilder &kb);
void setMaxRegisters(KernelBuilder &kb, int64_t count, bool increase);
/// Lets dependent grids start; waits for those that this one depends on, and for their writes.
void launchDependents(KernelBuilder &kb);
void waitForDependencies(KernelBuilder &kb);

/// Loads an i64 from global memory. What another block wrote before it released the value can then be read.
Value loadAcquire(KernelBuilder &kb, Value address);
/// Exchanges an i64 in global memory, gives the one before, and orders memory both ways: what this thread has written
/// or, by barriers, seen is there for who acquires the new value.
Value exchange(KernelBuilder &kb, Value address, Value value);
/// Loads 4 x i32 from a multiple of 16 bytes of global memory at once, also where LLVM finds the same words loaded one
/// by one in another branch, and would do both as the narrower.
SmallVector<Value> loadWords(KernelBuilder &kb, Value address);
/// Stores 4 x i32 at a multiple of 16 bytes of global memory at once: ptxas splits some of those that LLVM writes.
void storeWords(KernelBuilder &kb, ValueRange words, Value address);

//===----------------------------------------------------------------------===//
// Matrices of 8 x 8 16-bit elements
//===----------------------------------------------------------------------===//

/// Stores one, two or four matrices, of which each lane holds two elements (i32); lane l gives the address of row l % 8
/// of matrix l / 8. `transpose` stores columns as rows.
void storeMatrices(KernelBuilder &kb, Value address, ValueRange registers, bool transpose);
/// Loads so many of them; `transpose` loads columns as rows.
SmallVector<Value> loadMatrices(KernelBuilder &kb, Value address, int64_t count, bool transpose);

} // namespace fusion::async

#endif // FUSION_FAMILIES_ASYNC_INSTRUCTIONS_H
