// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Modules.h"

static const char cubin[64] = {0x7f, 'E', 'L', 'F'};

fusion::test::MachineCode::MachineCode(const FusionModule &original, bool withPtx)
    : image(original.images[0]), module(original) {
  image.chip = "sm_90";
  if (!withPtx)
    image.ptx = nullptr;
  image.cubin = cubin;
  image.cubinSize = sizeof(cubin);
  module.images = &image;
}
