// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes files whole or not at all, and streams, descriptors and links for what they are.

#include "fusion/Runtime/OutputFile.h"
#include "Files.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <iostream>
#include <sys/stat.h>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;

/// False, with errno, where not all has arrived.
static bool writeParts(File &file, std::initializer_list<std::string_view> parts) {
  for (std::string_view part : parts)
    if (!writeAll(file.get(), part))
      return false;
  return file.close();
}

/// A name beside `path` that no other process or thread writes to, no longer than names of files may be.
static std::string partialName(const std::string &path) {
  static std::atomic<unsigned> number{0};
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  char suffix[64];
  std::snprintf(suffix, sizeof(suffix), ".%x-%x%08lx", getpid(), number++, static_cast<unsigned long>(now.tv_nsec));
  size_t name = path.rfind('/') + 1; // 0 if there is no slash
  return path.substr(0, name + NAME_MAX - std::strlen(suffix)) + suffix;
}

/// To a new file beside `path`, which then takes its place, with the permissions of the one that was there, if one was.
static bool replaceFile(const std::string &path, const struct stat *former,
                        std::initializer_list<std::string_view> parts) {
  std::string partial = partialName(path);
  File file(open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, former ? 0600 : 0666));
  if (!file)
    return false;
  if (former)
    (void)fchmod(file.get(), former->st_mode & 0777);
  if (writeParts(file, parts) && rename(partial.c_str(), path.c_str()) == 0)
    return true;
  int reason = errno;
  unlink(partial.c_str());
  errno = reason;
  return false;
}

/// Where standard output or standard error goes (/dev/stdout): its descriptor; -1 if that is somewhere else.
static int findStream(const struct stat &status) {
  for (int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat own;
    if (fstat(stream, &own) == 0 && own.st_dev == status.st_dev && own.st_ino == status.st_ino)
      return stream;
  }
  return -1;
}

static bool writeStream(int stream, std::initializer_list<std::string_view> parts) {
  std::cout.flush(); // what was printed before goes before
  return std::all_of(parts.begin(), parts.end(), [&](std::string_view part) { return writeAll(stream, part); });
}

/// The open descriptor that /dev/fd/N names; -1 if `path` is none of these.
static int findDescriptor(const std::string &path) {
  for (const char *folder : {"/dev/fd/", "/proc/self/fd/"}) {
    size_t length = std::strlen(folder);
    int number = -1;
    const char *end = path.data() + path.size();
    if (path.compare(0, length, folder) == 0 && std::from_chars(path.data() + length, end, number).ptr == end)
      return number;
  }
  return -1;
}

/// Follows links in the last place of `path`, also to where nothing is, as open does. False, with errno, where that has
/// no end.
static bool followLinks(std::string &path) {
  constexpr int mostLinks = 40; // the kernel's limit
  char target[PATH_MAX];
  for (int i = 0; i < mostLinks; ++i) {
    ssize_t length = findDescriptor(path) >= 0 ? -1 : readlink(path.c_str(), target, sizeof(target));
    if (length < 0)
      return true;
    path.resize(target[0] == '/' ? 0 : path.rfind('/') + 1);
    path.append(target, static_cast<size_t>(length));
  }
  errno = ELOOP;
  return false;
}

static bool write(const std::string &path, std::initializer_list<std::string_view> parts) {
  if (path == "-")
    return writeStream(STDOUT_FILENO, parts);
  std::string target = path;
  if (!followLinks(target))
    return false;
  if (int descriptor = findDescriptor(target); descriptor >= 0)
    return writeStream(descriptor, parts);
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return replaceFile(target, nullptr, parts);
  if (int stream = findStream(status); stream >= 0)
    return writeStream(stream, parts);
  if (S_ISREG(status.st_mode))
    return replaceFile(target, &status, parts);
  File file(open(path.c_str(), O_WRONLY | O_CLOEXEC)); // a device or a pipe
  return file && writeParts(file, parts);
}

Error runtime::writeFile(const std::string &path, std::initializer_list<std::string_view> parts) {
  if (write(path, parts))
    return {};
  return Error::make("cannot write ", path == "-" ? "standard output" : "'" + path + "'", ": ", std::strerror(errno));
}

void runtime::reportLargeFiles() { std::signal(SIGXFSZ, SIG_IGN); }

int runtime::finishOutput(int exitCode) {
  errno = 0;
  std::cout.flush();
  bool arrived = std::fflush(stdout) == 0;
  int reason = errno;
  if (arrived && !std::ferror(stdout) && std::cout)
    return exitCode;
  std::cerr << "error: cannot write standard output: " << (reason ? std::strerror(reason) : "some of it was lost")
            << "\n";
  return 1;
}
