// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A session of an editor: stands between it and MLIR's server, and adds verdicts to what that says of operations.

#ifndef FUSION_TOOLS_FUSION_LSP_SERVER_SESSION_H
#define FUSION_TOOLS_FUSION_LSP_SERVER_SESSION_H

#include "Messages.h"
#include "Verdicts.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <optional>
#include <string>

namespace fusion::lsp {

/// The ends of pipes to MLIR's server.
struct ServerPipes {
  int input, output;
};

class Session {
public:
  /// With `forTests` messages of the editor are delimited, and those to it are indented.
  Session(ServerPipes server, bool forTests) : server(server), forTests(forTests), fromEditor(forTests) {}

  /// Passes messages on in both directions until the server ends its output.
  void run();

private:
  struct Document {
    std::string text;
    std::optional<Verdicts> verdicts; ///< of the text, once they were asked for
  };

  /// Return false at the end of what the editor, or the server, writes.
  bool passFromEditor();
  bool passFromServer();
  /// Writes what the server has room for.
  void passToServer();
  /// Keeps texts, and the requests whose answers are added to.
  void readFromEditor(llvm::StringRef message);
  void open(const llvm::json::Object &params);
  void change(const llvm::json::Object &params);
  /// The server's message, with the verdict if it answers a request for hover.
  std::string amend(llvm::StringRef message);
  static void addVerdict(llvm::json::Object &result, Document &document);

  ServerPipes server;
  std::string toServer; ///< it has not taken yet
  bool forTests, editorIsThere = true, serverReads = true;
  MessageReader fromEditor, fromServer;
  llvm::StringMap<std::shared_ptr<Document>> documents; ///< by their URIs; each change makes a new one
  /// Documents as they were at requests that are not answered yet, by the texts of their ids.
  llvm::StringMap<std::shared_ptr<Document>> hovers;
};

} // namespace fusion::lsp

#endif // FUSION_TOOLS_FUSION_LSP_SERVER_SESSION_H
