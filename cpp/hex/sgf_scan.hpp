#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/line_index.hpp"
#include "hex/position.hpp"

namespace crownbridge::hex {

// The properties of the root of an SGF game that matter to an index, with their brackets; the others are skipped.
struct SgfRoot {
  enum Name { GameType, Size, Rules, BlackStones, WhiteStones, Turn, Black, White, Result };
  static constexpr std::array<std::string_view, 9> kNames{"GM", "SZ", "RU", "AB", "AW", "PL", "PB", "PW", "RE"};
  std::array<std::optional<std::string_view>, kNames.size()> values;
  char first_move = 0;  // colour of the first move, or 0

  std::string_view value(Name name, std::string_view absent) const { return values[name].value_or(absent); }
};

// Reads the root at `at`, and returns the index after it; nothing if the text does not begin with a complete root
// without a move.
std::optional<std::size_t> read_sgf_root(std::string_view text, std::size_t at, SgfRoot& root);

// The moves of a game: where they end, and who won.
struct SgfMoves {
  std::size_t end;
  Ending ending;
};

// Plays the moves of a game after its root. Appends the keys of the positions after `position`. Returns nothing if the
// game is not a plain list of moves, with comments and a resignation at most.
std::optional<SgfMoves> scan_sgf_moves(std::string_view text, std::size_t at, const SgfRoot& root, Position position,
                                       std::vector<Key>& keys);

}  // namespace crownbridge::hex
