// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// SHA-256 (FIPS 180-4): the runtime library has no LLVM to take one from.

#ifndef FUSION_LIB_RUNTIME_SHA256_H
#define FUSION_LIB_RUNTIME_SHA256_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fusion::runtime {

class SHA256 {
public:
  using Digest = std::array<unsigned char, 32>;

  void update(std::string_view bytes);
  /// Of all bytes so far. Ends the object's use.
  Digest finish();
  static Digest of(std::string_view bytes);

private:
  void block(const unsigned char *bytes);

  uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned char buffer[64];
  size_t buffered = 0;
  uint64_t total = 0; ///< bytes
};

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_SHA256_H
