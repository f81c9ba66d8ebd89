// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Cache.h"
#include "../../lib/Runtime/SHA256.h"
#include "../Support/Errors.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;

namespace {
/// A cache in a new folder that goes away with the test.
struct TemporaryCache {
  std::string folder = "/tmp/fusion-cache-XXXXXX";
  std::shared_ptr<Cache> cache;

  explicit TemporaryCache(uint64_t limit = Cache::defaultLimit) {
    if (!mkdtemp(folder.data()))
      std::abort();
    auto opened = Cache::open(folder, limit);
    EXPECT_TRUE(opened);
    cache = *opened;
  }
  ~TemporaryCache() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }

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
    EXPECT_EQ(entries.size(), size_t(1));
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
TEST(Cache, SHA256) {
  EXPECT_EQ(digits(SHA256::of("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digits(SHA256::of("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digits(SHA256::of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digits(SHA256::of(std::string(1000000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  for (size_t length = 0; length < 200; ++length) {
    std::string text(length, 'x');
    SHA256 hash;
    for (char &c : text)
      hash.update({&c, 1});
    EXPECT_EQ(hash.finish(), SHA256::of(text));
  }
}

TEST(Cache, CacheKeepsWhatWasStored) {
  TemporaryCache there;
  std::string content("\0binary\xff", 8);
  EXPECT_FALSE(there.cache->load(CacheKey("test").add("a")));
  there.cache->store(CacheKey("test").add("a"), content);
  there.cache->store(CacheKey("test").add("b"), "");
  auto other = Cache::open(there.folder);
  ASSERT_TRUE(other);
  EXPECT_EQ((*other)->load(CacheKey("test").add("a")), content);
  EXPECT_EQ((*other)->load(CacheKey("test").add("b")), "");
}

TEST(Cache, CacheScopesAreOfThoseThatMakeThem) {
  TemporaryCache there;
  CacheScope outer(there.cache.get());
  {
    CacheScope none(nullptr);
    EXPECT_FALSE(Cache::current());
  }
  EXPECT_EQ(Cache::current(), there.cache.get());
}

TEST(Cache, CacheKeysDiffer) {
  TemporaryCache there;
  there.cache->store(CacheKey("test").add("ab").add("c"), "content");
  EXPECT_FALSE(there.cache->load(CacheKey("test").add("a").add("bc")));
  EXPECT_FALSE(there.cache->load(CacheKey("test").add("abc")));
  EXPECT_FALSE(there.cache->load(CacheKey("tes").add("ab").add("c")));
  EXPECT_FALSE(there.cache->load(CacheKey("test").add("ab").add("c").add("")));
  EXPECT_TRUE(there.cache->load(CacheKey("test").add("ab").add("c")));
  EXPECT_NE(CacheKey("test").add("a").add("b").digest(),
            CacheKey("test").add(std::string("a\0\0\0\0\0\0\0\0b", 10)).digest());
}

// No byte can be changed, and no end be cut off or added, without the entry being gone.
TEST(Cache, CacheMissesDamagedEntries) {
  TemporaryCache there;
  there.cache->store(CacheKey("test"), "some content");
  std::string name = there.onlyName(), whole = there.read(name);
  for (size_t i = 0; i < whole.size(); ++i)
    for (int bit : {0, 7}) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      there.write(name, damaged);
      EXPECT_FALSE(there.cache->load(CacheKey("test")));
    }
  for (size_t length = 0; length < whole.size(); ++length) {
    there.write(name, whole.substr(0, length));
    EXPECT_FALSE(there.cache->load(CacheKey("test")));
  }
  there.write(name, whole + "x");
  EXPECT_FALSE(there.cache->load(CacheKey("test")));
  EXPECT_TRUE(there.cache->list(/*verify=*/true)[0].kind.empty());
  there.write(name, whole);
  EXPECT_EQ(there.cache->load(CacheKey("test")), "some content");
  EXPECT_EQ(there.cache->list(/*verify=*/true)[0].kind, "test");
}

// What stands in an entry's place without being its file is a miss, and the next store puts the entry there if it can.
TEST(Cache, CacheMissesForeignFiles) {
  TemporaryCache there;
  there.cache->store(CacheKey("test").add("other"), "other content");
  std::string other = there.onlyName(), whole = there.read(other);
  there.cache->clear();
  there.cache->store(CacheKey("test"), "content");
  std::string name = there.onlyName(), path = there.folder + "/" + name, own = there.read(name);

  there.write(name, whole); // another entry under this name
  EXPECT_FALSE(there.cache->load(CacheKey("test")));
  EXPECT_TRUE(there.cache->list(/*verify=*/true)[0].kind.empty());

  there.write(name, own);
  EXPECT_EQ(there.cache->load(CacheKey("test")), "content");
  there.write("elsewhere", own); // a link is a miss, even to what would be right
  unlink(path.c_str());
  EXPECT_EQ(symlink((there.folder + "/elsewhere").c_str(), path.c_str()), 0);
  EXPECT_FALSE(there.cache->load(CacheKey("test")));
  there.cache->store(CacheKey("test"), "content");
  EXPECT_EQ(there.cache->load(CacheKey("test")), "content");
  EXPECT_EQ(there.read("elsewhere"), own);

  unlink(path.c_str());
  EXPECT_EQ(mkfifo(path.c_str(), 0600), 0); // must not wait for a writer
  EXPECT_FALSE(there.cache->load(CacheKey("test")));
  there.cache->store(CacheKey("test"), "content");
  EXPECT_EQ(there.cache->load(CacheKey("test")), "content");

  unlink(path.c_str());
  EXPECT_EQ(mkdir(path.c_str(), 0700), 0);
  EXPECT_FALSE(there.cache->load(CacheKey("test")));
  there.cache->store(CacheKey("test"), "content");
  EXPECT_EQ(there.cache->load(CacheKey("test")), "content");

  unlink(path.c_str());
  EXPECT_EQ(mkdir(path.c_str(), 0700), 0);
  EXPECT_EQ(there.cache->clear(), size_t(1));
  EXPECT_EQ(mkdir(path.c_str(), 0700), 0);
  there.write(name + "/kept", "somebody's");
  std::string warnings;
  CacheScope scope(nullptr, [&](const std::string &warning) { warnings += warning; });
  there.cache->store(CacheKey("test"), "content");
  EXPECT_FALSE(there.cache->load(CacheKey("test")));
  EXPECT_EQ(there.cache->clear(), size_t(0));
  EXPECT_EQ(there.read(name + "/kept"), "somebody's");
  EXPECT_EQ(warnings.find("nothing is kept in the cache '" + there.folder), 0);
}

TEST(Cache, CacheWantsPrivateFolders) {
  TemporaryCache there;
  chmod(there.folder.c_str(), 0770);
  EXPECT_ERROR(Cache::open(there.folder).error(), "others may write to");
  EXPECT_ERROR(Cache::open("/dev/null/x").error(), "cannot make");
  EXPECT_ERROR(Cache::open("/dev/null").error(), "cannot open");
  if (geteuid() != 0)
    EXPECT_ERROR(Cache::open("/").error(), "belongs to another user");
  chmod(there.folder.c_str(), 0755);
  auto inner = Cache::open(there.folder + "/a/b");
  struct stat status;
  ASSERT_TRUE(inner);
  EXPECT_EQ(stat((there.folder + "/a/b").c_str(), &status), 0);
  EXPECT_EQ((status.st_mode & 0777), 0700);
}

TEST(Cache, CacheTakesFullDisks) {
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
  EXPECT_FALSE(there.cache->load(CacheKey("test").add("second")));
  EXPECT_TRUE(there.cache->load(CacheKey("test").add("first")));
  EXPECT_EQ(there.cache->list(/*verify=*/false).size(), size_t(1)); // nothing half is left
}

// The entries used longest ago go first; what is larger than a quarter of the limit is not kept at all.
TEST(Cache, CacheForgetsByAge) {
  TemporaryCache there(10000);
  std::string content(1888, 'x'); // 2000 bytes with the header
  auto age = [&](const std::string &name, int64_t seconds) {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const timespec times[2] = {{now.tv_sec - seconds, 0}, {now.tv_sec - seconds, 0}};
    EXPECT_EQ(utimensat(AT_FDCWD, (there.folder + "/" + name).c_str(), times, 0), 0);
  };
  for (const char *key : {"a", "b", "c", "d", "e"})
    there.cache->store(CacheKey("test").add(key), content);
  int64_t seconds = 1000;
  for (const Cache::Entry &entry : there.cache->list(/*verify=*/false))
    age(entry.name, seconds++);
  there.write("partial-1-2-3.4", "left behind");
  age("partial-1-2-3.4", 5000);
  there.write("notes.txt", "not ours");
  EXPECT_TRUE(there.cache->load(CacheKey("test").add("a"))); // used now
  there.cache->store(CacheKey("test").add("f"), content);
  int kept = 0;
  for (const char *key : {"b", "c", "d", "e"})
    kept += there.cache->load(CacheKey("test").add(key)).has_value();
  EXPECT_EQ(kept, 3);
  EXPECT_TRUE(there.cache->load(CacheKey("test").add("a")));
  EXPECT_TRUE(there.cache->load(CacheKey("test").add("f")));
  EXPECT_EQ(there.read("partial-1-2-3.4"), "");
  there.cache->store(CacheKey("test").add("large"), std::string(3000, 'x'));
  EXPECT_FALSE(there.cache->load(CacheKey("test").add("large")));
  EXPECT_EQ(there.cache->clear(), size_t(5));
  EXPECT_EQ(there.read("notes.txt"), "not ours");
}

TEST(Cache, CacheIdentities) {
  std::string mine = codeIdentity(reinterpret_cast<const void *>(&digits));
  std::string runtime = codeIdentity(reinterpret_cast<const void *>(&codeIdentity));
  EXPECT_FALSE(mine.empty());
  EXPECT_FALSE(runtime.empty());
  EXPECT_NE(mine, runtime);
  EXPECT_EQ(codeIdentity(nullptr), "");
  EXPECT_FALSE(fileIdentity("/proc/self/exe").empty());
  EXPECT_EQ(fileIdentity("/nowhere"), "");
}
