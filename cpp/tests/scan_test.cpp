#include <string>
#include <vector>

#include "checkers/pdn_scan.hpp"
#include "core/line_index.hpp"
#include "hex/sgf_scan.hpp"
#include "tests/check.hpp"

using namespace crownbridge;

namespace {

constexpr std::string_view kPdn =
    "[Event \"a \\\" b\"]\n[Black \"Ann\"] [White \"Bob\"]\n[Result \"1-0\"]\n\n"
    "1. 11-15! {good} 23-19 $2 2. 8-11 (2. 15-18 (x) {)}) 22-17 ; rest\n1-0\n";
constexpr std::string_view kSgf = "(;FF[4]SZ[5]PB[a\\]b]RE[W+]\n;B[a1];W[b2]C[x\\]];B[resign] )\n";

// Scans a copy of exactly that size, so that the sanitizer detects reads beyond its end.
std::optional<Ending> scan_pdn(std::string_view part, std::size_t& plies) {
  const std::vector<char> copy(part.begin(), part.end());
  const std::string_view text(copy.data(), copy.size());
  checkers::PdnTags tags;
  const auto at = checkers::read_pdn_tags(text, 0, tags);
  if (!at) return std::nullopt;
  std::vector<checkers::Key> keys;
  const auto game = checkers::scan_pdn_moves(text, *at, tags, checkers::Position::initial(checkers::Rules{}), keys);
  plies = keys.size();
  return game ? std::optional(game->ending) : std::nullopt;
}

std::optional<Ending> scan_sgf(std::string_view part, std::size_t& plies) {
  const std::vector<char> copy(part.begin(), part.end());
  const std::string_view text(copy.data(), copy.size());
  hex::SgfRoot root;
  const auto at = hex::read_sgf_root(text, 0, root);
  if (!at) return std::nullopt;
  std::vector<hex::Key> keys;
  hex::Rules rules;
  rules.size = 5;
  const auto game = hex::scan_sgf_moves(text, *at, root, hex::Position::initial(rules), keys);
  plies = keys.size();
  return game ? std::optional(game->ending) : std::nullopt;
}

void whole_games_are_read() {
  std::size_t plies = 0;
  CHECK(scan_pdn(kPdn, plies) == Ending::SecondSideWins);
  CHECK(plies == 4);
  CHECK(scan_sgf(kSgf, plies) == Ending::SecondSideWins);
  CHECK(plies == 2);
}

void games_that_are_cut_off_are_not_read() {
  std::size_t plies = 0;
  for (std::size_t end = 0; end + 1 < kPdn.size(); ++end) CHECK(!scan_pdn(kPdn.substr(0, end), plies));
  for (std::size_t end = 0; end + 1 < kSgf.size(); ++end) CHECK(!scan_sgf(kSgf.substr(0, end), plies));
}

void an_index_sorts_positions_and_knows_their_games() {
  LineIndex index;
  const std::vector<std::uint64_t> one{5, 3, ~0ULL}, other{3, 5, 3};
  index.add(0, 10, Ending::Drawn, "a", "b", 0, one);
  index.add(10, 20, Ending::Unfinished, "b", "b", 0, other);
  const auto entries = index.sorted();
  CHECK(entries.size() == 6);
  CHECK(std::is_sorted(entries.begin(), entries.end()));
  CHECK(entries[0].key == 3 && entries[0].place == 1 && entries[0].next == 0xffffffff);
  CHECK(entries[1].place == (1U << LineIndex::kPlyBits) && entries[1].next == 5);
  CHECK(entries[2].place == ((1U << LineIndex::kPlyBits) | 2U) && entries[2].next == 0);
  CHECK(index.names() == std::vector<std::string>{"a", "b"});
  CHECK(index.all_games()[1].players[0] == 1 && index.all_games()[1].plies == 2);
  CHECK(index.is_full(6) && !index.is_full(7));
  index.clear();
  CHECK(index.positions() == 0 && index.games() == 0);
}

}  // namespace

int main() {
  whole_games_are_read();
  games_that_are_cut_off_are_not_read();
  an_index_sorts_positions_and_knows_their_games();
  return test::finish();
}
