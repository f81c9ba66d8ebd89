// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Passes messages between an editor and MLIR's server, and adds verdicts to the answers of textDocument/hover.
//
//   editor --didOpen, didChange, hover--> session --the same bytes--> server
//   editor <--hover and its verdict------ session <--hover----------- server

#include "Session.h"
#include "llvm/Support/FormatVariadic.h"
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

using namespace llvm;
using namespace fusion::lsp;

static std::string toText(const json::Value &value) { return formatv("{0}", value); }

static StringRef findUri(const json::Object &params) {
  const json::Object *document = params.getObject("textDocument");
  return document ? document->getString("uri").value_or("") : "";
}

void Session::run() {
  // While the server writes it may not read: whoever waited for that would wait for ever.
  fcntl(server.input, F_SETFL, fcntl(server.input, F_GETFL) | O_NONBLOCK);
  bool going = true;
  while (going) {
    pollfd wanted[] = {{server.output, POLLIN, 0},
                       {editorIsThere ? STDIN_FILENO : -1, POLLIN, 0},
                       {serverReads && !toServer.empty() ? server.input : -1, POLLOUT, 0}};
    if (poll(wanted, 3, -1) < 0)
      continue;
    if (wanted[1].revents)
      editorIsThere = passFromEditor();
    if (serverReads)
      passToServer();
    if (wanted[0].revents)
      going = passFromServer();
  }
}

bool Session::passFromEditor() {
  std::string bytes = readSome(STDIN_FILENO);
  fromEditor.feed(bytes);
  if (bytes.empty())
    fromEditor.end();
  while (std::optional<std::string> message = fromEditor.next()) {
    readFromEditor(*message);
    toServer += frame(*message);
  }
  if (bytes.empty() && !forTests) // no message, perhaps: the server says what is wrong
    toServer += fromEditor.rest();
  return !bytes.empty();
}

/// Closes the pipe behind the last message.
void Session::passToServer() {
  ssize_t count = write(server.input, toServer.data(), toServer.size());
  bool failed = count < 0 && errno != EAGAIN && errno != EINTR;
  toServer.erase(0, failed ? toServer.size() : std::max<ssize_t>(count, 0));
  serverReads = !failed && (editorIsThere || !toServer.empty());
  if (!serverReads)
    close(server.input);
}

bool Session::passFromServer() {
  std::string bytes = readSome(server.output);
  fromServer.feed(bytes);
  while (std::optional<std::string> message = fromServer.next())
    writeAll(STDOUT_FILENO, frame(amend(*message)));
  if (bytes.empty()) // the text of --help, perhaps
    writeAll(STDOUT_FILENO, fromServer.rest());
  return !bytes.empty();
}

void Session::readFromEditor(StringRef message) {
  Expected<json::Value> value = json::parse(message);
  if (!value)
    return consumeError(value.takeError());
  const json::Object *object = value->getAsObject();
  const json::Object *params = object ? object->getObject("params") : nullptr;
  if (!params)
    return;
  StringRef method = object->getString("method").value_or("");
  if (method == "textDocument/didOpen")
    open(*params);
  if (method == "textDocument/didChange")
    change(*params);
  if (method == "textDocument/didClose")
    documents.erase(findUri(*params));
  if (const json::Value *id = object->get("id"); id && method == "textDocument/hover")
    hovers[toText(*id)] = documents.lookup(findUri(*params));
}

void Session::open(const json::Object &params) {
  std::shared_ptr<Document> &document = documents[findUri(params)] = std::make_shared<Document>();
  if (const json::Object *opened = params.getObject("textDocument"))
    document->text = opened->getString("text").value_or("").str();
}

/// MLIR's server asks for whole texts. One that is changed in part has no verdicts until it is opened again.
void Session::change(const json::Object &params) {
  std::shared_ptr<Document> &document = documents[findUri(params)] = std::make_shared<Document>();
  const json::Array *changes = params.getArray("contentChanges");
  if (!changes || changes->empty())
    return;
  const json::Object *last = changes->back().getAsObject();
  if (last && !last->get("range"))
    document->text = last->getString("text").value_or("").str();
}

std::string Session::amend(StringRef message) {
  Expected<json::Value> value = json::parse(message);
  if (!value) {
    consumeError(value.takeError());
    return message.str();
  }
  json::Object *object = value->getAsObject();
  const json::Value *id = object ? object->get("id") : nullptr;
  auto hover = id ? hovers.find(toText(*id)) : hovers.end();
  if (hover != hovers.end()) {
    if (json::Object *result = object->getObject("result"); result && hover->second)
      addVerdict(*result, *hover->second);
    hovers.erase(hover);
  }
  return forTests ? formatv("{0:2}", *value).str() : toText(*value);
}

void Session::addVerdict(json::Object &result, Document &document) {
  json::Object *contents = result.getObject("contents"), *range = result.getObject("range");
  json::Object *start = range ? range->getObject("start") : nullptr;
  if (!contents || !start)
    return;
  if (!document.verdicts)
    document.verdicts = findVerdicts(document.text);
  Verdicts &all = *document.verdicts;
  auto verdict = all.find({start->getInteger("line").value_or(0), start->getInteger("character").value_or(0)});
  if (verdict != all.end())
    (*contents)["value"] = contents->getString("value").value_or("").str() + "\n\n" + verdict->second;
}
