// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Preloaded into a program (LD_PRELOAD), makes one of its calls on files fail. Which files, which call and how is told
// by the environment:
//
//   FAULTS_UNDER  a folder, with its real path: calls on what lies under it count, on files in memory, and starts of
//                 programs
//   FAULTS_THREADS  if set, starts of threads count too
//   FAULTS_LOG    a file outside of it that gets a line for each call that counts: its name and what it is on
//   FAULTS_AT     the number of the call that fails, from 1
//   FAULTS_HOW    the number of the error that it returns; or "short": half of the bytes are read or written; or
//                 "kill": the process ends before the call

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { most = 256, longest = 512 };
static char paths[most][longest]; // of descriptors that count; empty for others
static long calls = 0;

// The programs that this one starts are not to fail.
__attribute__((constructor)) static void forget(void) { unsetenv("LD_PRELOAD"); }

static int isInside(const char *path) {
  const char *under = getenv("FAULTS_UNDER");
  size_t length = under ? strlen(under) : 0;
  return length && strncmp(path, under, length) == 0 && (path[length] == '/' || !path[length]);
}

// The path of `name` in the folder `directory`, if it counts; else null.
static const char *locate(int directory, const char *name, char *text) {
  if (name[0] == '/')
    snprintf(text, longest, "%s", name);
  else if (directory == AT_FDCWD && getcwd(text, longest / 2))
    snprintf(text + strlen(text), longest / 2, "/%s", name);
  else if (directory >= 0 && directory < most && paths[directory][0])
    snprintf(text, longest, "%.250s/%.250s", paths[directory], name);
  else
    return NULL;
  return isInside(text) ? text : NULL;
}

static const char *pathOf(int fd) { return fd >= 0 && fd < most && paths[fd][0] ? paths[fd] : NULL; }

static int keepPath(int fd, const char *path) {
  if (fd >= 0 && fd < most)
    snprintf(paths[fd], longest, "%s", path ? path : "");
  return fd;
}

enum { pass = 0, shorten = -1 };

// How the call fails: an error, `pass` or `shorten`.
static int countCall(const char *call, const char *path) {
  if (!path)
    return pass;
  ++calls;
  const char *log = getenv("FAULTS_LOG"), *at = getenv("FAULTS_AT"), *how = getenv("FAULTS_HOW");
  if (log) {
    char line[longest + 64];
    int length = snprintf(line, sizeof(line), "%s %s\n", call, path);
    int fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    syscall(SYS_write, fd, line, length);
    syscall(SYS_close, fd);
  }
  if (!at || !how || calls != atol(at))
    return pass;
  if (strcmp(how, "kill") == 0)
    _exit(137);
  return strcmp(how, "short") == 0 ? shorten : atoi(how);
}

#define REAL(NAME) ((__typeof__(&NAME))dlsym(RTLD_NEXT, #NAME))
#define FAIL_OR(CALL, PATH, FAILURE)                                                                                   \
  int how = countCall(CALL, PATH);                                                                                     \
  if (how > 0)                                                                                                         \
    return errno = how, FAILURE;                                                                                       \
  (void)how

static mode_t modeOf(int flags, va_list list) { return flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0; }

