// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Hashes what an entry depends on, the code of libraries too.

#include "SHA256.h"
#include "fusion/Runtime/Cache.h"

#include <cstring>
#include <elf.h>
#include <link.h>
#include <sys/stat.h>

using namespace fusion;
using namespace fusion::runtime;

struct CacheKey::State {
  SHA256 hash;
  std::optional<SHA256::Digest> digest;
};

CacheKey::CacheKey(std::string kind) : kindText(std::move(kind)), state(std::make_unique<State>()) { add(kindText); }

CacheKey::CacheKey(CacheKey &&) noexcept = default;
CacheKey::~CacheKey() = default;

CacheKey CacheKey::add(std::string_view part) && {
  add(part); // the other one: here the object has a name
  return std::move(*this);
}

CacheKey &CacheKey::add(std::string_view part) & {
  uint64_t size = part.size();
  state->hash.update({reinterpret_cast<const char *>(&size), sizeof(size)});
  state->hash.update(part);
  return *this;
}

const std::array<unsigned char, 32> &CacheKey::digest() const {
  if (!state->digest)
    state->digest = state->hash.finish();
  return *state->digest;
}

std::string runtime::fileIdentity(const std::string &path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return "";
  return concat(path, " ", status.st_size, " ", status.st_ino, " ", status.st_mtim.tv_sec, ".", status.st_mtim.tv_nsec);
}

namespace {
struct Search {
  uintptr_t address;
  std::string identity;
};
} // namespace

/// The build ID among the notes of a segment, in hexadecimal digits.
static std::string findBuildId(const char *notes, size_t size) {
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes, sizeof(header));
    auto padded = [](size_t length) { return (length + 3) / 4 * 4; };
    size_t total = sizeof(header) + padded(header.n_namesz) + padded(header.n_descsz);
    if (total > size)
      return "";
    const char *name = notes + sizeof(header);
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
      std::string digits;
      for (size_t i = 0; i < header.n_descsz; ++i)
        for (int shift : {4, 0})
          digits += "0123456789abcdef"[name[padded(header.n_namesz) + i] >> shift & 15];
      return digits;
    }
    notes += total;
    size -= total;
  }
  return "";
}

static int visitObject(dl_phdr_info *info, size_t, void *data) {
  auto &search = *static_cast<Search *>(data);
  bool holds = false;
  std::string id;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + segment.p_vaddr;
    holds |= segment.p_type == PT_LOAD && search.address - start < segment.p_memsz;
    if (segment.p_type == PT_NOTE && id.empty())
      id = findBuildId(reinterpret_cast<const char *>(start), segment.p_memsz);
  }
  if (!holds)
    return 0;
  search.identity = !id.empty() ? id : fileIdentity(*info->dlpi_name ? info->dlpi_name : "/proc/self/exe");
  return 1;
}

std::string runtime::codeIdentity(const void *address) {
  Search search{reinterpret_cast<uintptr_t>(address), ""};
  dl_iterate_phdr(visitObject, &search);
  return search.identity;
}
