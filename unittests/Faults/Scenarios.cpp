// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Scenarios.h"
#include "Modules.h"
#include "fusion/Runtime/Benchmark.h"
#include "fusion/Runtime/Runner.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::test;

/// Opens the device and the module, runs an entry on small integers and compares the outputs.
static Error runOnce(const FusionModule &description, const char *entryName,
                     const std::function<double(double)> &expected) {
  auto module = Module::create(&description);
  if (!module)
    return module.takeError();
  auto device = Device::open(FUSION_CUDA);
  if (!device)
    return device.takeError();
  auto context = Context::create(*module, *device);
  if (!context)
    return context.takeError();
  auto entry = (*module)->findEntry(entryName);
  if (!entry)
    return entry.takeError();
  RunOptions options;
  options.random = true;
  options.randomKind = RandomKind::Integer;
  options.dynamicSizes = {8, 32};
  auto inputs = makeInputs(**entry, options);
  if (!inputs)
    return inputs.takeError();
  auto result = runEntry(**context, **entry, *inputs, options);
  if (!result)
    return result.takeError();
  for (int64_t i = 0; i < result->outputs[0].elements(); ++i)
    if (result->outputs[0].valueAt(i) != expected((*inputs)[0].valueAt(i)))
      return Error::make("wrong result");
  BenchmarkOptions quick;
  quick.replays = 1;
  quick.rotateBytes = 4096;
  quick.maxCalls = 8;
  quick.leastRest = quick.longestRest = 0;
  quick.burstMilliseconds = quick.steadyMilliseconds = 0.01;
  quick.warmUpMilliseconds = 0; // by the clock: not the same number of calls each time
  auto timing = benchmark(**context, **entry, *inputs, quick);
  return timing ? Error() : timing.takeError();
}

Error fusion::test::runMachineCode() {
  return runOnce(MachineCode(cuda_module).module, "affine", [](double x) { return 2 * x + 1; });
}
Error fusion::test::runTensorMaps() {
  return runOnce(MachineCode(hopper_module).module, "copy", [](double x) { return x; });
}
Error fusion::test::assembleByDriver() {
  auto result = makeCubin(cuda_module.images[0].ptx, {"sm_90", 3, "driver"});
  return result ? Error() : result.takeError();
}
