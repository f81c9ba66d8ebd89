// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reading graphs from files and memory that nobody vouches for.

#ifndef FUSION_DRIVER_INPUT_H
#define FUSION_DRIVER_INPUT_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace fusion {

/// What an input may be at most. The parser recurses for nesting and for chains of operators, and takes quadratic time
/// for long integers, so these are checked on the text before it runs.
struct InputLimits {
  uint64_t fileBytes = uint64_t(4) << 30;
  int64_t nesting = 256;                   ///< open brackets of any kind, aliases written out
  int64_t operators = 256;                 ///< of one expression in an affine map
  int64_t integerDigits = 256;             ///< of one literal
  int64_t nameBytes = 4096;                ///< of one name
  int64_t resultNumbers = 1 << 24;         ///< the sum over all uses such as %r#2
  uint64_t aliasBytes = uint64_t(1) << 30; ///< of text that all uses of aliases stand for
  unsigned integerBits = 128;              ///< of one type
  int64_t rank = 32;
  uint64_t tensorBytes = uint64_t(1) << 40;
  /// Whether locations may name files that are there. Where diagnostics show the lines that locations name they must
  /// not: the text would choose which file is read and shown.
  bool mayNameFiles = true;
  /// Whether operations of dialects that frameworks export (StableHLO, torch and so on) are left to the parser, which
  /// knows none of them. Else the diagnostic says what lowers them.
  bool mayHoldForeignDialects = false;
};

enum class InputFormat {
  Text,
  Bytecode, ///< only from who is trusted: upstream's reader crashes on some of what was not written by MLIR
};

/// Reads a text ("-" is standard input) and checks that the parser can be trusted with it. Fails with a diagnostic.
FailureOr<std::unique_ptr<llvm::MemoryBuffer>> readInputText(StringRef path, MLIRContext &context,
                                                             const InputLimits &limits = InputLimits());

/// Parses and verifies the text of an .mlir file ("-" is standard input) into `context`. Refuses, with a diagnostic at
/// the place where there is one: files that cannot be read, bytecode, text over the limits, operations and attributes
/// of dialects that no graph needs (targets, flags, binaries and the like could name files or programs), discardable
/// attributes that are not known (`checkAttributes` in fusion/Transforms/CheckGraph/CheckGraph.h), and tensors too
/// large to address. The parser may crash on what is left: programs call `containCrashes` first.
///
/// `sourceManager` gets the text, so that a handler of it can show lines.
FailureOr<OwningOpRef<ModuleOp>> parseInputFile(StringRef path, MLIRContext &context, llvm::SourceMgr &sourceManager,
                                                const InputLimits &limits = InputLimits());

/// Emits an error at an operation of any dialect whose types are over the limits. It need not have been verified.
LogicalResult checkLimits(Operation *root, const InputLimits &limits = InputLimits());

/// How `parseInput` reads.
struct InputOptions {
  InputFormat format = InputFormat::Text;
  InputLimits limits;
  /// Catch crashes of the parser. While it runs, this takes SIGSEGV and the like from the whole process.
  bool recoverFromCrashes = true;
};

/// The same from memory. The buffer's name stands for the file in locations. The limits of text do not apply to
/// bytecode; what a graph may hold does.
FailureOr<OwningOpRef<ModuleOp>> parseInput(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext &context,
                                            llvm::SourceMgr &sourceManager, const InputOptions &options);

} // namespace fusion

#endif // FUSION_DRIVER_INPUT_H
