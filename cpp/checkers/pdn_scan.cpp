#include "checkers/pdn_scan.hpp"

#include "checkers/movetext.hpp"
#include "core/characters.hpp"

namespace crownbridge::checkers {
namespace {

constexpr std::size_t kMaxScannedMoves = 10'000;
constexpr std::string_view kNormal = "normal";  // the end of a game by its rules

bool is_name(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

// Reads one tag and advances `at` past it.
bool read_tag(std::string_view text, std::size_t& at, PdnTags& tags) {
  const std::size_t name = skip_blanks(text, at + 1);
  std::size_t end = name;
  while (end < text.size() && is_name(text[end])) ++end;
  std::size_t value = skip_blanks(text, end);
  if (end == name || value == end || value == text.size() || text[value] != '"') return false;
  std::size_t close = ++value;
  while (close < text.size() && text[close] != '"' && text[close] != '\n') close += text[close] == '\\' ? 2 : 1;
  if (close >= text.size() || text[close] != '"') return false;
  const std::size_t bracket = skip_blanks(text, close + 1);
  if (bracket >= text.size() || text[bracket] != ']') return false;
  for (std::size_t i = 0; i < PdnTags::kNames.size(); ++i)
    if (text.substr(name, end - name) == PdnTags::kNames[i]) tags.values[i] = text.substr(value, close - value);
  at = skip_space(text, bracket + 1);
  return true;
}

// Returns the index after a comment in braces; nothing if it is not closed before what may be the next game.
std::optional<std::size_t> skip_braces(std::string_view text, std::size_t at) {
  for (std::size_t next = at + 1; (next = text.find_first_of("}\n", next)) != std::string_view::npos; ++next) {
    if (text[next] == '}') return next + 1;
    if (text.substr(next, 2) == "\n[") return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::size_t> skip_line(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string_view::npos ? std::nullopt : std::optional(end + 1);
}

// Returns the index after a variation, which may contain others; nothing if it is not closed.
std::optional<std::size_t> skip_variation(std::string_view text, std::size_t at) {
  for (int depth = 0; at < text.size();) {
    const char c = text[at];
    if (c == '{' || c == ';') {
      const auto after = c == '{' ? skip_braces(text, at) : skip_line(text, at);
      if (!after) return after;
      at = *after;
      continue;
    }
    if (text.substr(at, 2) == "\n[") return std::nullopt;
    depth += (c == '(') - (c == ')');
    ++at;
    if (depth == 0) return at;
  }
  return std::nullopt;
}

// Returns the index after a comment, glyph, move number or variation; nothing for any other text.
std::optional<std::size_t> skip_token(std::string_view text, std::size_t at) {
  std::size_t next = at;
  switch (text[at]) {
    case '{': return skip_braces(text, at);
    case ';': return skip_line(text, at);
    case '(': return skip_variation(text, at);
    case '!': case '?':
      while (next < text.size() && (text[next] == '!' || text[next] == '?')) ++next;
      break;
    case '$':
      while (++next < text.size() && is_digit(text[next])) {}
      if (next == at + 1) return std::nullopt;
      break;
    default:
      while (next < text.size() && is_digit(text[next])) ++next;
      if (next == text.size() || text[next] != '.') return std::nullopt;
      while (next < text.size() && text[next] == '.') ++next;
  }
  return next == text.size() ? std::nullopt : std::optional(next);
}

struct ResultText {
  std::string_view text;
  Ending ending;
};
constexpr std::array<ResultText, 8> kResults{{{"1-0", Ending::SecondSideWins},
                                              {"2-0", Ending::SecondSideWins},
                                              {"0-1", Ending::FirstSideWins},
                                              {"0-2", Ending::FirstSideWins},
                                              {"1/2-1/2", Ending::Drawn},
                                              {"1-1", Ending::Drawn},
                                              {"*", Ending::Unfinished},
                                              {"0-0", Ending::Unfinished}}};

// Returns the result at `at`, which must be followed by white space or punctuation.
std::optional<ResultText> read_result(std::string_view text, std::size_t at) {
  for (const ResultText& result : kResults) {
    const std::size_t end = at + result.text.size();
    if (text.substr(at, result.text.size()) == result.text && end < text.size() &&
        (is_space(text[end]) || std::string_view("[](){};").find(text[end]) != std::string_view::npos))
      return result;
  }
  return std::nullopt;
}

// Returns how the game ended: the board decides, else the file.
std::optional<Ending> ending_of(const Position& position, Ending written, const PdnTags& tags) {
  switch (position.verdict()) {
    case Verdict::RedWins: return Ending::FirstSideWins;
    case Verdict::WhiteWins: return Ending::SecondSideWins;
    case Verdict::Live: break;
    default: return Ending::Drawn;
  }
  if (written == Ending::Unfinished) {
    const std::string_view claimed = tags.value(PdnTags::Result, "*");
    const auto found = std::find_if(kResults.begin(), kResults.end(), [&](const ResultText& result) { return result.text == claimed; });
    if (found == kResults.end()) return std::nullopt;
    written = found->ending;
  }
  return tags.value(PdnTags::Termination, "") == kNormal ? Ending::Unfinished : written;
}

}  // namespace

std::optional<std::size_t> read_pdn_tags(std::string_view text, std::size_t at, PdnTags& tags) {
  at = skip_space(text, at);
  const std::size_t begin = at;
  while (at < text.size() && text[at] == '[')
    if (!read_tag(text, at, tags)) return std::nullopt;
  return at == begin || at == text.size() ? std::nullopt : std::optional(at);
}

std::optional<PdnMoves> scan_pdn_moves(std::string_view text, std::size_t at, const PdnTags& tags, Position position,
                                       std::vector<Key>& keys) {
  while (keys.size() <= kMaxScannedMoves) {
    at = play_movetext_keys(position, text, at, keys);
    if (at >= text.size()) return std::nullopt;
    if (const auto result = read_result(text, at)) {
      const auto ending = ending_of(position, result->ending, tags);
      if (!ending) return std::nullopt;
      return PdnMoves{at + result->text.size(), *ending};
    }
    const auto after = skip_token(text, at);
    if (!after) return std::nullopt;
    at = skip_space(text, *after);
  }
  return std::nullopt;
}

}  // namespace crownbridge::checkers
