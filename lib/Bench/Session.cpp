// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Opens what a run needs: device, library, kernels; and describes it.

#include "fusion/Bench/Session.h"
#include "fusion/Driver/DeviceTarget.h"
#include "fusion/Support/ChipTable.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

Expected<std::unique_ptr<Session>> Session::create(const SessionOptions &options) {
  std::unique_ptr<Session> session(new Session(options));
  auto device = Device::open(FUSION_CUDA);
  if (!device)
    return Error::make(device.error().message(), "; kernels are timed on a GPU alone: fusion-run --device=cpu --bench "
                                                 "times a graph on the CPU, --predict needs no device");
  session->card = *device;
  const DeviceInfo &info = (*device)->info();
  auto chip = fusion::findChip(info, options.chip);
  if (!chip)
    return chip.takeError();
  session->chipName = (*chip)->name.str();
  if (const auto *known = fusion::findCard(**chip, info.name, info.multiprocessors))
    session->knownCard = known->name.str();
  auto kernels = DeviceKernels::create(*device);
  if (!kernels)
    return kernels.takeError();
  session->kernels = std::move(*kernels);
  if (!options.peers) {
    session->cublasLtText = "not asked for";
    return session;
  }
  auto library = CublasLt::open(*device, options.cublasLtPath);
  if (!library && !options.cublasLtPath.empty())
    return library.takeError();
  session->cublasLtText = library ? (*library)->version() : library.error().message();
  session->library = library ? *library : nullptr;
  return session;
}

BenchResult Session::describe() const {
  BenchResult result;
  result.device = card->info().name;
  result.chip = chip();
  result.cublasLt = cublasLtText;
  if (const auto *row = fusion::lookupChip(result.chip, cardName())) {
    result.peakTFlops = row->tensorTFlops;
    result.peakGBs = row->memoryGBs;
  }
  return result;
}
