// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What becomes of each operation of a graph, for a reader who points at it: its kernel, and the edges of that which are
// not fused.

#ifndef FUSION_TOOLS_FUSION_LSP_SERVER_VERDICTS_H
#define FUSION_TOOLS_FUSION_LSP_SERVER_VERDICTS_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <utility>

namespace fusion::lsp {

/// Markdown for the operation whose name begins at a line and column, both from 0.
using Verdicts = std::map<std::pair<unsigned, unsigned>, std::string>;

/// Compiles the text up to its schedules, for the chip that its module names; else for this machine's GPU, the chip
/// that FUSION_CHIP names, or the default chip. There are none of a text that does not compile. A process of its own
/// compiles, and has ten seconds: whatever the text does to it, the caller goes on.
Verdicts findVerdicts(llvm::StringRef text);

} // namespace fusion::lsp

#endif // FUSION_TOOLS_FUSION_LSP_SERVER_VERDICTS_H
