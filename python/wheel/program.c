// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program of the wheel. CMakeLists.txt says which: FUSION_MAIN is the main of tools/fusion-NAME, in libfusion.so.1.

extern int FUSION_MAIN(int argc, char **argv);

int main(int argc, char **argv) { return FUSION_MAIN(argc, argv); }
