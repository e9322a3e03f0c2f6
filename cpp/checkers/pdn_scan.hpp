#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "checkers/position.hpp"
#include "core/line_index.hpp"

namespace crownbridge::checkers {

// The tags of a PDN game that matter to an index; the others are skipped.
struct PdnTags {
  enum Name { GameType, Rules, Fen, Black, White, Result, Termination };
  static constexpr std::array<std::string_view, 7> kNames{"GameType", "Rules", "FEN", "Black",
                                                          "White",    "Result", "Termination"};
  std::array<std::optional<std::string_view>, kNames.size()> values;

  std::string_view value(Name name, std::string_view absent) const { return values[name].value_or(absent); }
};

// Reads the tags at `at`, and returns the index after them and white space; nothing if the text does not begin with
// complete tags.
std::optional<std::size_t> read_pdn_tags(std::string_view text, std::size_t at, PdnTags& tags);

// The moves of a game: where they end, and who won.
struct PdnMoves {
  std::size_t end;
  Ending ending;
};

// Plays the moves of a game after its tags up to its result; comments, glyphs and variations are skipped. Appends the
// keys of the positions after `position`. Returns nothing if the game is not that simple: it is cut off, has no result
// after its moves, an illegal move or any text that this function does not know.
std::optional<PdnMoves> scan_pdn_moves(std::string_view text, std::size_t at, const PdnTags& tags, Position position,
                                       std::vector<Key>& keys);

}  // namespace crownbridge::checkers
