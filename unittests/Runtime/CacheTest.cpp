// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Cache.h"
#include "../../lib/Runtime/SHA256.h"
#include "Check.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace fusion;

namespace {
/// A cache in a new folder that goes away with the test.
struct TemporaryCache {
  std::string folder = "/tmp/fusion-cache-XXXXXX";
  std::shared_ptr<Cache> cache;

  explicit TemporaryCache(uint64_t limit = Cache::defaultLimit) {
    if (!mkdtemp(folder.data()))
      std::abort();
    auto opened = Cache::open(folder, limit);
    CHECK(opened);
    cache = *opened;
  }
  ~TemporaryCache() { (void)!system(("rm -rf " + folder).c_str()); }

  std::string read(const std::string &name) const {
    std::string content;
    FILE *file = std::fopen((folder + "/" + name).c_str(), "rb");
    for (int c; file && (c = std::fgetc(file)) != EOF;)
      content += static_cast<char>(c);
    if (file)
      std::fclose(file);
    return content;
  }
  void write(const std::string &name, const std::string &content) const {
    unlink((folder + "/" + name).c_str());
    FILE *file = std::fopen((folder + "/" + name).c_str(), "wb");
    std::fwrite(content.data(), 1, content.size(), file);
    std::fclose(file);
  }
  std::string onlyName() const {
    auto entries = cache->list(/*verify=*/false);
    CHECK_EQUAL(entries.size(), size_t(1));
    return entries.empty() ? "" : entries[0].name;
  }
};

std::string digits(const SHA256::Digest &digest) {
  std::string text;
  for (unsigned char byte : digest) {
    char two[3];
    std::snprintf(two, sizeof(two), "%02x", byte);
    text += two;
  }
  return text;
}
} // namespace

