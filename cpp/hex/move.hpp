#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace crownbridge::hex {

inline constexpr int kMaxSize = 26;

// A cell or the swap. Moves compare by row, then by column; the swap is the last.
class Move {
 public:
  // Returns a cell. Throws InvalidMove unless row and column are 0 to 25.
  static Move cell(int row, int column);
  static constexpr Move swap() { return Move{kSwap}; }

  // Returns a cell without checking the range.
  static constexpr Move at(int row, int column) { return Move{static_cast<std::uint16_t>(row * 32 + column)}; }

  // Parses `a1`, `k11`, `swap-pieces` or `swap`. Throws InvalidMove for any other text.
  static Move parse(std::string_view text);

  constexpr bool is_swap() const { return code_ == kSwap; }
  constexpr int row() const { return code_ / 32; }
  constexpr int column() const { return code_ % 32; }
  constexpr int code() const { return code_; }

  constexpr auto operator<=>(const Move&) const = default;

  std::string text() const;

  static constexpr int kCodes = kMaxSize * 32 + 1;

 private:
  static constexpr std::uint16_t kSwap = kMaxSize * 32;

  constexpr explicit Move(std::uint16_t code) : code_(code) {}

  std::uint16_t code_;
};

}  // namespace crownbridge::hex
