// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads and writes whole, whatever interrupts.

#include "Files.h"

#include <cerrno>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;

bool File::close() {
  int closed = release();
  // An interrupted close has closed.
  return closed < 0 || ::close(closed) == 0 || errno == EINTR;
}

bool runtime::readAll(int fd, void *to, size_t bytes) {
  for (auto *at = static_cast<char *>(to); bytes > 0;) {
    ssize_t count = read(fd, at, bytes);
    if (count < 0 && errno == EINTR)
      continue;
    if (count == 0)
      errno = 0;
    if (count <= 0)
      return false;
    at += count;
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

bool runtime::writeAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count == 0)
      errno = ENOSPC;
    if (count <= 0)
      return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}
