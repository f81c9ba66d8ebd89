// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The three ways from PTX to a cubin. Private to Cubin.cpp and the makers.

#ifndef FUSION_LIB_RUNTIME_CUBINMAKERS_H
#define FUSION_LIB_RUNTIME_CUBINMAKERS_H

#include "fusion/Runtime/Cubin.h"

namespace fusion::runtime {

/// Which assembler was found.
struct CubinMakerPlace {
  std::string release, file;
};

struct CubinMaker {
  const char *name;
  /// Compiles the PTX as all there is. Others leave room for linking, and for it ignore setmaxnreg (ptxas C7504) and
  /// call functions, for integer division say, beside which they serialise wgmma (C7509).
  bool wholeProgram;
  /// Success, or why it cannot be used here.
  Error (*available)();
  /// Fills cubin and log. If it fails, `tooOld` says that it did not understand the chip or the PTX version, so that
  /// another maker may.
  Error (*make)(std::string_view ptx, const CubinOptions &options, CubinResult &result, bool &tooOld);
  /// The assembler as far as a cache's key goes, where it is available; empty if its results are not to be kept.
  std::string (*identity)();
  /// The release ("13.0.88", "13.0"; empty if it does not say) and the file, where it is available.
  CubinMakerPlace (*place)();
};

extern const CubinMaker nvJitLinkMaker; ///< in this process, 20 to 50 ms
extern const CubinMaker ptxasMaker;     ///< a process, with files in memory
extern const CubinMaker driverMaker;    ///< needs a GPU, compiles for that GPU

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_CUBINMAKERS_H
