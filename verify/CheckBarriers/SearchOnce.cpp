// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs one interleaving, under HappensBefore.

#include "Search.h"

#include "HappensBefore.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

uint64_t protocol::checkOnce(const Program &program, const Launch &launch, std::vector<Finding> &findings) {
  Machine machine(program);
  HappensBefore clocks(program, launch, findings);
  State state = machine.initial();
  uint64_t states = 1;
  for (bool progress = true; progress;) {
    progress = false;
    for (unsigned agent = 0; agent != program.agents.size(); ++agent) {
      while (machine.isEnabled(state, agent)) {
        const Event &event = machine.next(state, agent);
        if (!machine.step(state, agent, clocks, findings))
          return states;
        ++states;
        progress = true;
        bool counts = event.kind == EventKind::BarrierArrive || event.kind == EventKind::Load;
        if (counts && machine.canComplete(state, event.object))
          machine.complete(state, event.object, clocks);
      }
    }
  }
  if (llvm::all_of(state.agents, [](const AgentState &agent) { return agent.exited; }))
    clocks.finish(state);
  else
    findings.push_back(machine.describeDeadlock(state));
  return states;
}
