#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace crownbridge::hex {

inline constexpr int kMostSize = 26;

// A cell, or the swap of the second player's first turn. Orders by row, then column, the swap last.
class Move {
 public:
  // Raises InvalidMove unless both are 0 to 25.
  static Move cell(int row, int column);
  static constexpr Move swap() { return Move{kSwap}; }

  // A cell that is known to exist.
  static constexpr Move at(int row, int column) { return Move{static_cast<std::uint16_t>(row * 32 + column)}; }

  // From `a1`, `k11`, or `swap-pieces` (`swap` for short); raises InvalidMove.
  static Move parse(std::string_view text);

  constexpr bool is_swap() const { return code_ == kSwap; }
  constexpr int row() const { return code_ / 32; }
  constexpr int column() const { return code_ % 32; }
  constexpr int code() const { return code_; }

  constexpr auto operator<=>(const Move&) const = default;

  std::string text() const;

  static constexpr int kCodes = kMostSize * 32 + 1;

 private:
  static constexpr std::uint16_t kSwap = kMostSize * 32;

  constexpr explicit Move(std::uint16_t code) : code_(code) {}

  std::uint16_t code_;
};

}  // namespace crownbridge::hex
