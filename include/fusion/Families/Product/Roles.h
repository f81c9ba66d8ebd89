// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the warpgroups of a block do.

#ifndef FUSION_FAMILIES_PRODUCT_ROLES_H
#define FUSION_FAMILIES_PRODUCT_ROLES_H

#include <cstdint>

namespace fusion::async {

/// The consumers come first, then those that split operands, then the producer.
struct Roles {
  int64_t consumers = 2, splitters = 0;
  bool isPingPong = false;     ///< each consumer has a tile of its own
  bool loadsByThreads = false; ///< the producer is a whole warpgroup
  /// Where warpgroups pass registers to each other, those of a thread; else 0.
  int64_t consumerRegisters = 0, producerRegisters = 0;
  bool readsAhead = false;    ///< stable operands are loaded ahead of the wait for the kernel before
  bool launchesEarly = false; ///< the next kernel starts while this one runs
  int64_t threads = 0;        ///< of the block
  int64_t blocksPerSM = 1;

  bool movesRegisters() const { return consumerRegisters != 0; }
  /// The first warpgroup of the producer.
  int64_t producer() const { return consumers + splitters; }
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_ROLES_H
