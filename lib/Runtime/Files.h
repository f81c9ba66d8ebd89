// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// File descriptors: owned, read and written in full.

#ifndef FUSION_LIB_RUNTIME_FILES_H
#define FUSION_LIB_RUNTIME_FILES_H

#include <cstddef>
#include <string_view>
#include <utility>

namespace fusion::runtime {

/// An open file. Nothing, where opening failed.
class File {
public:
  explicit File(int fd) : fd(fd) {}
  ~File() { (void)close(); }
  File(const File &) = delete;
  explicit operator bool() const { return fd >= 0; }
  int get() const { return fd; }
  int release() { return std::exchange(fd, -1); }
  /// False, with errno, where what was written did not arrive.
  bool close();

private:
  int fd;
};

/// Reads so many bytes, whatever interrupts it. False, with errno, at an error; with errno 0 where the file ends
/// before.
bool readAll(int fd, void *to, size_t bytes);
/// Writes all bytes, whatever interrupts it. False, with errno, at an error.
bool writeAll(int fd, std::string_view bytes);

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_FILES_H
