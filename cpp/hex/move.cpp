#include "hex/move.hpp"

#include <charconv>

#include "core/error.hpp"
#include "core/quote.hpp"

namespace crownbridge::hex {

Move Move::cell(int row, int column) {
  if (row < 0 || row >= kMaxSize || column < 0 || column >= kMaxSize)
    throw InvalidMove("row " + std::to_string(row) + ", column " + std::to_string(column) +
                      " is not a Hex cell; rows and columns are 0 to 25");
  return at(row, column);
}

Move Move::parse(std::string_view text) {
  if (text == "swap-pieces" || text == "swap") return swap();
  int row = 0;
  const char* const end = text.data() + text.size();
  if (text.size() >= 2 && text[0] >= 'a' && text[0] <= 'z' && text[1] >= '1' && text[1] <= '9') {
    const auto [next, error] = std::from_chars(text.data() + 1, end, row);
    if (next == end && error == std::errc{} && row <= kMaxSize) return at(row - 1, text[0] - 'a');
    if (next == end)
      throw InvalidMove(quoted(text) + " is not a Hex cell; rows are 1 to 26");
  }
  throw InvalidMove(quoted(text) + " is not a Hex move; expected a column letter and a row number, as in a1 or k11, or swap-pieces");
}

std::string Move::text() const {
  if (is_swap()) return "swap-pieces";
  return static_cast<char>('a' + column()) + std::to_string(row() + 1);
}

}  // namespace crownbridge::hex
