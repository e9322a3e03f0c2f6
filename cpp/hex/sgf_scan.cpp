#include "hex/sgf_scan.hpp"

#include "core/characters.hpp"
#include "hex/movetext.hpp"

namespace crownbridge::hex {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Returns the index after a value in brackets at `at`; nothing if it is not closed.
std::optional<std::size_t> skip_value(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == ']') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return std::nullopt;
}

// Reads a property with one or more values and advances `at` past it and white space.
bool read_property(std::string_view text, std::size_t& at, SgfRoot& root) {
  const std::size_t name = at;
  while (at < text.size() && is_letter(text[at])) ++at;
  const std::string_view word = text.substr(name, at - name);
  at = skip_space(text, at);
  const std::size_t begin = at;
  std::size_t end = at;
  while (at < text.size() && text[at] == '[') {
    const auto after = skip_value(text, at);
    if (!after) return false;
    end = *after;
    at = skip_space(text, end);
  }
  if (begin == end || word == "B" || word == "W") return false;
  for (std::size_t i = 0; i < SgfRoot::kNames.size(); ++i)
    if (word == SgfRoot::kNames[i]) root.values[i] = text.substr(begin, end - begin);
  return true;
}

// Returns the colour of the first move after the root, or 0.
char first_move(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_space(text[at]) || text[at] == ';' || text[at] == '(')) ++at;
  if (at == text.size() || (text[at] != 'B' && text[at] != 'W')) return 0;
  const std::size_t bracket = skip_space(text, at + 1);
  return bracket < text.size() && text[bracket] == '[' ? text[at] : '\0';
}

std::string_view trimmed(std::string_view value) {
  while (!value.empty() && is_space(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_space(value.back())) value.remove_suffix(1);
  return value;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

Ending written_ending(const SgfRoot& root) {
  const std::string_view value = root.value(SgfRoot::Result, "[]");
  const std::string_view result = trimmed(value.substr(1, value.size() - 2));
  if (result.size() == 1 || (result.size() > 1 && result[1] == '+')) {
    if (result[0] == 'B' || result[0] == 'b') return Ending::FirstSideWins;
    if (result[0] == 'W' || result[0] == 'w') return Ending::SecondSideWins;
  }
  return equals_ignoring_case(result, "draw") || result == "0" ? Ending::Drawn : Ending::Unfinished;
}

constexpr Ending won_by(Side side) { return side == Side::Red ? Ending::FirstSideWins : Ending::SecondSideWins; }

}  // namespace

std::optional<std::size_t> read_sgf_root(std::string_view text, std::size_t at, SgfRoot& root) {
  at = skip_space(text, at);
  if (at == text.size() || text[at] != '(') return std::nullopt;
  at = skip_space(text, at + 1);
  if (at == text.size() || text[at] != ';') return std::nullopt;
  at = skip_space(text, at + 1);
  while (at < text.size() && is_letter(text[at]))
    if (!read_property(text, at, root)) return std::nullopt;
  if (at == text.size()) return std::nullopt;
  root.first_move = first_move(text, at);
  return at;
}

std::optional<SgfMoves> scan_sgf_moves(std::string_view text, std::size_t at, const SgfRoot& root, Position position,
                                       std::vector<Key>& keys) {
  at = play_movetext_keys(position, text, at, keys);
  Ending ending = position.winner() ? won_by(*position.winner()) : written_ending(root);
  for (const Side side : {Side::Red, Side::Blue}) {
    const std::string_view resignation = side == Side::Red ? ";B[resign]" : ";W[resign]";
    if (text.substr(at, resignation.size()) != resignation) continue;
    if (position.winner()) return std::nullopt;
    ending = side == Side::Red ? Ending::SecondSideWins : Ending::FirstSideWins;
    at = skip_space(text, at + resignation.size());
    break;
  }
  if (at >= text.size() || text[at] != ')') return std::nullopt;
  return SgfMoves{at + 1, ending};
}

}  // namespace crownbridge::hex
