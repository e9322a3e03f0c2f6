#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace crownbridge {

// CRC-64/XZ by slicing-by-8. Detects every burst error of up to 64 bits.
class Crc64 {
 public:
  void add(std::span<const std::byte> bytes) {
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; left -= 8, at += 8) {
      std::uint64_t word;
      std::memcpy(&word, at, 8);
      word ^= state_;
      state_ = 0;
      for (std::size_t i = 0; i < 8; ++i) state_ ^= kTables[7 - i][word >> 8 * i & 255];
    }
    for (; left; --left, ++at) state_ = kTables[0][(state_ ^ std::to_integer<std::uint64_t>(*at)) & 255] ^ state_ >> 8;
  }

  std::uint64_t value() const { return ~state_; }

 private:
  // kTables[n][b] is the effect of the byte b on the state n bytes later.
  static constexpr auto kTables = [] {
    std::array<std::array<std::uint64_t, 256>, 8> tables{};
    for (std::uint64_t b = 0; b < 256; ++b) {
      std::uint64_t state = b;
      for (int i = 0; i < 8; ++i) state = state >> 1 ^ (state & 1 ? 0xc96c5795d7870f42U : 0);
      tables[0][b] = state;
    }
    for (std::size_t n = 1; n < 8; ++n)
      for (std::size_t b = 0; b < 256; ++b) tables[n][b] = tables[0][tables[n - 1][b] & 255] ^ tables[n - 1][b] >> 8;
    return tables;
  }();

  std::uint64_t state_ = ~std::uint64_t{0};
};

}  // namespace crownbridge
