#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

// A slice's values as runs of equal ones: each byte stands for one value and one length, by a table that is made for the
// slice. Blocks of equally many values start at known bytes, so that a value is found by walking over a few dozen bytes.
namespace crownbridge::checkers::endgame {

// Won with a need of n: +n, lost: -n, drawn: 0. Where needs are not told, n is 1 or kBeyond.
using Stored = std::int16_t;

// A value that nobody will ask for.
inline constexpr Stored kAny = std::numeric_limits<Stored>::min();

inline constexpr std::size_t kCodes = 256;

// An encoded slice, wherever it lies: in a file or in memory.
class Runs {
 public:
  Runs() = default;

  // Over a body that encode() made, for so many values in blocks of 2^shift; it must outlive this.
  Runs(std::span<const std::byte> body, std::uint64_t count, int shift);

  static std::uint64_t blocks(std::uint64_t count, int shift) { return ((count - 1) >> shift) + 1; }

  // The smallest body that can hold so many values.
  static std::uint64_t least_bytes(std::uint64_t count, int shift) {
    return kCodes * 4 + blocks(count, shift) * 4;
  }

  // Whether every value would be found inside a body of at least least_bytes(), whatever it holds.
  static bool stay_inside(std::span<const std::byte> body, std::uint64_t count, int shift);

  Stored operator[](std::uint64_t i) const {
    const std::uint8_t* at = bytes_ + starts_[i >> shift_];
    auto left = static_cast<std::uint32_t>(i & ((std::uint64_t{1} << shift_) - 1));
    while (left >= lengths_[*at]) left -= lengths_[*at++];
    return values_[*at];
  }

  // All values.
  std::vector<Stored> decode(std::uint64_t count) const;

 private:
  const std::uint16_t* lengths_ = nullptr;  // by code
  const Stored* values_ = nullptr;          // by code
  const std::uint32_t* starts_ = nullptr;   // by block, counted from bytes_
  const std::uint8_t* bytes_ = nullptr;
  int shift_ = 0;
};

struct Encoded {
  std::vector<std::byte> body;
  int shift;
};

// Writes values as runs. Changes those that are kAny to whatever makes runs long. `pause` is called every few
// milliseconds and may throw to give up.
Encoded encode(std::span<Stored> values, const std::function<void()>& pause = [] {});

}  // namespace crownbridge::checkers::endgame
