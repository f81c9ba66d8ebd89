// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Messages of the Language Server Protocol on file descriptors: each behind a header with its length, or, as lit tests
// write them, in front of a line "// -----".

#ifndef FUSION_TOOLS_FUSION_LSP_SERVER_MESSAGES_H
#define FUSION_TOOLS_FUSION_LSP_SERVER_MESSAGES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace fusion::lsp {

class MessageReader {
public:
  explicit MessageReader(bool delimited = false) : delimited(delimited) {}

  /// Takes what was read; after the end of the input an unfinished message counts as one, if messages are delimited.
  void feed(llvm::StringRef bytes) { buffer += bytes; }
  void end() { ended = true; }
  /// The next message that is complete, without its header.
  std::optional<std::string> next();
  /// What was fed and is no message.
  llvm::StringRef rest() const { return buffer; }

private:
  std::optional<std::string> nextStandard();
  std::optional<std::string> nextDelimited();

  std::string buffer;
  bool delimited, ended = false;
};

/// The bytes of a message with its header.
std::string frame(llvm::StringRef message);

/// Reads once, up to 64 KiB: nothing at the end of the input or after an error.
std::string readSome(int descriptor);
/// Returns false if the other side is gone.
bool writeAll(int descriptor, llvm::StringRef bytes);

} // namespace fusion::lsp

#endif // FUSION_TOOLS_FUSION_LSP_SERVER_MESSAGES_H