#define OPEN(NAME)                                                                                                     \
  int NAME(const char *name, int flags, ...) {                                                                         \
    va_list list;                                                                                                      \
    va_start(list, flags);                                                                                             \
    mode_t mode = modeOf(flags, list);                                                                                 \
    va_end(list);                                                                                                      \
    char text[longest];                                                                                                \
    const char *path = locate(AT_FDCWD, name, text);                                                                   \
    FAIL_OR("open", path, -1);                                                                                         \
    return keepPath(REAL(NAME)(name, flags, mode), path);                                                              \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(NAME)                                                                                                   \
  int NAME(int directory, const char *name, int flags, ...) {                                                          \
    va_list list;                                                                                                      \
    va_start(list, flags);                                                                                             \
    mode_t mode = modeOf(flags, list);                                                                                 \
    va_end(list);                                                                                                      \
    char text[longest];                                                                                                \
    const char *path = locate(directory, name, text);                                                                  \
    FAIL_OR("open", path, -1);                                                                                         \
    return keepPath(REAL(NAME)(directory, name, flags, mode), path);                                                   \
  }
OPENAT(openat)
OPENAT(openat64)

int memfd_create(const char *name, unsigned flags) {
  FAIL_OR("memfd_create", name, -1);
  char text[longest];
  snprintf(text, longest, "memory:%s", name);
  return keepPath(REAL(memfd_create)(name, flags), text);
}

#define FCNTL(NAME)                                                                                                    \
  int NAME(int fd, int command, ...) {                                                                                 \
    va_list list;                                                                                                      \
    va_start(list, command);                                                                                           \
    void *argument = va_arg(list, void *);                                                                             \
    va_end(list);                                                                                                      \
    if (command != F_DUPFD_CLOEXEC)                                                                                    \
      return REAL(NAME)(fd, command, argument);                                                                        \
    FAIL_OR("dup", pathOf(fd), -1);                                                                                    \
    return keepPath(REAL(NAME)(fd, command, argument), pathOf(fd));                                                    \
  }
FCNTL(fcntl)
FCNTL(fcntl64)

#define TRANSFER(NAME, CALL, POINTER, ...)                                                                             \
  FAIL_OR(CALL, pathOf(fd), -1);                                                                                       \
  if (how == shorten && bytes > 1)                                                                                     \
    bytes /= 2;                                                                                                        \
  return REAL(NAME)(fd, POINTER, bytes, ##__VA_ARGS__)

ssize_t read(int fd, void *to, size_t bytes) { TRANSFER(read, "read", to); }
ssize_t write(int fd, const void *from, size_t bytes) { TRANSFER(write, "write", from); }
ssize_t pread(int fd, void *to, size_t bytes, off_t at) { TRANSFER(pread, "read", to, at); }
ssize_t pread64(int fd, void *to, size_t bytes, off64_t at) { TRANSFER(pread64, "read", to, at); }
ssize_t pwrite(int fd, const void *from, size_t bytes, off_t at) { TRANSFER(pwrite, "write", from, at); }
ssize_t pwrite64(int fd, const void *from, size_t bytes, off64_t at) { TRANSFER(pwrite64, "write", from, at); }

int fsync(int fd) {
  FAIL_OR("fsync", pathOf(fd), -1);
  return REAL(fsync)(fd);
}

// Closes all the same, as the system does.
int close(int fd) {
  char text[longest];
  const char *path = pathOf(fd);
  int how = countCall("close", path ? strcpy(text, path) : NULL);
  keepPath(fd, NULL);
  int result = REAL(close)(fd);
  return how > 0 ? (errno = how, -1) : result;
}

int rename(const char *from, const char *to) {
  char text[longest];
  FAIL_OR("rename", locate(AT_FDCWD, to, text), -1);
  return REAL(rename)(from, to);
}
int renameat(int fromDirectory, const char *from, int toDirectory, const char *to) {
  char text[longest];
  FAIL_OR("rename", locate(toDirectory, to, text), -1);
  return REAL(renameat)(fromDirectory, from, toDirectory, to);
}
int mkdir(const char *name, mode_t mode) {
  char text[longest];
  FAIL_OR("mkdir", locate(AT_FDCWD, name, text), -1);
  return REAL(mkdir)(name, mode);
}

int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const argv[], char *const environment[]) {
  int how = countCall("posix_spawn", path);
  return how > 0 ? how : REAL(posix_spawn)(child, path, actions, attributes, argv, environment);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
  int how = countCall("pthread_create", getenv("FAULTS_THREADS") ? "thread" : NULL);
  return how > 0 ? how : REAL(pthread_create)(thread, attributes, run, argument);
}
