#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

// Run-length encoding of the values of a slice. Each byte is a code for one value and one run length, by a table of 256
// codes per slice. Values are grouped into blocks of equal size whose start offsets are stored, so that a lookup scans
// a few dozen bytes.
namespace crownbridge::checkers::endgame {

// A stored value: +distance for a win, -distance for a loss, 0 for a draw. In tables without distances, the distance is
// 1 or kBeyondCounter.
using StoredValue = std::int16_t;

// Don't-care value: never looked up, so that the encoder may replace it by any value.
inline constexpr StoredValue kDontCare = std::numeric_limits<StoredValue>::min();

inline constexpr std::size_t kCodes = 256;

// Number of values or symbols that are processed between two calls of `pause`.
inline constexpr std::size_t kBetweenPauses = std::size_t{1} << 20;

// Random access to a run-length-encoded slice in a file or in memory.
class Runs {
 public:
  Runs() = default;

  // Refers to a body that encode() has written, with `count` values in blocks of 2^shift. The body must outlive this
  // object.
  Runs(std::span<const std::byte> body, std::uint64_t count, int shift);

  static std::uint64_t blocks(std::uint64_t count, int shift) { return ((count - 1) >> shift) + 1; }

  // Returns the size of the smallest body for the given number of values.
  static std::uint64_t min_bytes(std::uint64_t count, int shift) {
    return kCodes * 4 + blocks(count, shift) * 4;
  }

  // Returns true if no lookup reads outside the body, even if its bytes are corrupt. The body must have at least
  // min_bytes().
  static bool stays_in_bounds(std::span<const std::byte> body, std::uint64_t count, int shift);

  StoredValue operator[](std::uint64_t i) const {
    const std::uint8_t* at = bytes_ + starts_[i >> shift_];
    auto left = static_cast<std::uint32_t>(i & ((std::uint64_t{1} << shift_) - 1));
    while (left >= lengths_[*at]) left -= lengths_[*at++];
    return values_[*at];
  }

  // Returns all values.
  std::vector<StoredValue> decode(std::uint64_t count) const;

 private:
  const std::uint16_t* lengths_ = nullptr;  // by code
  const StoredValue* values_ = nullptr;          // by code
  const std::uint32_t* starts_ = nullptr;   // by block, as offsets into bytes_
  const std::uint8_t* bytes_ = nullptr;
  int shift_ = 0;
};

struct Encoded {
  std::vector<std::byte> body;
  int shift;
};

// Average number of bytes in a block: larger blocks take longer to scan, smaller ones need a larger table of starts.
inline constexpr std::uint64_t kBytesInBlock = 48;

// Encodes values, after replacing don't-care values by others that make runs long. `pause` is called every few
// milliseconds and may throw to cancel.
Encoded encode(std::span<StoredValue> values, const std::function<void()>& pause = [] {},
               std::uint64_t bytes_in_block = kBytesInBlock);

}  // namespace crownbridge::checkers::endgame
