// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs programs on files in memory.

#include "fusion/Runtime/Process.h"
#include "fusion/Runtime/Toolkit.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;

extern char **environ;

/// The environment with the absolute elements of PATH alone: a C compiler looks for its linker there.
static std::vector<std::string> makeEnvironment() {
  constexpr std::string_view kPath = "PATH=";
  std::vector<std::string> variables;
  for (char **variable = environ; *variable; ++variable)
    if (std::string_view(*variable).substr(0, kPath.size()) != kPath)
      variables.emplace_back(*variable);
  std::string path;
  for (const std::string &folder : environmentFolders("PATH"))
    path += (path.empty() ? "" : ":") + folder;
  if (!path.empty()) // an empty one is the current folder
    variables.push_back(std::string(kPath) + path);
  return variables;
}

/// The same texts as C's functions take them.
static std::vector<char *> asPointers(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  pointers.reserve(texts.size() + 1);
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

Expected<MemoryFile> MemoryFile::create(const char *name, std::string_view content) {
  MemoryFile first(memfd_create(name, MFD_CLOEXEC));
  MemoryFile file(first.fd < 0 ? first.fd : fcntl(first.fd, F_DUPFD_CLOEXEC, 3)); // clear of the standard streams
  if (file.fd < 0)
    return Error::make("cannot make a file in memory: ", std::strerror(errno));
  for (size_t at = 0; at < content.size();) {
    ssize_t count = pwrite(file.fd, content.data() + at, content.size() - at, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return Error::make("cannot write a file in memory: ", std::strerror(errno));
    at += static_cast<size_t>(count);
  }
  return file;
}

MemoryFile::~MemoryFile() {
  if (fd >= 0)
    close(fd);
}

Expected<std::string> MemoryFile::read() const {
  struct stat status;
  if (fstat(fd, &status) != 0)
    return Error::make("cannot read a file in memory: ", std::strerror(errno));
  std::string content(static_cast<size_t>(status.st_size), '\0');
  for (size_t at = 0; at < content.size();) {
    ssize_t count = pread(fd, content.data() + at, content.size() - at, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return Error::make("cannot read a file in memory: ", std::strerror(errno));
    at += static_cast<size_t>(count);
  }
  return content;
}

std::string MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(fd); }

Expected<int> runtime::runProgram(const std::vector<std::string> &arguments, Span<const MemoryFile *const> files,
                                  const MemoryFile &out, const MemoryFile &err) {
  const std::vector<std::string> environment = makeEnvironment();
  const std::vector<char *> argv = asPointers(arguments), envp = asPointers(environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  int failure = 0;
  auto add = [&](int code) { failure = failure ? failure : code; };
  for (const MemoryFile *file : files) // onto itself: stays open in this program alone
    add(posix_spawn_file_actions_adddup2(&actions, file->descriptor(), file->descriptor()));
  add(posix_spawn_file_actions_adddup2(&actions, out.descriptor(), 1));
  add(posix_spawn_file_actions_adddup2(&actions, err.descriptor(), 2));
  add(posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0));
  pid_t child = 0;
  if (!failure)
    failure = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failure)
    return Error::make("cannot start ", arguments[0], ": ", std::strerror(failure));

  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return Error::make("cannot wait for ", arguments[0], ": ", std::strerror(errno));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
