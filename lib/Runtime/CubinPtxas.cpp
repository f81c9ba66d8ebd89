// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CubinMakers.h"
#include "fusion/Runtime/Places.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fusion;

extern char **environ;

namespace {
/// A new folder that only this user can enter, removed with its (known) files.
class PrivateFolder {
public:
  Error create() {
    const char *base = std::getenv("TMPDIR");
    std::string pattern = std::string(base && *base == '/' ? base : "/tmp") + "/fusion-XXXXXX";
    if (!mkdtemp(pattern.data()))
      return Error::make("cannot create a temporary folder ", pattern, ": ", std::strerror(errno));
    path = pattern;
    return {};
  }
  ~PrivateFolder() {
    if (path.empty())
      return;
    for (const char *name : {"/kernel.ptx", "/kernel.cubin", "/kernel.log"})
      unlink((path + name).c_str());
    rmdir(path.c_str());
  }
  std::string file(const char *name) const { return path + "/" + name; }

private:
  std::string path;
};

Error writeFile(const std::string &path, std::string_view text) {
  FILE *file = std::fopen(path.c_str(), "wbx");
  if (!file)
    return Error::make("cannot create ", path, ": ", std::strerror(errno));
  bool good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  good = std::fclose(file) == 0 && good;
  return good ? Error() : Error::make("cannot write ", path, ": ", std::strerror(errno));
}

template <typename Bytes> Error readFile(const std::string &path, Bytes &bytes) {
  FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    return Error::make("cannot read ", path, ": ", std::strerror(errno));
  char block[65536];
  while (size_t count = std::fread(block, 1, sizeof(block), file))
    bytes.insert(bytes.end(), block, block + count);
  std::fclose(file);
  return {};
}

/// Runs a program without a shell, its output in `log`; returns its exit status.
Expected<int> runProgram(const std::vector<std::string> &arguments, const std::string &log) {
  std::vector<char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  int failure = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure)
    return Error::make("cannot start ", arguments[0], ": ", std::strerror(failure));

  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return Error::make("cannot wait for ", arguments[0], ": ", std::strerror(errno));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Error available() { return findToolkitProgram("ptxas").empty() ? Error::make("program not found") : Error(); }

Error make(std::string_view ptx, const CubinOptions &options, CubinResult &result, bool &tooOld) {
  PrivateFolder folder;
  if (Error error = folder.create())
    return error;
  if (Error error = writeFile(folder.file("kernel.ptx"), ptx))
    return error;
  auto status = runProgram({findToolkitProgram("ptxas"), "-v", "-arch=" + options.chip, concat("-O", options.optLevel),
                            folder.file("kernel.ptx"), "-o", folder.file("kernel.cubin")},
                           folder.file("kernel.log"));
  if (!status)
    return status.takeError();
  if (Error error = readFile(folder.file("kernel.log"), result.log))
    return error;
  if (*status != 0) {
    tooOld = result.log.find("nsupported .version") != std::string::npos ||
             result.log.find("is not defined for option 'gpu-name'") != std::string::npos;
    return Error::make("ptxas failed with status ", *status, ":\n", result.log);
  }
  return readFile(folder.file("kernel.cubin"), result.cubin);
}
} // namespace

const CubinMaker fusion::ptxasMaker = {"ptxas", /*wholeProgram=*/true, available, make};
