// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The cache as a folder of files: checked when read, moved into place when written, trimmed by age.

#include "fusion/Runtime/Cache.h"
#include "Files.h"
#include "SHA256.h"
#include "fusion/Runtime/UserFolder.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <iostream>
#include <mutex>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;

namespace {
constexpr char magic[8] = {'F', 'U', 'S', 'I', 'O', 'N', 'C', '1'};
constexpr size_t kindBytes = 32;
constexpr uint64_t largestContent = uint64_t(1) << 28;
constexpr int64_t abandonedSeconds = 3600; ///< a file that a writer has not finished by then is left behind
constexpr std::string_view partialPrefix = "partial-";

/// What an entry begins with. The content follows.
struct Header {
  char magic[8];
  char kind[kindBytes]; ///< ends in zeros
  unsigned char key[32];
  uint64_t contentBytes;
  unsigned char hash[32]; ///< SHA-256 of all of the above and the content
};
static_assert(sizeof(Header) == 112, "no gaps");

SHA256::Digest hashEntry(const Header &header, std::string_view content) {
  SHA256 hash;
  hash.update({reinterpret_cast<const char *>(&header), offsetof(Header, hash)});
  hash.update(content);
  return hash.finish();
}

std::string hexadecimal(const unsigned char *bytes, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    for (int shift : {4, 0})
      text += "0123456789abcdef"[bytes[i] >> shift & 15];
  return text;
}

bool isEntryName(std::string_view name) {
  return name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool isPartialName(std::string_view name) { return name.compare(0, partialPrefix.size(), partialPrefix) == 0; }

/// Reads the entry of that name; false unless it is a regular file of this user and whole.
bool readEntry(int directory, const std::string &name, Header &header, std::string &content) {
  File file(openat(directory, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid())
    return false;
  auto size = static_cast<uint64_t>(status.st_size);
  if (size < sizeof(Header) || size > sizeof(Header) + largestContent || !readAll(file.get(), &header, sizeof(header)))
    return false;
  if (std::memcmp(header.magic, magic, sizeof(magic)) != 0 || header.contentBytes != size - sizeof(Header) ||
      header.kind[kindBytes - 1] != '\0')
    return false;
  content.resize(header.contentBytes);
  if (!readAll(file.get(), content.data(), content.size()))
    return false;
  SHA256::Digest hash = hashEntry(header, content);
  return std::memcmp(header.hash, hash.data(), hash.size()) == 0;
}

/// Makes the folder and those above it, for this user alone.
Error makeFolders(const std::string &path) {
  for (size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    std::string folder = path.substr(0, slash);
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
      return Error::make("cannot make '", folder, "': ", std::strerror(errno));
    if (slash == std::string::npos)
      return {};
  }
}

std::atomic<Cache *> processCache{nullptr};
thread_local CacheScope *innermost = nullptr;

/// Puts the file in its place; an empty folder there makes room.
bool moveFile(int directory, const std::string &from, const std::string &to) {
  auto move = [&] { return renameat(directory, from.c_str(), directory, to.c_str()) == 0; };
  return move() || (errno == EISDIR && unlinkat(directory, to.c_str(), AT_REMOVEDIR) == 0 && move());
}

/// Removes a file or an empty folder.
bool removeItem(int directory, const std::string &name) {
  return unlinkat(directory, name.c_str(), 0) == 0 || unlinkat(directory, name.c_str(), AT_REMOVEDIR) == 0;
}
} // namespace

Expected<std::shared_ptr<Cache>> Cache::open(const std::string &folder, uint64_t limit, Missing missing) {
  if (missing == Missing::Make)
    if (Error error = makeFolders(folder))
      return error;
  File directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat status;
  if (!directory || fstat(directory.get(), &status) != 0)
    return Error::make("cannot open '", folder, "': ", std::strerror(errno));
  if (status.st_uid != geteuid())
    return Error::make("'", folder, "' belongs to another user");
  if (status.st_mode & 022)
    return Error::make("others may write to '", folder, "' (chmod go-w makes it private)");
  std::shared_ptr<Cache> cache(new Cache(folder, limit));
  cache->directory = directory.release();
  return cache;
}

Cache::~Cache() {
  if (directory >= 0)
    close(directory);
}

/// The word that one of another program's stands for, which would be the name of a folder; null if it is none.
static const char *meantBy(const std::string &place) {
  static constexpr const char *words[][2] = {{"0", "off"},    {"no", "off"},      {"false", "off"},
                                             {"none", "off"}, {"disable", "off"}, {"1", "on"},
                                             {"yes", "on"},   {"true", "on"},     {"enable", "on"}};
  for (const auto &[word, meant] : words)
    if (strcasecmp(place.c_str(), word) == 0)
      return meant;
  return nullptr;
}

Expected<std::string> Cache::chooseFolder(const std::string &option) {
  const char *named = std::getenv("FUSION_CACHE");
  std::string place = option.empty() && named ? named : option;
  if (place.empty() || place == "off")
    return std::string();
  if (const char *meant = meantBy(place))
    return Error::make("a cache is 'on', 'off' or a folder, not '", place, "' (did you mean ", meant, "?)");
  if (place != "on")
    return place;
  return getUserFolder("XDG_CACHE_HOME", ".cache");
}

Expected<std::shared_ptr<Cache>> Cache::choose(const std::string &option, Missing missing) {
  auto folder = chooseFolder(option);
  if (!folder)
    return folder.takeError();
  return folder->empty() ? std::shared_ptr<Cache>() : open(*folder, defaultLimit, missing);
}

Error Cache::setForProcess(const std::string &option) {
  auto chosen = choose(option);
  if (!chosen)
    return chosen.takeError();
  // Those before stay: another thread may be using one.
  static std::mutex mutex;
  static std::vector<std::shared_ptr<Cache>> owners;
  std::lock_guard<std::mutex> lock(mutex);
  Cache *now = processCache;
  if (now && *chosen && now->folder() == (*chosen)->folder())
    return {};
  owners.push_back(*chosen);
  processCache = owners.back().get();
  return {};
}

void Cache::enable(const std::string &option) {
  if (Error error = setForProcess(option))
    std::cerr << "warning: no cache: " << error.message() << "\n";
}

Cache *Cache::current() { return innermost ? innermost->cache : processCache.load(); }

CacheScope::CacheScope(Cache *cache, WarningHandler warn)
    : cache(cache ? cache : processCache.load()), warn(std::move(warn)), outer(innermost) {
  innermost = this;
}

CacheScope::~CacheScope() { innermost = outer; }

void CacheScope::report(const std::string &warning) {
  if (innermost && innermost->warn)
    innermost->warn(warning);
  else
    std::cerr << "warning: " << warning << "\n";
}

std::optional<std::string> Cache::load(const CacheKey &key) {
  Header header;
  std::string content;
  const auto &digest = key.digest();
  std::string name = hexadecimal(digest.data(), digest.size());
  if (!readEntry(directory, name, header, content) || std::memcmp(header.key, digest.data(), digest.size()) != 0 ||
      key.kind() != header.kind)
    return std::nullopt;
  utimensat(directory, name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW); // used now
  return content;
}

void Cache::store(const CacheKey &key, std::string_view content) {
  if (content.size() > std::min(largestContent, limit / 4) || key.kind().size() >= kindBytes)
    return;
  Header header = {};
  std::memcpy(header.magic, magic, sizeof(magic));
  std::memcpy(header.kind, key.kind().data(), key.kind().size());
  const auto &digest = key.digest();
  std::memcpy(header.key, digest.data(), digest.size());
  header.contentBytes = content.size();
  SHA256::Digest hash = hashEntry(header, content);
  std::memcpy(header.hash, hash.data(), hash.size());
  Error error = write(hexadecimal(digest.data(), digest.size()),
                      {reinterpret_cast<const char *>(&header), sizeof(header)}, content);
  if (!error)
    trim();
  else if (!warned.exchange(true))
    CacheScope::report(concat("nothing is kept in the cache '", path, "': ", error.message()));
}

Error Cache::write(const std::string &name, std::string_view header, std::string_view content) {
  static std::atomic<unsigned> number{0};
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  std::string partial = concat(partialPrefix, getpid(), "-", number++, "-", now.tv_sec, ".", now.tv_nsec);
  auto fail = [&] { return Error::make(std::strerror(errno)); };
  File file(openat(directory, partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file)
    return fail();
  Error error;
  if (!writeAll(file.get(), header) || !writeAll(file.get(), content) || fsync(file.get()) != 0 || !file.close() ||
      !moveFile(directory, partial, name)) {
    error = fail();
    unlinkat(directory, partial.c_str(), 0);
  }
  return error;
}

std::vector<Cache::Entry> Cache::list(bool verify) {
  std::vector<Entry> entries;
  File copy(openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  std::unique_ptr<DIR, int (*)(DIR *)> stream(copy ? fdopendir(copy.get()) : nullptr, closedir);
  if (!stream)
    return entries;
  (void)copy.release(); // the stream's now
  int64_t now = std::time(nullptr);
  while (const dirent *item = readdir(stream.get())) {
    struct stat status;
    std::string name = item->d_name;
    if (fstatat(directory, item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || name == "." || name == "..")
      continue;
    Entry entry{name, "", static_cast<uint64_t>(status.st_size), now - status.st_mtim.tv_sec};
    Header header;
    std::string content;
    if (verify && isEntryName(name) && readEntry(directory, name, header, content) &&
        hexadecimal(header.key, sizeof(header.key)) == name)
      entry.kind = header.kind;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry &a, const Entry &b) { return a.age != b.age ? a.age < b.age : a.name < b.name; });
  return entries;
}

void Cache::trim() {
  uint64_t total = 0;
  for (const Entry &entry : list(/*verify=*/false)) {
    bool abandoned = isPartialName(entry.name) && entry.age > abandonedSeconds;
    if (isEntryName(entry.name))
      total += entry.bytes;
    if (abandoned || (isEntryName(entry.name) && total > limit))
      removeItem(directory, entry.name);
  }
}

size_t Cache::clear() {
  size_t removed = 0;
  for (const Entry &entry : list(/*verify=*/false))
    if (isEntryName(entry.name) || isPartialName(entry.name))
      removed += removeItem(directory, entry.name);
  return removed;
}
