/* Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Functions named as those of MLIR and LLVM that a compile calls first. A program that exports them stands for one with
 * another LLVM inside: a library that took them would end here. */

#include <stdio.h>
#include <stdlib.h>

#define IMPOSTOR(INDEX, SYMBOL)                                                                                        \
  void impostor##INDEX(void) __asm__(SYMBOL);                                                                          \
  void impostor##INDEX(void) {                                                                                         \
    puts("took " SYMBOL " from the program");                                                                          \
    exit(1);                                                                                                           \
  }

IMPOSTOR(0, "_ZN4mlir11MLIRContextC1ERKNS_15DialectRegistryENS0_9ThreadingE")
IMPOSTOR(1, "_ZN4mlir15DialectRegistryC1Ev")
IMPOSTOR(2, "_ZN4mlir11PassManager3runEPNS_9OperationE")
IMPOSTOR(3, "_ZN4llvm12MemoryBuffer12getMemBufferENS_15MemoryBufferRefEb")
IMPOSTOR(4, "_ZN4llvm12MemoryBuffer16getMemBufferCopyENS_9StringRefERKNS_5TwineE")
