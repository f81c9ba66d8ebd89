// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Programs that work on files in memory: nothing of what they read and write has a name on a disk.

#ifndef FUSION_RUNTIME_PROCESS_H
#define FUSION_RUNTIME_PROCESS_H

#include "fusion/Runtime/Error.h"
#include "fusion/Runtime/Tensor.h"

#include <string>
#include <string_view>
#include <vector>

namespace fusion::runtime {

/// A file in memory (memfd_create), gone with this object. Programs are given it by `runProgram`, others never see it.
class MemoryFile {
public:
  /// `name` is for /proc alone. Fails where the system has no such files.
  static Expected<MemoryFile> create(const char *name, std::string_view content = {});
  MemoryFile(MemoryFile &&other) noexcept : fd(other.fd) { other.fd = -1; }
  MemoryFile &operator=(MemoryFile &&) = delete;
  ~MemoryFile();

  /// What it holds, from the start.
  Expected<std::string> read() const;
  int descriptor() const { return fd; }
  /// How a program that was given the file opens it.
  std::string path() const;

private:
  explicit MemoryFile(int fd) : fd(fd) {}
  int fd;
};

/// Runs a program, by its path and without a shell, and returns its exit status (128 and more: a signal). It reads
/// nothing, writes to `out` and `err`, which may be the same, and can open `files` by their paths.
Expected<int> runProgram(const std::vector<std::string> &arguments, Span<const MemoryFile *const> files,
                         const MemoryFile &out, const MemoryFile &err);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_PROCESS_H