// The examples of FIPS 180-4, and the lengths round the end of a block against adding byte by byte.
TEST(SHA256) {
  CHECK_EQUAL(digits(SHA256::of("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK_EQUAL(digits(SHA256::of("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK_EQUAL(digits(SHA256::of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK_EQUAL(digits(SHA256::of(std::string(1000000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  for (size_t length = 0; length < 200; ++length) {
    std::string text(length, 'x');
    SHA256 hash;
    for (char &c : text)
      hash.update({&c, 1});
    CHECK(hash.finish() == SHA256::of(text));
  }
}

TEST(CacheKeepsWhatWasStored) {
  TemporaryCache there;
  std::string content("\0binary\xff", 8);
  CHECK(!there.cache->load(CacheKey("test").add("a")));
  there.cache->store(CacheKey("test").add("a"), content);
  there.cache->store(CacheKey("test").add("b"), "");
  auto other = Cache::open(there.folder);
  CHECK(other && (*other)->load(CacheKey("test").add("a")) == content);
  CHECK((*other)->load(CacheKey("test").add("b")) == "");
}

TEST(CacheScopesAreOfThoseThatMakeThem) {
  TemporaryCache there;
  CacheScope outer(there.cache.get());
  {
    CacheScope none(nullptr);
    CHECK(!Cache::current());
  }
  CHECK(Cache::current() == there.cache.get());
}

TEST(CacheKeysDiffer) {
  TemporaryCache there;
  there.cache->store(CacheKey("test").add("ab").add("c"), "content");
  CHECK(!there.cache->load(CacheKey("test").add("a").add("bc")));
  CHECK(!there.cache->load(CacheKey("test").add("abc")));
  CHECK(!there.cache->load(CacheKey("tes").add("ab").add("c")));
  CHECK(!there.cache->load(CacheKey("test").add("ab").add("c").add("")));
  CHECK(there.cache->load(CacheKey("test").add("ab").add("c")));
  CHECK(CacheKey("test").add("a").add("b").digest() !=
        CacheKey("test").add(std::string("a\0\0\0\0\0\0\0\0b", 10)).digest());
}

// No byte can be changed, and no end be cut off or added, without the entry being gone.
TEST(CacheMissesDamagedEntries) {
  TemporaryCache there;
  there.cache->store(CacheKey("test"), "some content");
  std::string name = there.onlyName(), whole = there.read(name);
  for (size_t i = 0; i < whole.size(); ++i)
    for (int bit : {0, 7}) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      there.write(name, damaged);
      CHECK(!there.cache->load(CacheKey("test")));
    }
  for (size_t length = 0; length < whole.size(); ++length) {
    there.write(name, whole.substr(0, length));
    CHECK(!there.cache->load(CacheKey("test")));
  }
  there.write(name, whole + "x");
  CHECK(!there.cache->load(CacheKey("test")));
  CHECK(there.cache->list(/*verify=*/true)[0].kind.empty());
  there.write(name, whole);
  CHECK(there.cache->load(CacheKey("test")) == "some content");
  CHECK_EQUAL(there.cache->list(/*verify=*/true)[0].kind, "test");
}

// What stands in an entry's place without being its file is a miss, and the next store puts the entry there if it can.
TEST(CacheMissesForeignFiles) {
  TemporaryCache there;
  there.cache->store(CacheKey("test").add("other"), "other content");
  std::string other = there.onlyName(), whole = there.read(other);
  there.cache->clear();
  there.cache->store(CacheKey("test"), "content");
  std::string name = there.onlyName(), path = there.folder + "/" + name, own = there.read(name);

  there.write(name, whole); // another entry under this name
  CHECK(!there.cache->load(CacheKey("test")));
  CHECK(there.cache->list(/*verify=*/true)[0].kind.empty());

  there.write(name, own);
  CHECK(there.cache->load(CacheKey("test")) == "content");
  there.write("elsewhere", own); // a link is a miss, even to what would be right
  unlink(path.c_str());
  CHECK(symlink((there.folder + "/elsewhere").c_str(), path.c_str()) == 0);
  CHECK(!there.cache->load(CacheKey("test")));
  there.cache->store(CacheKey("test"), "content");
  CHECK(there.cache->load(CacheKey("test")) == "content");
  CHECK_EQUAL(there.read("elsewhere"), own);

  unlink(path.c_str());
  CHECK(mkfifo(path.c_str(), 0600) == 0); // must not wait for a writer
  CHECK(!there.cache->load(CacheKey("test")));
  there.cache->store(CacheKey("test"), "content");
  CHECK(there.cache->load(CacheKey("test")) == "content");

  unlink(path.c_str());
  CHECK(mkdir(path.c_str(), 0700) == 0);
  CHECK(!there.cache->load(CacheKey("test")));
  there.cache->store(CacheKey("test"), "content");
  CHECK(there.cache->load(CacheKey("test")) == "content");

  unlink(path.c_str());
  CHECK(mkdir(path.c_str(), 0700) == 0);
  CHECK_EQUAL(there.cache->clear(), size_t(1));
  CHECK(mkdir(path.c_str(), 0700) == 0);
  there.write(name + "/kept", "somebody's");
  std::string warnings;
  CacheScope scope(nullptr, [&](const std::string &warning) { warnings += warning; });
  there.cache->store(CacheKey("test"), "content");
  CHECK(!there.cache->load(CacheKey("test")));
  CHECK_EQUAL(there.cache->clear(), size_t(0));
  CHECK_EQUAL(there.read(name + "/kept"), "somebody's");
  CHECK(warnings.find("nothing is kept in the cache '" + there.folder) == 0);
}

TEST(CacheWantsPrivateFolders) {
  TemporaryCache there;
  chmod(there.folder.c_str(), 0770);
  CHECK_ERROR(Cache::open(there.folder).error(), "others may write to");
  CHECK_ERROR(Cache::open("/dev/null/x").error(), "cannot make");
  CHECK_ERROR(Cache::open("/dev/null").error(), "cannot open");
  if (geteuid() != 0)
    CHECK_ERROR(Cache::open("/").error(), "belongs to another user");
  chmod(there.folder.c_str(), 0755);
  auto inner = Cache::open(there.folder + "/a/b");
  struct stat status;
  CHECK(inner && stat((there.folder + "/a/b").c_str(), &status) == 0 && (status.st_mode & 0777) == 0700);
}

TEST(CacheTakesFullDisks) {
  TemporaryCache there;
  there.cache->store(CacheKey("test").add("first"), "content");
  rlimit unlimited, small;
  getrlimit(RLIMIT_FSIZE, &unlimited);
  small = unlimited;
  small.rlim_cur = 200;
  auto before = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  there.cache->store(CacheKey("test").add("second"), std::string(1000, 'x')); // warns
  setrlimit(RLIMIT_FSIZE, &unlimited);
  std::signal(SIGXFSZ, before);
  CHECK(!there.cache->load(CacheKey("test").add("second")));
  CHECK(there.cache->load(CacheKey("test").add("first")));
  CHECK_EQUAL(there.cache->list(/*verify=*/false).size(), size_t(1)); // nothing half is left
}

// The entries used longest ago go first; what is larger than a quarter of the limit is not kept at all.
TEST(CacheForgetsByAge) {
  TemporaryCache there(10000);
  std::string content(1888, 'x'); // 2000 bytes with the header
  auto age = [&](const std::string &name, int64_t seconds) {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const timespec times[2] = {{now.tv_sec - seconds, 0}, {now.tv_sec - seconds, 0}};
    CHECK(utimensat(AT_FDCWD, (there.folder + "/" + name).c_str(), times, 0) == 0);
  };
  for (const char *key : {"a", "b", "c", "d", "e"})
    there.cache->store(CacheKey("test").add(key), content);
  int64_t seconds = 1000;
  for (const Cache::Entry &entry : there.cache->list(/*verify=*/false))
    age(entry.name, seconds++);
  there.write("partial-1-2-3.4", "left behind");
  age("partial-1-2-3.4", 5000);
  there.write("notes.txt", "not ours");
  CHECK(there.cache->load(CacheKey("test").add("a"))); // used now
  there.cache->store(CacheKey("test").add("f"), content);
  int kept = 0;
  for (const char *key : {"b", "c", "d", "e"})
    kept += there.cache->load(CacheKey("test").add(key)).has_value();
  CHECK_EQUAL(kept, 3);
  CHECK(there.cache->load(CacheKey("test").add("a")));
  CHECK(there.cache->load(CacheKey("test").add("f")));
  CHECK_EQUAL(there.read("partial-1-2-3.4"), "");
  there.cache->store(CacheKey("test").add("large"), std::string(3000, 'x'));
  CHECK(!there.cache->load(CacheKey("test").add("large")));
  CHECK_EQUAL(there.cache->clear(), size_t(5));
  CHECK_EQUAL(there.read("notes.txt"), "not ours");
}

TEST(CacheIdentities) {
  std::string mine = codeIdentity(reinterpret_cast<const void *>(&digits));
  std::string runtime = codeIdentity(reinterpret_cast<const void *>(&codeIdentity));
  CHECK(!mine.empty() && !runtime.empty() && mine != runtime);
  CHECK_EQUAL(codeIdentity(nullptr), "");
  CHECK(!fileIdentity("/proc/self/exe").empty());
  CHECK_EQUAL(fileIdentity("/nowhere"), "");
}
