// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads and writes messages of the Language Server Protocol.

#include "Messages.h"
#include <cerrno>
#include <unistd.h>

using namespace llvm;
using namespace fusion::lsp;

std::optional<std::string> MessageReader::next() { return delimited ? nextDelimited() : nextStandard(); }

std::optional<std::string> MessageReader::nextStandard() {
  size_t end = buffer.find("\r\n\r\n");
  if (end == std::string::npos)
    return std::nullopt;
  uint64_t length = 0;
  SmallVector<StringRef> lines;
  StringRef(buffer).take_front(end).split(lines, "\r\n");
  for (StringRef line : lines)
    if (line.consume_front_insensitive("content-length:") && line.trim().getAsInteger(10, length))
      length = 0;
  if (buffer.size() - (end + 4) < length)
    return std::nullopt;
  std::string message = buffer.substr(end + 4, length);
  buffer.erase(0, end + 4 + length);
  return message;
}

std::optional<std::string> MessageReader::nextDelimited() {
  std::string message;
  StringRef rest = buffer;
  while (!rest.empty()) {
    if (!ended && !rest.contains('\n'))
      return std::nullopt;
    auto [line, after] = rest.split('\n');
    rest = after;
    bool isEnd = line.rtrim() == "// -----";
    if (!isEnd && !line.ltrim().starts_with("//"))
      (message += line) += '\n';
    if ((isEnd || (ended && rest.empty())) && !StringRef(message).trim().empty()) {
      buffer = rest.str();
      return message;
    }
    if (isEnd)
      message.clear();
  }
  return std::nullopt;
}

std::string fusion::lsp::frame(StringRef message) {
  return "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + message.str();
}

std::string fusion::lsp::readSome(int descriptor) {
  std::string bytes(1 << 16, '\0');
  ssize_t count;
  do
    count = read(descriptor, bytes.data(), bytes.size());
  while (count < 0 && errno == EINTR);
  bytes.resize(count < 0 ? 0 : count);
  return bytes;
}

bool fusion::lsp::writeAll(int descriptor, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR)
      return false;
    bytes = bytes.drop_front(count < 0 ? 0 : count);
  }
  return true;
}
