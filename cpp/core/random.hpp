#pragma once

#include <cstdint>

namespace crownbridge {

// SplitMix64: a pseudorandom number generator with 64 bits of state, for Zobrist keys and playouts.
class Random {
 public:
  constexpr explicit Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  // Returns a number in [0, bound) by multiply-shift (Lemire); the bias is below bound / 2^32.
  constexpr int below(int bound) {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace crownbridge
